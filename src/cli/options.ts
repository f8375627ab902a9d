/**
 * Options that several commands have, each written down once.
 *
 * An option that only one command has stands in that command's file.
 */

import type {CommonOptions, Flag, Repeated, Single} from './command.js'
import {day, duration, fraction, moment, oneOf, text, tokens} from './read-value.js'

/** A flag that needs no value. */
export function flag(summary: string, short?: string): Flag {
  return {kind: 'flag', summary, ...(short === undefined ? {} : {short})}
}

/** An option with one value. */
export function single<Value>(
  value: string,
  summary: string,
  read: (text: string, flag: string) => Value,
  more: {readonly short?: string; readonly choices?: readonly string[]} = {},
): Single<Value> {
  return {kind: 'single', value, summary, read, ...more}
}

/** An option that may be given several times. */
export function repeated<Value>(
  value: string,
  summary: string,
  read: (text: string, flag: string) => Value,
): Repeated<Value> {
  return {kind: 'repeated', value, summary, read}
}

/** An option with one of a few words. */
export function choice<const Word extends string>(
  value: string,
  summary: string,
  words: readonly Word[],
): Single<Word> {
  return {...single(value, summary, oneOf(words)), choices: words}
}

/** Halls that have a meaning; others are kept as written. */
export const HALLS = ['facts', 'events', 'discoveries', 'preferences', 'advice']

/** What files of a brain are for. */
export const ROLES = [
  'identity',
  'procedures',
  'user',
  'facts',
  'daily',
  'drawer',
  'session',
  'plain',
] as const

/** How a memory stands at an instant. */
export const STANDINGS = ['current', 'upcoming', 'lapsed', 'superseded'] as const

/** What every command takes. */
export const common: CommonOptions = {
  brain: single('FOLDER', 'the brain, or where to look for one', text, {short: 'C'}),
  json: flag('print JSON for programs (docs/json.md)'),
  'no-color': flag('print without colour'),
  debug: flag('on a fault, print where it happened'),
  help: flag('show this help', 'h'),
}

export const heldAt = single('WHEN', 'as things stood then: a day or an instant', moment)
export const on = single('DAY', 'the day it happened; this instant where absent', day)
export const budget = single('TOKENS', 'the most the text may cost', tokens)
export const wing = single('WING', 'a project or a person', text)
export const room = single('ROOM', 'a topic in the wing', text)
export const hall = single('HALL', 'the kind of memory', text, {choices: HALLS})
export const tag = single('TAG', 'with this tag', text)
export const type = single('TYPE', 'of this type', text)
export const yes = flag('do it without asking', 'y')
export const within = single('TIME', 'also what will be stale by then: 14d, 2w', duration)
export const importance = single('NUMBER', 'from 0 to 1; 0.5 where absent', fraction)

/** Who speaks: recorded with the commit. */
export const author = {
  agent: single('NAME', 'the agent that says it, kept with the commit', text),
  session: single('ID', 'the session it was said in, kept with the commit', text),
}
