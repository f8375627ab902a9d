/**
 * Ranks what an index has for a question; `law.ts` says by what law.
 *
 * Word by word (term at a time): the postings of a word and its forms are counted by chunk and by
 * note, and added to sums that are kept from question to question as empty room; what the question
 * means is compared with every chunk. The best few are then taken in one pass over what was touched
 * or is near. Nothing here knows files, Orama or the clock, and
 * no result depends on the numbers that chunks happen to have: what is equal is ordered by path and
 * place.
 */

import type {Reader, VectorReader} from '../postings/reader.js'
import type {Query} from '../terms/query.js'
import {addShares, addSharesOf, chunkDamping, noteDamping, rarity} from './bm25.js'
import {countByNote} from './evidence.js'
import {markExact} from './exact.js'
import {standInsFor} from './fallback.js'
import {type Forms, formsIn} from './forms.js'
import {NEAR, NEAREST, PRESET_HALF_LIFE, TELLING} from './law.js'
import type {Match, Parts, Question} from './question.js'
import {Room} from './room.js'
import type {Rows} from './rows.js'
import {type Most, type Scores, scoresFor} from './score.js'
import {hasText} from './scratch.js'
import {type Before, Top} from './top.js'

export interface Ranked {
  /** How many chunks there are that match, before `offset` and `limit`. */
  readonly total: number
  /** Best first; of equals by path, then by place. */
  readonly hits: readonly RankedChunk[]
  /** The words that counted, in the order of the question. */
  readonly words: readonly string[]
  /** Word → what was taken for it, where nothing matched as typed. */
  readonly instead: Readonly<Record<string, readonly string[]>>
}

export interface RankedChunk {
  /** Its number in the index. */
  readonly chunk: number
  readonly match: Match
  readonly score: number
  /** They add up to `score`. */
  readonly parts: Parts
  /** Of `words` those that stand in it, in one of their forms. */
  readonly matched: readonly string[]
}

/**
 * Finds the best chunks for a question.
 *
 * @param index where to look.
 * @param query the words of `question.text`, read.
 * @param room kept by the caller from question to question.
 */
export function rank(
  index: Reader & VectorReader,
  rows: Rows,
  query: Query,
  question: Question,
  room: Room = new Room(),
): Ranked {
  const reader = heldStill(index)
  room.clear(reader)
  room.filters.prepare(reader, rows, question, room.list)
  const before = placeOrder(reader, rows)
  room.meaning.ask(reader, index, question.meaning)
  let words = formsIn(query)
  const admits = (chunk: number) => room.filters.admits(reader, chunk)
  room.meaning.keepNearest(words.length < TELLING ? 0 : NEAREST, admits, before)
  room.freshness.ask(reader, rows, question.freshness, halfLifeUnder(question))
  markExact(reader, query, room.phrases, room.list, room.exact)
  let most = addWords(reader, index, words, room)
  const instead = new Map<string, readonly string[]>()
  if (room.words.size === 0 && room.exact.size === 0) {
    words = withStandIns(reader, index, words, instead, room)
    if (instead.size !== 0) most = addWords(reader, index, words, room)
  }
  const scores = scoresFor(question, reader, most, room)
  const {total, best} = collect(reader, before, question, scores, room)
  const shown = best.slice(question.offset)
  const matched = shown.map((): string[] => [])
  for (const forms of words) {
    const counts = room.counts.of(reader, index, forms, room.list)
    shown.forEach(({item}, at) => {
      if (hasText(counts, item)) matched[at]!.push(forms.word)
    })
  }
  const hits = shown.map(
    ({item: chunk, score}, at): RankedChunk => ({
      chunk,
      match: matchOf(chunk, room),
      score,
      parts: scores.partsOf(chunk),
      matched: matched[at]!,
    }),
  )
  return {total, hits, words: words.map(({word}) => word), instead: Object.fromEntries(instead)}
}

/** Of kinds that have none of their own. */
function halfLifeUnder({ranking}: Question): number | undefined {
  return ranking === 'meaning-time-importance' ? PRESET_HALF_LIFE : undefined
}

/**
 * What `reader` has, looked up once: its arrays stay the same while a question lasts, and asking
 * for one may be a way through several objects, which is long for every posting.
 */
function heldStill(reader: Reader): Reader {
  const {revision, numbering, chunks, notes, words, chunkLimit, noteLimit, languages} = reader
  const {noteOf, lengthOf, before, after, factOf, turnOf} = reader
  const {importanceOf, lengthOfNote, headOf, dateOf, kindOf, kinds} = reader
  return {
    ...{revision, numbering, chunks, notes, words, chunkLimit, noteLimit, languages},
    ...{noteOf, lengthOf, before, after, factOf, turnOf},
    ...{importanceOf, lengthOfNote, headOf, dateOf, kindOf, kinds},
    isGone: (chunk) => reader.isGone(chunk),
    read: (term, list, from) => reader.read(term, list, from),
    readPositions: (term, list) => reader.readPositions(term, list),
    wordsFrom: (prefix, limit) => reader.wordsFrom(prefix, limit),
    vocabulary: () => reader.vocabulary(),
  }
}

