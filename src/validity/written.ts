/**
 * The dates of a note or fact as its author wrote them, read as instants.
 *
 * A day in `valid_from` means its first instant in the brain's zone, a day in `valid_to` means
 * through that day. `valid_from`, `valid_to` and `reviewed` must be a day or an instant with a zone.
 * `created` and `updated` are read more kindly, since other programs write them: a time without a
 * zone is taken in the brain's zone, and a number is milliseconds since 1970 (Dendron).
 */

import {endOf, firstInstantOf, instantOf, readDay, type Zone} from '../ground/day.js'
import {type Duration, readDuration} from '../ground/duration.js'
import {type Instant, instant, readInstant} from '../ground/instant.js'

export type DateKey = 'valid_from' | 'valid_to' | 'reviewed' | 'created' | 'updated' | 'ttl'

export const DATE_KEYS: readonly DateKey[] = [
  'valid_from',
  'valid_to',
  'reviewed',
  'created',
  'updated',
  'ttl',
]

/** What was read of the dates. A key that was not written, or could not be read, is absent. */
export interface Written {
  readonly validFrom?: Instant
  /** Excluded: a day in `valid_to` has become the first instant after it. */
  readonly validUntil?: Instant
  readonly reviewed?: Instant
  readonly created?: Instant
  readonly updated?: Instant
  readonly ttl?: Duration
  /** The keys whose text is no date. Anything here keeps it out of a boot context. */
  readonly unreadable: readonly DateKey[]
}

/** Nothing was written. */
export const UNWRITTEN: Written = {unreadable: []}

/** Reads the dates of `fields`; `undefined` and empty texts count as not written. */
export function readWritten(
  fields: Partial<Readonly<Record<DateKey, string | undefined>>>,
  zone: Zone,
): Written {
  const unreadable: DateKey[] = []
  const read = <Value>(key: DateKey, reader: (text: string) => Value | undefined) => {
    const text = fields[key]?.trim()
    if (text === undefined || text === '') return undefined
    const value = reader(text)
    if (value === undefined) unreadable.push(key)
    return value
  }
  const start = (text: string) => readStart(text, zone)
  const kind = (text: string) => readKindly(text, zone)

  const validFrom = read('valid_from', start)
  const validUntil = read('valid_to', (text) => readEnd(text, zone))
  const reviewed = read('reviewed', start)
  const created = read('created', kind)
  const updated = read('updated', kind)
  const ttl = read('ttl', readDuration)
  // Key by key and not from a list of entries: every note of a brain comes by here.
  const written: {-readonly [Key in keyof Written]: Written[Key]} = {unreadable}
  if (validFrom !== undefined) written.validFrom = validFrom
  if (validUntil !== undefined) written.validUntil = validUntil
  if (reviewed !== undefined) written.reviewed = reviewed
  if (created !== undefined) written.created = created
  if (updated !== undefined) written.updated = updated
  if (ttl !== undefined) written.ttl = ttl
  return written
}

/** A day as its first instant in `zone`, or an instant with a zone. */
export function readStart(text: string, zone: Zone): Instant | undefined {
  const day = readDay(text)
  return day === undefined ? readInstant(text) : firstInstantOf(day, zone)
}

/** A day as the first instant after it in `zone`, or an instant with a zone. */
export function readEnd(text: string, zone: Zone): Instant | undefined {
  const day = readDay(text)
  return day === undefined ? readInstant(text) : endOf(day, zone)
}

/**
 * Reads what a person asks about (`--held-at`, `--known-at`): an instant with a zone, or a day,
 * which means its last instant in `zone`.
 */
export function readAsked(text: string, zone: Zone): Instant | undefined {
  const day = readDay(text)
  return day === undefined ? readInstant(text) : instant(endOf(day, zone) - 1)
}

function readKindly(text: string, zone: Zone): Instant | undefined {
  const strict = readStart(text, zone)
  if (strict !== undefined) return strict
  if (/^\d{12,14}$/.test(text)) return instant(Number(text))

  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/.exec(text)
  const day = match === null ? undefined : readDay(match[1]!)
  if (match === null || day === undefined) return undefined
  const [hour, minute, second] = [Number(match[2]), Number(match[3]), Number(match[4] ?? 0)]
  if (23 < hour || 59 < minute || 59 < second) return undefined
  return instantOf(day, ((hour * 60 + minute) * 60 + second) * 1000, zone)
}
