/**
 * Reads the value of one setting: what YAML made of it, as what the brain works with, or what is
 * wrong with it.
 */

import {readZone} from '../ground/day.js'
import {didYouMean, didYouMeanHint} from '../ground/did-you-mean.js'
import {type Duration, readDuration} from '../ground/duration.js'
import {readNotePath} from '../ground/note-path.js'
import {AGELESS} from './ageless.js'
import type {SettingKind} from './known.js'
import {RANKINGS, type Ranking} from './ranking.js'

/** `wrong` continues a sentence that begins with the setting's name. */
export type Read = {readonly value: unknown} | {readonly wrong: string; readonly hint?: string}

type Reader = (value: unknown, name: string) => Read

/** More tokens than any model takes; a slip of the finger should not make a boot of everything. */
const MOST_TOKENS = 1_000_000

/** A hundred years. */
const MOST_DAYS = 36_525

/** How each kind of setting is read. */
export const readers: Readonly<Record<SettingKind, Reader>> = {
  zone: readZoneSetting,
  'ttl.roles': readTtl,
  'ttl.halls': readTtl,
  'boot.budget': (value) =>
    Number.isInteger(value) && 0 <= (value as number) && (value as number) <= MOST_TOKENS
      ? {value}
      : {
          wrong: `is ${shown(value)}, which is not a number of tokens`,
          hint: 'write a whole number from 0 to 1000000, as in `budget: 1500`',
        },
  'boot.shares': (value, name) =>
    isAmount(value)
      ? {value}
      : {
          wrong: `is ${shown(value)}, which is not a weight`,
          hint: `write a number from 0 up, as in \`${name}: 200\``,
        },
  'boot.half_life': (value) =>
    isAmount(value) && 0 < value && value <= MOST_DAYS
      ? {value}
      : {
          wrong: `is ${shown(value)}, which is not a number of days`,
          hint: 'write a number of days, as in `half_life: 90`',
        },
  'boot.also': readPaths,
  'search.meaning': (value) =>
    readSwitch(value, 'which model there is stands under `meaning` in your own config.yaml'),
  'search.ranking': (value) =>
    RANKINGS.includes(value as Ranking)
      ? {value}
      : {
          wrong: `is ${shown(value)}, which is no way to rank`,
          hint:
            didYouMeanHint(didYouMean(String(value), RANKINGS)) ?? `there is ${listed(RANKINGS)}`,
        },
  'search.half_life.roles': (value, name) => {
    const read = readTtl(value, name)
    if (!AGELESS.has(name) || 'wrong' in read || read.value === 'forever') return read
    return {
      wrong: `is ${shown(value)}, but what that role has never loses by its age`,
      hint: 'leave the line out; what no longer holds gets a `valid_to`, or is superseded',
    }
  },
  'search.half_life.halls': readTtl,
  'sessions.keep': (value) =>
    readSwitch(value, 'write `keep: off` where nothing that is said in sessions is to be kept'),
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(' and ')
}

/** Writes a length of time as `readDuration` reads it: `90d`, `3mo`, `12h`, `P1M2D`. */
export function formatDuration(duration: Duration): string {
  if (duration === 'forever') return duration
  const {months, days, milliseconds} = duration
  const hours = milliseconds / 3_600_000
  if (days === 0 && milliseconds === 0) return `${months}mo`
  if (months === 0 && milliseconds === 0) return `${days}d`
  if (months === 0 && days === 0 && Number.isInteger(hours)) return `${hours}h`
  const date = `${months === 0 ? '' : `${months}M`}${days === 0 ? '' : `${days}D`}`
  return `P${date}${milliseconds === 0 ? '' : `T${milliseconds / 1000}S`}`
}

function readZoneSetting(value: unknown): Read {
  const zone = typeof value === 'string' ? readZone(value) : undefined
  if (zone !== undefined) return {value: zone}
  const near = didYouMean(String(value), Intl.supportedValuesOf('timeZone'))
  return {
    wrong: `is ${shown(value)}, which is not a time zone`,
    hint: didYouMeanHint(near) ?? 'write a name of the IANA database, as in `zone: Europe/Berlin`',
  }
}

function readSwitch(value: unknown, hint: string): Read {
  // Booleans in the YAML of 2005, and still to some editors.
  if (value === 'on' || value === true) return {value: 'on'}
  if (value === 'off' || value === false) return {value: 'off'}
  return {wrong: `is ${shown(value)}, which is neither \`on\` nor \`off\``, hint}
}

function readTtl(value: unknown, name: string): Read {
  const duration = typeof value === 'string' ? readDuration(value) : undefined
  if (duration !== undefined) return {value: duration}
  return {
    wrong: `is ${shown(value)}, which is not a length of time`,
    hint: `write it as in \`${name}: 90d\`; also \`12h\`, \`2w\`, \`3mo\`, \`P1Y\`, \`forever\``,
  }
}

function readPaths(value: unknown): Read {
  const texts = typeof value === 'string' ? [value] : value
  if (!Array.isArray(texts) || texts.some((text) => typeof text !== 'string')) {
    return {
      wrong: `is ${shown(value)}, which is not a list of paths`,
      hint: 'write paths inside the brain, as in `also: [notes/glossary.md]`',
    }
  }
  const paths = texts.map((text: string) => readNotePath(text))
  const outside = texts.find((_, index) => paths[index] === undefined)
  if (outside === undefined) return {value: paths}
  return {
    wrong: `names \`${outside}\`, which is not a path inside the brain`,
    hint: 'write it relative to the brain, with `/` between folders',
  }
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && 0 <= value
}

/** A value in a sentence. Long ones are cut: the place says where the rest is. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `\`${60 < text.length ? `${text.slice(0, 57)}…` : text}\``
}
