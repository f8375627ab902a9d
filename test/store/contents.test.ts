/** Two indexes are compared by what they have, whatever way it came about. */

import {expect, test} from 'vitest'
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

function sorted(contents: ReadonlyMap<string, string>): [string, string][] {
  return [...contents].sort(([a], [b]) => (a < b ? -1 : 1))
}
