import fc from 'fast-check'
import {expect, test} from 'vitest'
import {cutToTokens} from '../../src/embed/cut-to-tokens.js'

test.each([
  ['', 4, ''],
  ['short', 4, 'short'],
  ['abcdefghijklmnop', 4, 'abcdefghijkl'],
  ['日本語のとても長い文章', 4, '日本'],
  ['Жил-был старик со старухой', 4, 'Жил-был стар'],
])('%j in %i tokens is %j', (text, most, expected) => {
  expect(cutToTokens(text, most)).toBe(expected)
})

test('what is left is a beginning, and no sign is cut in two', () => {
  fc.assert(
    fc.property(fc.string({unit: 'grapheme'}), fc.integer({min: 1, max: 20}), (text, most) => {
      const cut = cutToTokens(text, most)
      expect(text.startsWith(cut)).toBe(true)
      expect(cut.isWellFormed()).toBe(true)
    }),
  )
})
