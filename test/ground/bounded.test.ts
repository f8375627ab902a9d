import {expect, onTestFinished, test, vi} from 'vitest'
import {bounded} from '../../src/ground/bounded.js'

const forever = (): never => {
  for (;;);
}
const deep = (): number => 1 + deep()

test('what ends in time is returned', () => {
  const value = {a: 1}
  expect(bounded(1000, () => value)).toBe(value)
})

test('an endless loop is stopped, and what comes after runs', () => {
  expect(bounded(20, forever)).toBeUndefined()
  expect(bounded(1000, () => 'still here')).toBe('still here')
})

test('an endless loop in a regular expression is stopped', () => {
  expect(bounded(20, () => /^(a+)+$/.test(`${'a'.repeat(40)}b`))).toBeUndefined()
})

test('a loop that catches everything is stopped', () => {
  const stubborn = () => {
    for (;;) {
      try {
        forever()
      } catch {}
    }
  }
  expect(bounded(20, stubborn)).toBeUndefined()
})

test('a stack that runs out gives up, also where little of it is left', () => {
  expect(bounded(1000, deep)).toBeUndefined()
  const nearTheEnd = (): unknown => {
    try {
      return nearTheEnd()
    } catch {
      return 'overflow'
    }
  }
  expect(bounded(5000, nearTheEnd)).toBe('overflow')
})

test('whatever else is thrown is thrown on, a wrong number included', () => {
  const error = new TypeError('wrong')
  expect(() =>
    bounded(1000, () => {
      throw error
    }),
  ).toThrow(error)
  expect(() => bounded(1000, () => 'a'.repeat(-1))).toThrow(RangeError)
  expect(() =>
    bounded(1000, () => {
      throw undefined
    }),
  ).toThrow()
})

test('bounds nest: the inner gives up alone', () => {
  const both = bounded(10_000, () => [bounded(20, forever), bounded(1000, () => 'inner'), 'outer'])
  expect(both).toEqual([undefined, 'inner', 'outer'])
})

test('bounds nest: the outer stops an inner that has more time', () => {
  let reached = false
  const result = bounded(30, () => {
    bounded(60_000, forever)
    reached = true
  })
  expect([result, reached]).toEqual([undefined, false])
  expect(bounded(1000, () => 'after')).toBe('after')
})

/** A machine that leaves this process so much of each second, in milliseconds. */
function busyMachine(...shares: readonly number[]): void {
  const left = [...shares]
  const usage = vi.spyOn(process, 'cpuUsage').mockImplementation((before) => ({
    user: before === undefined ? 0 : 1000 * (left.shift() ?? 0),
    system: 0,
  }))
  onTestFinished(() => usage.mockRestore())
}

const work = (milliseconds: number) => () => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
  return 'done'
}

test('who was kept waiting by others begins again, with more time', () => {
  busyMachine(5)
  expect(bounded(30, work(60))).toBe('done')
})

test('who had his time is not given more', () => {
  busyMachine(30)
  expect(bounded(30, work(60))).toBeUndefined()
})

test('however busy the machine is, it ends', () => {
  busyMachine(0, 0, 0, 0)
  expect(bounded(20, forever)).toBeUndefined()
})
