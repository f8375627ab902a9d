/** The law of ranking once more, straight from its words and as slow as that is; nothing of `src/rank` but its numbers. */

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
import type {Question} from '../../src/rank/question.js'
import type {Query, QueryWord} from '../../src/terms/query.js'
import {FIELDS} from '../../src/terms/term.js'
import {type SmallNote, stem, words} from './small-reader.js'

interface Text {
  readonly name: string
  readonly note: SmallNote
  readonly fields: readonly {
    readonly weight: number
    readonly words: readonly {readonly term: string; readonly at: number}[]
  }[]
  readonly length: number
  readonly fact: number
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
  const ofChunks = worthsOf(
    texts.map((text) => [text]),
    wanted,
    K1,
    B,
  )
  const ofNotes = worthsOf(
    notes.map((note) => texts.filter((text) => text.note === note)),
    wanted,
    NOTE_K1,
    NOTE_B,
  )
  const found = new Map<string, number>()
  texts.forEach((text, index) => {
    const beside = (at: number) => (texts[at]?.note === text.note ? ofChunks[at]! : 0)
    const isExact = query.exact.some((term) => hasPhrase(text, [{term, at: 0}]))
    const hasQuoted = query.phrases.some((phrase) => hasPhrase(text, phrase))
    if (ofChunks[index] === 0 && !isExact && !hasQuoted) return
    if (!mayBeFound(text, question)) return
    const keys = [text.note.path, `${text.note.path}#${text.fact}`]
    const score =
      ofChunks[index]! +
      NOTE * ofNotes[notes.indexOf(text.note)]! +
      NEIGHBOUR * (beside(index - 1) + beside(index + 1)) +
      (isExact || hasQuoted ? EXACT : 0) -
      (keys.some((key) => question.doubted.has(key)) ? DOUBT : 0)
    if (score < (question.minScore ?? -9)) return
    found.set(text.name, score)
  })
  return found
}

function textOf(note: SmallNote, index: number): Text {
  const chunk = note.chunks[index]!
  const given = typeof chunk === 'string' ? {body: chunk} : chunk
  const fields = FIELDS.map((field) => ({
    weight: FIELD_WEIGHTS[field],
    words: words(given[field] ?? ''),
  }))
  const length = lengthOf(fields[0]!.words) + lengthOf(fields[1]!.words)
  const fact = typeof chunk === 'string' ? 0 : (chunk.fact ?? 0)
  return {name: `${note.path}#${index}`, note, fields, length, fact}
}

function lengthOf(found: readonly {readonly at: number}[]): number {
  return Math.max(-1, ...found.map(({at}) => at)) + 1
}

/** What each of `documents` gets for all words, as a share of the most. */
function worthsOf(
  documents: readonly (readonly Text[])[],
  wanted: readonly QueryWord[],
  k1: number,
  b: number,
): number[] {
  const lengths = documents.map((texts) => texts.reduce((sum, {length}) => sum + length, 0))
  const average = lengths.reduce((sum, length) => sum + length, 0) / documents.length
  const worths = documents.map(() => 0)
  let most = 0
  for (const {word} of wanted) {
    const counts = documents.map((texts) => texts.reduce((sum, text) => sum + count(text, word), 0))
    const having = counts.filter((one) => one !== 0).length
    const rarity = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))
    most += rarity
    counts.forEach((one, index) => {
      const longer = average === 0 ? 1 : 1 - b + (b * lengths[index]!) / average
      worths[index]! += (rarity * one) / (one + k1 * longer)
    })
  }
  return worths.map((worth) => worth / (most || 1))
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
