import {describe, expect, test} from 'vitest'
import {readZone} from '../../src/ground/day.js'
import {EARLIEST, type Instant, instant, LATEST} from '../../src/ground/instant.js'
import {
  ALWAYS,
  type ClaimId,
  closeFor,
  type Standing,
  standingAt,
  type Validity,
  within,
} from '../../src/validity/validity.js'
import {readEnd, readStart} from '../../src/validity/written.js'

const at = (milliseconds: number): Instant => instant(milliseconds)
const id = (text: string): ClaimId => text as ClaimId
const span = (from: number, until: number, closedBy?: string): Validity => ({
  from: at(from),
  until: at(until),
  ...(closedBy === undefined ? {} : {closedBy: id(closedBy)}),
})

test('a span holds from its first instant up to its last, which is excluded', () => {
  const check = (validity: Validity, milliseconds: number, expected: Standing) =>
    expect(standingAt(validity, at(milliseconds))).toBe(expected)
  check(span(10, 20), 9, 'upcoming')
  check(span(10, 20), 10, 'current')
  check(span(10, 20), 19, 'current')
  check(span(10, 20), 20, 'lapsed')
  check(span(10, 20, 'b'), 20, 'superseded')
  check(span(10, 10), 10, 'lapsed')
  check(span(10, 5), 4, 'upcoming')
  check(span(10, 5, 'b'), 7, 'superseded')
  check(ALWAYS, EARLIEST, 'current')
  check(ALWAYS, 0, 'current')
})

describe('fault 38: on the day of a change one of the two holds, not both and not none', () => {
  test.each(['UTC', 'Europe/Berlin', 'America/Havana', 'Pacific/Apia'])('%s', (name) => {
    const zone = readZone(name)!
    const older = {from: EARLIEST, until: readEnd('2026-10-31', zone)!}
    const newer = {from: readStart('2026-11-01', zone)!, until: LATEST}
    for (const offset of [-1, 0, 1]) {
      const asked = at(newer.from + offset)
      const holding = [older, newer].filter((one) => standingAt(one, asked) === 'current')
      expect(holding).toEqual([offset < 0 ? older : newer])
    }
  })
})

test('a successor closes where it begins', () => {
  expect(closeFor(ALWAYS, id('b'), at(10))).toEqual({...span(0, 10, 'b'), from: EARLIEST})
  expect(closeFor(span(0, 30), id('b'), at(10))).toEqual(span(0, 10, 'b'))
})

test('what had lapsed stays lapsed, and what ends where its successor begins is superseded', () => {
  expect(closeFor(span(0, 9), id('b'), at(10))).toEqual(span(0, 9))
  expect(closeFor(span(0, 10), id('b'), at(10))).toEqual(span(0, 10, 'b'))
})

test('of two successors the earlier closes, of two at once the first by name', () => {
  const close = (...successors: [string, number][]) =>
    successors.reduce((older, [name, begin]) => closeFor(older, id(name), at(begin)), span(0, 30))
  expect(close(['b', 20], ['c', 10])).toEqual(span(0, 10, 'c'))
  expect(close(['c', 10], ['b', 20])).toEqual(span(0, 10, 'c'))
  expect(close(['b', 10], ['c', 10])).toEqual(span(0, 10, 'b'))
  expect(close(['c', 10], ['b', 10])).toEqual(span(0, 10, 'b'))
})

test('what is part of something holds only while that does', () => {
  expect(within(span(0, 10), span(5, 20))).toEqual(span(5, 10))
  expect(within(span(0, 30, 'x'), span(5, 20, 'y'))).toEqual(span(5, 20, 'y'))
  expect(within(span(0, 20, 'x'), span(5, 20))).toEqual(span(5, 20, 'x'))
  expect(within(span(0, 30, 'x'), span(5, 20))).toEqual(span(5, 20))
})
