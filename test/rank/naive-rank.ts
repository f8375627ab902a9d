/**
 * The law of ranking once more, straight from its words and as slow as that is; nothing of
 * `src/rank` but its numbers.
 */

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
import type {Question} from '../../src/rank/question.js'
import type {Query, QueryWord} from '../../src/terms/query.js'
import {FIELDS} from '../../src/terms/term.js'
import {type SmallChunk, type SmallNote, stem, words} from './small-reader.js'

interface Text {
  readonly name: string
  readonly note: SmallNote
  readonly fields: readonly {
    readonly weight: number
    readonly words: readonly {readonly term: string; readonly at: number}[]
  }[]
  readonly length: number
  readonly fact: number
  readonly turn: number
  readonly importance: number
  readonly vector: readonly number[]
}

/** Name → score of all that is found, by a query of which something stands as typed. */
export function naiveRank(
  notes: readonly SmallNote[],
  query: Query,
  question: Question,
): Map<string, number> {
  const texts = notes.flatMap((note) => note.chunks.map((_, index) => textOf(note, index)))
  const telling = query.words.filter(({stop}) => !stop)
  const wanted = telling.length === 0 ? query.words : telling
  const chunkShares = wanted.map((word) =>
    sharesOf(
      texts.map((text) => [text]),
      word,
      K1,
      B,
    ),
  )
  const noteShares = wanted.map((word) => {
    const whole = notes.map((note) => texts.filter((text) => text.note === note))
    return sharesOf(whole, word, NOTE_K1, NOTE_B)
  })
  const weights = chunkShares.map(rarityOf)
  const isThere = chunkShares.map((shares) => shares.some((share) => 0 < share))
  const answered = sum(weights.filter((_, word) => isThere[word])) / (sum(weights) || 1)
  const noteWeights = noteShares.map((shares, word) => (isThere[word] ? rarityOf(shares) : 0))

  const found = new Map<string, number>()
  const asked = new Set(wanted.map(({word}) => word)).size
  const nearest = nearestOf(texts, asked < TELLING ? 0 : NEAREST, question)
  texts.forEach((text, index) => {
    const own = chunkShares.map((shares) => shares[index]!)
    const withTurns = chunkShares.map((shares) => withNeighbours(texts, shares, index))
    const ofNote = noteShares.map((shares) => shares[notes.indexOf(text.note)]!)
    const hasExact = [...query.phrases, ...query.exact.map((term) => [{term, at: 0}])].some(
      (phrase) => hasPhrase(text, phrase),
    )
    const near = nearOf(text, question)
    if (sum(withTurns) === 0 && !hasExact && near < NEAR && !nearest.has(text)) return
    if (!mayBeFound(text, question)) return
    const keys = [text.note.path, `${text.note.path}#${text.fact}`]
    const usual =
      mean(own, weights) +
      (mean(withTurns, weights) - mean(own, weights)) +
      MEANING * near +
      NOTE * mean(ofNote, noteWeights) * answered +
      NOTE_MEANING * bestIn(texts, text.note, question) +
      FRESHNESS * (leftOf(text, question, Number.POSITIVE_INFINITY) - 1) +
      IMPORTANCE * (text.importance - 0.5) +
      (hasExact ? EXACT : 0) -
      (keys.some((key) => question.doubted.has(key)) ? DOUBT : 0)
    const other =
      PRESET_MEANING * near +
      PRESET_TIME * leftOf(text, question, PRESET_HALF_LIFE) +
      PRESET_IMPORTANCE * text.importance +
      (hasExact ? EXACT : 0)
    const score = question.ranking === 'meaning-time-importance' ? other : usual
    if (score < (question.minScore ?? -9)) return
    found.set(text.name, score)
  })
  return found
}

/** How new a note is still, from 1 down to 0. */
function leftOf({note}: Text, {freshness}: Question, otherwise: number): number {
  if (freshness === undefined || note.date === undefined) return 1
  const days = Math.floor((freshness.at - note.date) / 86_400_000)
  return days < 1 ? 1 : 0.5 ** (days / (freshness.halfLifeOf(note.kind ?? '') ?? otherwise))
}

/** How near a chunk is in meaning, as far as the question is understood. */
function nearOf({vector}: Text, {meaning}: Question): number {
  if (meaning === undefined) return 0
  const product = sum(vector.map((one, index) => one * meaning.vector[index]!))
  const lengths = Math.hypot(...vector) * Math.hypot(...meaning.vector)
  // As exact as what is kept of it.
  return lengths === 0 ? 0 : Math.fround(Math.max(0, product / lengths) * meaning.coverage)
}

