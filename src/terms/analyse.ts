/**
 * Makes a text's terms: its words as written, and the stems that are other than they.
 *
 * A function of the text, the language, the stemmers that are loaded and what ICU knows of letters
 * (`fingerprint.ts`). Never throws, and takes time in proportion to the text. Most words of a
 * vault have been read before, so what a word gives is remembered, by the word as it stands in the
 * file, and its terms have numbers: whoever counts millions of them need not look at their letters.
 */

import {legible} from './legible.js'
import {LONGEST, type Pieces} from './pieces.js'
import {piecesIn} from './pieces-in.js'
import {scan} from './scan.js'
import {hasStemmer, stemOf} from './stem.js'
import {isStopWord} from './stop-words.js'
import {type Analysis, type Language, stemTerm} from './term.js'

/**
 * Takes terms as they come: words and stems as `Analysis` has them, in its order, each with the number that is its
 * own as long as the `Reading` lasts.
 */
export interface TakeTerms {
  word(number: number, at: number): void
  stem(number: number): void
}

/** Texts that are read for one purpose. While another is opened, the numbers of this one may end. */
export interface Reading {
  /** Reads `text`, a note's or a part of it, as one in `language`. Returns how many positions there are. */
  read(text: string, language: Language, take: TakeTerms): number
  /** The term that has this number. */
  termOf(number: number): string
}

/** What a word gives in one language. */
interface Read {
  /** As numbers. */
  readonly words: readonly number[]
  /** As many as `words`: their positions, counted from that of the word. */
  readonly places: readonly number[]
  readonly stems: readonly number[]
  readonly length: number
}

type Memory = Map<string, Read>

/**
 * In all languages, words and terms each. 6,600 notes of one vault have 42,000 words, counted as they stand, and they
 * take some 20 MB.
 */
const MOST_REMEMBERED = 60_000

const memories = new Map<string, Memory>()
let remembered = 0
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

/** Begins to read texts. What was remembered is forgotten here if it has become much, and only here. */
export function openReading(): Reading {
  if (MOST_REMEMBERED <= Math.max(remembered, terms.length)) forget()
  return reading
}

const reading: Reading = {read, termOf: (number) => terms[number]!}

function read(text: string, language: Language, take: TakeTerms): number {
  const memory = memoryOf(language)
  let length = 0
  scan(legible(text), (stretch, raw) => {
    const {
      words,
      places,
      stems,
      length: own,
    } = stretch === 'word'
      ? readWord(raw, language, memory)
      : readOf(piecesIn(stretch, raw), language)
    for (let i = 0; i < words.length; i++) take.word(words[i]!, length + places[i]!)
    for (let i = 0; i < stems.length; i++) take.stem(stems[i]!)
    length += own
  })
  return length
}

function readWord(raw: string, language: Language, memory: Memory): Read {
  const known = memory.get(raw)
  if (known !== undefined) return known
  const found = readOf(piecesIn('word', raw), language)
  if (raw.length <= LONGEST) {
    memory.set(owned(raw), found)
    remembered++
  }
  return found
}

function readOf({pieces, length}: Pieces, language: Language): Read {
  return {
    words: pieces.map(({term}) => numberOf(term)),
    places: pieces.map(({at}) => at),
    stems: pieces.flatMap(({term, base}) => {
      const stem =
        base === undefined || isStopWord(term, language) ? undefined : stemOf(base, language)
      return stem === undefined ? [] : [numberOf(stemTerm(language, stem))]
    }),
    length,
  }
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

/** Without its stemmer a language is another one. */
function memoryOf(language: Language): Memory {
  const name = hasStemmer(language) ? stemTerm(language, '') : language
  let memory = memories.get(name)
  if (memory === undefined) {
    memory = new Map()
    memories.set(name, memory)
  }
  return memory
}

function forget(): void {
  memories.clear()
  numbers.clear()
  terms.length = 0
  remembered = 0
}
