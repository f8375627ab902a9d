/**
 * What every index promises: run on the real one, in memory and on the disk, and on the naive one;
 * and the real one held against the naive, whatever is put, removed, saved and opened again.
 */

import fc from 'fast-check'
import {beforeAll, describe, expect, test} from 'vitest'
import {EARLIEST, type Instant, LATEST} from '../../src/ground/instant.js'
import {EXACT} from '../../src/rank/law.js'
import type {FoundChunk, Question} from '../../src/rank/question.js'
import type {IndexStore} from '../../src/store/index-store.js'
import {loadStemmers} from '../../src/terms/stem.js'
import {
  type ChunkSketch,
  cacheFolder,
  type NoteSketch,
  noteOf,
  pathOf,
  placeOf,
  placesOf,
  questionOf,
  storeIn,
} from '../store/sketch.js'
import {NaiveStore} from './naive-store.js'

interface Opened {
  store: IndexStore
  /** Another process opens what this one saved. */
  reopen(): Promise<IndexStore>
}

const kinds: readonly {readonly name: string; open(): Promise<Opened>}[] = [
  {
    name: 'Orama on the disk',
    async open() {
      const cacheDir = cacheFolder()
      return {store: await storeIn(cacheDir), reopen: () => storeIn(cacheDir)}
    },
  },
  {
    name: 'Orama in memory',
    async open() {
      const store = await storeIn()
      return {store, reopen: async () => store}
    },
  },
  {
    name: 'the naive index',
    async open() {
      const store = new NaiveStore()
      return {store, reopen: async () => store}
    },
  },
]

/** Milliseconds that many sequences may take on a machine with other work. */
const SLOW = 120_000

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

/** Words that often meet. */
const common = [
  'office',
  'offices',
  'limit',
  'limited',
  'the',
  'of',
  'Häuser',
  '検索',
  'fetchUserById',
]
/** With stems, parts and signs, and of every way of writing. */
const vocabulary = [
  ...common,
  ...[
    'limits',
    'run',
    'running',
    'constructor',
    '__proto__',
    'Haus',
    'der',
    'mangé',
    'mange',
    'café',
  ],
  ...['検索エンジン', '東京', '서울에서', 'สวนสัตว์', 'офис', 'офисе', 'fetch', 'user', 'rate_limit'],
  ...['src/a/b.ts', 'v0.6.2', 'C++', "don't", 'foo-bar', 'foo', 'bar', '42', 'x'],
]

const word = fc.oneof(fc.constantFrom(...common), fc.constantFrom(...vocabulary))
const text = fc.array(word, {maxLength: 8}).map((words) => words.join(' '))
const chunk: fc.Arbitrary<ChunkSketch> = fc.record(
  {
    body: text,
    headings: text,
    title: text,
    aliases: text,
    tags: text,
    path: text,
    fact: fc.integer({min: 1, max: 3}),
  },
  {requiredKeys: ['body']},
)
/** Turns come one after the other, some of several chunks, and not always from the beginning. */
const talk = fc
  .array(fc.tuple(text, fc.boolean()), {minLength: 1, maxLength: 6})
  .chain((parts) => fc.tuple(fc.constant(parts), fc.nat(2)))
  .map(([parts, quiet]) => {
    let turn = 1
    return parts.map(([body, isNext], index): ChunkSketch => {
      if (index < quiet) return {body}
      turn += isNext ? 1 : 0
      return {body, turn}
    })
  })
const sketch: fc.Arbitrary<NoteSketch> = fc.record(
  {
    chunks: fc.oneof(fc.array(chunk, {minLength: 1, maxLength: 4}), talk),
    language: fc.constantFrom('und', 'en', 'de', 'fr', 'ru'),
    date: fc.constantFrom(-5, 0, 10, 20),
    facets: fc.subarray(['wing:user1', 'wing:user10', 'tag:x']),
  },
  {requiredKeys: ['chunks']},
)
const path = fc.constantFrom('a.md', 'b.md', 'a/b.md', '__proto__', '日本/ü.md')
const step = fc.oneof(
  {weight: 6, arbitrary: fc.tuple(fc.constant('put' as const), path, sketch)},
  {weight: 2, arbitrary: fc.tuple(fc.constant('remove' as const), path)},
  {weight: 2, arbitrary: fc.tuple(fc.constant('save' as const))},
  {weight: 1, arbitrary: fc.tuple(fc.constant('reopen' as const))},
)

