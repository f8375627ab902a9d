/**
 * A question's words as they are looked up.
 *
 * A word of a question stands for several terms: itself as written, its stem in each language the
 * brain has, and the words that are such a stem themselves; whoever counts them unites them. What
 * a phrase or an identifier is made of is looked for as written, stems never. What is too long for
 * a question is cut, and nothing is an error.
 */

import {fold} from './fold.js'
import {identifiersIn} from './identifiers.js'
import {legible} from './legible.js'
import type {Piece} from './pieces.js'
import {piecesIn} from './pieces-in.js'
import {type PlacedWord, partsOf} from './placed.js'
import {quotesIn} from './quotes.js'
import {scan} from './scan.js'
import {hasStems, stemOf} from './stem.js'
import {isStopWord, stopWordsOf} from './stop-words.js'
import {type Language, stemTerm} from './term.js'

export type {PlacedWord} from './placed.js'

export interface Query {
  /** In the order they were typed, equal ones each time; at most `MOST_WORDS`. */
  readonly words: readonly QueryWord[]
  /**
   * What stood between quotation marks, and paths: words that must stand at these places beside
   * one another.
   */
  readonly phrases: readonly (readonly PlacedWord[])[]
  /**
   * Identifiers, each as one term: a text has it as typed or not at all. They are in `words` too.
   */
  readonly exact: readonly string[]
}

/** One word asked for. */
export interface QueryWord {
  /** As written, folded. */
  readonly word: string
  /**
   * In `STEM`'s namespace, for each language of the brain that knows one; also where it is the
   * word itself.
   */
  readonly stems: readonly string[]
  /** Says little in the language of the question: counts only where nothing else is asked for. */
  readonly stop: boolean
  /** 1; less for another writing of what is asked for anyway. */
  readonly weight: number
}

export const MOST_WORDS = 64
/** Quoted phrases and paths together; identifiers likewise. */
export const MOST_PHRASES = 32
/** In UTF-16 units: 64 of the longest words, and as much again between them. */
const LONGEST_QUERY = 8192

/**
 * What a sign beside its pairs weighs, a word in one beside its parts, and the parts of an
 * identifier beside the whole.
 */
const BESIDE = 0.5

/** Reads a question to a brain whose notes are in `languages`, the stemmers of which are loaded. */
export function readQuery(text: string, languages: Iterable<Language>): Query {
  const asked = text.slice(0, LONGEST_QUERY)
  const known = [...new Set(languages)].sort()
  const pieces = firstPieces(asked)
  const language = languageOfQuestion(pieces, known)
  const {terms, paths} = identifiersIn(asked)
  const quoted = quotesIn(asked).map(partsOf)
  return {
    words: pieces.map((piece) => wordOf(piece, language, known)),
    phrases: [...quoted, ...paths].filter(({length}) => 0 < length).slice(0, MOST_PHRASES),
    exact: terms.slice(0, MOST_PHRASES),
  }
}

interface Weighed {
  readonly piece: Piece
  readonly weight: number
}

function firstPieces(text: string): Weighed[] {
  const found: Weighed[] = []
  scan(legible(text), (stretch, raw) => {
    if (found.length < MOST_WORDS) found.push(...weighed(piecesIn(stretch, raw).pieces))
  })
  return found.slice(0, MOST_WORDS)
}

function weighed(pieces: readonly Piece[]): Weighed[] {
  let wholeUntil = 0
  return pieces.slice(0, MOST_WORDS).map((piece) => {
    const {kind, at, span} = piece
    if (kind === 'whole') wholeUntil = Math.max(wholeUntil, at + span)
    const isBeside = kind === 'joined' || (kind === 'word' && at < wholeUntil)
    return {piece, weight: isBeside ? BESIDE : 1}
  })
}

function wordOf(
  {piece: {term, base}, weight}: Weighed,
  language: Language | undefined,
  known: readonly Language[],
): QueryWord {
  return {
    word: term,
    stems: base === undefined ? [] : stemsOf(term, base, known),
    stop: language !== undefined && isStopWord(term, language),
    weight,
  }
}

/** A text has no stems of its little words, and needs not be asked for them. */
function stemsOf(term: string, base: string, languages: readonly Language[]): string[] {
  return languages
    .filter((language) => hasStems(base, language) && !isStopWord(term, language))
    .map((language) => stemTerm(language, stemOf(base, language) ?? fold(base)))
}

/**
 * The language that has most of the little words of a question; `undefined` where there are none.
 *
 * Of the brain's own languages, as far as little words are known of one of them: in a brain
 * without German, to "die" is no article.
 */
function languageOfQuestion(
  pieces: readonly Weighed[],
  known: readonly Language[],
): Language | undefined {
  const own = known.filter((language) => 0 < stopWordsOf(language).size)
  let most = 0
  let best: Language | undefined
  for (const language of own.length === 0 ? ['en'] : own) {
    const count = pieces.filter(({piece: {term}}) => isStopWord(term, language)).length
    if (count <= most) continue
    most = count
    best = language
  }
  return best
}
