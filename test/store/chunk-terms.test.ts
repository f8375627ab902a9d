import {expect, test} from 'vitest'
import {type Analyse, termsOf} from '../../src/store/chunk-terms.js'
import type {Analysis} from '../../src/terms/term.js'
import {type ChunkSketch, noteOf} from './sketch.js'

/**
 * Words are letters between blanks; `walks` has the stem of `walk`, and `aB` is an identifier of
 * two.
 */
const analyse: Analyse = (text, language): Analysis => {
  const words = text.split(' ').filter(Boolean)
  let at = 0
  const found = words.flatMap((word) => {
    const from = at
    const parts = word.split(/(?=[A-Z])/)
    at += parts.length
    const pieces = parts.map((part, index) => ({term: part.toLowerCase(), at: from + index}))
    return parts.length === 1 ? pieces : [{term: word.toLowerCase(), at: from}, ...pieces]
  })
  const stems = words.filter((word) => /.s$/.test(word)).map((word) => word.slice(0, -1))
  return {words: found, stems: stems.map((stem) => `~${language}:${stem}`), length: at}
}

/** Term → counts by field, and places. */
function check(
  sketch: ChunkSketch,
  length: number,
  expected: Record<string, [number[], number[]]>,
) {
  const [chunk] = noteOf('a.md', {chunks: [sketch], facets: ['wing:a']}).chunks
  const terms = termsOf({...chunk!, facets: []}, 'en', analyse)
  expect(terms.length).toBe(length)
  const told = [...terms.terms].map(([term, {counts, positions}]) => [term, [counts, positions]])
  expect(Object.fromEntries(told)).toEqual(expected)
}

test('a word is counted by field and stands at its places', () => {
  check({body: 'one two one'}, 3, {
    one: [
      [2, 0, 0, 0, 0, 0],
      [0, 2],
    ],
    two: [[1, 0, 0, 0, 0, 0], [1]],
  })
})

test('fields follow one another, and do not touch', () => {
  check({path: 'p', tags: 't', aliases: 'a', title: 'x', headings: 'one', body: 'one two'}, 3, {
    one: [
      [1, 1, 0, 0, 0, 0],
      [0, 3],
    ],
    two: [[1, 0, 0, 0, 0, 0], [1]],
    x: [[0, 0, 1, 0, 0, 0], [5]],
    a: [[0, 0, 0, 1, 0, 0], [7]],
    t: [[0, 0, 0, 0, 1, 0], [9]],
    p: [[0, 0, 0, 0, 0, 1], [11]],
  })
})

test('title, aliases, tags and path make a chunk no longer', () => {
  check({title: 'one two three'}, 0, {
    one: [[0, 0, 1, 0, 0, 0], [0]],
    two: [[0, 0, 1, 0, 0, 0], [1]],
    three: [[0, 0, 1, 0, 0, 0], [2]],
  })
})

test('stems are counted where they are, and stand nowhere', () => {
  check({body: 'walks walks', headings: 'walks'}, 3, {
    walks: [
      [2, 1, 0, 0, 0, 0],
      [0, 1, 3],
    ],
    '~en:walk': [[2, 1, 0, 0, 0, 0], []],
  })
})

test('an identifier stands where its first part does', () => {
  check({body: 'aB c'}, 3, {
    ab: [[1, 0, 0, 0, 0, 0], [0]],
    a: [[1, 0, 0, 0, 0, 0], [0]],
    b: [[1, 0, 0, 0, 0, 0], [1]],
    c: [[1, 0, 0, 0, 0, 0], [2]],
  })
})

test('facets are there, and are counted nowhere', () => {
  const [chunk] = noteOf('a.md', {chunks: [''], facets: ['wing:a', 'tag:x', 'tag:x']}).chunks
  const {length, terms} = termsOf(chunk!, 'en', analyse)
  expect(length).toBe(0)
  expect([...terms]).toEqual([
    ['=wing:a', {counts: [0, 0, 0, 0, 0, 0], positions: []}],
    ['=tag:x', {counts: [0, 0, 0, 0, 0, 0], positions: []}],
  ])
})

test('words that are names of members of objects are terms like others', () => {
  check(
    {body: 'constructor __proto__'},
    2,
    Object.fromEntries([
      ['constructor', [[1, 0, 0, 0, 0, 0], [0]]],
      ['__proto__', [[1, 0, 0, 0, 0, 0], [1]]],
    ]) as Record<string, [number[], number[]]>,
  )
})
