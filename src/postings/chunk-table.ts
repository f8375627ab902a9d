/**
 * What is known of every chunk but its words.
 *
 * Rows are numbers, dense from 0, and are never used again: a chunk that is gone belongs to no note.
 */

import {type Columns, emptyColumns, type Shape, widen} from './columns.js'

/** The note of a chunk that is gone. */
export const NOWHERE = 0xffff_ffff

export const CHUNK_SHAPE = {
  noteOf: 'u32',
  lengthOf: 'u32',
  before: 'i32',
  after: 'i32',
  factOf: 'u16',
  turnOf: 'u32',
  /** By a shorter name than the reader has for it: those of sections have 16 bytes. */
  importance: 'f64',
  start: 'u32',
  end: 'u32',
  fromLine: 'u32',
  toLine: 'u32',
  /** Where in the texts its id stands. */
  idAt: 'u32',
} as const satisfies Shape

export type ChunkColumns = Columns<typeof CHUNK_SHAPE>

export class ChunkTable {
  readonly columns: ChunkColumns
  /** One more than the highest number. */
  limit: number

  constructor(columns: ChunkColumns = emptyColumns(CHUNK_SHAPE, 0), limit = 0) {
    this.columns = columns
    this.limit = limit
  }

  /** The number of a new row, of which nothing is told yet. */
  add(): number {
    if (this.columns.noteOf.length <= this.limit) widen(CHUNK_SHAPE, this.columns, this.limit + 1)
    return this.limit++
  }

  isAlive(chunk: number): boolean {
    return chunk < this.limit && this.columns.noteOf[chunk] !== NOWHERE
  }
}
