/**
 * The real index held against the naive one, and against one made anew, whatever is put, removed,
 * saved and opened again, by whatever model.
 */

import fc from 'fast-check'
import {beforeAll, expect, test} from 'vitest'
import type {Instant} from '../../src/ground/instant.js'
import type {VectorModel} from '../../src/postings/postings.js'
import type {FoundChunk, Question} from '../../src/rank/question.js'
import type {ComparableStore, IndexStore, VectorOf} from '../../src/store/index-store.js'
import {loadStemmers} from '../../src/terms/stem.js'
import {
  type ChunkSketch,
  cacheFolder,
  MODEL,
  type NoteSketch,
  noteOf,
  pathOf,
  placeOf,
  questionOf,
  storeIn,
  vectorById,
  vectorsOf,
} from '../store/sketch.js'
import {NaiveStore} from './naive-store.js'

/** Milliseconds that many sequences may take on a machine with other work. */
const SLOW = 120_000

beforeAll(() => loadStemmers(['en', 'de', 'fr', 'ru']))

const DAY = 86_400_000

/** In days; what is in none of them has none of its own. */
const HALF_LIVES = new Map([
  ['daily', 7],
  ['drawer/events', 0.5],
  ['identity', Number.POSITIVE_INFINITY],
])

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
/** More numbers than the vectors of any model here have: what one takes is their beginning. */
const numbers = fc.oneof(
  fc.array(fc.integer({min: -2, max: 2}), {minLength: 8, maxLength: 8}),
  fc.array(fc.integer({min: -127, max: 127}), {minLength: 8, maxLength: 8}),
)
const chunk: fc.Arbitrary<ChunkSketch> = fc.record(
  {
    body: text,
    headings: text,
    title: text,
    aliases: text,
    tags: text,
    path: text,
    fact: fc.integer({min: 1, max: 3}),
    importance: fc.constantFrom(0, 0.5, 0.7, 1),
    vector: numbers,
  },
  {requiredKeys: ['body']},
)
/** Turns come one after the other, some of several chunks, and not always from the beginning. */
const talk = fc
  .array(fc.tuple(text, fc.boolean(), numbers), {minLength: 1, maxLength: 6})
  .chain((parts) => fc.tuple(fc.constant(parts), fc.nat(2)))
  .map(([parts, quiet]) => {
    let turn = 1
    return parts.map(([body, isNext, vector], index): ChunkSketch => {
      if (index < quiet) return {body}
      turn += isNext ? 1 : 0
      return {body, turn, vector}
    })
  })
const sketch: fc.Arbitrary<NoteSketch> = fc.record(
  {
    chunks: fc.oneof(fc.array(chunk, {minLength: 1, maxLength: 4}), talk),
    language: fc.constantFrom('und', 'en', 'de', 'fr', 'ru'),
    date: fc.constantFrom(-5, 0, 10, 20, 3 * DAY, 3 * DAY + 1, 400 * DAY),
    kind: fc.constantFrom('daily', 'drawer', 'identity', 'drawer/events'),
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
/** Of vectors: one comes later, another model is asked for, or none. */
const vectorStep = fc.oneof(
  {weight: 3, arbitrary: fc.tuple(fc.constant('vector' as const), path, fc.nat(5), numbers)},
  {weight: 1, arbitrary: fc.tuple(fc.constant('model' as const), fc.constantFrom(2, 3, 8))},
  {weight: 1, arbitrary: fc.tuple(fc.constant('without' as const))},
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
    meaning: fc.option(
      fc.record({
        vector: numbers.map((some) => Int8Array.from(some)),
        coverage: fc.constantFrom(1, 1, 0.7, 0),
      }),
      {nil: undefined, freq: 4},
    ),
    freshness: fc.option(
      fc.constantFrom(0, 3 * DAY, 4 * DAY, 30 * DAY).map((at) => ({
        at: at as Instant,
        halfLifeOf: (kind: string) => HALF_LIVES.get(kind),
      })),
      {nil: undefined, freq: 4},
    ),
    ranking: fc.constantFrom('usual', 'usual', 'meaning-time-importance' as const),
  })
  .map(({text: words, narrowed, meaning, freshness, ...page}) =>
    questionOf(words, {
      ...page,
      ...(freshness === undefined ? {} : {freshness}),
      ...(meaning === undefined ? {} : {meaning}),
      ...(narrowed as Partial<Question>),
    }),
  )

/** The question as a model takes it. */
function cutTo(dimensions: number, {meaning, ...rest}: Question): Question {
  if (meaning === undefined) return rest
  return {...rest, meaning: {...meaning, vector: meaning.vector.slice(0, dimensions)}}
}

/** What a sketch says, as a model takes it. */
function vectorsIn(dimensions: number, given: NoteSketch): VectorOf {
  const vectorOf = vectorsOf(given)
  return (place) => vectorOf(place)?.slice(0, dimensions)
}

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
        fc.array(fc.oneof({weight: 3, arbitrary: step}, {weight: 1, arbitrary: vectorStep}), {
          minLength: 3,
          maxLength: 20,
        }),
        fc.array(question, {minLength: 4, maxLength: 8}),
        async (steps, questions) => {
          const both = await Both.open()
          for (const one of steps) {
            await both.take(one)
            both.expectAlike()
            const [first] = questions
            // In between too, so that whoever keeps a copy of the vectors follows them.
            expectSame(both.real, both.naive, cutTo(both.dimensions, first!))
          }
          for (const one of questions) {
            expectSame(both.real, both.naive, cutTo(both.dimensions, one))
            expectSame(both.real, both.naive, one)
          }
        },
      ),
      {numRuns: 60},
    )
  },
  SLOW,
)

