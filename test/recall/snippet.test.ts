import fc from 'fast-check'
import {beforeAll, describe, expect, test} from 'vitest'
import type {Scene} from '../../src/catalog/scene.js'
import {recognising} from '../../src/recall/asked-words.js'
import {LiveIndex} from '../../src/recall/live-index.js'
import {LONGEST, snippetOf} from '../../src/recall/snippet.js'
import {spotter} from '../../src/recall/spots.js'
import {loadStemmers} from '../../src/terms/stem.js'

beforeAll(() => loadStemmers(['en']))

/** The snippet with its marks in brackets. */
function shown(text: string, ...words: string[]): string {
  const snippet = snippetOf(text, spotter(recognising(words, 'en')))
  let out = ''
  let at = 0
  for (const [start, end] of snippet.marks) {
    out += `${snippet.text.slice(at, start)}[${snippet.text.slice(start, end)}]`
    at = end
  }
  return out + snippet.text.slice(at)
}

describe('marks', () => {
  test.each<[string, string, string[], string]>([
    ['words, whole', 'The cat sat; concatenate.', ['cat'], 'The [cat] sat; concatenate.'],
    ['in upper case', 'The CAT sat.', ['cat'], 'The [CAT] sat.'],
    ['other forms of a word', 'Cats, walked.', ['cat', 'walking'], '[Cats], [walked].'],
    ['a part of an identifier', 'Call fetchUserById now.', ['user'], 'Call fetch[User]ById now.'],
    ['an identifier', 'Call fetchUserById now.', ['fetchuserbyid'], 'Call [fetchUserById] now.'],
    ['what has dots in it', 'See foo.test.ts there.', ['foo.test.ts'], 'See [foo.test.ts] there.'],
    [
      'parts that overlap, as one',
      '昨日は東京都へ行った。',
      ['東京', '京都'],
      '昨日は[東京都]へ行った。',
    ],
    ['Thai', 'ฉันรักแมวมาก', ['แมว'], 'ฉันรัก[แมว]มาก'],
    ['nothing where nothing was asked', 'The cat sat.', [], 'The cat sat.'],
    [
      'words that are names of properties',
      'constructor __proto__',
      ['constructor'],
      '[constructor] __proto__',
    ],
  ])('%s', (_, text, terms, expected) => {
    expect(shown(text, ...terms)).toBe(expected)
  })

  test('a letter that grows when it is made small moves no mark', () => {
    expect(shown(`İİİ 東京`, '東京')).toBe('İİİ [東京]')
  })
})

