import fc from 'fast-check'
import {expect, test} from 'vitest'
import {readZone, UTC} from '../../src/ground/day.js'
import {after, type Duration, readDuration} from '../../src/ground/duration.js'
import {formatInstant, instant, LATEST, readInstant} from '../../src/ground/instant.js'

const berlin = readZone('Europe/Berlin')!
const lasting = (months: number, days: number, milliseconds: number): Duration => ({
  months,
  days,
  milliseconds,
})

function check(text: string, expected: Duration | undefined): void {
  expect(readDuration(text), text).toEqual(expected)
}

test('durations are read as people and ISO 8601 write them', () => {
  check('90d', lasting(0, 90, 0))
  check(' 90 D ', lasting(0, 90, 0))
  check('12h', lasting(0, 0, 43_200_000))
  check('2w', lasting(0, 14, 0))
  check('6mo', lasting(6, 0, 0))
  check('1y', lasting(12, 0, 0))
  check('P3M', lasting(3, 0, 0))
  check('PT3M', lasting(0, 0, 180_000))
  check('P1Y2M3W4DT5H6M7S', lasting(14, 25, 18_367_000))
  check('p1d', lasting(0, 1, 0))
  check('forever', 'forever')
  check(' Forever ', 'forever')
  check('999999y', 'forever')
  check('P99999999999D', 'forever')
})

test('what is no duration is not read as one: a bare number, a zero and a lone m are guesses', () => {
  for (const text of [
    '',
    '90',
    '0d',
    '0h',
    'P0D',
    'PT0S',
    'P',
    'PT',
    'P1DT',
    '3m',
    '1.5d',
    '-1d',
    'P-1D',
    '90 days',
    'd90',
    '1d2h',
    '1234567d',
    'never',
    'P1.5D',
    `P${'1'.repeat(60)}D`,
  ]) {
    check(text, undefined)
  }
})

test('days and months are lengths on the calendar of the zone', () => {
  const cases: [string, string, string][] = [
    ['2026-01-31T09:00:00Z', 'P1M', '2026-02-28T09:00:00Z'],
    // Over a change of the clocks the time of day stays.
    ['2026-03-28T08:00:00Z', '1d', '2026-03-29T07:00:00Z'],
    ['2026-10-24T07:00:00Z', '1d', '2026-10-25T08:00:00Z'],
    ['2026-03-28T08:00:00Z', '24h', '2026-03-29T08:00:00Z'],
    ['2026-03-28T08:00:00Z', 'P1DT24H', '2026-03-30T07:00:00Z'],
    ['2026-09-01T07:00:00Z', '90d', '2026-11-30T08:00:00Z'],
    // Midnight in Berlin.
    ['2026-01-30T23:00:00Z', 'P1M', '2026-02-27T23:00:00Z'],
    ['9999-12-31T12:00:00Z', '2d', '+010000-01-02T12:00:00Z'],
  ]
  for (const [from, duration, expected] of cases) {
    const at = after(readInstant(from)!, readDuration(duration)!, berlin)
    expect(formatInstant(at), `${from} + ${duration}`).toBe(expected)
  }
})

test('nothing is later than the last instant', () => {
  expect(after(instant(0), 'forever', UTC)).toBe(LATEST)
  expect(after(LATEST, readDuration('1y')!, berlin)).toBe(LATEST)
  expect(after(instant(0), readDuration('PT99999999999999999999H')!, berlin)).toBe(LATEST)
})

test('law: a duration leads forward, and a longer one further', () => {
  const zones = ['UTC', 'Europe/Berlin', 'Pacific/Apia', 'America/Havana', 'Africa/Casablanca']
  const start = fc.integer({min: 0, max: 4e12}).map(instant)
  fc.assert(
    fc.property(
      start,
      fc.integer({min: 1, max: 1000}),
      fc.constantFrom('h', 'd', 'w', 'mo', 'y'),
      fc.constantFrom(...zones.map((name) => readZone(name)!)),
      (from, count, unit, zone) => {
        const short = after(from, readDuration(`${count}${unit}`)!, zone)
        const long = after(from, readDuration(`${count + 1}${unit}`)!, zone)
        expect(from).toBeLessThan(short)
        expect(short).toBeLessThanOrEqual(long)
      },
    ),
    {numRuns: 500},
  )
})
