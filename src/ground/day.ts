/**
 * Calendar days, and what instants they cover in a zone.
 *
 * A day is the text `2026-03-31`: it sorts as it is, and it says nothing of a zone until it is
 * asked for its first instant. Zones are names of the IANA database, resolved by `Intl`. A day is
 * not always 24 hours, and where the clocks go forward at midnight it does not begin at 00:00:
 * a length on the calendar goes by what clocks show, never by adding 86,400,000 to an instant.
 */

import {EARLIEST, earlier, type Instant, instant, isDay, LATEST, utc} from './instant.js'

declare const dayBrand: unique symbol
declare const zoneBrand: unique symbol

/** `2026-03-31`. */
export type Day = string & {readonly [dayBrand]: 'Day'}

/** A name of the IANA time zone database, `Europe/Berlin`, or `UTC`. */
export type Zone = string & {readonly [zoneBrand]: 'Zone'}

/** The zone of brains that name none. */
export const UTC = 'UTC' as Zone

/** Reads a day, `2026-03-31`. Returns `undefined` for anything else, 2026-02-31 included. */
export function readDay(text: string): Day | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim())
  if (match === null) return undefined
  return isDay(Number(match[1]), Number(match[2]), Number(match[3])) ? (match[0] as Day) : undefined
}

/**
 * Reads the name of a zone. Returns `undefined` where the machine's database lacks it, and for an
 * offset (`+02:00`), which is no name and which only some versions of Node take.
 */
export function readZone(text: string): Zone | undefined {
  if (text === 'UTC') return UTC
  if (!/^[a-z]/i.test(text)) return undefined
  try {
    formatterOf(text as Zone)
    return text as Zone
  } catch {
    return undefined
  }
}

/** The first instant of `day` in `zone`: where the clocks skip midnight, the first one after it. */
export function firstInstantOf(day: Day, zone: Zone): Instant {
  return firstInstantFrom(utcOf(day), zone)
}

/** The first instant after `day` in `zone`: the end, excluded, of a span that lasts through it. */
export function endOf(day: Day, zone: Zone): Instant {
  return firstInstantFrom(utcOf(day) + DAY, zone)
}

/**
 * The day of `zone` to which `at` belongs: the one its calendars show, save where the clocks were set
 * back over midnight. There the new day had begun already, and a day that began does not end
 * twice. Outside the years 0 to 9999, the first or last day of them.
 */
export function dayAt(at: Instant, zone: Zone): Day {
  const shown = midnightBefore(shownAt(at, zone))
  const wasSetBack = zone !== UTC && offsetAt(at, zone) < offsetAt(at - DAY, zone)
  const begunNext = wasSetBack && firstInstantFrom(shown + DAY, zone) <= at
  return dayOf(begunNext ? shown + DAY : shown)
}

/** The time of day that clocks of `zone` show at `at`, `09:40`. */
export function timeAt(at: Instant, zone: Zone): string {
  const shown = shownAt(at, zone)
  return new Date(shown - midnightBefore(shown)).toISOString().slice(11, 16)
}

/**
 * The day `count` days after `day`; before it where `count` is negative. Held within the years 0
 * to 9999, outside of which a day could not be written.
 */
export function dayAfter(day: Day, count: number): Day {
  return dayOf(utcOf(day) + count * DAY)
}

/**
 * The instant of `day` at which a clock in `zone` shows `sinceMidnight` milliseconds: the first
 * where it does twice; where the clocks skip it, as long after the gap as it is into it.
 */
export function instantOf(day: Day, sinceMidnight: number, zone: Zone): Instant {
  const at = instantShowing(utcOf(day) + sinceMidnight, zone)
  return earlier(at, instant(endOf(day, zone) - 1))
}

/** The same time of day in `zone`, `days` days on. */
export function daysAfter(at: Instant, days: number, zone: Zone): Instant {
  return days === 0 ? at : instantShowing(shownAt(at, zone) + days * DAY, zone)
}

