import fc from 'fast-check'
import {expect, test} from 'vitest'
import {BEGIN, END, pointerLines, withoutPointer, withPointer} from '../../src/writing/pointer.js'

const lines = pointerLines(undefined)

const texts = fc
  .array(fc.constantFrom('# Rules', '', '  ', '- item', 'word\t', '<!-- a comment -->'))
  .chain((parts) => fc.constantFrom('\n', '\r\n').map((eol) => parts.join(eol)))

test('what is put in and taken out again leaves every byte as it was', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const pointed = withPointer(text, lines)!
      expect(pointed).toContain(BEGIN)
      expect(withoutPointer(pointed)).toBe(text)
    }),
  )
})

test('a second run changes nothing', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const once = withPointer(text, lines)!
      expect(withPointer(once, lines)).toBe(once)
    }),
  )
})

test('fault 57: only what is between the markers is replaced', () => {
  const text = `by hand\n${BEGIN}\nedited by somebody\n${END}\nand more\n`
  const pointed = withPointer(text, ['ours'])
  expect(pointed).toBe(`by hand\n${BEGIN}\nours\n${END}\nand more\n`)
})

test('what was added below the block stays when it is taken out', () => {
  const pointed = `${withPointer('above\n', lines)}below\n`
  expect(withoutPointer(pointed)).toBe('above\nbelow\n')
})

test.each([
  ['an end is missing', `${BEGIN}\ntext\n`],
  ['a beginning is missing', `text\n${END}\n`],
  ['they are swapped', `${END}\n${BEGIN}\n`],
  ['there are two', `${BEGIN}\n${END}\n${BEGIN}\n${END}\n`],
])('nothing is written where %s', (_, text) => {
  expect(withPointer(text, lines)).toBeUndefined()
  expect(withoutPointer(text)).toBeUndefined()
})

test('markers in the middle of a line are no markers', () => {
  const text = `The block stands between \`${BEGIN}\` and \`${END}\`.\n`
  expect(withoutPointer(text)).toBe(text)
})

test('a brain elsewhere is named in every command', () => {
  expect(pointerLines('notes/my brain').join('\n')).toContain('brain --brain "notes/my brain" boot')
})
