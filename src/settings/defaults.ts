/**
 * The settings of a brain that says nothing, and of a person who does not.
 *
 * Apart from `settings.ts`, so that whoever needs a default does not load the YAML parser.
 */

import {UTC} from '../ground/day.js'
import type {Settings} from './settings.js'
import type {UserSettings} from './user-settings.js'

/**
 * The shares of the three layers that are carried on demand say what they weigh beside essentials
 * and recent, whose tokens they are given out of.
 */
export const DEFAULT_SHARES = {
  identity: 200,
  procedures: 400,
  user: 100,
  facts: 350,
  essentials: 250,
  project: 400,
  session: 200,
  task: 300,
  recent: 200,
} as const

const days = (count: number) => ({months: 0, days: count, milliseconds: 0})

/**
 * What happened is asked for while it is new; what is so is not less so for being old. A log of a day is
 * mostly of that time of the year, an event may be asked for in the next (docs/decisions/0017).
 */
const DEFAULT_HALF_LIVES: Settings['search']['halfLife'] = {
  roles: {daily: days(180), session: days(365)},
  halls: {events: days(365)},
}

export const DEFAULT_SETTINGS: Settings = {
  zone: UTC,
  zoneWritten: false,
  ttl: {roles: {}, halls: {}},
  boot: {budget: 1500, shares: DEFAULT_SHARES, halfLife: 90, also: []},
  search: {meaning: 'on', ranking: 'usual', halfLife: DEFAULT_HALF_LIVES},
  sessions: {keep: 'on'},
  written: [],
}

export const DEFAULT_USER_SETTINGS: UserSettings = {
  /** A third: a person is told in fewer words than his work. */
  personalShare: 0.33,
  meaning: {
    model: 'built-in',
    passagePrefix: '',
    questionPrefix: '',
    batch: 32,
    timeout: 30_000,
    threads: 1,
  },
  rerank: {timeout: 10_000},
  written: [],
}
