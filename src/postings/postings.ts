/**
 * The index on the disk: which words stand where, and vectors beside them, kept in one snapshot and a log.
 *
 * Opening reads one file and makes views of it. A note that is put costs what is new of it, and what is
 * saved of it is as much. Nothing that is on the disk is believed before its checksum was, nothing there can make this
 * throw, and whatever is missing has no digest, so that it is put again. Everything can be deleted at any
 * moment; `docs/decisions/0011` tells why it is a format of our own.
 */

import type {NotePath} from '../ground/note-path.js'
import {Corpus} from './corpus.js'
import type {ChunkEntry, ChunkRow, ChunkTerms, NoteEntry, NoteRow} from './entry.js'
import {HeldIndex} from './held-index.js'
import {load} from './load.js'
import type {Reader, VectorReader} from './reader.js'
import {type Held, pendingAt, type Saved} from './save.js'
import type {Lost} from './snapshot-format.js'
import {spaceOf, type VectorModel} from './vector-table.js'
import type {ChunkWithoutVector} from './without-vector.js'

export type {ChunkRow, NoteRow} from './entry.js'
export {positionList, postingList} from './fill-list.js'
export type {Saved} from './save.js'
export type {Lost} from './snapshot-format.js'
export type {VectorBlock, VectorModel} from './vector-table.js'
export type {ChunkWithoutVector} from './without-vector.js'

export interface Postings extends Reader, VectorReader {
  /** Why what was kept could not be used whole when it was opened, where that is so. */
  readonly lost: Lost | undefined
  /**
   * Puts a note in the place of what was under its path. `termsOf` is asked for the terms of chunks whose
   * id the note did not have; `redone` tells how many those were. `vectorOf` is asked for the vectors of the same
   * chunks, where vectors are kept at all, and tells `undefined` where one is not known yet: `setVector` may bring it later.
   */
  put(
    entry: NoteEntry,
    termsOf: (chunk: ChunkEntry, place: number) => ChunkTerms,
    vectorOf?: VectorOf,
  ): {readonly redone: number}
  /**
   * Gives the chunks of a note with this id their vector; a zero one says that the text means nothing to the model.
   * False, and nothing is done, where there is no such chunk, where vectors are not kept, or where it has another number of
   * dimensions than they.
   */
  setVector(path: string, id: string, vector: Int8Array): boolean
  /** At most `limit` chunks of which no vector is known, those that came last first; none where vectors are not kept. */
  chunksWithoutVector(limit: number): readonly ChunkWithoutVector[]
  /** Removes a note. One that is not there is none. */
  remove(path: NotePath): void
  /** The digest a note was put under; `undefined` for one that is not there. */
  digestOf(path: string): string | undefined
  paths(): Iterable<NotePath>
  /** The ids of a note's chunks, in its order; none for one that is not there. */
  chunkIdsOf(path: string): readonly string[]
  /** Every term there is, stems and facets too; perhaps some that only stand in what is gone. */
  terms(): Iterable<string>
  /** The number of the note at a path. */
  noteAt(path: string): number | undefined
  /** Of a chunk alive. */
  rowOf(chunk: number): ChunkRow
  /** Of a note alive. */
  noteRowOf(note: number): NoteRow
  /**
   * Makes what changed last. Where all was written anew (`rewritten`), notes and chunks have other numbers
   * afterwards, in the same order, and the arrays are others.
   */
  save(anew?: boolean): Saved
}

/** Tells the vector of a chunk, the `place`th of its note. One of a wrong length is taken for none. */
export type VectorOf = (chunk: ChunkEntry, place: number) => Int8Array | undefined

export interface PostingsOptions {
  /**
   * Which vectors are kept with the words. Those that another model made are not used, and their place is taken
   * by these in time. Where nothing is said none are told or taken, and those that were kept stay.
   */
  readonly vectors?: VectorModel | undefined
  /** Begins with nothing, whatever is kept; `save` then writes all anew. */
  readonly fresh?: boolean
  /** So many bytes the log may have however small the index is; a megabyte where nothing is said. */
  readonly smallLog?: number
}

/** A log of so many bytes is read in the time that a question takes. */
const SMALL_LOG = 1_000_000

/**
 * Opens the index kept in `cacheDir`, as far as it was made under the same `fingerprint`; without a folder
 * it lives in memory alone. Never fails.
 */
export function openPostings(
  cacheDir: string | undefined,
  fingerprint: string,
  {vectors, fresh = false, smallLog = SMALL_LOG}: PostingsOptions = {},
): Postings {
  const isEmpty = fresh || cacheDir === undefined
  const space = vectors && spaceOf(vectors)
  const loaded = isEmpty ? undefined : load(cacheDir, {fingerprint, space})
  const held: Held = {
    cacheDir,
    fingerprint,
    space,
    corpus: loaded?.corpus ?? new Corpus(undefined, space),
    place: loaded?.place,
    pending: pendingAt(loaded?.place, smallLog),
    smallLog,
    isDamaged: fresh || loaded?.lost !== undefined,
  }
  return new HeldIndex(held, loaded?.lost)
}
