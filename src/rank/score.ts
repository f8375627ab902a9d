/**
 * What a chunk is worth to a question, and what that is made of: the sums of `law.ts`.
 *
 * A score is added up twice in the same order, without an object for each of a hundred thousand and with its
 * parts for the few that are shown.
 */

import {USUAL_IMPORTANCE} from '../postings/entry.js'
import type {Reader} from '../postings/reader.js'
import {
  DOUBT,
  EXACT,
  FRESHNESS,
  IMPORTANCE,
  MEANING,
  NOTE,
  NOTE_MEANING,
  PRESET_IMPORTANCE,
  PRESET_MEANING,
  PRESET_TIME,
} from './law.js'
import type {Parts, Question} from './question.js'
import type {Room} from './room.js'

/** What a chunk, and a note, would have that had all of every word. */
export interface Most {
  readonly chunk: number
  readonly note: number
}

export interface Scores {
  scoreOf(chunk: number): number
  /** What the score cannot be above, told from less: most of what matches is not among the best for that alone. */
  mostOf(chunk: number): number
  /** They add up to the score. */
  partsOf(chunk: number): Parts
}

/** The scores of a question whose words, meaning and time have been counted in `room`. */
export function scoresFor({ranking}: Question, reader: Reader, most: Most, room: Room): Scores {
  return ranking === 'meaning-time-importance'
    ? new PresetScores(reader, room)
    : new UsualScores(reader, most, room)
}

/** More than the order can make of a difference in which parts are added up. */
const ROUNDING = 1e-9

/** Asked for each of a hundred thousand chunks: what is read again and again is looked up once. */
class UsualScores implements Scores {
  readonly #reader: Reader
  readonly #room: Room
  readonly #most: Most
  readonly #noteOf: Uint32Array
  readonly #importanceOf: Float64Array
  readonly #words: Float64Array
  readonly #gains: Float64Array
  readonly #notes: Float64Array
  /** Nothing is near where no meaning was asked for, and nothing is old where nothing ages. */
  readonly #near: Float32Array | undefined
  readonly #nearOfNote: Float32Array
  readonly #left: Float64Array | undefined
  /** What a chunk's sum is multiplied by, nearly. */
  readonly #each: number
  /** What no chunk has more of than all parts but words and meaning. */
  readonly #mostBeside: number

  constructor(reader: Reader, most: Most, room: Room) {
    const {words, neighbours, notes, meaning, freshness} = room
    this.#reader = reader
    this.#room = room
    this.#most = most
    this.#noteOf = reader.noteOf
    this.#importanceOf = reader.importanceOf
    this.#words = words.values
    this.#gains = neighbours.gains.values
    this.#notes = notes.values
    this.#near = meaning.isAny ? meaning.chunks : undefined
    this.#nearOfNote = meaning.notes
    this.#left = freshness.isAny ? freshness.left : undefined
    this.#each = 1 / most.chunk
    this.#mostBeside =
      (NOTE * notes.most()) / most.note +
      (meaning.isAny ? NOTE_MEANING * meaning.most : 0) +
      neighbours.gains.most() / most.chunk +
      IMPORTANCE * (1 - USUAL_IMPORTANCE) +
      (room.exact.size === 0 ? 0 : EXACT) +
      ROUNDING
  }

  mostOf(chunk: number): number {
    const near = this.#near === undefined ? 0 : MEANING * this.#near[chunk]!
    return this.#words[chunk]! * this.#each + near + this.#mostBeside
  }

  scoreOf(chunk: number): number {
    const note = this.#noteOf[chunk]!
    return (
      this.#words[chunk]! / this.#most.chunk +
      this.#meaningOf(chunk) +
      this.#noteShareOf(note) +
      this.#gains[chunk]! / this.#most.chunk +
      this.#freshnessOf(note) +
      this.#importanceShareOf(chunk) +
      this.#exactOf(chunk) +
      this.#standingOf(chunk)
    )
  }

  partsOf(chunk: number): Parts {
    const note = this.#noteOf[chunk]!
    return {
      words: this.#words[chunk]! / this.#most.chunk,
      meaning: this.#meaningOf(chunk),
      note: this.#noteShareOf(note),
      neighbours: this.#gains[chunk]! / this.#most.chunk,
      freshness: this.#freshnessOf(note),
      importance: this.#importanceShareOf(chunk),
      exact: this.#exactOf(chunk),
      standing: this.#standingOf(chunk),
    }
  }

  #meaningOf(chunk: number): number {
    return this.#near === undefined ? 0 : MEANING * this.#near[chunk]!
  }

  #noteShareOf(note: number): number {
    const near = this.#near === undefined ? 0 : NOTE_MEANING * this.#nearOfNote[note]!
    return (NOTE * this.#notes[note]!) / this.#most.note + near
  }

  #freshnessOf(note: number): number {
    return this.#left === undefined ? 0 : FRESHNESS * (this.#left[note]! - 1)
  }

  #importanceShareOf(chunk: number): number {
    return IMPORTANCE * (this.#importanceOf[chunk]! - USUAL_IMPORTANCE)
  }

  #exactOf(chunk: number): number {
    return this.#room.exact.has(chunk) ? EXACT : 0
  }

  #standingOf(chunk: number): number {
    return this.#room.filters.isDoubted(this.#reader, chunk) ? -DOUBT : 0
  }
}

class PresetScores implements Scores {
  readonly #reader: Reader
  readonly #room: Room

  constructor(reader: Reader, room: Room) {
    this.#reader = reader
    this.#room = room
  }

  scoreOf(chunk: number): number {
    return (
      this.#meaningOf(chunk) +
      this.#timeOf(chunk) +
      PRESET_IMPORTANCE * this.#reader.importanceOf[chunk]! +
      (this.#room.exact.has(chunk) ? EXACT : 0)
    )
  }

  partsOf(chunk: number): Parts {
    return {
      words: 0,
      meaning: this.#meaningOf(chunk),
      note: 0,
      neighbours: 0,
      freshness: this.#timeOf(chunk),
      importance: PRESET_IMPORTANCE * this.#reader.importanceOf[chunk]!,
      exact: this.#room.exact.has(chunk) ? EXACT : 0,
      standing: 0,
    }
  }

  mostOf(): number {
    return Number.POSITIVE_INFINITY
  }

  #meaningOf(chunk: number): number {
    const {meaning} = this.#room
    return meaning.isAny ? PRESET_MEANING * meaning.chunks[chunk]! : 0
  }

  #timeOf(chunk: number): number {
    const {freshness} = this.#room
    return PRESET_TIME * (freshness.isAny ? freshness.left[this.#reader.noteOf[chunk]!]! : 1)
  }
}
