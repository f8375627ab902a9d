/**
 * What a note or a fact says of itself as a claim: when it holds, how much it matters, what it
 * replaces. One reader for frontmatter and inline fields, so that both mean the same.
 */

import type {Zone} from '../ground/day.js'
import {foldBlanks} from '../ground/fold-blanks.js'
import type {Message, Point} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import {DATE_KEYS, type DateKey, readWritten, type Written} from '../validity/written.js'
import {citedIn} from './cited.js'
import {type Lines, pointAt} from './lines.js'
import type {Reference} from './note.js'

/** One text that was given for a key; lists give several. */
export interface Said {
  readonly text: string
  /** Where the text begins in the file. */
  readonly offset: number
}

export interface Claimed {
  readonly key?: string
  readonly importance: number
  readonly pinned: boolean
  readonly written: Written
  readonly supersedes: readonly Reference[]
  readonly supersededBy: readonly Reference[]
}

/** What was said of a key; `undefined` or an empty list where nothing was. */
export type Sayings = (key: string) => readonly Said[] | undefined

/** Where to look and whom to tell. */
export interface Reading {
  readonly path: NotePath
  readonly lines: Lines
  readonly zone: Zone
  readonly messages: Message[]
}

/**
 * Reads the claim in `sayings`, and tells of what cannot be read.
 *
 * @param lost keys that were written, but so that nobody can tell their value.
 */
export function readClaim(sayings: Sayings, lost: ReadonlySet<string>, reading: Reading): Claimed {
  const {lines} = reading
  const key = sayings('key')?.[0]?.text.trim() ?? ''
  const claimed = {
    importance: readImportance(sayings('importance')?.[0], reading),
    pinned: /^(?:true|yes|on|1)$/i.test(sayings('pinned')?.[0]?.text.trim() ?? ''),
    written: readDates(sayings, lost, reading),
    supersedes: referencesIn(sayings('supersedes') ?? [], lines),
    supersededBy: referencesIn(sayings('superseded_by') ?? [], lines),
  }
  return key === '' ? claimed : {...claimed, key}
}

function referencesIn(said: readonly Said[], lines: Lines): Reference[] {
  return said.flatMap(({text, offset}) =>
    citedIn(text).map(({target, start}) => ({target, place: pointAt(lines, offset + start)})),
  )
}

function readImportance(said: Said | undefined, reading: Reading): number {
  const text = said?.text.trim() ?? ''
  if (said === undefined || text === '') return 0.5
  const importance = /^\+?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)
    ? Number(text)
    : Number.NaN
  if (0 <= importance && importance <= 1) return importance
  reading.messages.push({
    rule: 'invalid-importance',
    severity: 'warning',
    path: reading.path,
    place: pointAt(reading.lines, said.offset),
    reason: `\`importance\` is ${quoted(text)}, which is not a number from 0 to 1; 0.5 counts instead`,
    hint: 'write a number such as `0.9`',
  })
  return 0.5
}

function readDates(sayings: Sayings, lost: ReadonlySet<string>, reading: Reading): Written {
  const texts: Partial<Record<DateKey, string>> = {}
  for (const key of DATE_KEYS) {
    const said = sayings(key)
    if (said !== undefined) texts[key] = said.map(({text}) => text).join(', ')
  }
  const read = readWritten(texts, reading.zone)
  for (const key of read.unreadable) {
    const place = pointAt(reading.lines, sayings(key)?.[0]?.offset ?? 0)
    reading.messages.push(unreadable(reading.path, key, texts[key] ?? '', place))
  }
  if (read.validFrom !== undefined && read.validUntil !== undefined) {
    if (read.validUntil <= read.validFrom) reading.messages.push(inverted(sayings, reading))
  }
  const alsoLost = DATE_KEYS.filter((key) => lost.has(key) && !read.unreadable.includes(key))
  return alsoLost.length === 0 ? read : {...read, unreadable: [...read.unreadable, ...alsoLost]}
}

function unreadable(path: NotePath, key: DateKey, text: string, place: Point): Message {
  const isTtl = key === 'ttl'
  return {
    rule: isTtl ? 'unreadable-ttl' : 'unreadable-date',
    severity: 'error',
    path,
    place,
    reason: `\`${key}\` is ${quoted(text)}, which is not a ${isTtl ? 'length of time' : 'date'}`,
    hint: isTtl
      ? 'write `90d`, `12h`, `2w`, `6mo`, `1y`, `P3M` or `forever`'
      : 'write a day (`2026-03-31`) or an instant with a zone (`2026-03-31T09:00Z`)',
  }
}

function inverted(sayings: Sayings, {path, lines}: Reading): Message {
  const from = sayings('valid_from')?.[0]
  const to = sayings('valid_to')?.[0]
  const place = pointAt(lines, to?.offset ?? from?.offset ?? 0)
  return {
    rule: 'inverted-span',
    severity: 'error',
    path,
    place,
    reason: `\`valid_to\` is ${quoted(to?.text ?? '')}, which is not after \`valid_from\`, ${quoted(from?.text ?? '')}; it never holds`,
    hint: 'correct one of the two',
  }
}

function quoted(text: string): string {
  const folded = foldBlanks(text).trim()
  return `\`${folded.length <= 60 ? folded : `${folded.slice(0, 60)}…`}\``
}
