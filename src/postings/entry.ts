/** What an index is given of a note, and what it gives back. */

import type {Instant} from '../ground/instant.js'
import type {NotePath} from '../ground/note-path.js'
import type {Language} from '../terms/term.js'

/** A note as it is to be found. */
export interface NoteEntry {
  readonly path: NotePath
  /** Of the file's bytes: tells whether the index has them already. */
  readonly digest: string
  readonly title: string
  readonly language: Language
  /** When it is from; absent where nothing tells. */
  readonly date?: Instant
  /** What sort of note it is, by whatever name whoever asks will know it; absent for none. */
  readonly kind?: string
  /** In the order of the note; never empty: a note without a body has one chunk without a text. */
  readonly chunks: readonly ChunkEntry[]
}

export interface ChunkEntry {
  /** Names the content together with all that its terms were made from (language, title and the like of a first chunk). */
  readonly id: string
  readonly start: number
  readonly end: number
  readonly fromLine: number
  readonly toLine: number
  readonly fact?: number
  /** Of a conversation: the number of its turn in the note, counted from 1. A long turn has several chunks. */
  readonly turn?: number
  /** From 0 to 1; `USUAL_IMPORTANCE` where absent. Nothing that the id names: another alone brings no new terms. */
  readonly importance?: number
}

/** Of what nobody said how important it is. */
export const USUAL_IMPORTANCE = 0.5

/** What is told of a note beside its chunks. */
export type NoteRow = Omit<NoteEntry, 'chunks'>

/** What is told of a chunk beside its terms. */
export type ChunkRow = ChunkEntry

/** A term of one chunk: how often in each field, and where. */
export interface TermEntry {
  readonly term: string
  /** A small number that mostly comes with this term and no other: what is found by it is looked at again. */
  readonly hint?: number | undefined
  /** How often in the body. */
  readonly body: number
  /** How often in each other field, packed as `PostingList` has it (`countedIn`). */
  readonly other: number
  /** Ascending; fields do not touch one another. Empty for stems and facets. */
  readonly positions: readonly number[]
}

/** The terms of one chunk. */
export interface ChunkTerms {
  /** Positions of body and headings. */
  readonly length: number
  /** Each term once. */
  readonly terms: readonly TermEntry[]
}
