/**
 * What ranking asks of single notes and chunks, seldom: names, and where something stands.
 *
 * Apart from `Reader`, whose arrays are read for every posting: these may have to be decoded.
 */

import type {NotePath} from '../ground/note-path.js'

export interface Rows {
  /** The number of the note at `path`; `undefined` where none is. */
  noteAt(path: string): number | undefined
  noteRowOf(note: number): {readonly path: NotePath}
  rowOf(chunk: number): {readonly start: number}
}
