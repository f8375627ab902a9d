/**
 * How long something may be trusted: `90d`, `12h`, `2w`, `P3M`, `forever`.
 *
 * Months and days are calendar lengths: `P1M` after 31 January is the last of February, in the
 * brain's zone. Hours and smaller are exact.
 */

import {daysAfter, monthsAfter, type Zone} from './day.js'
import {type Instant, instant, LATEST} from './instant.js'

/** A length of time as written; `forever` never runs out. */
export type Duration =
  | 'forever'
  | {readonly months: number; readonly days: number; readonly milliseconds: number}

const isoPattern =
  /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i

/** Reads a duration. Returns `undefined` for anything else, a bare number and a zero included. */
export function readDuration(text: string): Duration | undefined {
  const trimmed = text.trim()
  if (/^forever$/i.test(trimmed)) return 'forever'
  const short = /^(\d{1,6})\s*(h|d|w|mo|m|y)$/i.exec(trimmed)
  if (short !== null) return shortDuration(Number(short[1]), short[2]!.toLowerCase())

  const iso = isoPattern.exec(trimmed)
  if (iso === null || 40 < trimmed.length) return undefined
  const [years, months, weeks, days, hours, minutes, seconds] = iso
    .slice(1)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number, number]
  return positive({
    months: years * 12 + months,
    days: weeks * 7 + days,
    milliseconds: ((hours * 60 + minutes) * 60 + seconds) * 1000,
  })
}

/** The instant `duration` after `from`, counted on the calendar of `zone`. */
export function after(from: Instant, duration: Duration, zone: Zone): Instant {
  if (duration === 'forever') return LATEST
  const {months, days, milliseconds} = duration
  return instant(daysAfter(monthsAfter(from, months, zone), days, zone) + milliseconds)
}

/** `m` alone is refused: it could be minutes or months, and both are guesses. */
function shortDuration(count: number, unit: string): Duration | undefined {
  switch (unit) {
    case 'h':
      return positive({months: 0, days: 0, milliseconds: count * 3_600_000})
    case 'd':
      return positive({months: 0, days: count, milliseconds: 0})
    case 'w':
      return positive({months: 0, days: count * 7, milliseconds: 0})
    case 'mo':
      return positive({months: count, days: 0, milliseconds: 0})
    case 'y':
      return positive({months: count * 12, days: 0, milliseconds: 0})
    default:
      return undefined
  }
}

function positive(duration: Exclude<Duration, 'forever'>): Duration | undefined {
  const {months, days, milliseconds} = duration
  if (months === 0 && days === 0 && milliseconds === 0) return undefined
  // More than 10,000 years is a slip of the finger, and would leave the range of a Date.
  return 120_000 < months || 3_660_000 < days ? 'forever' : duration
}
