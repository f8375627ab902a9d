/**
 * What every index promises of words: run on the real one, in memory and on the disk, and on the
 * naive one. What it promises of meaning stands in `index-store.meaning.test.ts`, and
 * `index-store.law.test.ts` holds the real one against the naive, whatever happens to them.
 */

import {beforeAll, describe, expect, test} from 'vitest'
import {EARLIEST, type Instant, LATEST} from '../../src/ground/instant.js'
import {EXACT} from '../../src/rank/law.js'
import type {Question} from '../../src/rank/question.js'
import type {IndexStore} from '../../src/store/index-store.js'
import {loadStemmers} from '../../src/terms/stem.js'
import {
  type ChunkSketch,
  type NoteSketch,
  noteOf,
  pathOf,
  placeOf,
  placesOf,
  questionOf,
} from '../store/sketch.js'
import {kinds} from './kinds.js'

beforeAll(() => loadStemmers(['en', 'de', 'fr', 'ru']))

describe.each(kinds)('$name', ({open}) => {
  async function holding(
    notes: Readonly<Record<string, NoteSketch | readonly string[]>>,
  ): Promise<IndexStore> {
    const {store} = await open()
    for (const [path, sketch] of Object.entries(notes)) store.put(noteOf(path, sketch))
    return store
  }

  test('answers every question before anything was put', async () => {
    const {store} = await open()
    expect(store.search(questionOf('lyon'))).toEqual({
      total: 0,
      hits: [],
      words: ['lyon'],
      instead: {},
    })
    expect([...store.paths()]).toEqual([])
    expect([...store.languages]).toEqual([])
    expect(store.digestOf(pathOf('a.md'))).toBeUndefined()
    expect({notes: store.notes, chunks: store.chunks}).toEqual({notes: 0, chunks: 0})
    store.remove(pathOf('a.md'))
    expect(store.lost).toBeUndefined()
  })

  test('knows what was put, and under which digest', async () => {
    const store = await holding({
      'a.md': {chunks: ['one', 'two'], language: 'en'},
      'b/c.md': {chunks: ['three'], language: 'de'},
    })
    expect({notes: store.notes, chunks: store.chunks}).toEqual({notes: 2, chunks: 3})
    expect([...store.paths()].toSorted()).toEqual(['a.md', 'b/c.md'])
    expect([...store.languages].toSorted()).toEqual(['de', 'en'])
    const again = noteOf('a.md', ['one'])
    store.put(again)
    expect(store.digestOf(pathOf('a.md'))).toBe(again.digest)
    store.remove(pathOf('b/c.md'))
    expect({notes: store.notes, chunks: store.chunks}).toEqual({notes: 1, chunks: 1})
    expect([...store.languages]).toEqual(['und'])
  })

  test('a hit tells where it stands, and of which bytes', async () => {
    const store = await holding({
      'a.md': {chunks: ['rain', {body: 'the office is in lyon', fact: 4}], title: 'Offices'},
    })
    const [hit] = store.search(questionOf('lyon')).hits
    expect(hit).toMatchObject({path: 'a.md', title: 'Offices', fromLine: 3, toLine: 3, fact: 4})
    expect({start: hit?.start, end: hit?.end}).toEqual({start: 6, end: 27})
    expect(hit?.digest).toBe(store.digestOf(pathOf('a.md')))
    expect(hit?.matched).toEqual(['lyon'])
    expect(store.search(questionOf('rain')).hits[0]).not.toHaveProperty('fact')
  })

  test('fault 17: only chunks that are new are read', async () => {
    const {store} = await open()
    const bodies = Array.from({length: 100}, (_, index) => `section ${index}`)
    expect(store.put(noteOf('a.md', bodies))).toEqual({redone: 100})
    expect(store.put(noteOf('a.md', ['a line at the top', ...bodies]))).toEqual({redone: 1})
    expect(store.put(noteOf('a.md', bodies.toReversed()))).toEqual({redone: 0})
    expect(store.put(noteOf('a.md', ['same', 'same', 'same']))).toEqual({redone: 3})
    expect(store.put(noteOf('a.md', ['same', 'same']))).toEqual({redone: 0})
    expect(store.put(noteOf('b.md', ['same']))).toEqual({redone: 1})
  })

  test('what only moved stands where it now is', async () => {
    const {store} = await open()
    store.put(noteOf('a.md', ['lyon', 'paris']))
    store.put(noteOf('a.md', ['rain', 'lyon', 'paris']))
    expect(placesOf(store, 'paris')).toEqual(['a.md:5'])
    expect(placesOf(store, 'lyon')).toEqual(['a.md:3'])
  })

  test('fault 23: what was put is found, before it is saved, after, and by who opens it again', async () => {
    const {store, reopen} = await open()
    store.put(noteOf('a.md', {chunks: ['the office is in lyon'], language: 'en'}))
    expect(placesOf(store, 'offices lyon')).toEqual(['a.md:1'])
    const before = store.search(questionOf('offices lyon'))
    store.save()
    expect(store.search(questionOf('offices lyon'))).toEqual(before)
    expect((await reopen()).search(questionOf('offices lyon'))).toEqual(before)
  })

  test('what is written anew, in one piece, answers as before', async () => {
    const {store, reopen} = await open()
    for (const [index, text] of ['lyon', 'lyon and rain', 'rain'].entries()) {
      store.put(noteOf(`${index}.md`, [text, 'lyon']))
      store.save()
    }
    store.remove(pathOf('0.md'))
    const before = store.search(questionOf('lyon rain'))
    store.save(true)
    expect(store.search(questionOf('lyon rain'))).toEqual(before)
    expect((await reopen()).search(questionOf('lyon rain'))).toEqual(before)
    store.put(noteOf('0.md', ['lyon']))
    expect(placesOf(store, 'lyon')).toContain('0.md:1')
  })

  test('fault 29: a filter applies before the cut: all of one room among a thousand', async () => {
    const {store} = await open()
    for (let room = 0; room < 1000; room++) {
      const chunks = [room === 17 ? 'lyon, among much else that is said here' : 'lyon lyon']
      store.put(noteOf(`r/${room}.md`, {chunks, facets: [`room:${room}`]}))
    }
    for (let i = 0; i < 5; i++) {
      store.put(noteOf(`own/${i}.md`, {chunks: ['lyon, and more'], facets: ['room:17']}))
    }
    const found = store.search(questionOf('lyon', {where: [['=room:17']], limit: 6}))
    expect(found.total).toBe(6)
    expect(found.hits.map(({path}) => path).toSorted()).toEqual([
      ...Array.from({length: 5}, (_, i) => `own/${i}.md`),
      'r/17.md',
    ])
  })

  test('fault 33: totals are exact, and pages follow one another without a gap', async () => {
    const {store} = await open()
    for (let i = 0; i < 45; i++) store.put(noteOf(`n/${i}.md`, [`lyon ${'rain '.repeat(i % 7)}`]))
    const whole = store.search(questionOf('lyon', {limit: 1000}))
    expect({total: whole.total, hits: whole.hits.length}).toEqual({total: 45, hits: 45})
    const pages = [0, 20, 40, 60].flatMap((offset) => {
      const page = store.search(questionOf('lyon', {offset, limit: 20}))
      expect(page.total).toBe(45)
      return page.hits
    })
    expect(pages).toEqual(whole.hits)
  })

  test('fault 31: languages without blanks, and with other letters', async () => {
    const store = await holding({
      'zh.md': ['我们昨天去了北京动物园'],
      'ja.md': ['昨日は東京で検索エンジンを作った'],
      'ko.md': ['어제 서울에서 회의를 했다'],
      'th.md': ['เมื่อวานเราไปสวนสัตว์'],
      'ru.md': {chunks: ['вчера мы были в офисе в Лионе'], language: 'ru'},
    })
    expect(placesOf(store, '动物园')).toEqual(['zh.md:1'])
    expect(placesOf(store, '検索')).toEqual(['ja.md:1'])
    expect(placesOf(store, '회의')).toEqual(['ko.md:1'])
    expect(placesOf(store, 'สวนสัตว์')).toEqual(['th.md:1'])
    expect(placesOf(store, 'офис')).toEqual(['ru.md:1'])
  })

  test('forms of a word are found in the language of the note, as written everywhere', async () => {
    const store = await holding({
      'de.md': {chunks: ['viele Häuser am See'], language: 'de'},
      'en.md': {chunks: ['two houses'], language: 'en'},
      'und.md': ['houses'],
    })
    expect(placesOf(store, 'haus')).toEqual(['de.md:1'])
    expect(placesOf(store, 'house')).toEqual(['en.md:1'])
    expect(placesOf(store, 'HOUSES').toSorted()).toEqual(['en.md:1', 'und.md:1'])
  })

  test('what stands as it was typed comes before all else', async () => {
    const store = await holding({
      'a.md': ['fetch the user by id, fetch a user by id'],
      'b.md': ['much is said here of other things, and once of fetchUserById'],
      'c.md': ['the limit of the rate'],
      'd.md': ['a rate limit, said in passing and not much more of it'],
    })
    const code = store.search(questionOf('how does fetchUserById fetch a user by id')).hits
    expect(code.map(({path, match}) => [path, match])).toEqual([
      ['b.md', 'exact'],
      ['a.md', 'keyword'],
    ])
    expect(code[0]?.parts.exact).toBe(EXACT)
    expect(placesOf(store, '"rate limit"')).toEqual(['d.md:1', 'c.md:1'])
  })

  test('a phrase reaches from no field or chunk into the next', async () => {
    const store = await holding({
      'a.md': {chunks: [{body: 'the rate', headings: 'limit', title: 'of'}, 'of keys']},
      'b.md': ['the rate limit of keys'],
    })
    for (const [phrase, ...expected] of [
      ['"rate limit"', 'b.md:1'],
      ['"limit of"', 'b.md:1'],
      ['"of keys"', 'a.md:3', 'b.md:1'],
      ['"rate limit of keys"', 'b.md:1'],
    ] as const) {
      const exact = store.search(questionOf(phrase)).hits.filter(({match}) => match === 'exact')
      expect(exact.map(placeOf).toSorted(), phrase).toEqual(expected)
    }
  })

  test('in a conversation the turns beside a word are found too', async () => {
    const turns: ChunkSketch[] = [
      {body: 'hello', turn: 1},
      {body: 'did she move to lyon', turn: 2},
      {body: 'yes, in june', turn: 3},
      {body: 'good', turn: 4},
    ]
    const store = await holding({
      'talk.md': {chunks: turns},
      'plain.md': ['hello', 'did she move to lyon', 'yes, in june'],
    })
    const {hits} = store.search(questionOf('lyon'))
    expect(hits.map(placeOf).toSorted()).toEqual([
      'plain.md:3',
      'talk.md:1',
      'talk.md:3',
      'talk.md:5',
    ])
    expect(
      hits
        .filter(({parts}) => parts.neighbours !== 0)
        .map(placeOf)
        .toSorted(),
    ).toEqual(['talk.md:1', 'talk.md:5'])
    expect(hits.at(-1)?.matched).toEqual([])
  })

  test('near words are taken only where nothing is as typed, and it is said', async () => {
    const store = await holding({'a.md': ['configuration'], 'b.md': ['paris']})
    const check = (text: string, places: string[], instead: Record<string, string[]>) => {
      const found = store.search(questionOf(text))
      expect({places: found.hits.map(placeOf), instead: found.instead}, text).toEqual({
        places,
        instead,
      })
    }
    check('config', ['a.md:1'], {config: ['configuration']})
    check('confguration', ['a.md:1'], {confguration: ['configuration']})
    check('config paris', ['b.md:1'], {})
    check('xqzvvk blorptang', [], {})
  })

  test('hidden is not found; doubted is, and comes later', async () => {
    const store = await holding({
      'MEMORY.md': {
        chunks: [
          {body: 'lyon', fact: 1},
          {body: 'lyon', fact: 2},
        ],
      },
      'a.md': ['lyon'],
    })
    const ask = (narrowed: Partial<Question>) => placesOf(store, 'lyon', narrowed)
    expect(ask({hidden: new Set(['MEMORY.md#1'])}).toSorted()).toEqual(['MEMORY.md:3', 'a.md:1'])
    expect(ask({hidden: new Set(['MEMORY.md', 'gone.md'])})).toEqual(['a.md:1'])
    const doubted = new Set(['MEMORY.md#2', 'a.md'])
    expect(ask({doubted})[0]).toBe('MEMORY.md:1')
    expect(ask({doubted})).toHaveLength(3)
  })

  test('dates include the first instant and exclude the last', async () => {
    const store = await holding({
      'a.md': {chunks: ['lyon'], date: 10},
      'b.md': {chunks: ['lyon'], date: 20},
      'c.md': ['lyon'],
    })
    const ask = (since?: number, until?: number) =>
      placesOf(store, 'lyon', {
        ...(since === undefined ? {} : {since: since as Instant}),
        ...(until === undefined ? {} : {until: until as Instant}),
      })
    expect(ask()).toHaveLength(3)
    expect(ask(10, 20)).toEqual(['a.md:1'])
    expect(ask(11)).toEqual(['b.md:1'])
    expect(ask(undefined, 20)).toEqual(['a.md:1'])
    expect(ask(0, 100)).toEqual(['a.md:1', 'b.md:1'])
  })

  test('the first and the last instant there are survive', async () => {
    const {store, reopen} = await open()
    for (const date of [EARLIEST, LATEST]) {
      store.put(noteOf(`${date}.md`, {chunks: ['lyon'], date}))
    }
    store.save()
    const opened = await reopen()
    expect(placesOf(opened, 'lyon', {since: LATEST})).toEqual([`${LATEST}.md:1`])
    expect(placesOf(opened, 'lyon', {until: LATEST})).toEqual([`${EARLIEST}.md:1`])
    expect(placesOf(opened, 'lyon', {since: EARLIEST})).toHaveLength(2)
  })

  test('a score is the sum of its parts, and what is below the least is not there', async () => {
    const store = await holding({
      'a.md': {chunks: ['lyon', 'lyon and paris'], title: 'Lyon'},
      'b.md': ['much else, and lyon'],
    })
    const whole = store.search(questionOf('lyon paris'))
    for (const {score, parts} of whole.hits) {
      const {words, note, neighbours, exact, standing} = parts
      expect(words + note + neighbours + exact + standing).toBe(score)
    }
    const least = whole.hits[1]!.score
    const some = store.search(questionOf('lyon paris', {minScore: least}))
    expect(some.hits).toEqual(whole.hits.filter(({score}) => least <= score))
    expect(some.total).toBe(some.hits.length)
  })
})
