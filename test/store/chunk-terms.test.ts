import {expect, test} from 'vitest'
import {countsOf} from '../../src/postings/posting-code.js'
import {TermCounter} from '../../src/store/chunk-terms.js'
import type {Reading} from '../../src/terms/analyse.js'
import {type ChunkSketch, noteOf} from './sketch.js'

/**
 * Words are letters between blanks; `walks` has the stem of `walk`, and `aB` is an identifier of
 * two.
 */
const openReading = (): Reading => {
  const terms: string[] = []
  const numberOf = (term: string) => {
    const known = terms.indexOf(term)
    return known === -1 ? terms.push(term) - 1 : known
  }
  const read: Reading['read'] = (text, language, take) => {
    let at = 0
    for (const word of text.split(' ').filter(Boolean)) {
      const parts = word.split(/(?=[A-Z])/)
      if (1 < parts.length) take.word(numberOf(word.toLowerCase()), at)
      for (const part of parts) take.word(numberOf(part.toLowerCase()), at++)
      if (/.s$/.test(word)) take.stem(numberOf(`~${language}:${word.slice(0, -1)}`))
    }
    return at
  }
  return {read, termOf: (number) => terms[number]!}
}

/** Term → counts by field, and places. */
function check(
  sketch: ChunkSketch,
  length: number,
  expected: Record<string, [number[], number[]]>,
) {
  const [chunk] = noteOf('a.md', {chunks: [sketch], facets: ['wing:a']}).chunks
  const terms = new TermCounter(openReading).termsOf({...chunk!, facets: []}, 'en')
  expect(terms.length).toBe(length)
  const told = terms.terms.map(({term, body, other, positions}) => [
    term,
    [countsOf(body, other), positions],
  ])
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
  const {length, terms} = new TermCounter(openReading).termsOf(chunk!, 'en')
  expect(length).toBe(0)
  expect(terms).toMatchObject([
    {term: '=wing:a', body: 0, other: 0, positions: []},
    {term: '=tag:x', body: 0, other: 0, positions: []},
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
