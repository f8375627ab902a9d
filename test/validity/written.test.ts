import {describe, expect, test} from 'vitest'
import {readZone, UTC, type Zone} from '../../src/ground/day.js'
import {formatInstant, type Instant} from '../../src/ground/instant.js'
import {
  DATE_KEYS,
  type DateKey,
  readAsked,
  readEnd,
  readStart,
  readWritten,
  UNWRITTEN,
} from '../../src/validity/written.js'

const berlin = readZone('Europe/Berlin')!
const format = (at: Instant | undefined) => (at === undefined ? undefined : formatInstant(at))

test('a day begins with its first instant and lasts through its last', () => {
  const check = (text: string, zone: Zone, start: string, end: string, asked: string) =>
    expect([readStart, readEnd, readAsked].map((read) => format(read(text, zone)))).toEqual([
      start,
      end,
      asked,
    ])
  check(
    '2026-03-31',
    UTC,
    '2026-03-31T00:00:00Z',
    '2026-04-01T00:00:00Z',
    '2026-03-31T23:59:59.999Z',
  )
  check(
    '2026-03-31',
    berlin,
    '2026-03-30T22:00:00Z',
    '2026-03-31T22:00:00Z',
    '2026-03-31T21:59:59.999Z',
  )
  check(
    '9999-12-31',
    UTC,
    '9999-12-31T00:00:00Z',
    '+010000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  )
  // An instant is what it is, whichever end it marks.
  const instant = '2026-03-31T09:00:00Z'
  check('2026-03-31 11:00+02:00', berlin, instant, instant, instant)
})

function check(key: DateKey, text: string, expected: string | undefined): void {
  const written = readWritten({[key]: text}, berlin)
  const {unreadable, ...read} = written
  expect(unreadable, `${key}: ${text}`).toEqual(expected === undefined ? [key] : [])
  expect(Object.values(read).map((value) => format(value as Instant))).toEqual(
    expected === undefined ? [] : [expected],
  )
}

test('valid_from, valid_to and reviewed are read strictly', () => {
  check('valid_from', '2026-03-31', '2026-03-30T22:00:00Z')
  check('valid_to', '2026-03-31', '2026-03-31T22:00:00Z')
  check('reviewed', '2026-03-31T09:00Z', '2026-03-31T09:00:00Z')
})

describe('fault 39: a malformed date is not a fresh one, it is named', () => {
  const strict: DateKey[] = ['valid_from', 'valid_to', 'reviewed']
  const malformed = [
    'next tuesday',
    '2026-02-31',
    '2026-3-1',
    '31.03.2026',
    '03/31/2026',
    '2026-03-31T09:00',
    '2026-03-31 09:00:00',
    '1774947600000',
    '2026-03',
    'null',
    'true',
    '[2026-03-31]',
  ]
  test.each(malformed)('%j', (text) => {
    for (const key of strict) check(key, text, undefined)
  })
  test.each(['next tuesday', '2026-02-31', '31.03.2026', '2026-03-31T25:00', '2026-02-30 09:00'])(
    '%j is no created or updated either',
    (text) => {
      check('created', text, undefined)
      check('updated', text, undefined)
    },
  )
  test.each(['soon', '90', '0d', '3m', '-1d'])('%j is no ttl', (text) =>
    check('ttl', text, undefined),
  )
})

test('created and updated are read kindly, since other programs write them', () => {
  check('created', '2026-03-31', '2026-03-30T22:00:00Z')
  check('created', '2026-03-31T09:00', '2026-03-31T07:00:00Z')
  check('updated', '2026-03-31 9:05:30.25', '2026-03-31T07:05:30Z')
  check('updated', '2026-03-31T09:00Z', '2026-03-31T09:00:00Z')
  check('created', '1774947600000', '2026-03-31T09:00:00Z')
})

test('fault 40: a time without a zone is the brain’s, also on days when its clocks change', () => {
  check('created', '2026-03-29T09:00', '2026-03-29T07:00:00Z')
  check('created', '2026-03-29T02:30', '2026-03-29T01:30:00Z')
  check('created', '2026-10-25T02:30', '2026-10-25T00:30:00Z')
  check('created', '2026-10-25T09:00', '2026-10-25T08:00:00Z')
})

test('what is absent or empty is not written', () => {
  expect(readWritten({}, berlin)).toEqual(UNWRITTEN)
  expect(readWritten({valid_to: '', reviewed: '  ', ttl: undefined}, berlin)).toEqual(UNWRITTEN)
})

test('all keys are read together, and each that cannot be is named', () => {
  const fields = Object.fromEntries(DATE_KEYS.map((key) => [key, 'whenever']))
  expect(readWritten(fields, berlin)).toEqual({unreadable: DATE_KEYS})
  const written = readWritten(
    {valid_from: '2026-01-01', valid_to: 'soon', ttl: '90d', reviewed: '2026-02-01'},
    UTC,
  )
  expect(written).toEqual({
    validFrom: Date.UTC(2026, 0, 1),
    reviewed: Date.UTC(2026, 1, 1),
    ttl: {months: 0, days: 90, milliseconds: 0},
    unreadable: ['valid_to'],
  })
})
