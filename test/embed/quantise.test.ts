/** Numbers of eight bits for a vector. */

import fc from 'fast-check'
import {expect, test} from 'vitest'
import {quantise} from '../../src/embed/quantise.js'

test.each<[readonly number[], readonly number[]]>([
  [[], []],
  [
    [0, -0],
    [0, 0],
  ],
  [
    [1, -1, 0.5, 0],
    [127, -127, 64, 0],
  ],
  [
    [1e-320, -2e-320],
    [64, -127],
  ],
  [
    [1.7e308, -1.7e308],
    [127, -127],
  ],
  [
    [-3, 1],
    [-127, 42],
  ],
  // What is no vector has no direction.
  [
    [1, Number.NaN],
    [0, 0],
  ],
  [
    [1, Number.POSITIVE_INFINITY],
    [0, 0],
  ],
])('%j is %j', (values, expected) => {
  expect([...quantise(values)]).toEqual(expected.map((value) => value + 0))
})

test('a vector keeps its direction', () => {
  const value = fc.double({min: -1e6, max: 1e6, noNaN: true})
  fc.assert(
    fc.property(fc.array(value, {minLength: 1, maxLength: 300}), (values) => {
      const largest = Math.max(...values.map(Math.abs))
      const whole = quantise(values)
      values.forEach((exact, at) => {
        if (largest === 0) expect(whole[at]).toBe(0)
        else expect(Math.abs(whole[at]! - (127 * exact) / largest)).toBeLessThanOrEqual(0.500001)
      })
      expect(quantise(values.map((exact) => 4 * exact))).toEqual(whole)
    }),
  )
})
