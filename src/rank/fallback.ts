/**
 * What stands in for a question of which nothing is in the brain: words that begin as its words do,
 * else words that are a slip of the pen away.
 *
 * Only then: beside words that match, near ones are noise. Each stand-in is worth less than a word
 * that was meant, and the answer names it. The vocabulary is read through at most once, however
 * many words are asked for.
 */

import type {Reader} from '../postings/reader.js'

/** Words that are taken for one that is not there, and what they are worth beside it. */
export interface StandIn {
  /** Nearest first. */
  readonly words: readonly string[]
  readonly worth: number
}

/** A beginning of two letters is a beginning of too much. */
const PREFIX_LETTERS = 3
/** So many are read, and the nearest in length taken. */
const PREFIX_READ = 1000
const PREFIX_TAKEN = 24
const PREFIX_WORTH = 0.7

const ONE_SLIP_LETTERS = 4
const TWO_SLIPS_LETTERS = 8
/** Longer ones are no words that a hand slips in. */
const SLIP_LETTERS_MOST = 40
const SLIPS_TAKEN = 8
/** By the number of slips. */
const SLIP_WORTH = [1, 0.6, 0.4]

const LETTER = /\p{L}/u
const LETTERS_ALONE = /^[\p{L}\p{M}'’]+$/u

/** What words there are that a hand can slip in, read through when that is first asked and kept until there are others. */
export class Vocabulary {
  /** Of letters alone. */
  words: readonly string[] = []
  /** Which letters each of them has. */
  signatures: Int32Array = new Int32Array(0)
  #of: object | undefined
  #revision = 0

  /** @param index by which the vocabulary is known again. */
  read(reader: Reader, index: object): this {
    if (this.#of === index && this.#revision === reader.revision) return this
    const words: string[] = []
    for (const word of reader.vocabulary()) {
      if (word.length <= SLIP_LETTERS_MOST + 2 && LETTERS_ALONE.test(word)) words.push(word)
    }
    this.words = words
    this.signatures = Int32Array.from(words, signatureOf)
    this.#of = index
    this.#revision = reader.revision
    return this
  }
}

/**
 * For each of `words` that has one: word → what stands in for it.
 *
 * @param index the index that `reader` reads, by which `vocabulary` is known again.
 */
export function standInsFor(
  reader: Reader,
  words: readonly string[],
  index: object = reader,
  vocabulary: Vocabulary = new Vocabulary(),
): Map<string, StandIn> {
  const found = new Map<string, StandIn>()
  const slips: Slip[] = []
  for (const word of new Set(words)) {
    const begun = wordsBegunBy(reader, word)
    if (begun.length !== 0) found.set(word, {words: begun, worth: PREFIX_WORTH})
    else if (canSlip(word)) slips.push(new Slip(word))
  }
  if (slips.length !== 0) {
    const {words: candidates, signatures} = vocabulary.read(reader, index)
    for (let at = 0; at < candidates.length; at++) {
      for (const slip of slips) slip.consider(candidates[at]!, signatures[at]!)
    }
  }
  for (const slip of slips) {
    const words = slip.nearest()
    if (words.length !== 0) found.set(slip.word, {words, worth: SLIP_WORTH[slip.distance]!})
  }
  return found
}

/** A number is no beginning of a longer one. */
function wordsBegunBy(reader: Reader, word: string): string[] {
  if (word.length < PREFIX_LETTERS || !LETTER.test(word)) return []
  return reader
    .wordsFrom(word, PREFIX_READ)
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .slice(0, PREFIX_TAKEN)
}

/** One figure makes another identifier of it, and not a slip: `E1234` is not `E1235`. */
function canSlip(word: string): boolean {
  return (
    ONE_SLIP_LETTERS <= word.length && word.length <= SLIP_LETTERS_MOST && LETTERS_ALONE.test(word)
  )
}

/** One word, and the nearest words there are to it. */
class Slip {
  readonly word: string
  /** How far away the nearest are that were found; at first the furthest that may be. */
  distance: number
  readonly #signature: number
  #near: string[] = []

  constructor(word: string) {
    this.word = word
    this.distance = TWO_SLIPS_LETTERS <= word.length ? 2 : 1
    this.#signature = signatureOf(word)
  }

  consider(candidate: string, signature: number): void {
    if (this.distance < Math.abs(candidate.length - this.word.length)) return
    // A slip takes at most one letter away and brings at most one.
    if (2 * this.distance < onesIn(signature ^ this.#signature)) return
    const distance = slipsBetween(this.word, candidate, this.distance)
    if (this.distance < distance) return
    if (distance < this.distance) this.#near = []
    this.distance = distance
    this.#near.push(candidate)
  }

  /** Those that begin alike first: a hand seldom slips at the first letter. */
  nearest(): string[] {
    const begins = (word: string) => (word[0] === this.word[0] ? 0 : 1)
    return this.#near
      .sort((a, b) => begins(a) - begins(b) || (a < b ? -1 : 1))
      .slice(0, SLIPS_TAKEN)
  }
}

/** Which letters a word has, in 32 bits that several letters may share. */
function signatureOf(word: string): number {
  let bits = 0
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) & 31)
  return bits
}

function onesIn(bits: number): number {
  let left = bits
  let ones = 0
  for (; left !== 0; left &= left - 1) ones++
  return ones
}

const rows = [0, 0, 0].map(() => new Uint8Array(SLIP_LETTERS_MOST + 8))

/**
 * Letters changed, missing, too many, and neighbours swapped, in UTF-16 units (Damerau-Levenshtein,
 * optimal string alignment); anything above `most` where there are more.
 *
 * The lengths must not differ by more than `most`.
 */
export function slipsBetween(a: string, b: string, most: number): number {
  let [before, above, current] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let column = 0; column <= b.length; column++) above[column] = column
  for (let row = 1; row <= a.length; row++) {
    current[0] = row
    let least = row
    for (let column = 1; column <= b.length; column++) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1)
      let slips = Math.min(
        above[column]! + 1,
        current[column - 1]! + 1,
        above[column - 1]! + (same ? 0 : 1),
      )
      const isSwapped =
        1 < row &&
        1 < column &&
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
      if (isSwapped) slips = Math.min(slips, before[column - 2]! + 1)
      current[column] = slips
      if (slips < least) least = slips
    }
    // A row that is too far everywhere leads to nothing near; by way of a swap only one less.
    if (most + 1 < least) return least
    const last = before
    before = above
    above = current
    current = last
  }
  return above[b.length]!
}
