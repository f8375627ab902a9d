import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {
  brokenAt,
  cutFront,
  cutTo,
  harmless,
  oneLine,
  padTo,
  widthOf,
  wrap,
} from '../../src/cli/columns.js'

test.each([
  ['abc', 3],
  ['', 0],
  ['é', 1],
  ['e\u0301', 1],
  ['日本語', 6],
  ['한국어', 6],
  ['ｱ', 1],
  ['Ａ', 2],
  ['ไทย', 3],
  ['👩‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['❤️', 2],
  ['✓ ok', 4],
  ['\x1b[1mabc\x1b[22m', 3],
])('%j is %d columns wide', (text, width) => {
  expect(widthOf(text)).toBe(width)
})

describe('cutting', () => {
  test('says that something is missing', () => {
    expect(cutTo('the whole title', 9)).toBe('the whol…')
    expect(cutFront('drawers/atlas/api.md', 9)).toBe('…s/api.md')
    expect(cutTo('日本語のメモ', 6)).toBe('日本…')
    expect(cutTo('short', 9)).toBe('short')
  })

  test('law: what is cut fits, and what fits is not cut', () => {
    fc.assert(
      fc.property(fc.string({unit: 'grapheme'}), fc.nat(20), (text, columns) => {
        expect(widthOf(cutTo(text, columns))).toBeLessThanOrEqual(columns)
        expect(widthOf(cutFront(text, columns))).toBeLessThanOrEqual(columns)
        if (widthOf(text) <= columns) expect(cutTo(text, columns)).toBe(text)
      }),
    )
  })
})

test('filling counts columns, not letters', () => {
  expect(padTo('日本', 6)).toBe('日本  ')
  expect(padTo('too long', 3)).toBe('too long')
})

test('wrapping breaks at spaces and keeps every word', () => {
  expect(wrap('one two three', 7)).toBe('one two\nthree')
  expect(wrap('unbreakable x', 4, '  ')).toBe('unbreakable\n  x')
})

describe('foreign words', () => {
  test('cannot move the cursor or turn the reading direction', () => {
    expect(harmless('a\x1b[2Jb\x07\u202ec\r\n\td')).toBe('a�[2Jb��c\n\td')
  })
  test('stand on one line', () => {
    expect(oneLine(' a\n b\tc\x1b ')).toBe('a b c�')
  })
})

describe('breaking', () => {
  const lines = (text: string, columns: number) =>
    brokenAt(text, columns).map(([start, end]) => text.slice(start, end))

  test('at blanks, and a word that is too long between letters', () => {
    expect(lines('the whole title', 9)).toEqual(['the whole', 'title'])
    expect(lines('日本語のメモ and more', 8)).toEqual(['日本語の', 'メモ and', 'more'])
    expect(lines('abcdefgh', 3)).toEqual(['abc', 'def', 'gh'])
    expect(lines('', 3)).toEqual([''])
    expect(lines('short', 9)).toEqual(['short'])
  })

  test('law: lines fit, and nothing but a blank is lost between them', () => {
    const text = fc
      .array(fc.oneof(fc.constant(' '), fc.string({unit: 'grapheme', maxLength: 6})))
      .map((pieces) => pieces.join('').replace(/\s+/g, ' ').trim())
    fc.assert(
      fc.property(text, fc.integer({min: 2, max: 20}), (whole, columns) => {
        let at = 0
        for (const [start, end] of brokenAt(whole, columns)) {
          expect(whole.slice(at, start)).toMatch(/^ ?$/)
          expect(widthOf(whole.slice(start, end))).toBeLessThanOrEqual(columns)
          at = end
        }
        expect(whole.slice(at)).toBe('')
      }),
    )
  })
})
