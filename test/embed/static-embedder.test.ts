/** What the built-in model makes of a text: its vector, and how much of it is covered. */

import fc from 'fast-check'
import {describe, expect, test, vi} from 'vitest'
import type {Embedded} from '../../src/embed/embedder.js'
import {quantise} from '../../src/embed/quantise.js'
import {builtInEmbedder} from '../../src/embed/static-embedder.js'
import {Vocabulary} from '../../src/embed/vocabulary.js'
import {alphabet, makeTable, tableFile} from './tiny-table.js'
import {written} from './written.js'

const words = ['the', 'office', 'moved', 'to', 'lyon', 'in', 'march', 'a', 'i', '.', ',', '##s']
const foreign = ['京', '東', 'の', '##の', 'и', '##и', 'για', '1', '2026']
const made = makeTable({tokens: [...words, ...foreign], dimensions: 16})
const {embed} = builtInEmbedder(tableFile(made.bytes))
/** Can spell whatever is written in Latin letters, so that nothing hostile is simply unknown. */
const spelling = builtInEmbedder(tableFile({tokens: [...alphabet, 'office', '.', '"', '京']}))

function embedOne(text: string, by = embed): Embedded {
  return (by([text], 'passage') as readonly Embedded[])[0]!
}

describe('vectors', () => {
  test('are the sums of their tokens’ vectors, made small', () => {
    const word = fc.constantFrom(...words.filter((token) => !token.startsWith('##')))
    fc.assert(
      fc.property(fc.array(word, {maxLength: 30}), (chosen) => {
        const sum = Array.from({length: 16}, (_, at) =>
          chosen.reduce((total, token) => total + made.vectorOf(token)[at]!, 0),
        )
        expectNear(embedOne(chosen.join(' ')).vector, quantise(sum))
      }),
    )
  })

  test('count a word as often as it is there', () => {
    const once = embedOne('office lyon').vector
    expect(embedOne('office lyon lyon lyon').vector).not.toEqual(once)
    expectNear(embedOne('lyon office office lyon').vector, once)
  })

  test('are in the order of their texts, of a question as of a passage', () => {
    const texts = ['the office', '', 'lyon', 'the office']
    const all = embed(texts, 'question') as readonly Embedded[]
    expect(all).toEqual(texts.map((text) => embedOne(text)))
    expect(embed([], 'passage')).toEqual([])
    // None is another's, so that whoever keeps one may change it.
    expect(all[0]!.vector.buffer).not.toBe(all[3]!.vector.buffer)
  })

  test.each(['', ' \n', 'unheard', '\0\0', '🚀', 'ประเทศไทย'])('of %j there is none', (text) => {
    expect(embedOne(text)).toEqual({vector: new Int8Array(16), coverage: 0})
  })
})

describe('coverage', () => {
  test.each<[string, number]>([
    ['The office moved to Lyon in March.', 1],
    ['I', 1],
    // Two tokens: by half.
    ['offices', 1 / 2],
    ['officesss', 0],
    ['officess', 1 / 4],
    ['the unheard', 3 / 10],
    // Neither punctuation nor digits nor pictures are letters.
    ['office, 2026 ... 🚀', 1],
    ['2026', 0],
    ['...', 0],
    // A letter alone says little where the vocabulary has no words.
    ['東京', 0],
    ['の', 0],
    ['и', 0],
    ['ии', 0],
    ['για', 1],
    ['東京 office', 6 / 8],
    // Accents and case are no matter.
    ['ÖFFICE', 1],
  ])('of %j is %f', (text, expected) => {
    expect(embedOne(text).coverage).toBeCloseTo(expected, 12)
  })

  test('words that are spelled letter by letter are not known', () => {
    for (const text of ['qz', 'xqz', 'xqzvkwjhq', 'a1b2']) {
      expect([text, embedOne(text, spelling.embed).coverage]).toEqual([text, 0])
    }
  })
})