/** Of those that may be found the nearest, if they are near at all. */
function nearestOf(texts: readonly Text[], most: number, question: Question): Set<Text> {
  const near = texts
    .filter((text) => mayBeFound(text, question) && FAINT <= nearOf(text, question))
    .map((text, place) => ({text, place, near: nearOf(text, question)}))
  near.sort(
    (a, b) =>
      b.near - a.near ||
      (a.text.note.path < b.text.note.path ? -1 : a.text.note.path > b.text.note.path ? 1 : 0) ||
      a.place - b.place,
  )
  return new Set(near.slice(0, most).map(({text}) => text))
}

function bestIn(texts: readonly Text[], note: SmallNote, question: Question): number {
  const own = texts.filter((text) => text.note === note)
  return Math.max(...own.map((text) => nearOf(text, question)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

function mean(numbers: readonly number[], weights: readonly number[]): number {
  return sum(numbers.map((one, index) => one * weights[index]!)) / (sum(weights) || 1)
}

function rarityOf(shares: readonly number[]): number {
  const having = shares.filter((share) => 0 < share).length
  return Math.log(1 + (shares.length - having + 0.5) / (having + 0.5))
}

/** What a chunk has of a word when the best chunks of the turns before and after are heard too. */
function withNeighbours(texts: readonly Text[], shares: readonly number[], index: number): number {
  const {note, turn} = texts[index]!
  const best = (other: number) =>
    Math.max(
      0,
      ...shares.filter((_, at) => {
        const one = texts[at]!
        return turn !== 0 && other !== 0 && one.note === note && one.turn === other
      }),
    )
  const gap = (1 - NEIGHBOUR * best(turn - 1)) * (1 - NEIGHBOUR * best(turn + 1))
  return 1 - (1 - shares[index]!) * gap
}

function textOf(note: SmallNote, index: number): Text {
  const chunk = note.chunks[index]!
  const given = typeof chunk === 'string' ? {body: chunk} : chunk
  const fields = FIELDS.map((field) => ({
    weight: FIELD_WEIGHTS[field],
    words: words(given[field] ?? ''),
  }))
  const length = lengthOf(fields[0]!.words) + lengthOf(fields[1]!.words)
  const {
    fact = 0,
    turn = 0,
    importance = 0.5,
    vector = [],
  }: SmallChunk = typeof chunk === 'string' ? {} : chunk
  return {name: `${note.path}#${index}`, note, fields, length, fact, turn, importance, vector}
}

function lengthOf(found: readonly {readonly at: number}[]): number {
  return Math.max(-1, ...found.map(({at}) => at)) + 1
}

/** What each of `documents` has of a word, from 0 to 1. */
function sharesOf(
  documents: readonly (readonly Text[])[],
  {word}: QueryWord,
  k1: number,
  b: number,
): number[] {
  const lengths = documents.map((texts) => sum(texts.map(({length}) => length)))
  const average = sum(lengths) / documents.length
  return documents.map((texts, index) => {
    const counted = sum(texts.map((text) => count(text, word)))
    const longer = average === 0 ? 1 : 1 - b + (b * lengths[index]!) / average
    return counted / (counted + k1 * longer)
  })
}

/** How often a text has a word or, where it is English, another of the same stem. */
function count({note, fields}: Text, word: string): number {
  const same = (term: string) =>
    term === word ||
    term === stem(word, 'en') ||
    (note.language === 'en' && stem(term, 'en') === stem(word, 'en'))
  return fields.reduce(
    (sum, field) => sum + field.weight * field.words.filter(({term}) => same(term)).length,
    0,
  )
}

function hasPhrase(text: Text, phrase: readonly {readonly term: string; readonly at: number}[]) {
  return text.fields.some(({words: there}) =>
    there.some(({at: from}) =>
      phrase.every(({term, at}) => there.some((one) => one.term === term && one.at === from + at)),
    ),
  )
}

function mayBeFound({note, fact}: Text, question: Question): boolean {
  const facets = new Set((note.facets ?? []).map((facet) => `=${facet}`))
  if (!question.where.every((list) => list.some((facet) => facets.has(facet)))) return false
  if (question.hidden.has(note.path) || question.hidden.has(`${note.path}#${fact}`)) return false
  const {since, until} = question
  if (since === undefined && until === undefined) return true
  if (note.date === undefined) return false
  return (since ?? -1e99) <= note.date && note.date < (until ?? 1e99)
}