type Step =
  | readonly ['put', string, NoteSketch]
  | readonly ['remove', string]
  | readonly ['save' | 'reopen' | 'without']
  | readonly ['vector', string, number, readonly number[]]
  | readonly ['model', number]

/** A real index and a naive one that go through the same. */
class Both {
  naive = new NaiveStore(MODEL)
  real: IndexStore
  readonly #cacheDir: string
  #model = MODEL
  #models = 0

  static async open(): Promise<Both> {
    const cacheDir = cacheFolder()
    return new Both(cacheDir, await storeIn(cacheDir, {vectors: MODEL}))
  }

  constructor(cacheDir: string, real: IndexStore) {
    this.#cacheDir = cacheDir
    this.real = real
  }

  get dimensions(): number {
    return this.#model.dimensions
  }

  async take(one: Step): Promise<void> {
    switch (one[0]) {
      case 'put': {
        const note = noteOf(one[1], one[2])
        const [asked, expected] = [this.real, this.naive].map((store) => {
          const places: number[] = []
          const vectorOf = vectorsIn(this.dimensions, one[2])
          const redone = store.put(note, (place) => {
            places.push(place)
            return vectorOf(place)
          })
          return {redone, places}
        })
        return expect(asked).toEqual(expected)
      }
      case 'remove':
        this.real.remove(pathOf(one[1]))
        this.naive.remove(pathOf(one[1]))
        return
      case 'vector':
        return this.#setVector(pathOf(one[1]), one[2], one[3])
      case 'model':
        // Never one that was there before: what is left of its vectors nobody promises.
        this.#model = {fingerprint: `model ${++this.#models}`, dimensions: one[1]}
        return await this.#reopen(this.#model)
      case 'without':
        return await this.#reopen(undefined)
      case 'reopen':
        return await this.#reopen(this.#model)
      default:
        expect(this.real.save().kept).toBe(true)
    }
  }

  #setVector(path: ReturnType<typeof pathOf>, place: number, some: readonly number[]): void {
    const ids = this.naive.idsOf(path)
    const id = ids[place % (ids.length || 1)] ?? 'none'
    const vector = Int8Array.from(some).slice(0, place === 5 ? 7 : this.dimensions)
    expect(this.real.setVector(path, id, vector)).toBe(this.naive.setVector(path, id, vector))
  }

  async #reopen(vectors: VectorModel | undefined): Promise<void> {
    expect(this.real.save().kept).toBe(true)
    this.real = await storeIn(this.#cacheDir, {vectors})
    this.naive = this.naive.opened(vectors)
  }

  expectAlike(): void {
    const {real, naive} = this
    expect({notes: real.notes, chunks: real.chunks, lost: real.lost}).toEqual({
      notes: naive.notes,
      chunks: naive.chunks,
      lost: undefined,
    })
    expect([...real.paths()].toSorted()).toEqual(naive.paths().toSorted())
    for (const at of naive.paths()) expect(real.idsOf(at)).toEqual(naive.idsOf(at))
    expect(lackingIn(real)).toEqual(lackingIn(naive))
  }
}

function lackingIn(store: IndexStore): string[] {
  return store
    .withoutVector(1000)
    .map(({path: at, id}) => `${at} ${id}`)
    .toSorted()
}

test(
  'an index that came about in any way has what one made anew has, to the last bit',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, fc.boolean()), {minLength: 1, maxLength: 20}),
        question,
        async (steps, whole) => {
          const cacheDir = cacheFolder()
          const made = {vectors: MODEL}
          const wanted = new Map<string, NoteSketch>()
          let real: ComparableStore = await storeIn(cacheDir, made)
          for (const [[what, at, given], isLater] of steps) {
            if (what === 'put') {
              putByContent(real, at, given, isLater)
              wanted.set(at, given)
            } else if (what === 'remove') {
              real.remove(pathOf(at))
              wanted.delete(at)
            } else {
              // Vectors that come later, and are saved by themselves.
              if (isLater) catchUp(real)
              real.save()
              if (what === 'reopen') real = await storeIn(cacheDir, made)
            }
          }
          catchUp(real)
          const anew = await storeIn(undefined, made)
          for (const [at, given] of wanted) putByContent(anew, at, given, false)
          const one = cutTo(MODEL.dimensions, whole)
          expect(real.search(one)).toEqual(anew.search(one))
          expect(real.contents()).toEqual(anew.contents())
        },
      ),
      {numRuns: 60},
    )
  },
  SLOW,
)

/** @param isLater true where its vectors are not told yet. */
function putByContent(store: IndexStore, at: string, given: NoteSketch, isLater: boolean): void {
  const note = noteOf(at, given)
  if (isLater) store.put(note)
  else store.put(note, (place) => vectorById(note.chunks[place]!.id))
}

function catchUp(store: IndexStore): void {
  for (const {path: at, id} of store.withoutVector(1000)) {
    expect(store.setVector(at, id, vectorById(id))).toBe(true)
  }
}
