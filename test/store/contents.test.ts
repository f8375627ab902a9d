/** Two indexes are compared by what they have, whatever way it came about. */

import {expect, test} from 'vitest'
import {openPostings} from '../../src/postings/postings.js'
import {contentsOf} from '../../src/store/contents.js'
import {cacheFolder, type NoteSketch, noteOf, pathOf, storeIn, storeOf} from './sketch.js'

const notes = {
  'a.md': ['one two', 'two three'],
  'b.md': {chunks: ['one', {body: 'two', fact: 2}], facets: ['wing:atlas'], title: 'B', date: 5},
  'c.md': ['zero'],
}

test('what came about in another order, with detours, saved and opened again, is the same', async () => {
  const straight = (await storeOf(notes)).contents()
  expect([...straight.keys()].sort()).toEqual(['a.md', 'b.md', 'c.md'])

  const folder = cacheFolder()
  const first = await storeIn(folder)
  first.put(noteOf('c.md', ['something else', 'zero']))
  first.put(noteOf('d.md', ['gone']))
  first.save()
  first.put(noteOf('b.md', notes['b.md']))
  first.put(noteOf('c.md', notes['c.md']))
  first.remove(pathOf('d.md'))
  first.save()
  const second = await storeIn(folder)
  second.put(noteOf('a.md', ['two three']))
  second.put(noteOf('a.md', notes['a.md']))
  expect(sorted(second.contents())).toEqual(sorted(straight))
  second.save(true)
  expect(sorted((await storeIn(folder)).contents())).toEqual(sorted(straight))
})

test.each<[string, NoteSketch | readonly string[]]>([
  ['another word', ['one two', 'two four']],
  ['a word more often', ['one two', 'two two three']],
  ['words in another order', ['two one', 'two three']],
  ['chunks in another order', ['two three', 'one two']],
  ['a word in another field', {chunks: [{body: 'one', headings: 'two'}, 'two three']}],
  ['another title', {chunks: ['one two', 'two three'], title: 'A'}],
  ['a date', {chunks: ['one two', 'two three'], date: 7}],
  ['a facet', {chunks: ['one two', 'two three'], facets: ['wing:atlas']}],
  ['another language', {chunks: ['one two', 'two three'], language: 'en'}],
  ['another place', {chunks: ['one two ', 'two three']}],
])('%s is a difference, and one of that note alone', async (_, changed) => {
  const before = (await storeOf(notes)).contents()
  const after = (await storeOf({...notes, 'a.md': changed})).contents()
  expect(
    [...before].filter(([path, sum]) => after.get(path) !== sum).map(([path]) => path),
  ).toEqual(['a.md'])
})

/** What an index has of notes with vectors: each number stands for one, in each of its chunks. */
function withVectors(vectors: Readonly<Record<string, number | undefined>>, cacheDir?: string) {
  const index = openPostings(cacheDir, 'test', {vectors: {fingerprint: 'any', dimensions: 2}})
  for (const [at, number] of Object.entries(vectors)) {
    const terms = {length: 1, terms: [{term: 'one', body: 1, other: 0, positions: [0]}]}
    const vectorOf = () => (number === undefined ? undefined : Int8Array.of(number, 1))
    index.put(noteOf(at, ['one', 'two']), () => terms, vectorOf)
  }
  return index
}

test('a vector is a difference, and one of that note alone', () => {
  const before = contentsOf(withVectors({'a.md': 1, 'b.md': 2, 'c.md': undefined}))
  for (const number of [3, -1, undefined]) {
    const after = contentsOf(withVectors({'a.md': 1, 'b.md': number, 'c.md': undefined}))
    const differing = [...before].filter(([path, sum]) => after.get(path) !== sum)
    expect(differing.map(([path]) => path)).toEqual(['b.md'])
  }
})

test('vectors that came later, saved and opened again, are the same', () => {
  const straight = contentsOf(withVectors({'a.md': 1, 'b.md': 2}))
  const folder = cacheFolder()
  const first = withVectors({'b.md': undefined, 'a.md': 7}, folder)
  first.save()
  for (const [at, number] of [
    ['a.md', 1],
    ['b.md', 2],
  ] as const) {
    for (const id of first.chunkIdsOf(at)) first.setVector(at, id, Int8Array.of(number, 1))
  }
  expect(sorted(contentsOf(first))).toEqual(sorted(straight))
  expect(first.save().how).toBe('added')
  const second = withVectors({}, folder)
  expect(sorted(contentsOf(second))).toEqual(sorted(straight))
  second.save(true)
  expect(sorted(contentsOf(withVectors({}, folder)))).toEqual(sorted(straight))
})

function sorted(contents: ReadonlyMap<string, string>): [string, string][] {
  return [...contents].sort(([a], [b]) => (a < b ? -1 : 1))
}
