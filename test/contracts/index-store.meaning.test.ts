/**
 * What every index promises of meaning: run on the real one, in memory and on the disk, and on the
 * naive one. Vectors are of three numbers, so that one sees how near they are.
 */

import {describe, expect, test} from 'vitest'
import type {Instant} from '../../src/ground/instant.js'
import {EXACT, MEANING, NEAR, NOTE_MEANING} from '../../src/rank/law.js'
import type {AskedMeaning, Question} from '../../src/rank/question.js'
import type {IndexStore} from '../../src/store/index-store.js'
import {
  cacheFolder,
  meaningOf,
  type NoteSketch,
  noteOf,
  pathOf,
  placeOf,
  placesOf,
  putInto,
  questionOf,
  storeIn,
  vectorsOf,
} from '../store/sketch.js'
import {type Kind, kinds} from './kinds.js'

type Notes = Readonly<Record<string, NoteSketch | readonly string[]>>

/** Directions that have nothing in common. */
const HERE = [127, 0, 0] as const
const THERE = [0, 127, 0] as const
const BEYOND = [0, 0, 127] as const
const AWAY = [-127, 0, 0] as const
/** As near to `HERE` as is needed to be found, and not near enough however few there are. */
const JUST_NEAR = [64, 120, 0] as const
const NOT_NEAR = [31, 122, 0] as const
/** Near enough for what is nearest of all. */
const JUST_FAINT = [32, 122, 0] as const

const here = meaningOf(...HERE)

async function filled(open: Kind['open'], notes: Notes) {
  const opened = await open()
  for (const [path, sketch] of Object.entries(notes)) putInto(opened.store, path, sketch)
  return opened
}

/** Where hits stand and how they matched, best first. */
function matchesOf(store: IndexStore, text: string, meaning: AskedMeaning) {
  return store.search(questionOf(text, {meaning})).hits.map((hit) => [placeOf(hit), hit.match])
}

/** Where what lacks a vector stands: `a.md:1` for the first chunk of a note. */
function lacking(store: IndexStore, limit = 100): string[] {
  const missing = store.withoutVector(limit)
  return missing.map(({path, id}) => `${path}:${2 * store.idsOf(path).indexOf(id) + 1}`).toSorted()
}

