import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {openTokenizer} from '../../src/index.js'
import {fitsIn, mostThatFit, pageFrom} from '../../src/mcp/pages.js'

const {count} = openTokenizer()

function allPages(text: string, tokens: number): string[] {
  const pages: string[] = []
  let from: string | undefined
  do {
    const page = pageFrom(text, from, tokens)
    pages.push(page.text)
    from = page.next
  } while (from !== undefined)
  return pages
}

describe('pages', () => {
  test('put together are the text, whatever it is, and none is longer than was allowed', () => {
    const line = fc.oneof(
      fc.string({unit: 'grapheme', maxLength: 300}),
      fc.constantFrom('', '\r', '😀'.repeat(200), 'a'.repeat(900), '日本語の文章。'.repeat(40)),
    )
    fc.assert(
      fc.property(
        fc.array(line, {maxLength: 12}),
        fc.integer({min: 20, max: 300}),
        (lines, tokens) => {
          const text = lines.join('\n')
          const pages = allPages(text, tokens)
          expect(pages.join('')).toBe(text)
          for (const page of pages) expect(count(page)).toBeLessThanOrEqual(tokens)
          for (const page of pages) expect(page.isWellFormed()).toBe(true)
        },
      ),
      {numRuns: 60},
    )
  })

  test('begin at a line', () => {
    expect(pageFrom('a\nb\nc\n', '2')).toEqual({text: 'b\nc\n'})
    expect(pageFrom('abc\nd\n', '1:2')).toEqual({text: 'bc\nd\n'})
  })

  test('begin before a letter, not in it', () => {
    expect(pageFrom('a😀b', '1:3')).toEqual({text: '😀b'})
  })

  test('are none beyond the end, which would look like an empty memory', () => {
    for (const from of ['3', '9', '1:9']) {
      expect(() => pageFrom('ab\nc\n', from)).toThrow(/beyond its end: it has 2 lines/)
    }
    expect(pageFrom('', '1')).toEqual({text: ''})
  })

  test('begin at no other place', () => {
    for (const from of ['', 'x', '-1', '1:x', '1:2:3', '1e9']) {
      expect(() => pageFrom('a\n', from)).toThrow(/no place in a text/)
    }
  })
})

test('a text fits by its tokens, not by its letters', () => {
  expect(fitsIn('word '.repeat(100), 101)).toBe(true)
  expect(fitsIn('word '.repeat(100), 99)).toBe(false)
  expect(fitsIn('x'.repeat(1 << 20), 10)).toBe(false)
})

test('the most that fits is found', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), (size, fit) => {
      expect(mostThatFit(size, (number) => number <= fit)).toBe(Math.min(size, fit))
    }),
  )
})
