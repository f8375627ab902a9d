/** How texts become tokens: against the tokenizer of the model, and against its definition. */

import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {openTable} from '../../src/embed/table.js'
import {WordPiece} from '../../src/embed/word-piece.js'
import {reference} from './reference.js'
import {alphabet, makeTable, type TinyTable, tableFile} from './tiny-table.js'
import {written} from './written.js'

/** What tells the tokens of a text in this table. */
function tokenizer(tiny: TinyTable): (text: string) => string {
  const {tokens} = makeTable(tiny)
  const {vocabulary, header} = openTable(tableFile(tiny))
  const wordPiece = new WordPiece(vocabulary, header.maxWord)
  return (text) =>
    wordPiece
      .rowsOf(text)
      .map((row) => tokens[row]!)
      .join(' ')
}

describe('the tokens of the model’s own tokenizer', () => {
  // A vocabulary of those tokens alone: where the longest that fits is among them, it is still the longest.
  const tokens = [...new Set(reference.flatMap(([, parted]) => parted.split(' ')))]
  const shown = tokenizer({tokens: tokens.filter((token) => token !== '')})

  test.each(reference)('%j', (text, expected) => {
    expect(shown(text)).toBe(expected)
  })
})

test('a text has the tokens that the definition gives it', () => {
  const words = [
    'office',
    'offices',
    'the',
    'token',
    '##s',
    '##ice',
    'user',
    '##user',
    'co',
    '##nst',
  ]
  const signs = [
    '.',
    '-',
    '_',
    '#',
    '=',
    ';',
    '`',
    '$',
    '東',
    '豈',
    '京',
    'か',
    '##た',
    'σ',
    '##σ',
    'ο',
  ]
  const tiny = {tokens: [...alphabet, ...words, ...signs], maxWord: 100}
  const {tokens} = makeTable(tiny)
  const shown = tokenizer(tiny)
  fc.assert(
    fc.property(written, (text) => {
      expect(shown(text)).toBe(defined(text, new Set(tokens)).join(' '))
    }),
    {numRuns: 1000},
  )
})

/** Straight from the definition, a text at a time: slow, and for short texts only. */
function defined(text: string, tokens: ReadonlySet<string>): string[] {
  const plain = text
    .replace(/[^\t\n\r\P{C}]|\p{Cn}/gu, (sign) => (/\p{Cn}/u.test(sign) ? sign : ''))
    .replaceAll('\ufffd', '')
    .replace(
      /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu,
      ' $& ',
    )
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
  const small = [...plain].map((sign) => sign.toLowerCase()).join('')
  const words = small.replace(/[\p{P}$+<=>^`|~]/gu, ' $& ').split(/\p{White_Space}+/u)
  return words.filter((word) => word !== '').flatMap((word) => piecesOf([...word], tokens))
}

function piecesOf(letters: readonly string[], tokens: ReadonlySet<string>): string[] {
  const pieces: string[] = []
  if (100 < letters.length) return ['[UNK]']
  for (let from = 0; from < letters.length; ) {
    let to = letters.length
    const piece = () => `${from === 0 ? '' : '##'}${letters.slice(from, to).join('')}`
    while (from < to && !tokens.has(piece())) to--
    if (to === from) return ['[UNK]']
    pieces.push(piece())
    from = to
  }
  return pieces
}

test('a word of as many letters as there may be is known, and a longer one is not', () => {
  const shown = tokenizer({tokens: ['a', '##a', '##é'], maxWord: 5})
  expect(shown('aaaaa')).toBe('a ##a ##a ##a ##a')
  expect(shown('aaaaaa')).toBe('[UNK]')
  // Accents are no letters, but there is an end to them.
  expect(shown('a\u0301'.repeat(5))).toBe('a ##a ##a ##a ##a')
  expect(shown(`a${'\u0301'.repeat(39)}`)).toBe('a')
  expect(shown(`a${'\u0301'.repeat(40)}`)).toBe('[UNK]')
})

test('signs of two units are letters as any other', () => {
  const shown = tokenizer({tokens: ['𝐀', '##𝐁', '🚀'], maxWord: 3})
  expect(shown('🚀 🚀')).toBe('🚀 🚀')
  expect(shown('𝐀𝐁𝐁')).toBe('𝐀 ##𝐁 ##𝐁')
  expect(shown('𝐀𝐁𝐁𝐁')).toBe('[UNK]')
})

test('names of tokens that stand in a text are not those tokens', () => {
  const shown = tokenizer({tokens: ['[SEP]', '[', ']', 'sep', '#', '##ing', 'ing']})
  expect(shown('[SEP] ##ing')).toBe('[ sep ] # # ing')
})

test('a token is looked for in no more bytes than the longest has', () => {
  const {vocabulary} = openTable(tableFile({tokens: [...alphabet, 'office']}))
  let read = 0
  const word = new Proxy(Buffer.from('officers'.repeat(12)), {
    get: (bytes, key) => {
      read++
      return Reflect.get(bytes, key)
    },
  })
  expect(vocabulary.longest(word, 0, 96, false)).toBe(vocabulary.rowOf('office'))
  expect(vocabulary.matched).toBe(6)
  // Each once to be hashed, and once more for each token that it may be.
  expect(read).toBeLessThanOrEqual(6 + 1 + 6)
})
