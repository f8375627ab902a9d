/**
 * The turns of conversations, each named by its first chunk.
 *
 * Looked up by walking along the note, and remembered for as long as a question lasts: a turn of a
 * thousand chunks is walked along once, and not once for each of them.
 */

import type {Reader} from '../postings/reader.js'
import {Tally} from './scratch.js'

/** Kept numbers are above 0: one more than a chunk, or than the -1 of none. */
const KEPT = 2

export class Turns {
  readonly #first = new Tally()
  readonly #after = new Tally()

  /** Whether there are any at all. */
  isAny = false
  #turnOf: Uint32Array | undefined
  #revision = 0

  clear({chunkLimit, turnOf, revision}: Reader): void {
    if (this.#turnOf !== turnOf || this.#revision !== revision) {
      this.isAny = turnOf.some((turn) => turn !== 0)
      this.#turnOf = turnOf
      this.#revision = revision
    }
    this.#first.clear(chunkLimit)
    this.#after.clear(chunkLimit)
  }

  /** The first chunk of the turn that `chunk`, which is of one, belongs to. */
  firstOf({turnOf, before}: Reader, chunk: number): number {
    const number = turnOf[chunk]
    // Most turns are of one chunk.
    if (before[chunk] === -1 || turnOf[before[chunk]!] !== number) return chunk
    let first = chunk
    let known = 0
    for (let at = chunk; at !== -1 && turnOf[at] === number; at = before[at]!) {
      first = at
      known = this.#first.values[at]!
      if (known !== 0) break
    }
    const end = first
    if (known !== 0) first = known - KEPT
    for (let at = chunk; at !== end; at = before[at]!) this.#first.raise(at, first + KEPT)
    this.#first.raise(end, first + KEPT)
    return first
  }

  /** The turn before the one that begins with chunk `first`; -1 where none is. */
  before(reader: Reader, first: number): number {
    const last = reader.before[first]!
    return last === -1 || reader.turnOf[last] === 0 ? -1 : this.firstOf(reader, last)
  }

  /** The turn after the one that begins with chunk `first`; -1 where none is. */
  after({turnOf, after}: Reader, first: number): number {
    if (after[first] === -1) return -1
    const nearest = turnOf[after[first]!]
    if (nearest !== turnOf[first]) return nearest === 0 ? -1 : after[first]!
    const known = this.#after.values[first]!
    if (known !== 0) return known - KEPT
    let next = first
    while (next !== -1 && turnOf[next] === turnOf[first]) next = after[next]!
    if (next !== -1 && turnOf[next] === 0) next = -1
    this.#after.raise(first, next + KEPT)
    return next
  }
}