describe.each(kinds)('$name', ({open}) => {
  const holding = async (notes: Notes) => (await filled(open, notes)).store

  test('what is near is found without a word of it, and says so', async () => {
    const store = await holding({
      'a.md': {chunks: [{body: 'the feline slept', vector: HERE}]},
      'b.md': {chunks: [{body: 'my cat and a dog', vector: HERE}]},
      'c.md': {chunks: [{body: 'a cat of nine tails', vector: THERE}]},
      'd.md': {chunks: [{body: 'taxes', vector: THERE}]},
    })
    expect(matchesOf(store, 'cat', here)).toEqual([
      ['b.md:1', 'both'],
      ['a.md:1', 'semantic'],
      ['c.md:1', 'keyword'],
    ])
    const found = store.search(questionOf('cat', {meaning: here}))
    expect({total: found.total, matched: found.hits.map(({matched}) => matched)}).toEqual({
      total: 3,
      matched: [['cat'], [], ['cat']],
    })
    expect(placesOf(store, 'cat').toSorted()).toEqual(['b.md:1', 'c.md:1'])
  })

  test('what it means is a part of the score, and so is the best of its note', async () => {
    const store = await holding({
      'a.md': {
        chunks: [
          {body: 'one', vector: HERE},
          {body: 'two', vector: [60, 80, 0]},
          {body: 'three', vector: AWAY},
        ],
      },
    })
    const meaning = {vector: Int8Array.from(HERE), coverage: 0.875}
    const {hits} = store.search(questionOf('three', {meaning}))
    const parts = Object.fromEntries(
      hits.map((hit) => [placeOf(hit), [hit.parts.meaning, hit.parts.note]]),
    )
    const ofNote = parts['a.md:5']![1]!
    expect(parts).toEqual({
      'a.md:1': [MEANING * 0.875, ofNote],
      'a.md:3': [expect.closeTo(MEANING * 0.6 * 0.875, 6), ofNote],
      'a.md:5': [0, ofNote],
    })
    const byWords = store.search(questionOf('three')).hits[0]!.parts
    expect(ofNote - byWords.note).toBeCloseTo(NOTE_MEANING * 0.875, 9)
    for (const {score, parts: own} of hits) {
      const {words, meaning: near, note, neighbours, exact, standing} = own
      expect(words + near + note + neighbours + exact + standing).toBe(score)
    }
  })

  test('nonsense finds nothing: what is not near enough, or not understood, is not there', async () => {
    const store = await holding({
      'a.md': {chunks: [{body: 'one', vector: JUST_NEAR}]},
      'b.md': {chunks: [{body: 'two', vector: NOT_NEAR}]},
      'c.md': {chunks: [{body: 'three', vector: AWAY}]},
      'd.md': {chunks: [{body: 'four', vector: [0, 0, 0]}]},
      'e.md': ['five'],
    })
    const vector = Int8Array.from(HERE)
    const nonsense = 'xqzvvk blorptang'
    expect(matchesOf(store, nonsense, here)).toEqual([['a.md:1', 'semantic']])
    expect(matchesOf(store, nonsense, {vector, coverage: NEAR})).toEqual([])
    expect(matchesOf(store, nonsense, {vector, coverage: 0})).toEqual([])
    expect(matchesOf(store, nonsense, meaningOf(0, 0, 0))).toEqual([])
    expect(matchesOf(store, nonsense, meaningOf(...BEYOND))).toEqual([])
    // What is near without a word is found by a question without any, and no other.
    expect(matchesOf(store, '', here)).toEqual([['a.md:1', 'semantic']])
  })

  test('of what is faintly near the ten nearest are found, of those that may be found', async () => {
    const faint = Array.from({length: 30}, (_, i): [string, NoteSketch] => {
      const vector = i < 12 ? JUST_FAINT : [33 + (i % 3), 122, 0]
      return [`${String(i).padStart(2, '0')}.md`, {chunks: [{body: `text ${i}`, vector}]}]
    })
    const store = await holding(Object.fromEntries(faint))
    const found = (hidden: readonly string[], text = 'xqzvvk blorptang') =>
      store
        .search(questionOf(text, {meaning: here, limit: 50, hidden: new Set(hidden)}))
        .hits.map(({path}) => path)
    // The nearest first, and of those equally near the first by their paths.
    expect(found([])).toEqual([
      ...['14', '17', '20', '23', '26', '29', '13', '16', '19', '22'].map((name) => `${name}.md`),
    ])
    const most = faint.slice(12).map(([path]) => path)
    expect(found(most)).toEqual(faint.slice(0, 10).map(([path]) => path))
    expect(found(faint.map(([path]) => path))).toEqual([])
    // One word, said once or twice, names what it wants.
    for (const word of ['xqzvvk', 'xqzvvk xqzvvk']) expect(found([], word)).toEqual([])
  })

  test('what stands as it was typed stays before all that is near', async () => {
    const store = await holding({
      'a.md': {chunks: [{body: 'fetch the user by id, fetch a user by id', vector: HERE}]},
      'b.md': {chunks: [{body: 'said once: fetchUserById', vector: AWAY}]},
      'c.md': {chunks: [{body: 'loading people', vector: HERE}]},
      'd.md': ['and here fetchUserById again, among much else that says nothing of it'],
    })
    const question = 'how does fetchUserById fetch a user by id'
    const {hits} = store.search(questionOf(question, {meaning: here}))
    expect(hits.map(({path, match}) => [path, match])).toEqual([
      ['b.md', 'exact'],
      ['d.md', 'exact'],
      ['a.md', 'both'],
      ['c.md', 'semantic'],
    ])
    expect(hits[1]!.score).toBeGreaterThan(EXACT)
    expect(hits[2]!.score).toBeLessThan(EXACT)
  })

  test('fault 28: an identifier ranks first whatever the vectors say', async () => {
    const store = await holding({
      'code.md': ['E1234 is thrown here'],
      ...Object.fromEntries(
        Array.from({length: 60}, (_, i) => [`n/${i}.md`, {chunks: [{body: 'x', vector: HERE}]}]),
      ),
    })
    const found = store.search(questionOf('E1234', {meaning: here, limit: 5}))
    expect({total: found.total, first: found.hits[0]?.path}).toEqual({total: 61, first: 'code.md'})
    const strict = store.search(questionOf('E1234', {meaning: here, minScore: EXACT}))
    expect(strict.hits.map(placeOf)).toEqual(['code.md:1'])
  })

  test('fault 28: what has the words alone is not dropped where others have vectors', async () => {
    const chunks = (body: string, ...vector: number[]) => ({chunks: [{body, vector}]})
    const store = await holding({
      'words.md': ['the office is in lyon'],
      'away.md': chunks('the office is in lyon', ...AWAY),
      ...Object.fromEntries(
        Array.from({length: 100}, (_, i) => [`n/${i}.md`, chunks(`filler ${i}`, 127, i % 50, 0)]),
      ),
    })
    const asked = {meaning: here, limit: 200}
    const {total, hits} = store.search(questionOf('lyon office', asked))
    expect({total, hits: hits.length}).toEqual({total: 102, hits: 102})
    const byWords = store.search(questionOf('lyon office')).hits
    const ofWords = hits.filter(({match}) => match === 'keyword')
    expect(ofWords.map(placeOf)).toEqual(['away.md:1', 'words.md:1'])
    // Nor is a score taken from them: what points elsewhere is worth as much as what says nothing.
    expect(ofWords).toEqual(byWords)
  })

  test('fault 29: a filter applies before the cut to what is near: one room among a thousand', async () => {
    const {store} = await open()
    for (let room = 0; room < 1000; room++) {
      const vector = room === 17 ? JUST_NEAR : HERE
      putInto(store, `r/${room}.md`, {
        chunks: [{body: `filler ${room}`, vector}],
        facets: [`room:${room}`],
        date: room,
      })
    }
    for (let i = 0; i < 5; i++) {
      const chunks = [{body: 'other', vector: i === 0 ? NOT_NEAR : [60 - i, 60, 0]}]
      putInto(store, `own/${i}.md`, {chunks, facets: ['room:17']})
    }
    const ask = (narrowed: Partial<Question>) =>
      store.search(questionOf('lyon', {meaning: here, limit: 10, ...narrowed}))
    const found = ask({where: [['=room:17']]})
    expect(found.total).toBe(5)
    expect(found.hits.map(({path}) => path)).toEqual([
      ...[1, 2, 3, 4].map((i) => `own/${i}.md`),
      'r/17.md',
    ])
    expect(ask({}).total).toBe(1004)
    const hidden = new Set(Array.from({length: 999}, (_, i) => `r/${i}.md`))
    expect(ask({hidden}).hits[0]?.path).toBe('r/999.md')
    const doubted = new Set([...hidden].slice(1))
    expect(
      ask({doubted})
        .hits.map(({path}) => path)
        .slice(0, 2),
    ).toEqual(['r/0.md', 'r/999.md'])
    expect(ask({since: 17 as Instant, until: 18 as Instant}).total).toBe(1)
  })

  test('fault 32: more is worth more, up to the most there is: nothing is clamped, nothing ties', async () => {
    const words = ['lyon office moved june', 'lyon office moved', 'lyon office', 'lyon', 'rain']
    const vectors = [HERE, [120, 40, 0], [100, 80, 0], [80, 100, 0], JUST_NEAR]
    const fillers = Array.from({length: 30}, (_, i) => [
      `z/${i}.md`,
      {chunks: [{body: `filler ${i}`, vector: BEYOND}]},
    ])
    const rising = words.map((body, index) => [
      `${index}.md`,
      {chunks: [{body, vector: vectors[index]!}]},
    ])
    const store = await holding(Object.fromEntries([...fillers, ...rising]))
    const text = 'lyon office moved june'
    for (const meaning of [undefined, here]) {
      const asked = questionOf(text, meaning === undefined ? {} : {meaning})
      const {hits} = store.search(asked)
      const expected = meaning === undefined ? 4 : 5
      expect(hits.map(({path}) => path)).toEqual(
        Array.from({length: expected}, (_, index) => `${index}.md`),
      )
      expect(new Set(hits.map(({score}) => score)).size).toBe(expected)
    }
    const [best] = store.search(questionOf(text, {meaning: here})).hits
    expect(best!.score).toBeGreaterThan(1)
    // Nor is the best of a brain that has little raised to the top.
    const few = await holding({'0.md': {chunks: [{body: 'lyon', vector: JUST_NEAR}]}})
    const [only] = few.search(questionOf('lyon', {meaning: here})).hits
    expect(only!.score).toBeLessThan(best!.score - 0.3)
  })

  test('fault 33: totals are exact also of what is near, and pages follow without a gap', async () => {
    const {store} = await open()
    for (let i = 0; i < 45; i++) {
      const body = i % 3 === 0 ? 'lyon' : 'rain'
      putInto(store, `n/${i}.md`, {chunks: [{body, vector: [i % 5 === 0 ? 0 : 50, 60, i % 4]}]})
    }
    const ask = (offset: number, limit: number) =>
      store.search(questionOf('lyon', {meaning: here, offset, limit}))
    const whole = ask(0, 1000)
    expect({total: whole.total, hits: whole.hits.length}).toEqual({total: 39, hits: 39})
    const pages = [0, 20, 40].map((offset) => ask(offset, 20))
    expect(pages.map(({total}) => total)).toEqual([39, 39, 39])
    expect(pages.flatMap(({hits}) => hits)).toEqual(whole.hits)
  })

  test('the ids of a note are told in its order', async () => {
    const store = await holding({'a.md': ['one', 'two', 'one']})
    const ids = noteOf('a.md', ['one', 'two', 'one']).chunks.map(({id}) => id)
    expect(store.idsOf(pathOf('a.md'))).toEqual(ids)
    store.put(noteOf('a.md', ['two', 'one']))
    expect(store.idsOf(pathOf('a.md'))).toEqual([ids[1], ids[0]])
    store.remove(pathOf('a.md'))
    expect(store.idsOf(pathOf('a.md'))).toEqual([])
    expect(store.idsOf(pathOf('never.md'))).toEqual([])
  })

  test('fault 17: a chunk that is known keeps its vector, and is not asked for another', async () => {
    const {store} = await open()
    const asked: string[] = []
    const put = (path: string, bodies: readonly string[], vector: readonly number[] | undefined) =>
      store.put(noteOf(path, bodies), (place) => {
        asked.push(bodies[place]!)
        return vector && Int8Array.from(vector)
      })
    expect(put('a.md', ['one', 'two'], HERE)).toEqual({redone: 2})
    expect(put('a.md', ['zero', 'two', 'one'], THERE)).toEqual({redone: 1})
    expect(put('a.md', ['two', 'one', 'zero'], BEYOND)).toEqual({redone: 0})
    expect(asked).toEqual(['one', 'two', 'zero'])
    expect(placesOf(store, '', {meaning: here})).toEqual(['a.md:1', 'a.md:3'])
    expect(placesOf(store, '', {meaning: meaningOf(...THERE)})).toEqual(['a.md:5'])
    expect(placesOf(store, '', {meaning: meaningOf(...BEYOND)})).toEqual([])
    // Of another note it is another, and what was gone is new.
    put('b.md', ['one'], undefined)
    put('a.md', ['two'], undefined)
    put('a.md', ['two', 'one'], undefined)
    expect(asked.slice(3)).toEqual(['one', 'one'])
    expect(placesOf(store, '', {meaning: here})).toEqual(['a.md:1'])
    expect(lacking(store)).toEqual(['a.md:3', 'b.md:1'])
  })

  test('whoever tells vectors may use the same array for the next', async () => {
    const {store} = await open()
    const vector = new Int8Array(3)
    store.put(noteOf('a.md', ['one', 'two', 'three']), (place) => vector.fill(0).fill(9, place))
    vector.fill(-9)
    const meaning = meaningOf(1, 1, 1)
    expect(placesOf(store, '', {meaning})).toEqual(['a.md:1', 'a.md:3', 'a.md:5'])
    expect(placesOf(store, '', {meaning: here})).toEqual(['a.md:1'])
  })

  test('what lacks a vector is named, each once, and as many as are wanted', async () => {
    const store = await holding({
      'a.md': {chunks: ['one', {body: 'two', vector: HERE}, 'three']},
      'b.md': ['four'],
      'c.md': {chunks: [{body: 'five', vector: [0, 0, 0]}]},
      'd.md': ['six'],
    })
    store.remove(pathOf('d.md'))
    expect(lacking(store)).toEqual(['a.md:1', 'a.md:5', 'b.md:1'])
    for (const limit of [0, 1, 2, 3]) {
      const some = lacking(store, limit)
      expect(some).toHaveLength(limit)
      expect(['a.md:1', 'a.md:5', 'b.md:1']).toEqual(expect.arrayContaining(some))
    }
    store.put(noteOf('a.md', ['three']))
    expect(lacking(store)).toEqual(['a.md:1', 'b.md:1'])
  })

  test('a vector that comes later makes its chunk findable, and another takes its place', async () => {
    const {store, reopen} = await filled(open, {'a.md': ['one', 'two'], 'b.md': ['three']})
    const path = pathOf('a.md')
    const [first, second] = store.idsOf(path)
    const vector = Int8Array.from(HERE)
    expect(placesOf(store, '', {meaning: here})).toEqual([])
    expect(store.setVector(path, second!, vector)).toBe(true)
    // Whoever makes them may use the same array for the next.
    vector.fill(0)
    expect(matchesOf(store, 'two', here)).toEqual([['a.md:3', 'both']])
    expect(lacking(store)).toEqual(['a.md:1', 'b.md:1'])
    store.save()
    expect(store.setVector(path, first!, Int8Array.from(HERE))).toBe(true)
    expect(store.setVector(path, second!, Int8Array.from(THERE))).toBe(true)
    expect(matchesOf(store, 'two', here).toSorted()).toEqual([
      ['a.md:1', 'semantic'],
      ['a.md:3', 'keyword'],
    ])
    const before = store.search(questionOf('two', {meaning: here}))
    store.save()
    const again = await reopen()
    expect(again.search(questionOf('two', {meaning: here}))).toEqual(before)
    expect(lacking(again)).toEqual(['b.md:1'])
  })

  test('a vector is refused that is of no chunk, or of another number of dimensions', async () => {
    const store = await holding({
      'a.md': {chunks: [{body: 'one', vector: HERE}]},
      'b.md': {
        chunks: [
          {body: 'two', vector: [127, 0]},
          {body: 'three', vector: [127, 0, 0, 0]},
        ],
      },
    })
    const path = pathOf('a.md')
    const [id] = store.idsOf(path)
    expect(lacking(store)).toEqual(['b.md:1', 'b.md:3'])
    for (const vector of [[], [127, 0], [127, 0, 0, 0]]) {
      expect(store.setVector(path, id!, Int8Array.from(vector))).toBe(false)
    }
    const vector = Int8Array.from(THERE)
    expect(store.setVector(path, 'no such id', vector)).toBe(false)
    expect(store.setVector(pathOf('b.md'), id!, vector)).toBe(false)
    expect(store.setVector(pathOf('never.md'), id!, vector)).toBe(false)
    expect(placesOf(store, '', {meaning: here})).toEqual(['a.md:1'])
  })

  test('what is removed or rewritten is no longer near', async () => {
    const {store, reopen} = await filled(open, {
      'a.md': {chunks: [{body: 'one', vector: HERE}]},
      'b.md': {chunks: [{body: 'two', vector: HERE}]},
      'c.md': {chunks: [{body: 'three', vector: [100, 20, 0]}]},
    })
    store.save()
    store.remove(pathOf('a.md'))
    putInto(store, 'b.md', {chunks: [{body: 'two and more', vector: THERE}]})
    expect(placesOf(store, '', {meaning: here})).toEqual(['c.md:1'])
    const before = store.search(questionOf('more', {meaning: here}))
    for (const isAnew of [false, true]) {
      store.save(isAnew)
      expect(store.search(questionOf('more', {meaning: here}))).toEqual(before)
      expect((await reopen()).search(questionOf('more', {meaning: here}))).toEqual(before)
    }
    putInto(store, 'a.md', {chunks: [{body: 'one', vector: BEYOND}]})
    expect(placesOf(store, '', {meaning: here})).toEqual(['c.md:1'])
  })

  test('what is equally near stands in the order of paths and places', async () => {
    const chunks = [
      {body: 'one', vector: HERE},
      {body: 'two', vector: HERE},
    ]
    const store = await holding({'b.md': {chunks}, 'a/z.md': {chunks}, 'a.md': {chunks}})
    expect(placesOf(store, '', {meaning: here})).toEqual(
      ['a.md', 'a/z.md', 'b.md'].flatMap((path) => [`${path}:1`, `${path}:3`]),
    )
  })

  test('fault 25: a question of another number of dimensions is answered by words alone', async () => {
    const store = await holding({
      'a.md': {chunks: [{body: 'lyon', vector: HERE}]},
      'b.md': {chunks: [{body: 'rain', vector: HERE}]},
    })
    const byWords = store.search(questionOf('lyon'))
    expect(byWords.hits.map(({match, parts}) => [match, parts.meaning])).toEqual([['keyword', 0]])
    for (const vector of [
      [],
      [127],
      [127, 0],
      [127, 0, 0, 0],
      Array.from({length: 256}, () => 9),
    ]) {
      const meaning = meaningOf(...vector)
      expect(store.search(questionOf('lyon', {meaning}))).toEqual(byWords)
      expect(placesOf(store, 'xqzvvk', {meaning})).toEqual([])
    }
    expect(placesOf(store, 'lyon', {meaning: here})).toEqual(['a.md:1', 'b.md:1'])
  })

  test('fault 25: an index without vectors asks for none, and answers by words', async () => {
    const {store} = await open({})
    const asked: number[] = []
    store.put(noteOf('a.md', ['lyon', 'rain']), (place) => {
      asked.push(place)
      return Int8Array.from(HERE)
    })
    const [id] = store.idsOf(pathOf('a.md'))
    expect(asked).toEqual([])
    expect(lacking(store)).toEqual([])
    expect(store.setVector(pathOf('a.md'), id!, Int8Array.from(HERE))).toBe(false)
    expect(store.setVector(pathOf('a.md'), id!, new Int8Array(0))).toBe(false)
    const byWords = store.search(questionOf('lyon'))
    expect(byWords.total).toBe(1)
    for (const meaning of [here, meaningOf()]) {
      expect(store.search(questionOf('lyon', {meaning}))).toEqual(byWords)
    }
  })
})

