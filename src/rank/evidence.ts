/**
 * What speaks for a chunk beside its own words: the note it stands in, and in a conversation the turns beside it.
 *
 * A memory is seldom one passage. Who asks "when did she move to Lyon?" finds the answer in the turn after the
 * one that says Lyon, in the conversation that was about moving. On conversations this is worth more than
 * meaning by vectors.
 */

import type {Reader} from '../postings/reader.js'
import {NEIGHBOUR} from './law.js'
import {Tally} from './scratch.js'
import {Turns} from './turns.js'

/** Adds up the counts of a word by note. `counts` is empty before. */
export function countByNote({noteOf}: Reader, {values, touched, size}: Tally, counts: Tally): void {
  for (let i = 0; i < size; i++) counts.add(noteOf[touched[i]!]!, values[touched[i]!]!)
}

/** Spreads what a turn has of a word to the turns beside it. */
export class Neighbours {
  /** What each chunk got so far, beside what it has itself. */
  readonly gains = new Tally()
  readonly #turns = new Turns()
  /** By the first chunk of a turn: the best share of the word in it. */
  readonly #best = new Tally()

  clear(reader: Reader): void {
    this.gains.clear(reader.chunkLimit)
    this.#turns.clear(reader)
  }

  /** @param shares of the word, by chunk. */
  add(reader: Reader, weight: number, shares: Tally): void {
    const {turnOf} = reader
    this.#best.clear(reader.chunkLimit)
    for (let i = 0; i < shares.size; i++) {
      const chunk = shares.touched[i]!
      if (turnOf[chunk] === 0) continue
      this.#best.raise(this.#turns.firstOf(reader, chunk), shares.values[chunk]!)
    }
    for (let i = 0; i < this.#best.size; i++)
      this.#gainAround(reader, this.#best.touched[i]!, weight, shares)
  }

  /** Gives to a turn that has the word, and to those beside it that do not; to each only once. */
  #gainAround(reader: Reader, turn: number, weight: number, shares: Tally): void {
    const before = this.#turns.before(reader, turn)
    const after = this.#turns.after(reader, turn)
    this.#gain(reader, turn, weight, shares)
    if (after !== -1 && this.#bestOf(after) === 0) this.#gain(reader, after, weight, shares)
    if (before === -1 || this.#bestOf(before) !== 0) return
    // The turn before that, where it has the word too, comes to it as the one after.
    if (this.#bestOf(this.#turns.before(reader, before)) !== 0) return
    this.#gain(reader, before, weight, shares)
  }

  #gain(reader: Reader, turn: number, weight: number, shares: Tally): void {
    const before = this.#bestOf(this.#turns.before(reader, turn))
    const after = this.#bestOf(this.#turns.after(reader, turn))
    const gap = 1 - (1 - NEIGHBOUR * before) * (1 - NEIGHBOUR * after)
    if (gap === 0) return
    const number = reader.turnOf[turn]
    for (let chunk = turn; chunk !== -1; chunk = reader.after[chunk]!) {
      if (reader.turnOf[chunk] !== number) return
      this.gains.add(chunk, weight * (1 - shares.values[chunk]!) * gap)
    }
  }

  #bestOf(turn: number): number {
    return turn === -1 ? 0 : this.#best.values[turn]!
  }
}
