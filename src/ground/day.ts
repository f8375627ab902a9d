/**
 * Calendar days, and what instants they cover in a zone.
 *
 * A day is the text `2026-03-31`: it sorts as it is, and it says nothing of a zone until it is
 * asked for its first instant. Zones are names of the IANA database, resolved by `Intl`. A day is
 * not always 24 hours, and where the clocks go forward at midnight it does not begin at 00:00:
 * everything here goes by instants found, never by adding 86,400,000.
 */

import {type Instant, instant, isDay, utc} from './instant.js'

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

/** Reads the name of a zone. Returns `undefined` where the machine's database lacks it. */
export function readZone(text: string): Zone | undefined {
  if (text === 'UTC') return UTC
  try {
    formatterOf(text as Zone)
    return text as Zone
  } catch {
    return undefined
  }
}

/** The first instant of `day` in `zone`: where the clocks skip midnight, the first one after it. */
export function firstInstantOf(day: Day, zone: Zone): Instant {
  const midnight = utcOf(day)
  if (zone === UTC) return instant(midnight)

  // Offsets lie within a day of UTC. The earliest candidate that the zone shows on this day or
  // later is what we seek; both offsets around a change of the clocks are tried.
  const offsets = [midnight - 86_400_000, midnight, midnight + 86_400_000].map((at) =>
    offsetAt(at, zone),
  )
  const candidates = [...new Set(offsets)]
    .map((offset) => midnight - offset)
    .filter((at) => utcOf(dayAt(at as Instant, zone)) === midnight)
    .sort((a, b) => a - b)
  const first = candidates[0]
  if (first !== undefined && dayAt((first - 1) as Instant, zone) < day) return instant(first)
  return firstShown(day, zone, midnight)
}

/** The first instant after `day` in `zone`: the end, excluded, of a span that lasts through it. */
export function endOf(day: Day, zone: Zone): Instant {
  return firstInstantOf(dayAfter(day, 1), zone)
}

/** The day that `zone` shows at `at`. */
export function dayAt(at: Instant, zone: Zone): Day {
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 10) as Day
}

/** The time of day that `zone` shows at `at`, `09:40`. */
export function timeAt(at: Instant, zone: Zone): string {
  return new Date(at + offsetAt(at, zone)).toISOString().slice(11, 16)
}

/** The day `count` days after `day`; before it where `count` is negative. */
export function dayAfter(day: Day, count: number): Day {
  return new Date(utcOf(day) + count * 86_400_000).toISOString().slice(0, 10) as Day
}

/** The same time of day in `zone`, `months` months on; the last day of a shorter month. */
export function monthsAfter(at: Instant, months: number, zone: Zone): Instant {
  const local = new Date(at + offsetAt(at, zone))
  const target = new Date(utc(local.getUTCFullYear(), local.getUTCMonth() + 1 + months, 1))
  const last = new Date(utc(target.getUTCFullYear(), target.getUTCMonth() + 2, 0)).getUTCDate()
  target.setUTCDate(Math.min(local.getUTCDate(), last))
  const sinceMidnight = ((local.getTime() % 86_400_000) + 86_400_000) % 86_400_000
  const shown = target.getTime() + sinceMidnight
  return instant(shown - offsetAt(shown - offsetAt(shown, zone), zone))
}

/** Where midnight is skipped, or shown twice: looks for the change itself, to the millisecond. */
function firstShown(day: Day, zone: Zone, midnight: number): Instant {
  let before = midnight - 2 * 86_400_000
  let from = midnight + 2 * 86_400_000
  while (1 < from - before) {
    const middle = Math.floor((before + from) / 2)
    if (dayAt(middle as Instant, zone) < day) before = middle
    else from = middle
  }
  return instant(from)
}

function utcOf(day: Day): number {
  return utc(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10)))
}

/** Milliseconds that `zone` is ahead of UTC at `at`. */
function offsetAt(at: number, zone: Zone): number {
  if (zone === UTC) return 0
  const parts: Record<string, string> = {}
  for (const {type, value} of formatterOf(zone).formatToParts(at)) parts[type] = value
  const shown =
    utc(Number(parts.year), Number(parts.month), Number(parts.day)) +
    (Number(parts.hour) * 3600 + Number(parts.minute) * 60 + Number(parts.second)) * 1000
  return shown - Math.floor(at / 1000) * 1000
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