describe('whatever is written', () => {
  test('it gets a vector within bounds, and a coverage from 0 to 1', () => {
    fc.assert(
      fc.property(written, (text) => {
        for (const by of [embed, spelling.embed]) {
          const {vector, coverage} = embedOne(text, by)
          const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
          expect([0, 127]).toContain(largest)
          expect(coverage).toBeGreaterThanOrEqual(0)
          expect(coverage).toBeLessThanOrEqual(1)
        }
      }),
      {numRuns: 500},
    )
  })

  test('it gets the same whatever was embedded before', () => {
    fc.assert(
      fc.property(fc.array(written, {maxLength: 5}), written, (before, text) => {
        const fresh = builtInEmbedder(tableFile(made.bytes))
        const first = embedOne(text, fresh.embed)
        fresh.embed(before, 'passage')
        expect(embedOne(text, fresh.embed)).toEqual(first)
      }),
      {numRuns: 50},
    )
  })

  test('the order of its words makes no difference but in rounding', () => {
    fc.assert(
      fc.property(fc.array(written, {maxLength: 8}), fc.nat(), (parts, turn) => {
        const turned = [...parts.slice(turn % 8), ...parts.slice(0, turn % 8)].reverse()
        for (const by of [embed, spelling.embed]) {
          const one = embedOne(parts.join('\n'), by)
          const other = embedOne(turned.join('\n'), by)
          expectNear(one.vector, other.vector)
          expect(one.coverage).toBeCloseTo(other.coverage, 12)
        }
      }),
      {numRuns: 300},
    )
  })
})

test('more words than are remembered change nothing', () => {
  const many = Array.from({length: 70_000}, (_, index) => `office${index.toString(36)}`).join(' ')
  const first = embedOne('the offices moved', spelling.embed)
  const whole = embedOne(many, spelling.embed)
  expect(embedOne('the offices moved', spelling.embed)).toEqual(first)
  expect(embedOne(many, spelling.embed)).toEqual(whole)
})

describe('a hostile text takes no more steps than it is long', () => {
  const hostile: readonly [name: string, of: (length: number) => string][] = [
    ['a line of words', (length) => 'officely '.repeat(length / 9)],
    ['words that are all different', (length) => different(length)],
    ['letters without a blank', (length) => 'o'.repeat(length)],
    ['words as long as there may be', (length) => `${'ofic'.repeat(25)} `.repeat(length / 101)],
    ['accents on one letter', (length) => `o${'\u0301\u0316'.repeat(length / 2)}`],
    ['words of accents', (length) => `o${'\u0301\u0316'.repeat(350)} `.repeat(length / 702)],
    ['quotes', (length) => '"'.repeat(length)],
    ['NULs', (length) => '\0'.repeat(length)],
    ['halves of pairs', (length) => '\ud800'.repeat(length)],
    ['Chinese without a blank', (length) => '京'.repeat(length)],
    ['Thai without a blank', (length) => 'ก'.repeat(length)],
    ['pictures', (length) => '🚀'.repeat(length / 2)],
  ]

  test.each(hostile)('%s', (_, of) => {
    const length = 40_000
    const steps = stepsFor(of(length))
    // A few more: what a sign is to a word is asked once.
    expect(steps.looks).toBeLessThanOrEqual(length + 10)
    // Each look for a token reads no more bytes than the longest has.
    expect(steps.pieces).toBeLessThanOrEqual(length)
    // Putting marks in order takes the square of their number.
    expect(steps.longestNormalized).toBeLessThanOrEqual(800)
  })
})

/** Words that have not been read before by whoever reads them in one text. */
function different(length: number): string {
  return Array.from({length: length / 8}, (_, index) =>
    `o${(index + 78364164096).toString(36)}`.slice(0, 7),
  ).join(' ')
}

/** How often a text is looked at, and tokens are looked for; how much is normalized at a time. */
function stepsFor(text: string): {looks: number; pieces: number; longestNormalized: number} {
  const fresh = builtInEmbedder(tableFile({tokens: [...alphabet, 'office', '"', '京']}))
  fresh.embed([''], 'passage')
  const looks = vi.spyOn(String.prototype, 'codePointAt')
  const pieces = vi.spyOn(Vocabulary.prototype, 'longest')
  const lengths: number[] = [0]
  const normalize = String.prototype.normalize
  const normalized = vi.spyOn(String.prototype, 'normalize').mockImplementation(function (
    this: string,
    form?: string,
  ) {
    lengths.push(this.length)
    return normalize.call(this, form)
  })
  try {
    embedOne(text, fresh.embed)
    return {
      looks: looks.mock.calls.length,
      pieces: pieces.mock.calls.length,
      longestNormalized: Math.max(...lengths),
    }
  } finally {
    looks.mockRestore()
    pieces.mockRestore()
    normalized.mockRestore()
  }
}

/** Sums in another order may round to the next number. */
function expectNear(one: Int8Array, other: Int8Array): void {
  const apart = one.map((value, at) => Math.abs(value - other[at]!))
  expect(apart.reduce((most, value) => Math.max(most, value), 0)).toBeLessThanOrEqual(1)
}
