import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {
  type Day,
  dayAfter,
  dayAt,
  endOf,
  firstInstantOf,
  instantOf,
  monthsAfter,
  readDay,
  readZone,
  timeAt,
  UTC,
  type Zone,
} from '../../src/ground/day.js'
import {EARLIEST, formatInstant, instant, LATEST, readInstant} from '../../src/ground/instant.js'

const day = (text: string): Day => readDay(text)!
const zone = (text: string): Zone => readZone(text)!
const HOUR = 3_600_000

test('a day is read, and nothing else', () => {
  for (const text of ['2026-03-31', '2024-02-29', '0001-01-01', '9999-12-31', ' 2026-03-31\n']) {
    expect(readDay(text)).toBe(text.trim())
  }
  for (const text of [
    '',
    '2026-02-31',
    '2025-02-29',
    '2026-13-01',
    '2026-1-1',
    '26-01-01',
    '2026/03/31',
    '2026-03-31T09:00Z',
    '20260331',
    'today',
  ]) {
    expect(readDay(text), text).toBeUndefined()
  }
})

test('a zone is read by its name, and an offset is no name', () => {
  for (const text of ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Etc/GMT+5']) {
    expect(readZone(text)).toBe(text)
  }
  for (const text of ['', 'Mars/Olympus', '+02:00', '-0330', 'Europe/', '../Berlin', '1']) {
    expect(readZone(text), text).toBeUndefined()
  }
})

/** What the tz database says of days that begin oddly: the day, its first instant, its end. */
function check(name: string, text: string, first: string, end: string): void {
  expect([
    formatInstant(firstInstantOf(day(text), zone(name))),
    formatInstant(endOf(day(text), zone(name))),
  ]).toEqual([first, end])
}

describe('fault 40: days where the clocks change', () => {
  test.each([
    // An ordinary day, and the short and the long day of Europe.
    ['Europe/Berlin', '2026-11-29', '2026-11-28T23:00:00Z', '2026-11-29T23:00:00Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    // Midnight is skipped: the day begins at 01:00.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z'],
    ['Asia/Beirut', '2022-03-27', '2022-03-26T22:00:00Z', '2022-03-27T21:00:00Z'],
    ['Africa/Cairo', '2010-04-30', '2010-04-29T22:00:00Z', '2010-04-30T21:00:00Z'],
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
    // Midnight is shown twice, or the hour before it is.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
    ['America/Sao_Paulo', '2018-02-18', '2018-02-18T03:00:00Z', '2018-02-19T03:00:00Z'],
    ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00Z', '2018-02-18T03:00:00Z'],
    // At one past midnight the clocks went back to the day before.
    ['America/St_Johns', '2006-10-29', '2006-10-29T02:30:00Z', '2006-10-30T03:30:00Z'],
    // A day that there was not, and the days around it.
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00Z', '2011-12-30T10:00:00Z'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z', '2011-12-30T10:00:00Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z'],
    // Zones off by half and quarter hours, one of which changes by half an hour.
    ['Asia/Kolkata', '2026-11-29', '2026-11-28T18:30:00Z', '2026-11-29T18:30:00Z'],
    ['Asia/Kathmandu', '2026-11-29', '2026-11-28T18:15:00Z', '2026-11-29T18:15:00Z'],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00Z', '2026-10-04T13:00:00Z'],
    ['Pacific/Kiritimati', '2026-11-29', '2026-11-28T10:00:00Z', '2026-11-29T10:00:00Z'],
    // The ends of what can be written.
    ['UTC', '0001-01-01', '0001-01-01T00:00:00Z', '0001-01-02T00:00:00Z'],
    ['UTC', '9999-12-31', '9999-12-31T00:00:00Z', '+010000-01-01T00:00:00Z'],
    ['Asia/Tokyo', '9999-12-31', '9999-12-30T15:00:00Z', '9999-12-31T15:00:00Z'],
    ['America/New_York', '0001-01-01', '0001-01-01T04:56:02Z', '0001-01-02T04:56:02Z'],
  ])('%s %s', check)
})

