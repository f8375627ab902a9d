/**
 * Makes a text's terms: its words as written, and the stems that are other than they.
 *
 * A function of the text, the language, the stemmers that are loaded and what ICU knows of letters
 * (`fingerprint.ts`). Never throws, and takes time in proportion to the text. Most words of a
 * vault have been read before, so what a word gives is remembered, by the word as it stands in the
 * file, and its terms have numbers: whoever counts millions of them need not look at their letters.
 */

import {legible} from './legible.js'
import {LONGEST, type Piece, type Pieces} from './pieces.js'
import {piecesIn} from './pieces-in.js'
import {scan} from './scan.js'
import {hasStemmer, stemOf} from './stem.js'
import {isStopWord} from './stop-words.js'
import {type Analysis, type Language, stemTerm} from './term.js'

/**
 * Takes terms as they come: words and stems as `Analysis` has them, in its order, each with the
 * number that is its own as long as the `Reading` lasts.
 */
export interface TakeTerms {
  word(number: number, at: number): void
  stem(number: number): void
}

/** Texts that are read for one purpose. When another is opened, the numbers of this one may end. */
export interface Reading {
  /**
   * Reads `text`, a note's or a part of it, as one in `language`. Returns how many positions there
   * are.
   */
  read(text: string, language: Language, take: TakeTerms): number
  /** The term that has this number. */
  termOf(number: number): string
}

/** What a word gives. */
interface Read extends Pieces {
  /** Of each piece, its term as a number. */
  readonly words: readonly number[]
  /** Its stems, by the place of a language among `languages`; made when the first text in it has the word. */
  readonly stems: (readonly number[] | undefined)[]
}

/**
 * Words, and terms. 6,600 notes of one vault have 42,000 words, counted as they stand, and they
 * take some 20 MB.
 */
const MOST_REMEMBERED = 60_000

/** By the word as it stands in a text. */
const memory = new Map<string, Read>()
/** Those that were read; where one lacks its stemmer, it is another. */
const languages: string[] = []
/** Terms by their number, and back. */
const terms: string[] = []
const numbers = new Map<string, number>()

/** Reads `text`, a note's or a part of it, as one in `language`. */
export function analyse(text: string, language: Language): Analysis {
  const words: {term: string; at: number}[] = []
  const stems: string[] = []
  const reading = openReading()
  const length = reading.read(text, language, {
    word: (number, at) => words.push({term: reading.termOf(number), at}),
    stem: (number) => stems.push(reading.termOf(number)),
  })
  return {words, stems, length}
}

/**
 * Begins to read texts. What was remembered is forgotten here if it has become much, and only here.
 */
export function openReading(): Reading {
  if (MOST_REMEMBERED <= Math.max(memory.size, terms.length)) forget()
  return reading
}

const reading: Reading = {read, termOf: (number) => terms[number]!}

function read(text: string, language: Language, take: TakeTerms): number {
  const place = placeOf(language)
  let length = 0
  scan(legible(text), (stretch, raw) => {
    const found = stretch === 'word' ? readWord(raw) : readOf(piecesIn(stretch, raw))
    const {words, pieces} = found
    for (let i = 0; i < words.length; i++) take.word(words[i]!, length + pieces[i]!.at)
    let stems = found.stems[place]
    if (stems === undefined) {
      stems = stemsOf(pieces, language)
      found.stems[place] = stems
    }
    for (let i = 0; i < stems.length; i++) take.stem(stems[i]!)
    length += found.length
  })
  return length
}

function readWord(raw: string): Read {
  const known = memory.get(raw)
  if (known !== undefined) return known
  const word = owned(raw)
  const found = readOf(piecesIn('word', word))
  if (raw.length <= LONGEST) memory.set(word, found)
  return found
}

function readOf({pieces, length}: Pieces): Read {
  return {pieces, length, words: pieces.map(({term}) => numberOf(term)), stems: []}
}

function stemsOf(pieces: readonly Piece[], language: Language): number[] {
  return pieces.flatMap(({term, base}) => {
    const stem =
      base === undefined || isStopWord(term, language) ? undefined : stemOf(base, language)
    return stem === undefined ? [] : [numberOf(stemTerm(language, stem))]
  })
}

function numberOf(term: string): number {
  let number = numbers.get(term)
  if (number === undefined) {
    const name = owned(term)
    number = terms.push(name) - 1
    numbers.set(name, number)
  }
  return number
}

/**
 * A string of its own: a slice keeps the text it was cut from in memory, and terms outlive texts.
 */
function owned(slice: string): string {
  return ` ${slice}`.slice(1)
}

function placeOf(language: Language): number {
  const name = hasStemmer(language) ? stemTerm(language, '') : language
  const place = languages.indexOf(name)
  return place === -1 ? languages.push(name) - 1 : place
}

function forget(): void {
  memory.clear()
  numbers.clear()
  terms.length = 0
}
