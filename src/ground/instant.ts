/**
 * Points in time.
 *
 * An instant is a number of milliseconds since 1970 in UTC, so that comparing two of them is `<`.
 * Days, which mean something else in every zone, are in `day.ts`. Only `machine.ts` and the doors ask
 * a real clock; everything else is handed an instant.
 */

declare const instantBrand: unique symbol

/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number & {readonly [instantBrand]: 'Instant'}

/**
 * Before everything. Finite, because an infinity does not survive JSON: these two are the first and
 * last instants that a `Date` can hold.
 */
export const EARLIEST = -8.64e15 as Instant

/** After everything. */
export const LATEST = 8.64e15 as Instant

/** Tells what time it is. */
export interface Clock {
  now(): Instant
}

/** Makes an instant of milliseconds since 1970, held within `EARLIEST` and `LATEST`. */
export function instant(milliseconds: number): Instant {
  // Plus nothing, so that there is no negative zero.
  return (Math.min(LATEST, Math.max(EARLIEST, Math.trunc(milliseconds))) + 0) as Instant
}

/** The earlier of two instants. */
export function earlier(a: Instant, b: Instant): Instant {
  return a < b ? a : b
}

/** The later of two instants. */
export function later(a: Instant, b: Instant): Instant {
  return a < b ? b : a
}

/**
 * Writes an instant as `2026-11-29T09:00:00Z`, in UTC, with milliseconds only where there are any.
 * Years outside 0 to 9999 have a sign and six digits, `EARLIEST` and `LATEST` included, so that a
 * trip through text loses nothing.
 */
export function formatInstant(at: Instant): string {
  return new Date(at).toISOString().replace('.000Z', 'Z')
}

const instantPattern =
  /^(\d{4}|[+-]\d{6})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)$/i

/**
 * Reads an instant with a zone, `2026-03-31T09:00Z` or `2026-03-31 09:00:30+02:00`.
 *
 * Returns `undefined` for anything else: a time without a zone would mean something different on
 * each machine that opened the brain, and `2026-02-31` is no day.
 */
export function readInstant(text: string): Instant | undefined {
  const match = instantPattern.exec(text.trim())
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second = '0', fraction = '0', zone = 'Z'] = match
  if (!isDay(Number(year), Number(month), Number(day))) return undefined
  if (23 < Number(hour) || 59 < Number(minute) || 59 < Number(second)) return undefined

  const offset = readOffset(zone)
  if (offset === undefined) return undefined
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const local = utc(Number(year), Number(month), Number(day))
  return instant(
    local +
      Number(hour) * 3_600_000 +
      Number(minute) * 60_000 +
      Number(second) * 1000 +
      milliseconds -
      offset,
  )
}

/** Tells whether the calendar has this day: 2026-02-31 is not one. */
export function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(utc(year, month, day))
  return (
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  )
}

/** Milliseconds at midnight in UTC. `Date.UTC` alone would read the years 0 to 99 as 1900 to 1999. */
export function utc(year: number, month: number, day: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getTime()
}

function readOffset(zone: string): number | undefined {
  if (/^z$/i.test(zone)) return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', '') || '0')
  if (23 < hours || 59 < minutes) return undefined
  const offset = hours * 3_600_000 + minutes * 60_000
  return zone.startsWith('-') ? -offset : offset
}