describe.each(kinds.filter(({isKept}) => isKept))('$name, opened again', ({open}) => {
  const notes: Notes = {
    'a.md': {chunks: [{body: 'lyon', vector: HERE}, 'paris']},
    'b.md': {chunks: [{body: 'rain in lyon', vector: THERE}]},
  }
  const all = ['a.md:1', 'a.md:3', 'b.md:1']

  test.each([
    ['as many', 3],
    ['fewer', 2],
    ['more', 8],
  ])(
    'fault 25: under a model of %s dimensions words answer while vectors come',
    async (_, dimensions) => {
      const {store, reopen} = await filled(open, notes)
      store.save()
      const byWords = store.search(questionOf('lyon'))
      const vectors = {fingerprint: 'another', dimensions}
      const opened = await reopen({vectors})
      const meaning = meaningOf(...Array.from({length: dimensions}, () => 127))
      expect({lost: opened.lost, chunks: opened.chunks}).toEqual({lost: undefined, chunks: 3})
      expect(lacking(opened)).toEqual(all)
      expect(opened.search(questionOf('lyon', {meaning}))).toEqual(byWords)
      expect(opened.search(questionOf('lyon', {meaning: here}))).toEqual(byWords)

      expect(opened.put(noteOf('a.md', notes['a.md']!), () => meaning.vector)).toEqual({redone: 0})
      expect(lacking(opened)).toEqual(all)
      for (const {path, id} of opened.withoutVector(2)) {
        expect(opened.setVector(path, id, meaning.vector)).toBe(true)
      }
      expect(lacking(opened)).toHaveLength(1)
      expect(placesOf(opened, '', {meaning})).toHaveLength(2)
      for (const {path, id} of opened.withoutVector(2)) opened.setVector(path, id, meaning.vector)
      expect(lacking(opened)).toEqual([])
      expect(placesOf(opened, '', {meaning})).toEqual(all)
      expect(opened.search(questionOf('lyon'))).toEqual(byWords)
    },
  )

  test('fault 25: without a model words answer, and what was kept is there for who asks again', async () => {
    const {store, reopen} = await filled(open, notes)
    store.save()
    const before = store.search(questionOf('lyon', {meaning: here}))
    const plain = await reopen({})
    expect(plain.search(questionOf('lyon', {meaning: here}))).toEqual(
      store.search(questionOf('lyon')),
    )
    expect(lacking(plain)).toEqual([])
    const opened = await reopen()
    expect(opened.search(questionOf('lyon', {meaning: here}))).toEqual(before)
    expect(lacking(opened)).toEqual(['a.md:3'])
  })
})

