import fc from 'fast-check'
import {expect, test} from 'vitest'
import {DotProducts, multiplyPlainly} from '../../src/rank/dot-products.js'

const aNumber = fc.integer({min: -128, max: 127})
const drawn = fc.integer({min: 1, max: 40}).chain((dimensions) =>
  fc.record({
    dimensions: fc.constant(dimensions),
    rows: fc.array(fc.array(aNumber, {minLength: dimensions, maxLength: dimensions}), {
      maxLength: 30,
    }),
    vector: fc.array(aNumber, {minLength: dimensions, maxLength: dimensions}),
    split: fc.nat(30),
  }),
)

function productsOf(rows: readonly number[][], vector: readonly number[]): number[] {
  return rows.map((row) => row.reduce((sum, value, i) => sum + value * vector[i]!, 0))
}

test.each([false, true])('all products, whatever the numbers; plainly: %s', (plainly) => {
  fc.assert(
    fc.property(drawn, ({dimensions, rows, vector, split}) => {
      const table = new DotProducts(dimensions, plainly)
      // Some rows come later: the memory grows, and what was there stays.
      const first = Math.min(split, rows.length)
      table.resize(first)
      table.write(0, Int8Array.from(rows.slice(0, first).flat()))
      expect([...table.with(Int8Array.from(vector))]).toEqual(
        productsOf(rows.slice(0, first), vector),
      )
      table.resize(rows.length)
      table.write(first, Int8Array.from(rows.slice(first).flat()))
      expect([...table.with(Int8Array.from(vector))]).toEqual(productsOf(rows, vector))
    }),
  )
})

test('of large vectors, at the ends of what a number can be', () => {
  const rows = Int8Array.from({length: 3 * 1024}, (_, i) => (i < 1024 ? -128 : 127))
  const vector = new Int8Array(1024).fill(-128)
  const table = new DotProducts(1024)
  table.resize(3)
  table.write(0, rows)
  expect([...table.with(vector)]).toEqual([16_777_216, -16_646_144, -16_646_144])
  const plain = new Int32Array(3)
  multiplyPlainly(rows, vector, plain)
  expect([...plain]).toEqual([16_777_216, -16_646_144, -16_646_144])
})

test('rows that nobody wrote are zero, also where a question stood before', () => {
  const table = new DotProducts(8)
  table.resize(1)
  table.write(0, Int8Array.of(1, 2, 3, 4, 5, 6, 7, 8))
  const ones = new Int8Array(8).fill(1)
  expect([...table.with(ones)]).toEqual([36])
  table.resize(4)
  expect([...table.with(ones)]).toEqual([36, 0, 0, 0])
  table.resize(0)
  expect([...table.with(ones)]).toEqual([])
})

test('room for very many rows', () => {
  const table = new DotProducts(256)
  table.resize(20_000)
  const row = new Int8Array(256).fill(2)
  table.write(19_999, row)
  const products = table.with(row)
  expect([products[0], products[19_998], products[19_999]]).toEqual([0, 0, 1024])
})