test('an instant shows another day in another zone', () => {
  const at = readInstant('2026-11-28T23:30:00Z')!
  expect(
    ['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Pacific/Kiritimati', 'Asia/Kathmandu'].map(
      (name) => `${dayAt(at, zone(name))} ${timeAt(at, zone(name))}`,
    ),
  ).toEqual([
    '2026-11-28 23:30',
    '2026-11-29 00:30',
    '2026-11-28 20:30',
    '2026-11-29 13:30',
    '2026-11-29 05:15',
  ])
})

test('fault 40: a day that has begun does not begin again where the clocks go back over midnight', () => {
  const newfoundland = zone('America/St_Johns')
  const shown = (time: string) => {
    const at = readInstant(`2006-10-29T${time}Z`)!
    return `${dayAt(at, newfoundland)} ${timeAt(at, newfoundland)}`
  }
  expect(['02:29', '02:30', '02:31', '03:29', '03:30'].map(shown)).toEqual([
    '2006-10-28 23:59',
    '2006-10-29 00:00',
    // Clocks show 23:01 of the day before once more.
    '2006-10-29 23:01',
    '2006-10-29 23:59',
    '2006-10-29 00:00',
  ])
})

test('days outside of what can be written are held at the ends', () => {
  expect(dayAt(LATEST, zone('Asia/Tokyo'))).toBe('9999-12-31')
  expect(dayAt(EARLIEST, zone('America/New_York'))).toBe('0000-01-01')
  expect(dayAfter(day('9999-12-31'), 1)).toBe('9999-12-31')
  expect(timeAt(LATEST, zone('Asia/Tokyo'))).toBe('09:00')
})

test('days are counted on the calendar', () => {
  expect(dayAfter(day('2024-02-28'), 1)).toBe('2024-02-29')
  expect(dayAfter(day('2026-02-28'), 1)).toBe('2026-03-01')
  expect(dayAfter(day('2026-01-01'), -1)).toBe('2025-12-31')
  expect(dayAfter(day('0001-01-01'), -1)).toBe('0000-12-31')
})

describe('a time of day', () => {
  const berlin = zone('Europe/Berlin')
  const at = (text: string, hours: number, name: Zone = berlin) =>
    formatInstant(instantOf(day(text), hours * HOUR, name))

  test('is what the clock on the wall shows, also when it was changed in the night', () => {
    expect(at('2026-03-29', 9)).toBe('2026-03-29T07:00:00Z')
    expect(at('2026-10-25', 9)).toBe('2026-10-25T08:00:00Z')
    expect(at('2026-11-29', 9)).toBe('2026-11-29T08:00:00Z')
  })
  test('that is shown twice is the first', () => {
    expect(at('2026-10-25', 2.5)).toBe('2026-10-25T00:30:00Z')
  })
  test('that is skipped lies after the gap', () => {
    expect(at('2026-03-29', 2.5)).toBe('2026-03-29T01:30:00Z')
  })
  test('never leaves its day', () => {
    // Clocks went from 23:00 to midnight: there was no half past eleven.
    const nuuk = zone('America/Nuuk')
    expect(dayAt(instantOf(day('2024-03-30'), 23.5 * HOUR, nuuk), nuuk)).toBe('2024-03-30')
  })
})

