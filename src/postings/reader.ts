/**
 * What ranking reads of an index: who stands where, and how often each word.
 *
 * Chunks and notes have numbers, dense from 0; a number of what is gone is not used again while the
 * index is open, and no posting that is read names it. All arrays are views that reading must not
 * change; they may be longer than `chunkLimit`, and another after each change of the index.
 */

import type {Language} from '../terms/term.js'
import type {VectorBlock} from './vector-table.js'

export interface Reader {
  /** Rises with every change of what is told here: whatever was made of the same index at the same revision holds. */
  readonly revision: number
  /**
   * Another one after chunks were given other numbers. While it is the same the postings of a chunk stay as they are, until it
   * is gone, and one that comes has a higher number than all that came before.
   */
  readonly numbering: number
  /** What is alive. */
  readonly chunks: number
  readonly notes: number
  /** Of all chunks alive, in words (`lengthOf`). */
  readonly words: number
  /** One more than the highest number there is, dead ones included. */
  readonly chunkLimit: number
  readonly noteLimit: number
  /** By chunk. */
  readonly noteOf: Uint32Array
  /** By chunk: positions of body and headings. */
  readonly lengthOf: Uint32Array
  /** By chunk: the chunk before and after it in its note, -1 where there is none. */
  readonly before: Int32Array
  readonly after: Int32Array
  /** By chunk: the number of the fact it is, counted from 1; 0 where it is none. */
  readonly factOf: Uint16Array
  /**
   * By chunk: the number in its note of the turn of a conversation it belongs to, counted from 1 (`ChunkEntry.turn`);
   * 0 where it is none. The chunks of one turn follow one another.
   */
  readonly turnOf: Uint32Array
  /** By chunk: how important it is, from 0 to 1. */
  readonly importanceOf: Float64Array
  /** By note: sum of the lengths of its chunks. */
  readonly lengthOfNote: Uint32Array
  /** By note: its first chunk, to which title, aliases, tags, path and facets belong; -1 for a note that is gone. */
  readonly headOf: Int32Array
  /** By note: when it is from, as an instant; NaN where nothing tells. */
  readonly dateOf: Float64Array
  /** By note: the number of its kind among `kinds`; 0 where it has none. */
  readonly kindOf: Uint16Array
  /** Names of kinds, some perhaps of notes that are gone; the first is empty. */
  readonly kinds: readonly string[]
  /** Languages of notes alive, `und` included. */
  readonly languages: ReadonlySet<Language>
  isGone(chunk: number): boolean
  /**
   * Reads the postings of a term into `list`, ascending by chunk; where `from` is given, only of chunks from that number on.
   * A term that there is none of reads as nothing.
   */
  read(term: string, list: PostingList, from?: number): void
  /** The same with positions. */
  readPositions(term: string, list: PositionList): void
  /** Words (no stems, no facets) that begin with `prefix`, alive, in the order of their code units; at most `limit`. */
  wordsFrom(prefix: string, limit: number): string[]
  /** Every word alive (no stems, no facets), for the search for slips of the pen. */
  vocabulary(): Iterable<string>
}

/**
 * What ranking reads of the vectors of chunks. Numbers are those that `Reader` has; of a chunk that is gone
 * nothing is left but zeros in `vectorLength`.
 */
export interface VectorReader {
  /** How many numbers a vector has; 0 where none were asked for, and then there are none. */
  readonly dimensions: number
  /** By chunk: the length of its vector, 0 where it has none. Of `chunkLimit` and perhaps more, or of none where `dimensions` is 0. */
  readonly vectorLength: Float32Array
  /**
   * The vectors in blocks, ascending by chunk: those of the snapshot in its bytes, then those that came since. Chunks in
   * no block have none; what a block has of a chunk whose length is 0 means nothing.
   */
  vectorBlocks(): readonly VectorBlock[]
  /** A view of the vector of a chunk; `undefined` where it has none. */
  vectorAt(chunk: number): Int8Array | undefined
  /** Rises with every change of a vector, for whoever keeps a copy; above 0. */
  readonly vectorRevision: number
  /**
   * The chunks whose vectors came, changed or went since that revision, some perhaps several times. `undefined`
   * where all may be others, as after all was written anew.
   */
  vectorsChangedSince(revision: number): readonly number[] | undefined
}

/** The postings of one term. Made once, filled again and again: it grows and is never made smaller. */
export interface PostingList {
  count: number
  chunk: Uint32Array
  /** How often in the body. */
  body: Uint16Array
  /** How often elsewhere: 6 bits each (63 for more), headings lowest, then title, aliases, tags, path. */
  other: Uint32Array
}

export interface PositionList extends PostingList {
  /** Of posting `i`: `positions[from[i]]` up to `positions[from[i + 1]]`, ascending. */
  from: Uint32Array
  positions: Uint32Array
}
