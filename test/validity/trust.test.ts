import fc from 'fast-check'
import {expect, test} from 'vitest'
import {readZone, UTC} from '../../src/ground/day.js'
import {readDuration} from '../../src/ground/duration.js'
import {EARLIEST, type Instant, instant, LATEST, readInstant} from '../../src/ground/instant.js'
import {clockOf, type Signs, trustedUntil} from '../../src/validity/trust.js'

const on = (day: string): Instant => readInstant(`${day}T09:00Z`)!
const heldAt = on('2026-11-29')

function check(signs: Signs, expected: Instant | undefined): void {
  expect(clockOf(signs, heldAt)).toBe(expected)
}

test('the clock runs from the strongest sign that somebody looked', () => {
  const [reviewed, updated, created] = [on('2026-01-01'), on('2026-02-01'), on('2026-03-01')]
  const words = [on('2026-04-01'), on('2026-05-01')]
  check({reviewed, updated, created, words}, reviewed)
  check({updated, created, words}, created)
  check({updated: created, created: updated, words}, created)
  check({updated, words}, updated)
  check({created, words}, created)
  check({words}, words[1])
})

test('a date after the instant asked for is ignored', () => {
  const later = on('2026-12-24')
  check({reviewed: later, created: on('2026-01-01')}, on('2026-01-01'))
  check({updated: later, created: on('2026-01-01')}, on('2026-01-01'))
  check({created: later, words: [on('2026-01-01')]}, on('2026-01-01'))
  check({words: [on('2026-01-01'), on('2026-02-01'), later]}, on('2026-02-01'))
  check({reviewed: heldAt}, heldAt)
  check({reviewed: instant(heldAt + 1)}, undefined)
})

test('without any sign there is no clock', () => {
  check({}, undefined)
  check({words: []}, undefined)
})

test('a ttl runs out on the calendar of the zone; without one nothing does', () => {
  const until = (ttl: string | undefined, signs: Signs, zone = UTC) =>
    trustedUntil(ttl === undefined ? undefined : readDuration(ttl), signs, heldAt, zone)
  const reviewed = on('2026-10-01')
  expect(until(undefined, {})).toBe(LATEST)
  expect(until('forever', {})).toBe(LATEST)
  expect(until('90d', {})).toBeUndefined()
  expect(until('90d', {reviewed: on('2027-01-01')})).toBeUndefined()
  expect(until('30d', {reviewed})).toBe(on('2026-10-31'))
  expect(until('P1M', {reviewed})).toBe(on('2026-11-01'))
  expect(until('12h', {reviewed})).toBe(reviewed + 12 * 3_600_000)
  expect(until('30d', {reviewed}, readZone('Europe/Berlin'))).toBe(readInstant('2026-10-31T10:00Z'))
})

test('law: no clock is later than the instant asked for, and a review is never overruled', () => {
  const sign = fc.option(fc.integer({min: 0, max: 100}).map(instant), {nil: undefined})
  const words = fc
    .array(fc.integer({min: 0, max: 100}).map(instant), {maxLength: 5})
    .map((instants) => instants.sort((a, b) => a - b))
  fc.assert(
    fc.property(sign, sign, sign, words, fc.integer({min: 0, max: 100}), (r, u, c, w, asked) => {
      const signs: Signs = {
        ...(r === undefined ? {} : {reviewed: r}),
        ...(u === undefined ? {} : {updated: u}),
        ...(c === undefined ? {} : {created: c}),
        words: w,
      }
      const clock = clockOf(signs, instant(asked))
      expect(clock ?? EARLIEST).toBeLessThanOrEqual(asked)
      if (r !== undefined && r <= asked) expect(clock).toBe(r)
      const known = [r, u, c, ...w].some((at) => at !== undefined && at <= asked)
      expect(clock !== undefined).toBe(known)
    }),
    {numRuns: 500},
  )
})
