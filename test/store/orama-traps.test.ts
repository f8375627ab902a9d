/**
 * What Orama is known to do to those who use it as it comes, none of which may happen to an index.
 */

import {expect, test} from 'vitest'
import {cacheFolder, noteOf, pathOf, placesOf, questionOf, storeIn, storeOf} from './sketch.js'

test('more than a thousand notes are removed at once', async () => {
  const store = await storeIn()
  for (let i = 0; i < 2500; i++) store.put(noteOf(`n/${i}.md`, ['lyon']))
  expect(store.search(questionOf('lyon')).total).toBe(2500)
  for (const path of [...store.paths()]) if (path !== 'n/7.md') store.remove(path)
  expect({notes: store.notes, chunks: store.chunks}).toEqual({notes: 1, chunks: 1})
  expect(placesOf(store, 'lyon')).toEqual(['n/7.md:1'])
})

test('a note that is put again and again leaves nothing of what it was', async () => {
  const store = await storeOf({'other.md': ['steady']})
  for (let i = 0; i < 1000; i++) store.put(noteOf('a.md', [`word${i}`, 'steady']))
  expect({notes: store.notes, chunks: store.chunks}).toEqual({notes: 2, chunks: 3})
  expect(placesOf(store, 'word999')).toEqual(['a.md:1'])
  expect(placesOf(store, 'word998 word997 word1')).toEqual([])
  const fresh = await storeOf({'other.md': ['steady'], 'a.md': ['word999', 'steady']})
  const question = questionOf('steady word999')
  expect(store.search(question)).toEqual(fresh.search(question))
})

test('a note that was removed and is put again is there once, under its old path', async () => {
  const store = await storeOf({'a.md': ['lyon'], 'b.md': ['lyon']})
  store.remove(pathOf('a.md'))
  store.put(noteOf('c.md', ['lyon']))
  store.put(noteOf('a.md', ['lyon again']))
  expect(placesOf(store, 'lyon').toSorted()).toEqual(['a.md:1', 'b.md:1', 'c.md:1'])
  expect(placesOf(store, 'again')).toEqual(['a.md:1'])
})

test('removing what is not there, or twice, takes nothing away', async () => {
  const store = await storeOf({'a.md': ['lyon']})
  for (const name of ['b.md', '0', '1', '-1', '__proto__', 'a.md/b.md']) store.remove(pathOf(name))
  expect(store.notes).toBe(1)
  store.remove(pathOf('a.md'))
  store.remove(pathOf('a.md'))
  expect({notes: store.notes, chunks: store.chunks}).toEqual({notes: 0, chunks: 0})
  expect(placesOf(store, 'lyon')).toEqual([])
})

const odd = ['__proto__', 'constructor', 'toString', '0', '1', '-1', 'NaN', 'length', 'a.md#1']

test('paths that are names of members of objects, or numbers, are paths', async () => {
  const cacheDir = cacheFolder()
  const store = await storeIn(cacheDir)
  for (const [index, name] of odd.entries()) store.put(noteOf(name, ['lyon', `own${index}`]))
  const check = (opened: typeof store) => {
    expect(opened.notes).toBe(odd.length)
    expect([...opened.paths()].toSorted()).toEqual(odd.toSorted())
    expect(placesOf(opened, 'lyon')).toEqual(odd.toSorted().map((name) => `${name}:1`))
    for (const [index, name] of odd.entries()) {
      expect(placesOf(opened, `own${index}`)).toEqual([`${name}:3`])
      expect(opened.digestOf(pathOf(name))).toBe(noteOf(name, ['lyon', `own${index}`]).digest)
    }
  }
  check(store)
  store.save()
  check(await storeIn(cacheDir))
  expect(store.digestOf(pathOf('hasOwnProperty'))).toBeUndefined()
})

