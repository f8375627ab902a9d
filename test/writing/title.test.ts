import fc from 'fast-check'
import {expect, test} from 'vitest'
import {cut, titleOf} from '../../src/writing/title.js'

test.each([
  ['The API is gRPC', 'The API is gRPC'],
  ['\n\n  # Heading #\nbody', 'Heading'],
  ['---\nfirst: line\n---', 'first: line'],
  ['```js\nconst a = 1\n```', 'const a = 1'],
  ['> quoted **bold** and `code`', 'quoted bold and code'],
  ['- [x] a task', 'a task'],
  ['1. first', 'first'],
  ['See [the docs](https://example.org) and [[a/b|that]]', 'See the docs and that'],
  ['snake_case_name stays', 'snake_case_name stays'],
  ['_so_ it is', 'so it is'],
  ['くるみ橋物流は一つのデポです', 'くるみ橋物流は一つのデポです'],
  ['<!-- a note --> \nthen this', 'then this'],
  ['***\n===\n', 'Untitled'],
  ['a\tb', 'a b'],
])('the title of %j is %j', (text, title) => {
  expect(titleOf(text)).toBe(title)
})

test('a long first line is cut at a word', () => {
  const title = titleOf(`${'word '.repeat(30)}end`)
  expect(title).toBe(`${'word '.repeat(15).trim()}…`)
})

test('a cut splits no character that a reader sees', () => {
  expect(cut('👩‍👩‍👧‍👦'.repeat(5), 3)).toBe('👩‍👩‍👧‍👦👩‍👩‍👧‍👦…')
})

test('a title is one line of at most 80 characters, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({unit: 'grapheme', maxLength: 300}), (text) => {
      const title = titleOf(text)
      expect(title).not.toMatch(/[\r\n]/)
      expect(title.trim()).not.toBe('')
      expect([...new Intl.Segmenter('en').segment(title)].length).toBeLessThanOrEqual(80)
    }),
  )
})