/** The same words with others in their place, as far as there are any. */
function withStandIns(
  reader: Reader,
  index: object,
  words: readonly Forms[],
  instead: Map<string, readonly string[]>,
  {vocabulary}: Room,
): Forms[] {
  const typed = words.map(({word}) => word)
  const standIns = standInsFor(reader, typed, index, vocabulary)
  return words.map((forms) => {
    const standIn = standIns.get(forms.word)
    if (standIn === undefined) return forms
    instead.set(forms.word, standIn.words)
    return {...forms, worth: standIn.worth, shared: [], others: standIn.words}
  })
}

/** Adds up in `room` what each chunk and note has of the words. */
function addWords(reader: Reader, index: object, words: readonly Forms[], room: Room): Most {
  const {noteCounts, shares} = room
  const chunkLaw = chunkDamping(reader.words, reader.chunks)
  const noteLaw = noteDamping(reader.words, reader.notes)
  let asked = 0
  let there = 0
  let thereByNote = 0
  for (const forms of words) {
    const counts = room.counts.of(reader, index, forms, room.list)
    const weight = forms.weight * rarity(reader.chunks, counts.size)
    asked += weight
    if (counts.size === 0) continue
    noteCounts.clear(reader.noteLimit)
    countByNote(reader, counts, noteCounts)
    const noteWeight = forms.weight * rarity(reader.notes, noteCounts.size)
    there += weight
    thereByNote += noteWeight
    const {lengthOf, lengthOfNote} = reader
    addShares(forms.worth * weight, counts, chunkLaw, lengthOf, shares, room.words)
    addSharesOf(forms.worth * noteWeight, noteCounts, noteLaw, lengthOfNote, room.notes)
    room.neighbours.add(reader, forms.worth * weight, counts, shares)
  }
  // Where no word stands anywhere nothing is divided by these.
  return there === 0 ? {chunk: 1, note: 1} : {chunk: asked, note: (thereByNote * asked) / there}
}

/** Weighs all that matches and may be found; keeps the best. */
function collect(
  reader: Reader,
  before: Before,
  question: Question,
  scores: Scores,
  room: Room,
): {readonly total: number; readonly best: ReturnType<Top['sorted']>} {
  const {offset, limit, minScore = Number.NEGATIVE_INFINITY} = question
  const top = new Top(offset + limit, before)
  const {found, filters} = room
  const {isOpen} = filters
  // Where a least score is wanted the score alone tells whether a chunk is one of them.
  const isEachCounted = minScore === Number.NEGATIVE_INFINITY
  let least = Number.NEGATIVE_INFINITY
  const count = listMatches(room)
  let total = 0
  for (let i = 0; i < count; i++) {
    const chunk = found[i]!
    if (!isOpen && !filters.admits(reader, chunk)) continue
    if (isEachCounted && scores.mostOf(chunk) < least) {
      total++
      continue
    }
    const score = scores.scoreOf(chunk)
    if (score < minScore) continue
    total++
    top.offer(chunk, score)
    least = top.least
  }
  return {total, best: top.sorted()}
}

function matchOf(chunk: number, {words, neighbours, exact, meaning}: Room): Match {
  if (exact.has(chunk)) return 'exact'
  const hasWords = words.values[chunk] !== 0 || neighbours.gains.values[chunk] !== 0
  if (!hasWords) return 'semantic'
  return meaning.isAny && NEAR <= meaning.chunks[chunk]! ? 'both' : 'keyword'
}

/**
 * Lists in `found` every chunk that has a word or something exact, is a turn beside one that has a word, or
 * is near enough; each once. Tells how many.
 */
function listMatches({words, exact, meaning, neighbours: {gains}, found}: Room): number {
  const {values} = words
  let count = words.size
  found.set(words.touched.subarray(0, count))
  for (let i = 0; i < gains.size; i++) {
    const chunk = gains.touched[i]!
    if (values[chunk] === 0) found[count++] = chunk
  }
  for (let i = 0; i < exact.size; i++) {
    const chunk = exact.touched[i]!
    if (values[chunk] === 0 && gains.values[chunk] === 0) found[count++] = chunk
  }
  for (let i = 0; i < meaning.nearCount; i++) {
    const chunk = meaning.near[i]!
    const isFound = values[chunk] !== 0 || gains.values[chunk] !== 0 || exact.has(chunk)
    if (!isFound) found[count++] = chunk
  }
  return count
}

/** By path, then by place in the note. Paths are read when two scores are equal, and once. */
function placeOrder(reader: Reader, rows: Rows): Before {
  const paths = new Map<number, string>()
  const pathOf = (note: number): string => {
    let path = paths.get(note)
    if (path === undefined) {
      path = rows.noteRowOf(note).path
      paths.set(note, path)
    }
    return path
  }
  return (a, b) => {
    const noteOfA = reader.noteOf[a]!
    const noteOfB = reader.noteOf[b]!
    if (noteOfA === noteOfB) return rows.rowOf(a).start < rows.rowOf(b).start
    return pathOf(noteOfA) < pathOf(noteOfB)
  }
}
