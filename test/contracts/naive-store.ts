/**
 * An index as plain as one can be: notes in a map, all of them read for every question.
 *
 * Written from the words of `rank/law.ts` and of the shapes, and as slow as that is. It has the numbers of the
 * law and the words of `terms/` in common with the real one, and nothing else of it.
 */

import type {NotePath} from '../../src/ground/note-path.js'
import {
  B,
  DOUBT,
  EXACT,
  FIELD_WEIGHTS,
  K1,
  NEIGHBOUR,
  NOTE,
  NOTE_B,
  NOTE_K1,
} from '../../src/rank/law.js'
import type {Found, FoundChunk, Parts, Question} from '../../src/rank/question.js'
import type {IndexedChunk, IndexedNote, IndexStore} from '../../src/store/index-store.js'
import {analyse} from '../../src/terms/analyse.js'
import {type PlacedWord, type Query, readQuery} from '../../src/terms/query.js'
import {FIELDS, type Field} from '../../src/terms/term.js'
import {standInFor} from './naive-stand-in.js'

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
  readonly score: number
  readonly parts: Parts
}

export class NaiveStore implements IndexStore {
  readonly lost = undefined
  readonly #notes = new Map<string, IndexedNote>()

  get notes() {
    return this.#notes.size
  }
  get chunks() {
    return [...this.#notes.values()].reduce((sum, {chunks}) => sum + chunks.length, 0)
  }
  get languages() {
    return new Set([...this.#notes.values()].map(({language}) => language))
  }

  digestOf(path: NotePath) {
    return this.#notes.get(path)?.digest
  }

  paths() {
    return [...this.#notes.values()].map(({path}) => path)
  }

  put(note: IndexedNote) {
    const there = (this.#notes.get(note.path)?.chunks ?? []).map(({id}) => id)
    let redone = 0
    for (const {id} of note.chunks) {
      const at = there.indexOf(id)
      if (at === -1) redone++
      else there.splice(at, 1)
    }
    this.#notes.set(note.path, structuredClone(note))
    return {redone}
  }

  remove(path: NotePath) {
    this.#notes.delete(path)
  }

  save() {
    return {kept: true, bytes: 0, how: 'nothing'} as const
  }

  search(question: Question): Found {
    const texts = [...this.#notes.values()].flatMap((note) =>
      note.chunks.map((chunk) => textOf(note, chunk)),
    )
    const query = readQuery(question.text, this.languages)
    const typed = wantedIn(query)
    const matchesAsTyped = texts.some(
      (text) => typed.some(({count}) => 0 < count(text)) || isExact(text, query),
    )
    const instead = matchesAsTyped ? new Map<string, Wanted & Taken>() : takenFor(typed, texts)
    const wanted = typed.map((one) => instead.get(one.word) ?? one)
    const found = weigh(texts, wanted, query, question)
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

/** How often a term stands in a text, each field with its weight. More than 63 in a title and the like are 63. */
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
      count: (text) =>
        Math.max(...[word, ...forms].map((term) => countOf(text, term))) +
        [...beside, ...own].reduce((sum, term) => sum + countOf(text, term), 0),
    }
  })
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
      const count = (text: Text) => found.words.reduce((sum, word) => sum + countOf(text, word), 0)
      return [[one.word, {...one, worth: found.worth, taken: found.words, count}]]
    }),
  )
}

function weigh(
  texts: readonly Text[],
  wanted: readonly Wanted[],
  query: Query,
  question: Question,
): Weighed[] {
  const notes = [...new Set(texts.map(({note}) => note))]
  const ofNote = new Map(notes.map((note) => [note, texts.filter((text) => text.note === note)]))
  const chunkShares = wanted.map((word) =>
    sharesOf(
      texts.map((text) => [text]),
      word,
      K1,
      B,
    ),
  )
  const noteShares = wanted.map((word) => sharesOf([...ofNote.values()], word, NOTE_K1, NOTE_B))
  const weights = wanted.map(({weight}, w) => weight * rarityIn(chunkShares[w]!))
  const noteWeights = wanted.map(({weight}, w) => weight * rarityIn(noteShares[w]!))
  const isThere = chunkShares.map((shares) => shares.some((share) => share !== 0))
  const all = sum(weights)
  const there = sum(weights.filter((_, w) => isThere[w]))
  const thereByNote = sum(noteWeights.filter((_, w) => isThere[w]))
  return texts.flatMap((text, t): Weighed[] => {
    const [before, after] = turnsBeside(ofNote.get(text.note)!, text)
    const bestIn = (turn: readonly Text[], w: number) =>
      Math.max(0, ...turn.map((one) => chunkShares[w]![texts.indexOf(one)]!))
    let words = 0
    let neighbours = 0
    let note = 0
    wanted.forEach(({worth}, w) => {
      const share = chunkShares[w]![t]!
      const filled =
        1 - (1 - share) * (1 - NEIGHBOUR * bestIn(before, w)) * (1 - NEIGHBOUR * bestIn(after, w))
      words += (worth * weights[w]! * share) / all
      neighbours += (worth * weights[w]! * (filled - share)) / all
      const inNote = noteShares[w]![notes.indexOf(text.note)]!
      if (isThere[w]) note += (worth * noteWeights[w]! * inNote * there) / (thereByNote * all)
    })
    const exact = isExact(text, query) ? EXACT : 0
    if (words === 0 && neighbours === 0 && exact === 0) return []
    const standing = namesOf(text).some((name) => question.doubted.has(name)) ? -DOUBT : 0
    const parts = {words, note: NOTE * note, neighbours, exact, standing}
    return [{text, parts, score: sum(Object.values(parts))}]
  })
}

/** What each document has of a word: BM25's n / (n + k1 · (1 - b + b · length / average)). */
function sharesOf(
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
function turnsBeside(note: readonly Text[], text: Text): [readonly Text[], readonly Text[]] {
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

function hitOf({text, score, parts}: Weighed, wanted: readonly Wanted[]): FoundChunk {
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
    match: parts.exact === 0 ? 'keyword' : 'exact',
    score,
    parts,
    matched: wanted.filter(({count}) => 0 < count(text)).map(({word}) => word),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
