/**
 * Makes a text's terms: its words as written, and the stems that are other than they.
 *
 * A function of the text, the language, the stemmers that are loaded and what ICU knows of letters
 * (`fingerprint.ts`). Never throws, and takes time in proportion to the text. Most words of a
 * vault have been read before, so what a word gives is remembered, by the word as it stands in the
 * file.
 */

import {legible} from './legible.js'
import {LONGEST, type Pieces} from './pieces.js'
import {piecesIn} from './pieces-in.js'
import {scan} from './scan.js'
import {hasStemmer, stemOf} from './stem.js'
import {isStopWord} from './stop-words.js'
import {type Analysis, type Language, stemTerm} from './term.js'

/** What a word gives in one language. */
interface Read {
  readonly terms: readonly string[]
  /** As many as `terms`: their positions, counted from that of the word. */
  readonly places: readonly number[]
  readonly stems: readonly string[]
  readonly length: number
}

/** Reads `text`, a note's or a part of it, as one in `language`. */
export function analyse(text: string, language: Language): Analysis {
  const words: {term: string; at: number}[] = []
  const stems: string[] = []
  const memory = memoryOf(language)
  let length = 0
  scan(legible(text), (stretch, raw) => {
    const read =
      stretch === 'word'
        ? readWord(raw, language, memory)
        : readOf(piecesIn(stretch, raw), language)
    for (let i = 0; i < read.terms.length; i++) {
      words.push({term: read.terms[i]!, at: length + read.places[i]!})
    }
    for (let i = 0; i < read.stems.length; i++) stems.push(read.stems[i]!)
    length += read.length
  })
  return {words, stems, length}
}

function readWord(raw: string, language: Language, memory: Memory): Read {
  const known = memory.get(raw)
  if (known !== undefined) return known
  const word = owned(raw)
  const read = readOf(piecesIn('word', word), language)
  if (raw.length <= LONGEST) remember(memory, word, read)
  return read
}

/**
 * A string of its own: a slice keeps the text it was cut from in memory, and terms outlive texts.
 */
function owned(slice: string): string {
  return ` ${slice}`.slice(1)
}

function readOf({pieces, length}: Pieces, language: Language): Read {
  return {
    terms: pieces.map(({term}) => term),
    places: pieces.map(({at}) => at),
    stems: pieces.flatMap(({term, base}) => {
      const stem =
        base === undefined || isStopWord(term, language) ? undefined : stemOf(base, language)
      return stem === undefined ? [] : [stemTerm(language, stem)]
    }),
    length,
  }
}

type Memory = Map<string, Read>

/**
 * In all languages. 6,600 notes of one vault have 42,000 words, counted as they stand, and they
 * take some 20 MB.
 */
const MOST_REMEMBERED = 60_000

const memories = new Map<string, Memory>()
let remembered = 0

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

function remember(memory: Memory, word: string, read: Read): void {
  if (MOST_REMEMBERED <= remembered) {
    for (const other of memories.values()) other.clear()
    remembered = 0
  }
  memory.set(word, read)
  remembered++
}
