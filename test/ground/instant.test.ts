import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {
  EARLIEST,
  earlier,
  formatInstant,
  instant,
  isDay,
  LATEST,
  later,
  readInstant,
} from '../../src/ground/instant.js'

function check(text: string, expected: string | undefined): void {
  const read = readInstant(text)
  expect(read === undefined ? undefined : formatInstant(read), text).toBe(expected)
}

test('an instant with a zone is read', () => {
  check('2026-03-31T09:00Z', '2026-03-31T09:00:00Z')
  check('2026-03-31 09:00:30+02:00', '2026-03-31T07:00:30Z')
  check('2026-03-31T09:00:30.5Z', '2026-03-31T09:00:30.500Z')
  check('2026-03-31T09:00:30,123456789Z', '2026-03-31T09:00:30.123Z')
  check('2026-03-31t09:00z', '2026-03-31T09:00:00Z')
  check(' 2026-03-31T09:00 -0330 ', '2026-03-31T12:30:00Z')
  check('2026-03-31T09:00+14', '2026-03-30T19:00:00Z')
  check('2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z')
  check('0001-01-01T00:00Z', '0001-01-01T00:00:00Z')
  check('0001-01-01T00:00+14:00', '0000-12-31T10:00:00Z')
  check('9999-12-31T23:59:59.999-12:00', '+010000-01-01T11:59:59.999Z')
})

describe('fault 39: what is no instant is not read as one', () => {
  test.each([
    '',
    'next tuesday',
    '2026-03-31',
    '2026-03-31T09:00',
    '2026-03-31T09:00:00',
    '2026-02-31T09:00Z',
    '2025-02-29T09:00Z',
    '2026-13-01T09:00Z',
    '2026-00-10T09:00Z',
    '2026-03-00T09:00Z',
    '2026-03-31T24:00Z',
    '2026-03-31T09:60Z',
    '2026-03-31T09:00:60Z',
    '2026-03-31T9:00Z',
    '26-03-31T09:00Z',
    '2026-03-31T09:00+24:00',
    '2026-03-31T09:00+02:60',
    '2026-03-31T09:00 CET',
    '2026-03-31T09:00Z extra',
    '1774947600000',
    'Tue, 31 Mar 2026 09:00:00 GMT',
    '２０２６-03-31T09:00Z',
  ])('%j', (text) => check(text, undefined))
})

test('the first and the last instant survive a trip through text and JSON', () => {
  for (const at of [EARLIEST, LATEST]) {
    expect(readInstant(formatInstant(at))).toBe(at)
    expect(JSON.parse(JSON.stringify(at))).toBe(at)
  }
  check('+999999-01-01T00:00Z', undefined)
})

test('an instant never leaves what a Date can hold', () => {
  expect(instant(Number.POSITIVE_INFINITY)).toBe(LATEST)
  expect(instant(-1e300)).toBe(EARLIEST)
  expect(instant(1.9)).toBe(1)
  expect(instant(-1.9)).toBe(-1)
})

test('the calendar knows its leap years', () => {
  expect([1900, 2000, 2023, 2024, 2100, 4].map((year) => isDay(year, 2, 29))).toEqual([
    false,
    true,
    false,
    true,
    false,
    true,
  ])
})

test('law: what is written is read back, to the millisecond', () => {
  fc.assert(
    fc.property(fc.integer({min: EARLIEST, max: LATEST}), (milliseconds) => {
      expect(readInstant(formatInstant(instant(milliseconds)))).toBe(milliseconds)
    }),
    {numRuns: 400},
  )
})

test('law: every millisecond of a second is read exactly', () => {
  for (let milliseconds = 0; milliseconds < 1000; milliseconds++) {
    const text = `2026-11-29T09:00:00.${String(milliseconds).padStart(3, '0')}Z`
    expect(readInstant(text)! % 1000).toBe(milliseconds)
  }
})

test('law: an offset moves the instant and not what is meant', () => {
  const offset = fc.integer({min: -14 * 60, max: 14 * 60})
  const at = fc.integer({min: -2e12, max: 4e12}).map((n) => Math.trunc(n / 60_000) * 60_000 + 0)
  fc.assert(
    fc.property(at, offset, (milliseconds, minutes) => {
      const shown = new Date(milliseconds + minutes * 60_000).toISOString().slice(0, 16)
      const [hour, minute] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
      const zone = `${minutes < 0 ? '-' : '+'}${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
      expect(readInstant(`${shown}${zone}`)).toBe(milliseconds)
    }),
  )
})

test('law: the earlier and the later of two are the two', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (a, b) => {
      const [first, last] = [earlier(instant(a), instant(b)), later(instant(a), instant(b))]
      expect([first, last].sort((x, y) => x - y)).toEqual([a, b].sort((x, y) => x - y))
      expect(first).toBeLessThanOrEqual(last)
    }),
  )
})
