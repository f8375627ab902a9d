import {createRequire} from 'node:module'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {quickCounter} from '../../src/ground/quick-tokens.js'

const load = createRequire(import.meta.url)
const {Tiktoken} = load('tiktoken/lite') as typeof import('tiktoken/lite')
const {bpe_ranks, special_tokens, pat_str} = load('tiktoken/encoders/o200k_base.json')
const encoder = new Tiktoken(bpe_ranks, special_tokens, pat_str)
const count = quickCounter(bpe_ranks)

function check(text: string): void {
  const tokens = count(text)
  if (tokens !== undefined)
    expect([text, tokens]).toEqual([text, encoder.encode_ordinary(text).length])
}

describe('a quick count is the count of the encoder', () => {
  test.each([
    ['', 0],
    ['hello world', 2],
    ["It's DON'T we'LL I\u017f 'ſ", undefined],
    ['fetchUserById(12345678) // src/a/b.ts\r\n\r\n  \t x', undefined],
    ['<|endoftext|> is text', undefined],
    ['Größenwahn, naïve, Ελλάδα, Привет, שלום, مرحبا, नमस्ते, สวัสดี', undefined],
    ['今日は良い天気ですね。한국어도 셉니다', undefined],
    ['\u00a0\u2003 \u0085\u3000 x', undefined],
    ['👍🏽 👨‍👩‍👧 ✈️', undefined],
    ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', undefined],
  ])('%j', (text, tokens) => {
    if (tokens !== undefined) expect(count(text)).toBe(tokens)
    expect(count(text)).toBeDefined()
    check(text)
  })

  test('for every sign by itself and beside others', () => {
    for (let code = 0; code < 0x1ffff; code += code < 0x3000 ? 1 : 13) {
      const sign = String.fromCodePoint(code)
      check(`a${sign}b ${sign}${sign}1 A${sign}'S`)
    }
  })

  test('for any text', () => {
    const words = fc.constantFrom(
      ...[
        "'s",
        'ING',
        'über',
        ' ',
        '  ',
        '\n',
        '\r\n',
        '\t',
        '/',
        '...',
        '1234',
        'हिन्दी',
        '漢字',
        'かな',
        '한',
        '😀',
        '\u200d',
        'É',
        'ſ',
        'K',
      ],
    )
    const text = fc.oneof(
      fc.string({unit: 'grapheme', maxLength: 60}),
      fc
        .array(fc.oneof(words, fc.string({maxLength: 5})), {maxLength: 30})
        .map((all) => all.join('')),
    )
    fc.assert(fc.property(text, check), {numRuns: 3000})
  })
})

test('what letters it is not sure of it leaves to the encoder', () => {
  for (const text of ['\u{1d4d0}', '\u{20000}', '\ud83d', 'ꟊ', '\u0870', '\u{1fb00}']) {
    expect(count(`a ${text} b`)).toBeUndefined()
  }
})