describe('a snippet', () => {
  const filler = (count: number) => 'some words of no interest to anybody '.repeat(count)

  test('is on one line', () => {
    expect(shown('a\n\n  b\tc\r\n', 'b')).toBe('a [b] c')
  })

  test('is where most of the words stand together', () => {
    const text = `${filler(10)}red ${filler(20)}blue and red and green ${filler(20)}green`
    const snippet = shown(text, 'red', 'blue', 'green')
    expect(snippet).toContain('[blue] and [red] and [green]')
    expect(snippet).toMatch(/^….*…$/)
  })

  test('is the beginning where no word stands in it', () => {
    const text = filler(20)
    expect(shown(text)).toBe(`${text.slice(0, 296).trimEnd()}…`)
  })

  test('shows what stands before where a word is the last', () => {
    const snippet = shown(`${filler(20)}the end`, 'end')
    expect(snippet).toMatch(/^….*\[end\]$/)
    expect(snippet.length).toBeGreaterThan(LONGEST - 20)
  })

  test.each([
    [
      'an address',
      'See [the *gate*](https://example.org/gate?x=1 "Gate") there.',
      'See the *gate* there.',
    ],
    [
      'a linked picture',
      '[![all well](https://ci.example/badge.svg)](https://ci.example) Read.',
      'all well Read.',
    ],
    [
      'the path of a link',
      'See [[drawers/a/b/gate|the gate]], [[plain]] and ![[a/b|c]].',
      'See the gate, [[plain]] and c.',
    ],
    ['a comment', 'One <!-- hidden --> two %% hidden\ntoo %% three.', 'One two three.'],
    [
      'nothing of what only looks so',
      'f(x)[0](y) 100%% [a] (b) [[c]]',
      'f(x)[0](y) 100%% [a] (b) [[c]]',
    ],
  ])('leaves out %s', (_, text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  test('leaves out nothing that was asked for', () => {
    expect(shown('See [the gate](https://example.org/fence).', 'fence')).toBe(
      'See [the gate](https://example.org/[fence]).',
    )
    expect(shown('One <!-- needle --> two.', 'needle')).toBe('One <!-- [needle] --> two.')
    expect(shown('A [needle](https://example.org/needle).', 'needle')).toBe('A [needle].')
  })

  test('begins with a sentence where one is near', () => {
    const text = `${filler(10)}It is so. Now the needle is here. ${filler(10)}`
    expect(shown(text, 'needle')).toMatch(/^…Now the \[needle\] is here\. /)
    const japanese = `${'何もない。'.repeat(60)}ここに針がある。${'何もない。'.repeat(60)}`
    expect(shown(japanese, '針')).toMatch(/^…何もない。(?:何もない。)*ここに\[針\]がある。/)
    expect(shown(`Short words first, then the needle. ${filler(10)}`, 'needle')).toMatch(/^Short/)
  })

  test('is cut between words', () => {
    const text = `${filler(10)}needle ${filler(10)}`
    const [, inside = ''] = /^…(.*)…$/.exec(shown(text, 'needle')) ?? []
    const words = new Set(text.split(' '))
    expect(inside.split(' ').filter((word) => !words.has(word.replace(/[[\]]/g, '')))).toEqual([])
  })

  test('law: fits, marks what was asked for, and cuts no letter', () => {
    const piece = fc.oneof(
      fc.constantFrom('cat', 'dog', ' ', '\n', '東京', '👩‍👩‍👧', 'e\u0301', 'ก็', '🇩🇪', '…'),
      fc.string({unit: 'grapheme', maxLength: 8}),
    )
    fc.assert(
      fc.property(fc.array(piece, {maxLength: 200}), (pieces) => {
        const text = pieces.join('')
        const {text: made, marks} = snippetOf(text, spotter(recognising(['cat', '東京'], 'en')))
        expect(made.length).toBeLessThanOrEqual(LONGEST)
        expect(made.isWellFormed()).toBe(text.isWellFormed() || made.isWellFormed())
        let before = -1
        for (const [start, end] of marks) {
          expect(before).toBeLessThan(start)
          expect(made.slice(start, end)).toMatch(/cat|東京/i)
          before = end
        }
      }),
    )
  })

  test('a word that is there is shown, however long the passage', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (before, after) => {
        expect(shown(`${filler(before)}needle ${filler(after)}`, 'needle')).toContain('[needle]')
      }),
    )
  })

  test('costs little, whatever stands there', () => {
    for (const text of [
      'cat '.repeat(250_000),
      'x'.repeat(1_000_000),
      '東京'.repeat(500_000),
      '"'.repeat(1e6),
      '<!-- '.repeat(200_000),
      '[a]('.repeat(200_000),
      '[['.repeat(200_000),
      '%%'.repeat(200_001),
    ]) {
      expect(shown(text, 'cat', '東京').length).toBeLessThan(1000)
    }
  })
})

test('of what is forgotten no snippet is kept in memory', () => {
  const live = new LiveIndex({} as Scene)
  const {snippets} = live
  const of = (text: string) => snippets.of('a', () => ({text, marks: []})).text
  expect([of('the passenger'), of('another')]).toEqual(['the passenger', 'the passenger'])
  live.drop()
  expect(of('another')).toBe('another')
})