/** The same time of day in `zone`, `months` months on; the last day of a shorter month. */
export function monthsAfter(at: Instant, months: number, zone: Zone): Instant {
  if (months === 0) return at
  const shown = shownAt(at, zone)
  const local = new Date(instant(shown))
  const year = local.getUTCFullYear()
  const month = local.getUTCMonth() + 1 + months
  const lastOfMonth = utc(year, month + 1, 0)
  const sameDay = utc(year, month, local.getUTCDate())
  const target = Math.min(sameDay, lastOfMonth)
  // Beyond what a `Date` can hold.
  if (Number.isNaN(target)) return months < 0 ? EARLIEST : LATEST
  return instantShowing(target + shown - midnightBefore(shown), zone)
}

const DAY = 86_400_000

const FIRST_MIDNIGHT = utc(0, 1, 1)
const LAST_MIDNIGHT = utc(9999, 12, 31)

// Inside, a day is the number of milliseconds from 1970 to its midnight in UTC, and what a clock
// shows is such a number too, so that arithmetic does not end with the year 9999.

function utcOf(day: Day): number {
  return utc(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10)))
}

function dayOf(midnight: number): Day {
  const held = Math.min(LAST_MIDNIGHT, Math.max(FIRST_MIDNIGHT, midnight))
  return new Date(held).toISOString().slice(0, 10) as Day
}

function midnightBefore(shown: number): number {
  return Math.floor(shown / DAY) * DAY
}

/** The first instant at which `zone` shows this day; where it skips the day, a later one. */
function firstInstantFrom(midnight: number, zone: Zone): Instant {
  return zone === UTC ? instant(midnight) : firstOf(midnight, zone)
}

const firstOf = remembering((midnight, zone): Instant => {
  const [first] = instantsShowing(midnight, zone)
  if (first !== undefined) return instant(first)

  // Midnight is skipped: looks for the change itself, to the millisecond.
  let before = midnight - 2 * DAY
  let from = midnight + 2 * DAY
  while (1 < from - before) {
    const middle = Math.floor((before + from) / 2)
    if (shownAt(middle, zone) < midnight) before = middle
    else from = middle
  }
  return instant(from)
})

function instantShowing(shown: number, zone: Zone): Instant {
  // In a gap the offset from before it is used, as calendars do (RFC 5545).
  const [first = shown - offsetAt(shown - DAY, zone)] = instantsShowing(shown, zone)
  return instant(first)
}

/** All instants at which a clock in `zone` shows `shown`, ascending; none where it is skipped. */
function instantsShowing(shown: number, zone: Zone): number[] {
  // Offsets lie within a day of UTC, so that these are the offsets around any change of the clocks.
  const around = new Set([shown - DAY, shown, shown + DAY].map((at) => offsetAt(at, zone)))
  return [...around]
    .map((offset) => shown - offset)
    .filter((at) => shownAt(at, zone) === shown)
    .sort((a, b) => a - b)
}

/** What a clock in `zone` shows at `at`, in milliseconds since it would have shown 1970. */
function shownAt(at: number, zone: Zone): number {
  return at + offsetAt(at, zone)
}

// Before the year 1 years are counted backwards, and no zone has rules that old.
const FIRST_TOLD = utc(1, 1, 3)

/** Milliseconds that `zone` is ahead of UTC at `at`. */
function offsetAt(at: number, zone: Zone): number {
  return zone === UTC ? 0 : askOffset(at, zone)
}

const askOffset = remembering((at, zone): number => {
  const told = instant(Math.max(FIRST_TOLD, at))
  const parts: Record<string, string> = {}
  for (const {type, value} of formatterOf(zone).formatToParts(told)) parts[type] = value
  const shown =
    utc(Number(parts.year), Number(parts.month), Number(parts.day)) +
    (Number(parts.hour) * 3600 + Number(parts.minute) * 60 + Number(parts.second)) * 1000
  return shown - Math.floor(told / 1000) * 1000
})

/** `find` with its answers kept: asking `Intl` costs some ten microseconds, and notes share their days. */
function remembering<Answer>(find: (at: number, zone: Zone) => Answer) {
  const answers = new Map<Zone, Map<number, Answer>>()
  return (at: number, zone: Zone): Answer => {
    const known = answers.get(zone) ?? new Map<number, Answer>()
    if (known.size === 0) answers.set(zone, known)
    const answer = known.get(at) ?? find(at, zone)
    known.set(at, answer)
    return answer
  }
}

// Making a formatter costs some hundred times what using it does.
const formatters = new Map<Zone, Intl.DateTimeFormat>()

function formatterOf(zone: Zone): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}
