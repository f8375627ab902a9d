import {expect, test} from 'vitest'
import {namesOnly} from '../../src/terms/names-only.js'

test.each([
  ['fetchUserById', true],
  ['`fetchUserById()` src/a/b.ts', true],
  ['__proto__', true],
  ['"exactly these words"', true],
  ['„genau diese“, v2.32.1', true],
  ['', true],
  ['?!', true],
  ['lighthouse', false],
  ['lighthouse "on the rock"', false],
  ['what does fetchUserById do', false],
  ['an "unclosed quote', false],
  ['港の鍵', false],
])('%s: %s', (text, expected) => {
  expect(namesOnly(text)).toBe(expected)
})

test('is quick on what is no question', () => {
  expect(namesOnly('"'.repeat(50_000))).toBe(true)
  expect(namesOnly('"a"'.repeat(50_000))).toBe(false)
  expect(namesOnly('a_b '.repeat(50_000))).toBe(true)
})
