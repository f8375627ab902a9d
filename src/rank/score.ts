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
  /** They add up to the score. */
  partsOf(chunk: number): Parts
}

/** The scores of a question whose words, meaning and time have been counted in `room`. */
export function scoresFor({ranking}: Question, reader: Reader, most: Most, room: Room): Scores {
  return ranking === 'meaning-time-importance'
    ? new PresetScores(reader, room)
    : new UsualScores(reader, most, room)
}

class UsualScores implements Scores {
  readonly #reader: Reader
  readonly #most: Most
  readonly #room: Room

  constructor(reader: Reader, most: Most, room: Room) {
    this.#reader = reader
    this.#most = most
    this.#room = room
  }

  scoreOf(chunk: number): number {
    const room = this.#room
    const note = this.#reader.noteOf[chunk]!
    const words = room.words.values[chunk]! / this.#most.chunk
    const neighbours = room.neighbours.gains.values[chunk]! / this.#most.chunk
    return (
      words +
      this.#meaningOf(chunk) +
      this.#noteOf(note) +
      neighbours +
      this.#freshnessOf(note) +
      IMPORTANCE * (this.#reader.importanceOf[chunk]! - USUAL_IMPORTANCE) +
      (room.exact.has(chunk) ? EXACT : 0) +
      (room.filters.isDoubted(this.#reader, chunk) ? -DOUBT : 0)
    )
  }

  partsOf(chunk: number): Parts {
    const room = this.#room
    const note = this.#reader.noteOf[chunk]!
    return {
      words: room.words.values[chunk]! / this.#most.chunk,
      meaning: this.#meaningOf(chunk),
      note: this.#noteOf(note),
      neighbours: room.neighbours.gains.values[chunk]! / this.#most.chunk,
      freshness: this.#freshnessOf(note),
      importance: IMPORTANCE * (this.#reader.importanceOf[chunk]! - USUAL_IMPORTANCE),
      exact: room.exact.has(chunk) ? EXACT : 0,
      standing: room.filters.isDoubted(this.#reader, chunk) ? -DOUBT : 0,
    }
  }

  #meaningOf(chunk: number): number {
    const {meaning} = this.#room
    return meaning.isAny ? MEANING * meaning.chunks[chunk]! : 0
  }

  #noteOf(note: number): number {
    const {notes, meaning} = this.#room
    const near = meaning.isAny ? NOTE_MEANING * meaning.notes[note]! : 0
    return (NOTE * notes.values[note]!) / this.#most.note + near
  }

  #freshnessOf(note: number): number {
    const {freshness} = this.#room
    return freshness.isAny ? FRESHNESS * (freshness.left[note]! - 1) : 0
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

  #meaningOf(chunk: number): number {
    const {meaning} = this.#room
    return meaning.isAny ? PRESET_MEANING * meaning.chunks[chunk]! : 0
  }

  #timeOf(chunk: number): number {
    const {freshness} = this.#room
    return PRESET_TIME * (freshness.isAny ? freshness.left[this.#reader.noteOf[chunk]!]! : 1)
  }
}
