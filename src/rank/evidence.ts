/**
 * What speaks for a chunk beside its own words: the note it stands in, and in a conversation the
 * turns beside it.
 *
 * A memory is seldom one passage. Who asks "when did she move to Lyon?" finds the answer in the
 * turn after the one that says Lyon, in the conversation that was about moving. On conversations
 * this is worth more than meaning by vectors.
 */

import type {Reader} from '../postings/reader.js'
import {NEIGHBOUR} from './law.js'
import {type CountedTexts, Tally} from './scratch.js'
import {Turns} from './turns.js'

/** Adds up the counts of a word by note. `counts` is empty before. */
export function countByNote(
  {noteOf}: Reader,
  {text, count, size}: CountedTexts,
  counts: Tally,
): void {
  for (let i = 0; i < size; i++) counts.add(noteOf[text[i]!]!, count[i]!)
}

/** Spreads what a turn has of a word to the turns beside it. */
export class Neighbours {
  /** What each chunk got so far, beside what it has itself. */
  readonly gains = new Tally()
  readonly #turns = new Turns()
  /** By chunk that is of a turn: its share of the word. */
  readonly #shares = new Tally()
  /** By turn: the best share of the word in it. */
  readonly #best = new Tally()
  /** By turn: what the turns beside it leave missing, of 1. */
  readonly #missing = new Tally()

  clear(reader: Reader): void {
    this.gains.clear(reader.chunkLimit)
    this.#turns.clear(reader)
  }

  /** @param shares of the word, in the order of its chunks. */
  add(
    reader: Reader,
    weight: number,
    {text: chunks, size}: CountedTexts,
    shares: Float64Array,
  ): void {
    if (!this.#turns.isAny) return
    const {turnOf} = reader
    const best = this.#best
    const missing = this.#missing
    best.clear(reader.chunkLimit)
    this.#shares.clear(reader.chunkLimit)
    for (let i = 0; i < size; i++) {
      const chunk = chunks[i]!
      if (turnOf[chunk] === 0) continue
      this.#shares.add(chunk, shares[i]!)
      best.raise(this.#turns.firstOf(reader, chunk), shares[i]!)
    }
    missing.clear(reader.chunkLimit)
    for (let i = 0; i < best.size; i++) {
      const turn = best.touched[i]!
      const left = 1 - NEIGHBOUR * best.values[turn]!
      const before = this.#turns.before(reader, turn)
      const after = this.#turns.after(reader, turn)
      if (before !== -1) missing.multiply(before, left)
      if (after !== -1) missing.multiply(after, left)
    }
    for (let i = 0; i < missing.size; i++) {
      const turn = missing.touched[i]!
      this.#gain(reader, turn, weight * (1 - missing.values[turn]!))
    }
  }

  /** Gives to each chunk of a turn what fills its gap. */
  #gain({turnOf, after}: Reader, turn: number, amount: number): void {
    const number = turnOf[turn]
    for (let chunk = turn; chunk !== -1 && turnOf[chunk] === number; chunk = after[chunk]!) {
      this.gains.add(chunk, amount * (1 - this.#shares.values[chunk]!))
    }
  }
}