const few = fc.array(word, {minLength: 1, maxLength: 3}).map((words) => words.join(' '))
const asked = fc.oneof(
  {weight: 3, arbitrary: few},
  {weight: 2, arbitrary: fc.tuple(few, few).map(([a, b]) => `${a} "${b}"`)},
  {weight: 1, arbitrary: word.map((one) => one.slice(0, -1))},
  {
    weight: 1,
    arbitrary: fc.constantFrom('ofice', 'contsructor', 'офси', '“of the”', 'run OFFICE "', ''),
  },
)
const names = fc.subarray(['a.md', 'b.md#1', '__proto__', 'a/b.md#2', '日本/ü.md', 'gone.md'])
const narrowing = fc.record(
  {
    where: fc.subarray([['=wing:user1'], ['=wing:user10', '=tag:x'], ['=tag:x']], {maxLength: 2}),
    since: fc.constantFrom(0, 10),
    until: fc.constantFrom(10, 21),
    hidden: names.map((some) => new Set(some)),
    minScore: fc.constantFrom(-1, 0.0123, 0.3141, 2.0017),
  },
  {requiredKeys: []},
)
const question = fc
  .record({
    text: asked,
    narrowed: fc.oneof({weight: 2, arbitrary: fc.constant({})}, {weight: 1, arbitrary: narrowing}),
    doubted: names.map((some) => new Set(some)),
    offset: fc.constantFrom(0, 0, 0, 1, 5),
    limit: fc.constantFrom(100, 100, 3, 1, 0),
  })
  .map(({text: words, narrowed, ...page}) =>
    questionOf(words, {...page, ...(narrowed as Partial<Question>)}),
  )

/** The same hits, totals and words; scores and their parts equal to a thousandth of a millionth. */
function expectSame(real: IndexStore, naive: IndexStore, one: Question): void {
  const found = real.search(one)
  const all = naive.search({...one, offset: 0, limit: Number.POSITIVE_INFINITY})
  const page = all.hits.slice(one.offset, one.offset + one.limit)
  expect({total: found.total, words: found.words, instead: found.instead}).toEqual({
    total: all.total,
    words: all.words,
    instead: all.instead,
  })
  expect(found.hits).toHaveLength(page.length)
  found.hits.forEach((hit, index) => {
    const same = all.hits.find((other) => placeOf(other) === placeOf(hit))
    expect(hit).toEqual(same && about(same))
    expect(Math.abs(hit.score - page[index]!.score)).toBeLessThan(1e-9)
  })
  expect(found.hits).toEqual(found.hits.toSorted(byPlace))
}

function about(hit: FoundChunk): FoundChunk {
  const near = (number: number): number => expect.closeTo(number, 9)
  const parts = Object.fromEntries(
    Object.entries(hit.parts).map(([name, value]) => [name, near(value)]),
  )
  return {...hit, score: near(hit.score), parts: parts as unknown as FoundChunk['parts']}
}

function byPlace(a: FoundChunk, b: FoundChunk): number {
  if (a.score !== b.score) return b.score - a.score
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.start - b.start
}

test(
  'whatever is put, removed, saved and opened again: the real index answers as the naive one',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, {minLength: 3, maxLength: 16}),
        fc.array(question, {minLength: 4, maxLength: 8}),
        async (steps, questions) => {
          const cacheDir = cacheFolder()
          const naive = new NaiveStore()
          let real = await storeIn(cacheDir)
          for (const [what, at, given] of steps) {
            if (what === 'put') {
              const note = noteOf(at, given)
              expect(real.put(note)).toEqual(naive.put(note))
            } else if (what === 'remove') {
              real.remove(pathOf(at))
              naive.remove(pathOf(at))
            } else {
              expect(real.save().kept).toBe(true)
              if (what === 'reopen') real = await storeIn(cacheDir)
            }
            expect({notes: real.notes, chunks: real.chunks, lost: real.lost}).toEqual({
              notes: naive.notes,
              chunks: naive.chunks,
              lost: undefined,
            })
          }
          expect([...real.paths()].toSorted()).toEqual(naive.paths().toSorted())
          for (const one of questions) expectSame(real, naive, one)
        },
      ),
      {numRuns: 60},
    )
  },
  SLOW,
)

test(
  'an index that came about in any way has what one made anew has, to the last bit',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, {minLength: 1, maxLength: 20}),
        question,
        async (steps, one) => {
          const cacheDir = cacheFolder()
          const wanted = new Map<string, NoteSketch>()
          let real = await storeIn(cacheDir)
          for (const [what, at, given] of steps) {
            if (what === 'put') {
              real.put(noteOf(at, given))
              wanted.set(at, given)
            } else if (what === 'remove') {
              real.remove(pathOf(at))
              wanted.delete(at)
            } else {
              real.save()
              if (what === 'reopen') real = await storeIn(cacheDir)
            }
          }
          const anew = await storeIn()
          for (const [at, given] of wanted) anew.put(noteOf(at, given))
          expect(real.search(one)).toEqual(anew.search(one))
          expect(real.contents()).toEqual(anew.contents())
        },
      ),
      {numRuns: 60},
    )
  },
  SLOW,
)
