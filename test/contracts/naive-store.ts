/**
 * An index as plain as one can be: notes in a map, all of them read for every question.
 *
 * Written from the words of `rank/law.ts` and of the shapes, and as slow as that is. It has the
 * numbers of the law and the words of `terms/` in common with the real one, and nothing else of it.
 */

import type {NotePath} from '../../src/ground/note-path.js'
import type {VectorModel} from '../../src/postings/postings.js'
import {
  B,
  DOUBT,
  EXACT,
  FAINT,
  FIELD_WEIGHTS,
  FRESHNESS,
  IMPORTANCE,
  K1,
  MEANING,
  NEAR,
  NEAREST,
  NEIGHBOUR,
  NOTE,
  NOTE_B,
  NOTE_K1,
  NOTE_MEANING,
  PRESET_HALF_LIFE,
  PRESET_IMPORTANCE,
  PRESET_MEANING,
  PRESET_TIME,
  TELLING,
} from '../../src/rank/law.js'
import type {Found, FoundChunk, Match, Parts, Question} from '../../src/rank/question.js'
import type {IndexedChunk, IndexedNote, IndexStore, VectorOf} from '../../src/store/index-store.js'
import {analyse} from '../../src/terms/analyse.js'
import {type PlacedWord, type Query, readQuery} from '../../src/terms/query.js'
import {FIELDS, type Field} from '../../src/terms/term.js'
import {standInFor} from './naive-stand-in.js'
import {NaiveVectors, nearOf} from './naive-vectors.js'

/** A chunk, read. */
interface Text {
  readonly note: IndexedNote
  readonly chunk: IndexedChunk
  readonly fields: readonly ReadField[]
  /** Of body and headings, in positions. */
  readonly length: number
}

interface ReadField {
  readonly field: Field
  /** Word → the places at which it stands. */
  readonly words: ReadonlyMap<string, ReadonlySet<number>>
  readonly stems: readonly string[]
}

/** A word that is asked for: how much, what a text has of it, and what it is worth to have it. */
interface Wanted {
  readonly word: string
  readonly weight: number
  readonly worth: number
  count(text: Text): number
}

interface Weighed {
  readonly text: Text
  readonly match: Match
  readonly score: number
  readonly parts: Parts
}

export class NaiveStore implements IndexStore {
  readonly lost = undefined
  /** By path. Of a note at least one chunk is there. */
  #texts = new Map<string, readonly [Text, ...Text[]]>()
  #vectors: NaiveVectors

  constructor(model?: VectorModel) {
    this.#vectors = new NaiveVectors(model)
  }

  /** The same opened again: vectors of other models than `model` are none. */
  opened(model: VectorModel | undefined): NaiveStore {
    const store = new NaiveStore()
    store.#texts = new Map(this.#texts)
    store.#vectors = this.#vectors.under(model)
    return store
  }