test('words that are names of members of objects are words', async () => {
  const store = await storeOf({'a.md': ['constructor'], 'b.md': ['__proto__'], 'c.md': ['other']})
  expect(placesOf(store, 'constructor')).toEqual(['a.md:1'])
  expect(placesOf(store, '__proto__')).toEqual(['b.md:1'])
  expect(placesOf(store, 'hasOwnProperty toString')).toEqual([])
})

test('a question without a word finds nothing, and not all there is', async () => {
  const store = await storeOf({'a.md': {chunks: ['lyon'], facets: ['wing:a']}, 'b.md': ['']})
  for (const text of [
    '',
    ' ',
    '\n\t\u00a0\u3000',
    '"',
    '""',
    '" "',
    '***',
    '---',
    '!?',
    '\ufeff',
  ]) {
    for (const where of [[], [['=wing:a']]]) {
      const found = store.search(questionOf(text, {where}))
      expect({total: found.total, hits: found.hits}, JSON.stringify(text)).toEqual({
        total: 0,
        hits: [],
      })
    }
  }
})

test('a word that only begins as the one that was asked for does not push in front of it', async () => {
  const notes = Object.fromEntries(Array.from({length: 50}, (_, i) => [`n/${i}.md`, ['a test']]))
  const store = await storeOf({...notes, 'rare.md': ['testament']})
  const {total, hits} = store.search(questionOf('test', {limit: 100}))
  expect(total).toBe(50)
  expect(hits.map(({path}) => path as string)).not.toContain('rare.md')
})

test('a word that all have, again and again, is still worth something', async () => {
  const store = await storeOf({
    'a.md': ['lyon lyon lyon'],
    'b.md': ['lyon'],
    'c.md': {chunks: ['lyon'], title: 'Lyon'},
  })
  for (const {score} of store.search(questionOf('lyon')).hits) expect(score).toBeGreaterThan(0)
})

test('what was typed with signs and accents stands as typed, whatever its case', async () => {
  const texts = [
    'in C++ alone',
    'the Café',
    'pass --dry-run to it',
    "we don't",
    'src/Index.TS here',
  ]
  const store = await storeOf(Object.fromEntries(texts.map((text, i) => [`${i}.md`, [text]])))
  for (const [index, quoted] of [
    '"c++"',
    '"cafe"',
    '"--dry-run"',
    '"don\'t"',
    'src/index.ts',
  ].entries()) {
    const [hit] = store.search(questionOf(quoted)).hits
    expect({path: hit?.path, match: hit?.match}, quoted).toEqual({
      path: `${index}.md`,
      match: 'exact',
    })
  }
})

test('a filter of nothing filters nothing; one that nobody passes lets nobody in', async () => {
  const store = await storeOf({
    'a.md': {chunks: ['lyon', 'lyon'], facets: ['wing:user1', 'tag:x']},
    'b.md': {chunks: ['lyon'], facets: ['wing:user10']},
    'c.md': ['lyon'],
  })
  const check = (where: readonly (readonly string[])[], ...expected: string[]) =>
    expect(placesOf(store, 'lyon', {where}).toSorted()).toEqual(expected)
  check([], 'a.md:1', 'a.md:3', 'b.md:1', 'c.md:1')
  check([['=wing:user1']], 'a.md:1', 'a.md:3')
  check([['=wing:user1', '=wing:user10']], 'a.md:1', 'a.md:3', 'b.md:1')
  check([['=wing:user1'], ['=tag:x']], 'a.md:1', 'a.md:3')
  check([['=wing:user10'], ['=tag:x']])
  check([[]])
  check([['=wing:']])
  // Words are no facets, and facets no words.
  check([['lyon']], 'a.md:1', 'a.md:3', 'b.md:1', 'c.md:1')
  expect(placesOf(store, '=wing:user1')).toEqual([])
})

