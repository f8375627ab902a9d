/**
 * Parts a text into tokens of a vocabulary: BERT's uncased tokenizer, and greedy WordPiece.
 *
 * A word in its plain form (lower case, no accents) is taken apart from its beginning, each time by the
 * longest token that fits; where none does, and where it is too long to be one, the whole word is
 * unknown. Never throws; time is in proportion to the text, since what a word may cost has a bound.
 * What it gave is remembered, by the word as it stands in the text. Unlike the original, `[SEP]` within
 * a text is three words like any others.
 *
 * Source: `models/wordpiece/mod.rs` of huggingface/tokenizers; Wu et al., "Google's Neural Machine
 * Translation System" (2016), 4.1.
 */

import {scanWords} from './scan-words.js'
import type {Vocabulary} from './vocabulary.js'

/** What a word of a text is to the vocabulary. */
export interface Word {
  /** Of its tokens in their order; none where there is nothing to see of it. */
  readonly rows: readonly number[]
  /** How many letters it has; punctuation, digits and pictures have none. */
  readonly letters: number
  /** So many of its letters count as known. */
  readonly known: number
}

export const UNKNOWN = '[UNK]'

/** Words, with what they gave: 20 MB. 6,600 notes of one vault have 42,000, counted as they stand. */
const MOST_REMEMBERED = 60_000

/**
 * UTF-16 units for each letter that a word may have. Beyond that it is noise, and putting many marks
 * over one letter in their order takes the square of their number.
 */
const MOST_UNITS = 8

const NOTHING_TO_SEE: Word = {rows: [], letters: 0, known: 0}

const ascii = /^[\x21-\x7e]*$/
const dropped = /[\p{Mn}\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu
const accents = /\p{Mn}/gu
const lowerCase = /^[a-z]*$/
const letter = /\p{L}/gu
const LAST_OF_ASCII = 0x7f

export class WordPiece {
  readonly #vocabulary: Vocabulary
  readonly #unknown: readonly number[]
  /** In letters; a longer word is unknown. */
  readonly #maxWord: number
  readonly #remembered = new Map<string, Word>()
  /** A word's bytes, while it is taken apart: a letter has at most four. */
  readonly #bytes: Uint8Array
  readonly #encoder = new TextEncoder()

  constructor(vocabulary: Vocabulary, maxWord: number) {
    this.#vocabulary = vocabulary
    this.#maxWord = maxWord
    this.#unknown = [vocabulary.rowOf(UNKNOWN)]
    this.#bytes = new Uint8Array(4 * maxWord)
  }

  /** Tells the words of `text` in their order. */
  read(text: string, take: (word: Word) => void): void {
    if (MOST_REMEMBERED <= this.#remembered.size) this.#remembered.clear()
    scanWords(text, (from, to) => take(this.#wordOf(text.slice(from, to))))
  }

  /** The rows of all tokens of `text`, in their order. */
  rowsOf(text: string): number[] {
    const rows: number[] = []
    this.read(text, (word) => rows.push(...word.rows))
    return rows
  }

  #wordOf(raw: string): Word {
    const known = this.#remembered.get(raw)
    if (known !== undefined) return known
    const word = this.#make(raw)
    if (raw.length <= this.#maxWord && this.#remembered.size < MOST_REMEMBERED) {
      // A copy: a slice keeps the text it was cut from in memory.
      this.#remembered.set(` ${raw}`.slice(1), word)
    }
    return word
  }

  #make(raw: string): Word {
    if (MOST_UNITS * this.#maxWord < raw.length) {
      return {rows: this.#unknown, letters: raw.length, known: 0}
    }
    const plain = plainOf(raw)
    if (plain === '') return NOTHING_TO_SEE
    const letters = lettersOf(plain)
    const rows = this.#piecesOf(plain)
    if (rows === undefined) return {rows: this.#unknown, letters, known: 0}
    return {rows, letters, known: letters * knowledge(plain, rows.length)}
  }

  /** The rows of the tokens that a plain word is made of; `undefined` where it is not. */
  #piecesOf(plain: string): readonly number[] | undefined {
    // No letter is more than two units, and only few words come near.
    if (this.#maxWord < plain.length && this.#maxWord < [...plain].length) return undefined
    const vocabulary = this.#vocabulary
    const end = this.#encode(plain)
    const rows: number[] = []
    for (let at = 0; at < end; at += vocabulary.matched) {
      const row = vocabulary.longest(this.#bytes, at, end, 0 < at)
      if (row === -1) return undefined
      rows.push(row)
    }
    return rows
  }

  /** Puts a word into the bytes; returns how many they are. */
  #encode(plain: string): number {
    const bytes = this.#bytes
    for (let at = 0; at < plain.length; at++) {
      const code = plain.charCodeAt(at)
      if (LAST_OF_ASCII < code) return this.#encoder.encodeInto(plain, bytes).written
      bytes[at] = code
    }
    return plain.length
  }
}

function lettersOf(plain: string): number {
  return lowerCase.test(plain) ? plain.length : (plain.match(letter)?.length ?? 0)
}

/** A word as the vocabulary would have it. */
function plainOf(raw: string): string {
  if (ascii.test(raw)) return raw.toLowerCase()
  return (
    raw
      // Accents also before, so that there are never many to be put in order.
      .replace(dropped, '')
      .normalize('NFD')
      .replace(accents, '')
      // Letter by letter, as the vocabulary was made: no `ς` at the end of a word.
      .replaceAll('Σ', 'σ')
      .toLowerCase()
  )
}

/**
 * How well a word is known (0..1) that is made of so many tokens: whole, by half, by a quarter, not at
 * all.
 *
 * Of most scripts the vocabulary has the letters and no words. A letter says little, whether it stands
 * alone or words are spelled out of it: neither counts.
 */
function knowledge(plain: string, pieces: number): number {
  if (pieces === 1) return isForeignLetter(plain) ? 0 : 1
  if (3 < pieces || plain.length < 2 * pieces) return 0
  return pieces === 2 ? 1 / 2 : 1 / 4
}

function isForeignLetter(plain: string): boolean {
  const code = plain.codePointAt(0)!
  return LAST_OF_ASCII < code && String.fromCodePoint(code) === plain
}
