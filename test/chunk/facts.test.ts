import {describe, expect, test} from 'vitest'
import {MOST, tokensOf} from '../../src/chunk/size.js'
import {chunksOf, paragraphs, shown} from './read.js'

const facts = (text: string) => shown(text, 'MEMORY.md')

describe('MEMORY.md is cut by fact', () => {
  test.each([
    [
      'items',
      '# Memory\n\n## Work\n\n- a [key:: k]\n- b\n\n## Home\n- c ^id\n',
      [
        '5-5 Memory > Work | 1: - a [key:: k]',
        '6-6 Memory > Work | 2: - b',
        '9-9 Memory > Home | 3: - c ^id',
      ],
    ],
    [
      'prose between them',
      '- a\n\nSome prose.\n\n- b\n',
      ['1-1  | 1: - a', '3-3  | 2: Some prose.', '5-5  | 3: - b'],
    ],
    [
      'nested items that say nothing of themselves',
      '- a\n  - b\n    more\n- c\n',
      ['1-3  | 1: - a\n  - b\n    more', '4-4  | 2: - c'],
    ],
    [
      'nested facts',
      '- a\n  - b [key:: k]\n  - c\n- d\n',
      ['1-3  | 1: - a\n- c', '2-2 a | 2: - b [key:: k]', '4-4  | 3: - d'],
    ],
    [
      'nested facts of nested facts',
      '- a [key:: k]\n  - b [key:: l]\n    - c [key:: m]\n  - d [key:: n]\n',
      [
        '1-1  | 1: - a [key:: k]',
        '2-2 a | 2: - b [key:: l]',
        '3-3 a > b | 3: - c [key:: m]',
        '4-4 a | 4: - d [key:: n]',
      ],
    ],
    [
      'markers of nothing but facts',
      '- - a [key:: k]\n  - b [key:: l]\n',
      ['1-1  | 1: - a [key:: k]', '2-2  | 2: - b [key:: l]'],
    ],
    [
      'facts of several lines',
      '- a\n  b\n\n  c\n- d\n',
      ['1-4  | 1: - a\n  b\n\n  c', '5-5  | 2: - d'],
    ],
    [
      'headings that lead to none',
      '# Memory\n## Empty\n## Work\n- a\n## End\n',
      [
        '1-2 Memory | # Memory\n## Empty',
        '4-4 Memory > Work | 1: - a',
        '5-5 Memory > End | ## End',
      ],
    ],
    [
      'definitions and breaks',
      '- a\n\n---\n\n[b]: c\n\n- d\n',
      ['1-1  | 1: - a', '3-5  | ---\n\n[b]: c', '7-7  | 2: - d'],
    ],
    [
      'an item that says only when it holds',
      '- a\n- [valid_from:: 2026-01-01]\n',
      ['1-1  | 1: - a', '2-2  | - [valid_from:: 2026-01-01]'],
    ],
    [
      'such an item with facts in it',
      '- [key:: k]\n  - a [key:: l]\n',
      ['1-1  | - [key:: k]', '2-2  | 1: - a [key:: l]'],
    ],
    ['CRLF', '# A\r\n\r\n- a\r\n  b\r\n- c\r\n', ['3-4 A | 1: - a\r\n  b', '5-5 A | 2: - c']],
    ['nothing', '', ['1-1  | ']],
    ['headings alone', '# A\n## B\n', ['1-2 A | # A\n## B']],
  ])('%s', (_, text, wanted) => expect(facts(text)).toEqual(wanted))

  test('a fact covers the headings above it, and is told by its own lines', () => {
    const text = '# Memory\n\n- a\n- b\n'
    const [first, second] = chunksOf(text, 'MEMORY.md')
    expect(first).toMatchObject({kind: 'fact', fact: 1, start: 0, fromLine: 3, toLine: 3})
    expect(second).toMatchObject({kind: 'fact', fact: 2, start: text.indexOf('- b'), fromLine: 4})
  })

  test('a fact that is too long has several chunks, with one number', () => {
    const long = paragraphs(20).join('\n\n  ')
    const chunks = chunksOf(`- a\n- ${long}\n  - b [key:: k]\n- c\n`, 'MEMORY.md')
    const numbers = chunks.map(({fact}) => fact)
    expect(numbers.filter((number) => number === 2).length).toBeGreaterThan(3)
    expect(new Set(numbers)).toEqual(new Set([1, 2, 3, 4]))
    for (const {text} of chunks) expect(tokensOf(text, 0, text.length)).toBeLessThanOrEqual(MOST)
  })

  test('a long first line of an outer fact is cut in the trail', () => {
    const chunks = chunksOf(`- ${'word '.repeat(100)}\n  - b [key:: k]\n`, 'MEMORY.md')
    expect(chunks.at(-1)?.trail[0]).toHaveLength(200)
  })

  test('elsewhere items are no facts', () => {
    expect(shown('- a [key:: k]\n- b\n')).toEqual(['1-2  | - a [key:: k]\n- b'])
  })
})
