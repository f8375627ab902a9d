/**
 * The index on the disk: which words stand where, kept in one snapshot and a log.
 *
 * Opening reads one file and makes views of it. A note that is put costs what is new of it, and what is
 * saved of it is as much. Nothing that is on the disk is believed before its checksum was, nothing there can make this
 * throw, and whatever is missing has no digest, so that it is put again. Everything can be deleted at any
 * moment; `docs/decisions/0011` tells why it is a format of our own.
 */

import type {NotePath} from '../ground/note-path.js'
import {Corpus} from './corpus.js'
import type {ChunkEntry, ChunkRow, ChunkTerms, NoteEntry, NoteRow} from './entry.js'
import {load} from './load.js'
import {freshOf, putNote, removeNote} from './put-note.js'
import type {Reader} from './reader.js'
import {writePut, writeRemoval} from './record.js'
import {type Held, pendingAt, type Saved, save} from './save.js'
import type {Lost} from './snapshot-format.js'
import {allTerms, wordsFrom} from './words.js'

export type {ChunkRow, NoteRow} from './entry.js'
export {positionList, postingList} from './fill-list.js'
export type {Saved} from './save.js'
export type {Lost} from './snapshot-format.js'

export interface Postings extends Reader {
  /** Why what was kept could not be used whole when it was opened, where that is so. */
  readonly lost: Lost | undefined
  /**
   * Puts a note in the place of what was under its path. `termsOf` is asked for the terms of chunks whose
   * id the note did not have; `redone` tells how many those were.
   */
  put(
    entry: NoteEntry,
    termsOf: (chunk: ChunkEntry, place: number) => ChunkTerms,
  ): {readonly redone: number}
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

export interface PostingsOptions {
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
  {fresh = false, smallLog = SMALL_LOG}: PostingsOptions = {},
): Postings {
  const isEmpty = fresh || cacheDir === undefined
  const loaded = isEmpty ? undefined : load(cacheDir, fingerprint)
  const held: Held = {
    cacheDir,
    fingerprint,
    corpus: loaded?.corpus ?? new Corpus(),
    place: loaded?.place,
    pending: pendingAt(loaded?.place, smallLog),
    smallLog,
    isDamaged: fresh || loaded?.lost !== undefined,
  }
  return new Index(held, loaded?.lost)
}

class Index implements Postings {
  readonly lost: Lost | undefined
  readonly #held: Held

  constructor(held: Held, lost: Lost | undefined) {
    this.#held = held
    this.lost = lost
  }

  get chunks() {
    return this.#held.corpus.chunkCount
  }
  get notes() {
    return this.#held.corpus.noteCount
  }
  get words() {
    return this.#held.corpus.wordCount
  }
  get chunkLimit() {
    return this.#held.corpus.chunks.limit
  }
  get noteLimit() {
    return this.#held.corpus.notes.limit
  }
  get noteOf() {
    return this.#held.corpus.chunks.columns.noteOf
  }
  get lengthOf() {
    return this.#held.corpus.chunks.columns.lengthOf
  }
  get before() {
    return this.#held.corpus.chunks.columns.before
  }
  get after() {
    return this.#held.corpus.chunks.columns.after
  }
  get factOf() {
    return this.#held.corpus.chunks.columns.factOf
  }
  get turnOf() {
    return this.#held.corpus.chunks.columns.turnOf
  }
  get lengthOfNote() {
    return this.#held.corpus.notes.columns.lengthOf
  }
  get headOf() {
    return this.#held.corpus.notes.columns.headOf
  }
  get dateOf() {
    return this.#held.corpus.notes.columns.dateOf
  }
  get languages() {
    return this.#held.corpus.notes.languages
  }

  read: Reader['read'] = (term, list) => this.#held.corpus.read(term, list)

  readPositions: Reader['readPositions'] = (term, list) =>
    this.#held.corpus.readPositions(term, list)

  wordsFrom(prefix: string, limit: number): string[] {
    const words: string[] = []
    if (limit <= 0) return words
    for (const word of wordsFrom(this.#held.corpus, prefix)) {
      if (limit <= words.push(word)) break
    }
    return words
  }

  vocabulary(): Iterable<string> {
    return wordsFrom(this.#held.corpus, '')
  }

  put(entry: NoteEntry, termsOf: (chunk: ChunkEntry, place: number) => ChunkTerms) {
    const read: (ChunkTerms | undefined)[] = []
    const isChanged = putNote(this.#held.corpus, entry, (chunk, place) => {
      const terms = termsOf(chunk, place)
      read[place] = terms
      return freshOf(terms)
    })
    if (isChanged === undefined) throw new Error(`\`${entry.path}\` was put without a chunk`)
    if (isChanged) this.#held.pending.add(() => writePut(entry, read))
    return {redone: read.filter((terms) => terms !== undefined).length}
  }

  remove(path: NotePath): void {
    if (removeNote(this.#held.corpus, path)) this.#held.pending.add(() => writeRemoval(path))
  }

  digestOf(path: string): string | undefined {
    const {notes} = this.#held.corpus
    const note = notes.numberOf(path)
    return note === undefined ? undefined : notes.digestOf(note)
  }

  *paths(): Iterable<NotePath> {
    const {notes} = this.#held.corpus
    for (const note of notes.alive()) yield notes.pathOf(note)
  }

  chunkIdsOf(path: string): readonly string[] {
    const {corpus} = this.#held
    const note = corpus.notes.numberOf(path)
    return note === undefined ? [] : corpus.chunksOf(note).map((chunk) => corpus.rowOf(chunk).id)
  }

  terms(): Iterable<string> {
    return allTerms(this.#held.corpus)
  }

  noteAt(path: string): number | undefined {
    return this.#held.corpus.notes.numberOf(path)
  }

  rowOf(chunk: number): ChunkRow {
    return this.#held.corpus.rowOf(chunk)
  }

  noteRowOf(note: number): NoteRow {
    return this.#held.corpus.notes.rowOf(note)
  }

  save(anew = false): Saved {
    return save(this.#held, anew)
  }
}
