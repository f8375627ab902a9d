import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {squeezed, wordsOf} from '../../src/history/words.js'

describe('wordsOf', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['plain text', 'The API is gRPC\n', 'The API is gRPC'],
    ['frontmatter', '---\nttl: 90d\n---\nThe API\n', 'The API'],
    [
      'frontmatter after a BOM, with CRLF',
      '\uFEFF---\r\nttl: 90d\r\n---\r\nThe API\r\n',
      'The API',
    ],
    ['nothing but frontmatter', '---\nttl: 90d\n---', ''],
    ['unterminated frontmatter is text', '---\nttl: 90d\n', '--- ttl: 90d'],
    ['a thematic break further down', 'a\n\n---\n\nb', 'a --- b'],
    ['inline fields', '- gRPC [valid_from:: 2026-03-01] [ttl:: 90d] now', 'gRPC now'],
    ['inline fields in parentheses', 'gRPC (ttl:: 90d)', 'gRPC'],
    ['an inline field that holds a wikilink', 'gRPC [superseded_by:: [[a b]]]', 'gRPC'],
    ['links stay', 'see [docs](a.md) and [[note]]', 'see [docs](a.md) and [[note]]'],
    ['block ids', '- gRPC ^k3f\n- REST\n  ^k4a', 'gRPC REST'],
    ['a block id before a field', '- gRPC ^k3f [ttl:: 90d]', 'gRPC'],
    ['a caret in the text stays', 'x ^ y, 2^10', 'x ^ y, 2^10'],
    ['OpenClaw comments', 'gRPC <!-- observed: 2026-03-01 | status: superseded -->', 'gRPC'],
    ['an OpenClaw comment over lines', 'gRPC <!-- observed: 2026\n status: x --> now', 'gRPC now'],
    ['an open comment is text', 'a <!-- b', 'a <!-- b'],
    ['list markers', '* a\n  1. b\n  2) c\n+ d', 'a b c d'],
    ['a dash inside a line stays', 'a - b', 'a - b'],
    ['whitespace', '  a\t b \n\n\n c\u00A0d ', 'a b c d'],
    ['nothing', '', ''],
  ]
  test.each(cases)('%s', (_, text, words) => {
    expect(wordsOf(text)).toBe(words)
  })

  test('the words of a passage are a part of the words of its note', () => {
    const line = fc.constantFrom(
      'a b',
      '- c [ttl:: 1d] d',
      '  1. e ^k3',
      '',
      'f <!-- x: y -->',
      '# g',
    )
    fc.assert(
      fc.property(fc.array(line), fc.array(line), fc.array(line), (before, passage, after) => {
        const note = [...before, ...passage, ...after].join('\n')
        expect(wordsOf(note)).toContain(wordsOf(passage.join('\n')))
      }),
    )
  })

  test('no line takes long, however it is built', () => {
    for (const piece of ['[a::', '[[', '<!--', '- ', '^a ', '(x:: [[', '<!-- a: ']) {
      expect(typeof wordsOf(piece.repeat(50_000))).toBe('string')
    }
  })
})

test('squeezed drops every space, so that a reflow is no change', () => {
  expect(squeezed('東京 は\n朝')).toBe('東京は朝')
})
