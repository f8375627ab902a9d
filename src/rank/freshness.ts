/**
 * What is left of the newness of each note on the day of a question.
 *
 * Half of it goes in the half-life of its kind. Days are whole, so that a question has the same scores all
 * day long. What came out for a note is kept while neither the index nor the day is another: it is one power for
 * each note and none for each question.
 */

import type {Reader} from '../postings/reader.js'
import type {AskedFreshness} from './question.js'
import type {Rows} from './rows.js'

const DAY = 86_400_000

export class Freshness {
  /** By note: from 1 for what is new or does not age down to 0. Of no meaning where `isAny` is false. */
  left: Float64Array = new Float64Array(0)
  /** Whether anything ages at all. */
  isAny = false
  #rows: Rows | undefined
  #revision = 0
  #at = 0
  /** By kind, in days; infinite for what does not age. */
  #halfLives: readonly number[] = []

  /** @param otherwise the half-life of kinds that have none of their own; without it they do not age. */
  ask(
    reader: Reader,
    rows: Rows,
    asked: AskedFreshness | undefined,
    otherwise = Number.POSITIVE_INFINITY,
  ): void {
    const halfLives = reader.kinds.map((kind) => asked?.halfLifeOf(kind) ?? otherwise)
    this.isAny = asked !== undefined && halfLives.some((days) => days !== Number.POSITIVE_INFINITY)
    if (!this.isAny) return
    const isSame =
      this.#rows === rows &&
      this.#revision === reader.revision &&
      this.#at === asked!.at &&
      this.#halfLives.length === halfLives.length &&
      this.#halfLives.every((days, kind) => days === halfLives[kind])
    if (isSame) return
    this.#fill(reader, asked!.at, halfLives)
    this.#rows = rows
    this.#revision = reader.revision
    this.#at = asked!.at
    this.#halfLives = halfLives
  }

  #fill({noteLimit, kindOf, dateOf}: Reader, at: number, halfLives: readonly number[]): void {
    if (this.left.length < noteLimit) this.left = new Float64Array(noteLimit + (noteLimit >> 2))
    for (let note = 0; note < noteLimit; note++) {
      const halfLife = halfLives[kindOf[note]!]!
      const days = Math.floor((at - dateOf[note]!) / DAY)
      // No date is no number, and no number is above 0.
      this.left[note] =
        0 < days && halfLife !== Number.POSITIVE_INFINITY ? 2 ** (-days / halfLife) : 1
    }
  }
}