test('months keep the time of day, and end with a shorter month', () => {
  const cases: [string, number, string, string][] = [
    ['2026-01-31T09:00:00Z', 1, 'UTC', '2026-02-28T09:00:00Z'],
    ['2024-01-31T09:00:00Z', 1, 'UTC', '2024-02-29T09:00:00Z'],
    ['2026-03-31T09:00:00Z', -1, 'UTC', '2026-02-28T09:00:00Z'],
    ['2026-11-30T09:00:00Z', 3, 'UTC', '2027-02-28T09:00:00Z'],
    ['2024-02-29T00:00:00Z', 12, 'UTC', '2025-02-28T00:00:00Z'],
    ['2026-01-15T08:00:00Z', 6, 'Europe/Berlin', '2026-07-15T07:00:00Z'],
    // 31 January 00:30 in Berlin is still 30 January in UTC.
    ['2026-01-30T23:30:00Z', 1, 'Europe/Berlin', '2026-02-27T23:30:00Z'],
    // 30 December 2011 was not.
    ['2011-11-30T20:00:00Z', 1, 'Pacific/Apia', '2011-12-30T20:00:00Z'],
    ['9999-12-31T09:00:00Z', 1, 'UTC', '+010000-01-31T09:00:00Z'],
  ]
  for (const [from, months, name, expected] of cases) {
    expect(formatInstant(monthsAfter(readInstant(from)!, months, zone(name))), from).toBe(expected)
  }
  expect(monthsAfter(LATEST, 12, zone('Asia/Tokyo'))).toBe(LATEST)
  expect(monthsAfter(EARLIEST, -12, zone('Asia/Tokyo'))).toBe(EARLIEST)
})

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'America/Havana',
  'America/St_Johns',
  'Asia/Beirut',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'America/Juneau',
].map(zone)
const anyZone = fc.constantFrom(...zones)
const year = (value: number) => Date.UTC(value, 0, 1)
const anyInstant = fc
  .oneof(
    {weight: 5, arbitrary: fc.integer({min: year(1970), max: year(2040)})},
    {weight: 1, arbitrary: fc.integer({min: -62_135_000_000_000, max: 253_402_000_000_000})},
  )
  .map(instant)

test('law: every instant belongs to exactly one day', () => {
  fc.assert(
    fc.property(anyInstant, anyZone, (at, name) => {
      const itsDay = dayAt(at, name)
      expect(firstInstantOf(itsDay, name)).toBeLessThanOrEqual(at)
      expect(at).toBeLessThan(endOf(itsDay, name))
      expect(firstInstantOf(dayAfter(itsDay, 1), name)).toBe(endOf(itsDay, name))
    }),
    {numRuns: 500},
  )
})

test('law: days follow each other, in every zone, through the changes of its clocks', () => {
  for (const name of zones) {
    for (const text of [
      '2006-10',
      '2010-04',
      '2011-12',
      '2018-02',
      '2018-11',
      '2026-03',
      '2026-10',
    ]) {
      let end = firstInstantOf(day(`${text}-01`), name)
      for (let at = day(`${text}-01`); at < `${text}-32`; at = dayAfter(at, 1)) {
        const first = firstInstantOf(at, name)
        expect(first).toBe(end)
        end = endOf(at, name)
        const hours = (end - first) / HOUR
        const isSkipped = name === 'Pacific/Apia' && at === '2011-12-30'
        expect(isSkipped ? hours === 0 : 22.5 <= hours && hours <= 25.5, `${name} ${at}`).toBe(true)
        if (!isSkipped)
          expect([dayAt(first, name), dayAt(instant(end - 1), name)]).toEqual([at, at])
      }
    }
  }
})

test('law: later instants belong to later days', () => {
  fc.assert(
    fc.property(anyInstant, fc.integer({min: 0, max: 100 * HOUR}), anyZone, (at, more, name) => {
      expect(dayAt(at, name) <= dayAt(instant(at + more), name)).toBe(true)
    }),
    {numRuns: 500},
  )
})

test('fault 40: a clock that crosses midnight changes the day, and only there', () => {
  for (const name of zones) {
    const first = firstInstantOf(day('2026-11-29'), name)
    expect(dayAt(instant(first - 1), name)).toBe('2026-11-28')
    expect(dayAt(first, name)).toBe('2026-11-29')
  }
  expect(dayAt(instant(0), UTC)).toBe('1970-01-01')
  expect(dayAt(instant(-1), UTC)).toBe('1969-12-31')
})
