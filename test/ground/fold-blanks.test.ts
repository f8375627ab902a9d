import fc from 'fast-check'
import {expect, test} from 'vitest'
import {foldBlanks} from '../../src/ground/fold-blanks.js'

test('blanks of every kind and number become one space', () => {
  expect(foldBlanks('a b')).toBe('a b')
  expect(foldBlanks(' a\tb\r\n  c\u00a0d\u3000')).toBe(' a b c d ')
})

test('only blanks are changed, as if each run of them were replaced', () => {
  const unit = fc.constantFrom(' ', ' ', '\t', '\n', '\r', '\u00a0', '\u2028', '\ufeff', 'a', '.')
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      const text = units.join('')
      expect(foldBlanks(text)).toBe(text.replace(/\s+/g, ' '))
    }),
  )
})