  get notes() {
    return this.#texts.size
  }
  get chunks() {
    return this.#all().length
  }
  get languages() {
    return new Set(this.#all().map(({note}) => note.language))
  }

  digestOf(path: NotePath) {
    return this.#texts.get(path)?.[0].note.digest
  }

  paths() {
    return [...this.#texts.values()].map(([{note}]) => note.path)
  }

  put(given: IndexedNote, vectorOf?: VectorOf) {
    const note = structuredClone(given)
    const {path} = note
    const there = [...this.idsOf(path)]
    const [first, ...others] = note.chunks.map((chunk) => textOf(note, chunk))
    this.#texts.set(path, [first!, ...others])
    this.#vectors.keep(path, there)
    let redone = 0
    note.chunks.forEach(({id}, place) => {
      const at = there.indexOf(id)
      if (at !== -1) {
        there.splice(at, 1)
        return
      }
      redone++
      const vector = this.#vectors.model && vectorOf?.(place)
      if (vector !== undefined) this.#vectors.set(path, id, vector)
    })
    this.#vectors.keep(path, this.idsOf(path))
    return {redone}
  }

  idsOf(path: NotePath) {
    return (this.#texts.get(path) ?? []).map(({chunk}) => chunk.id)
  }

  withoutVector(limit: number) {
    if (this.#vectors.model === undefined) return []
    return this.#all()
      .map(({note, chunk}) => ({path: note.path, id: chunk.id}))
      .filter(({path, id}) => this.#vectors.of(path, id) === undefined)
      .slice(0, limit)
  }

  setVector(path: NotePath, id: string, vector: Int8Array) {
    return this.idsOf(path).includes(id) && this.#vectors.set(path, id, vector)
  }

  remove(path: NotePath) {
    this.#texts.delete(path)
    this.#vectors.keep(path, [])
  }

  save() {
    return {kept: true, bytes: 0, how: 'nothing'} as const
  }

  search(question: Question): Found {
    const texts = this.#all()
    const query = readQuery(question.text, this.languages)
    const typed = wantedIn(query)
    const matchesAsTyped = texts.some(
      (text) => typed.some(({count}) => 0 < count(text)) || isExact(text, query),
    )
    const instead = matchesAsTyped ? new Map<string, Wanted & Taken>() : takenFor(typed, texts)
    const wanted = typed.map((one) => instead.get(one.word) ?? one)
    const near = new Map(texts.map((text) => [text, this.#nearOf(text, question)]))
    const found = weigh(near, wanted, query, question)
      .filter(({text}) => mayBeFound(text, question))
      .filter(({score}) => (question.minScore ?? Number.NEGATIVE_INFINITY) <= score)
      .sort((a, b) => b.score - a.score || byPlace(a.text, b.text))
    return {
      total: found.length,
      words: wanted.map(({word}) => word),
      instead: Object.fromEntries([...instead].map(([word, {taken}]) => [word, taken])),
      hits: found
        .slice(question.offset, question.offset + question.limit)
        .map((weighed) => hitOf(weighed, wanted)),
    }
  }

  #nearOf({note, chunk}: Text, {meaning}: Question): number {
    if (meaning === undefined) return 0
    return nearOf(this.#vectors.of(note.path, chunk.id), meaning)
  }

  #all(): Text[] {
    return [...this.#texts.values()].flat()
  }
}

function textOf(note: IndexedNote, chunk: IndexedChunk): Text {
  let length = 0
  const fields = FIELDS.map((field): ReadField => {
    const read = analyse(chunk.fields[field] ?? '', note.language)
    if (field === 'body' || field === 'headings') length += read.length
    const words = new Map<string, Set<number>>()
    for (const {term, at} of read.words) words.set(term, (words.get(term) ?? new Set()).add(at))
    return {field, words, stems: read.stems}
  })
  return {note, chunk, fields, length}
}

/**
 * How often a term stands in a text, each field with its weight. More than 63 in a title and the
 * like are 63.
 */
function countOf({fields}: Text, term: string): number {
  return fields.reduce((sum, {field, words, stems}) => {
    const times = (words.get(term)?.size ?? 0) + stems.filter((stem) => stem === term).length
    return sum + FIELD_WEIGHTS[field] * Math.min(times, field === 'body' ? 65_535 : 63)
  }, 0)
}

/** The words that count, each once: those that tell something where there are any. */
function wantedIn({words}: Query): Wanted[] {
  const telling = words.filter(({stop}) => !stop)
  const counting = telling.length === 0 ? words : telling
  const names = [...new Set(counting.map(({word}) => word))]
  return names.map((word) => {
    const same = counting.filter((one) => one.word === word)
    const stems = same[0]!.stems
    const bare = new Set(stems.map((stem) => stem.replace(/^~[^:]*:/, '')))
    // What is written as a stem is its own, and is not listed under it.
    const beside = [...bare].filter((term) => term !== word)
    const own = stems.filter((stem) => stem.replace(/^~[^:]*:/, '') === word)
    const forms = stems.filter((stem) => !own.includes(stem))
    return {
      word,
      weight: same.reduce((sum, {weight}) => sum + weight, 0),
      worth: 1,
      count: remembered(
        (text) =>
          Math.max(...[word, ...forms].map((term) => countOf(text, term))) +
          sum([...beside, ...own].map((term) => countOf(text, term))),
      ),
    }
  })
}

/** Asked again and again within one question. */
function remembered(count: Wanted['count']): Wanted['count'] {
  const known = new Map<Text, number>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const times = count(text)
    known.set(text, times)
    return times
  }
}

interface Taken {
  readonly taken: readonly string[]
}

/** What is taken for words of which nothing is there. */
function takenFor(typed: readonly Wanted[], texts: readonly Text[]): Map<string, Wanted & Taken> {
  const vocabulary = new Set(
    texts.flatMap(({fields}) => fields.flatMap(({words}) => [...words.keys()])),
  )
  return new Map(
    typed.flatMap((one): [string, Wanted & Taken][] => {
      const found = standInFor(one.word, vocabulary)
      if (found === undefined) return []
      const count = remembered((text) => sum(found.words.map((word) => countOf(text, word))))
      return [[one.word, {...one, worth: found.worth, taken: found.words, count}]]
    }),
  )
}

/** What one word has: of each chunk and each note a share, and a weight among the others. */
interface Shares {
  readonly worth: number
  readonly ofChunk: ReadonlyMap<Text, number>
  readonly ofNote: ReadonlyMap<IndexedNote, number>
  readonly weight: number
  readonly noteWeight: number
  readonly isThere: boolean
}

/** @param near tells of every text how near it is in meaning. */
function weigh(
  near: ReadonlyMap<Text, number>,
  wanted: readonly Wanted[],
  query: Query,
  question: Question,
): Weighed[] {
  const texts = [...near.keys()]
  const nearest = new Set(
    texts
      .filter((text) => FAINT <= near.get(text)! && mayBeFound(text, question))
      .sort((a, b) => near.get(b)! - near.get(a)! || byPlace(a, b))
      .slice(0, wanted.length < TELLING ? 0 : NEAREST),
  )
  const shares = wanted.map((word) => sharesOf(word, texts))
  return texts.flatMap((text): Weighed[] => {
    const whole = texts.filter(({note}) => note === text.note)
    const exact = isExact(text, query) ? EXACT : 0
    const means = meansOf(text, turnsBeside(whole, text), shares)
    const {words, neighbours} = means
    const match = matchOf(
      exact !== 0,
      words + neighbours !== 0,
      NEAR <= near.get(text)!,
      nearest.has(text),
    )
    if (match === undefined) return []
    const bestOfNote = Math.max(...whole.map((one) => near.get(one)!))
    const note = NOTE * means.note + NOTE_MEANING * bestOfNote
    const standing = namesOf(text).some((name) => question.doubted.has(name)) ? -DOUBT : 0
    const {importance = 0.5} = text.chunk
    const usual: Parts = {
      ...{words, meaning: MEANING * near.get(text)!, note, neighbours, exact, standing},
      freshness: -FRESHNESS * (1 - leftOf(text, question)),
      importance: IMPORTANCE * (importance - 0.5),
    }
    const parts: Parts =
      question.ranking !== 'meaning-time-importance'
        ? usual
        : {
            ...{words: 0, note: 0, neighbours: 0, exact, standing: 0},
            meaning: PRESET_MEANING * near.get(text)!,
            freshness: PRESET_TIME * leftOf(text, question, PRESET_HALF_LIFE),
            importance: PRESET_IMPORTANCE * importance,
          }
    return [{text, match, parts, score: sum(Object.values(parts))}]
  })
}

/** 2^(-age / half-life), 1 for what does not age. */
function leftOf(
  {note: {date, kind = ''}}: Text,
  {freshness}: Question,
  otherwise: number | undefined = undefined,
): number {
  const halfLife = freshness?.halfLifeOf(kind) ?? otherwise
  if (freshness === undefined || date === undefined || halfLife === undefined) return 1
  const days = Math.floor(Math.max(0, freshness.at - date) / (24 * 60 * 60 * 1000))
  return 0.5 ** (days / halfLife)
}

/** How a text matches; `undefined` where it does not. */
function matchOf(
  isExact: boolean,
  hasWords: boolean,
  isNear: boolean,
  isNearest: boolean,
): Match | undefined {
  if (isExact) return 'exact'
  if (hasWords && isNear) return 'both'
  if (hasWords) return 'keyword'
  return isNear || isNearest ? 'semantic' : undefined
}

function meansOf(
  text: Text,
  beside: readonly (readonly Text[])[],
  shares: readonly Shares[],
): {words: number; neighbours: number; note: number} {
  const there = shares.filter(({isThere}) => isThere)
  const all = sum(shares.map(({weight}) => weight))
  const share = sum(there.map(({weight}) => weight)) / all
  const thereByNote = sum(there.map(({noteWeight}) => noteWeight))
  const means = {words: 0, neighbours: 0, note: 0}
  for (const {worth, weight, noteWeight, ofChunk, ofNote} of there) {
    const own = ofChunk.get(text)!
    const gaps = beside.map(
      (turn) => 1 - NEIGHBOUR * Math.max(0, ...turn.map((one) => ofChunk.get(one)!)),
    )
    const filled = 1 - (1 - own) * gaps[0]! * gaps[1]!
    means.words += (worth * weight * own) / all
    means.neighbours += (worth * weight * (filled - own)) / all
    means.note += (worth * noteWeight * ofNote.get(text.note)! * share) / thereByNote
  }
  return means
}

function sharesOf(word: Wanted, texts: readonly Text[]): Shares {
  const notes = [...new Set(texts.map(({note}) => note))]
  const chunks = saturated(
    texts.map((text) => [text]),
    word,
    K1,
    B,
  )
  const whole = saturated(
    notes.map((note) => texts.filter((text) => text.note === note)),
    word,
    NOTE_K1,
    NOTE_B,
  )
  return {
    worth: word.worth,
    ofChunk: new Map(texts.map((text, index) => [text, chunks[index]!])),
    ofNote: new Map(notes.map((note, index) => [note, whole[index]!])),
    weight: word.weight * rarityIn(chunks),
    noteWeight: word.weight * rarityIn(whole),
    isThere: chunks.some((share) => share !== 0),
  }
}

/** What each document has of a word: BM25's n / (n + k1 · (1 - b + b · length / average)). */
function saturated(
  documents: readonly (readonly Text[])[],
  {count}: Wanted,
  k1: number,
  b: number,
): number[] {
  const lengths = documents.map((texts) => sum(texts.map(({length}) => length)))
  const average = sum(lengths) / documents.length
  return documents.map((texts, index) => {
    const times = sum(texts.map(count))
    const longer = average === 0 ? 1 : 1 - b + (b * lengths[index]!) / average
    return times === 0 ? 0 : times / (times + k1 * longer)
  })
}

function rarityIn(shares: readonly number[]): number {
  const having = shares.filter((share) => share !== 0).length
  return Math.log(1 + (shares.length - having + 0.5) / (having + 0.5))
}

/** The turns before and after that of a text; nothing of what is no conversation. */
function turnsBeside(note: readonly Text[], text: Text): readonly (readonly Text[])[] {
  const {turn = 0} = text.chunk
  if (turn === 0) return [[], []]
  const own = note.findIndex((one) => one.chunk.turn === turn)
  const next = note.findLastIndex((one) => one.chunk.turn === turn) + 1
  const turnAt = (index: number) => {
    const number = note[index]?.chunk.turn ?? 0
    return number === 0 ? [] : note.filter((one) => one.chunk.turn === number)
  }
  return [turnAt(own - 1), turnAt(next)]
}

function isExact(text: Text, {phrases, exact}: Query): boolean {
  return (
    phrases.some((phrase) => hasPhrase(text, phrase)) ||
    exact.some((term) => hasPhrase(text, [{term, at: 0}]))
  )
}

/** Whether the words of a phrase stand in one field as far from one another as in the phrase. */
function hasPhrase({fields}: Text, phrase: readonly PlacedWord[]): boolean {
  const [first] = phrase
  return fields.some(({words}) =>
    [...(words.get(first!.term) ?? [])].some((from) =>
      phrase.every(({term, at}) => words.get(term)?.has(from + at - first!.at)),
    ),
  )
}

/** What a text is called in `hidden` and `doubted`. */
function namesOf({note, chunk}: Text): string[] {
  return chunk.fact === undefined ? [note.path] : [note.path, `${note.path}#${chunk.fact}`]
}

function mayBeFound(text: Text, {where, hidden, since, until}: Question): boolean {
  const facets = text.note.chunks.flatMap((chunk) => chunk.facets)
  if (!where.every((list) => list.some((facet) => facets.includes(facet)))) return false
  if (namesOf(text).some((name) => hidden.has(name))) return false
  if (since === undefined && until === undefined) return true
  const {date} = text.note
  if (date === undefined) return false
  return (since === undefined || since <= date) && (until === undefined || date < until)
}

function byPlace(a: Text, b: Text): number {
  if (a.note.path !== b.note.path) return a.note.path < b.note.path ? -1 : 1
  return a.chunk.start - b.chunk.start
}

function hitOf({text, match, score, parts}: Weighed, wanted: readonly Wanted[]): FoundChunk {
  const {path, title, digest} = text.note
  const {start, end, fromLine, toLine, fact} = text.chunk
  return {
    path,
    title,
    digest,
    start,
    end,
    fromLine,
    toLine,
    ...(fact === undefined ? {} : {fact}),
    match,
    score,
    parts,
    matched: wanted.filter(({count}) => 0 < count(text)).map(({word}) => word),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