test('fault 25: vectors of another model are kept by the save, and are found by who opens them', async () => {
  const cacheDir = cacheFolder()
  const small = {fingerprint: 'small', dimensions: 3}
  const large = {fingerprint: 'large', dimensions: 8}
  const first = await storeIn(cacheDir, {vectors: small})
  const sketch = {chunks: [{body: 'lyon', vector: HERE}, 'paris']}
  first.put(noteOf('a.md', sketch), vectorsOf(sketch))
  first.save()
  const second = await storeIn(cacheDir, {vectors: large})
  const vector = Int8Array.from([1, 2, 3, 4, 5, 6, 7, 8])
  for (const {path, id} of second.withoutVector(9)) second.setVector(path, id, vector)
  expect(second.save().kept).toBe(true)
  const third = await storeIn(cacheDir, {vectors: large})
  expect({lost: third.lost, lacking: lacking(third)}).toEqual({lost: undefined, lacking: []})
  expect(placesOf(third, '', {meaning: {vector, coverage: 1}})).toEqual(['a.md:1', 'a.md:3'])
  // A fingerprint that is the same with other dimensions is another model.
  const fourth = await storeIn(cacheDir, {vectors: {...large, dimensions: 4}})
  expect(lacking(fourth)).toEqual(['a.md:1', 'a.md:3'])
})