test('the page is the one that was asked for, and the total that of all pages', async () => {
  const notes = Object.fromEntries(
    Array.from({length: 30}, (_, index) => [`n/${String(index).padStart(2, '0')}.md`, ['lyon']]),
  )
  const store = await storeOf(notes)
  const all = Object.keys(notes).map((name) => `${name}:1`)
  for (const [offset, limit] of [
    [0, 10],
    [10, 10],
    [25, 10],
    [30, 10],
    [1000, 10],
    [0, 0],
    [7, 1],
    [0, 1e9],
    [5, Number.MAX_SAFE_INTEGER],
    [0, Number.POSITIVE_INFINITY],
  ] as const) {
    const {total, hits} = store.search(questionOf('lyon', {offset, limit}))
    expect(total).toBe(30)
    expect(hits.map((hit) => `${hit.path}:${hit.fromLine}`)).toEqual(
      all.slice(offset, offset + limit),
    )
  }
})

test('what is equal stands in the order of paths and places, whenever it was put', async () => {
  const store = await storeOf({'b.md': ['lyon', 'lyon'], 'a/z.md': ['lyon', 'lyon'], 'a.md': ['x']})
  store.put(noteOf('a.md', ['lyon', 'lyon']))
  const expected = ['a.md:1', 'a.md:3', 'a/z.md:1', 'a/z.md:3', 'b.md:1', 'b.md:3']
  expect(placesOf(store, 'lyon')).toEqual(expected)
})

test('asking changes nothing, neither what is kept nor what was handed in', async () => {
  const note = noteOf('a.md', {chunks: ['lyon'], facets: ['wing:a']})
  const before = structuredClone(note)
  const store = await storeIn()
  store.put(note)
  const question = questionOf('lyon', {where: [['=wing:a']]})
  const first = store.search(question)
  expect(store.search(question)).toEqual(first)
  expect(note).toEqual(before)
  // Nor do answers hold what a later question changes.
  const copy = structuredClone(first)
  store.search(questionOf('nothing'))
  expect(first).toEqual(copy)
})

test('a note that is changed by its owner after it was put stays as it was put', async () => {
  const store = await storeIn()
  const note = noteOf('a.md', ['lyon'])
  store.put(note)
  Object.assign(note, {title: 'another', chunks: []})
  expect(store.search(questionOf('lyon')).hits[0]?.title).toBe('a.md')
  store.remove(pathOf('a.md'))
  expect(placesOf(store, 'lyon')).toEqual([])
})

const long = {
  letters: 'x'.repeat(100_000),
  line: 'lorem ipsum dolor '.repeat(60_000),
  quotes: '"'.repeat(50_000),
  quotations: '"a b" '.repeat(50_000),
  nested: '“'.repeat(25_000) + '”'.repeat(25_000),
  brackets: '('.repeat(50_000),
  han: '検索'.repeat(50_000),
  underscores: 'a_'.repeat(50_000),
  dots: 'a.'.repeat(50_000),
  slashes: 'a/'.repeat(50_000),
  hyphens: '-'.repeat(100_000),
  marks: `e${'\u0301'.repeat(50_000)}`,
  surrogates: '\ud83d'.repeat(50_000),
  pictures: '👩‍👩‍👧‍👦'.repeat(10_000),
} as const

test.each(Object.entries(long))(
  'a text and a question of %s are read to their end',
  async (_, text) => {
    const store = await storeOf({'a.md': [`lyon ${text} paris`], 'b.md': ['lyon']})
    expect(placesOf(store, 'paris')).toEqual(['a.md:1'])
    expect(store.search(questionOf(text)).total).toBeLessThanOrEqual(2)
    expect(placesOf(store, `paris ${text}`)).toContain('a.md:1')
  },
)

test('a word of a hundred thousand letters finds itself', async () => {
  const store = await storeOf({'a.md': [`one ${long.letters} two`], 'b.md': ['x'.repeat(50)]})
  expect(placesOf(store, long.letters)[0]).toBe('a.md:1')
})
