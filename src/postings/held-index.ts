/** The index in memory, as `Postings` tells it: reads and changes a corpus, and notes what must still be made to last. */

import type {NotePath} from '../ground/note-path.js'
import type {ChunkEntry, ChunkRow, ChunkTerms, NoteEntry, NoteRow} from './entry.js'
import type {Postings, VectorOf} from './postings.js'
import {freshOf, putNote, removeNote} from './put-note.js'
import type {Reader} from './reader.js'
import {writePut, writeRemoval} from './record.js'
import {type Held, type Saved, save} from './save.js'
import type {Lost} from './snapshot-format.js'
import {applyPutVectors, writeVector} from './vector-record.js'
import type {VectorTable} from './vector-table.js'
import {type ChunkWithoutVector, withoutVector} from './without-vector.js'
import {allTerms, wordsFrom} from './words.js'

const NO_LENGTHS = new Float32Array(0)

export class HeldIndex implements Postings {
  readonly lost: Lost | undefined
  readonly #held: Held
  #revision = 0
  #numbering = 0

  constructor(held: Held, lost: Lost | undefined) {
    this.#held = held
    this.lost = lost
  }

  get revision() {
    return this.#revision
  }
  get numbering() {
    return this.#numbering
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
  get importanceOf() {
    return this.#held.corpus.chunks.columns.importance
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
  get kindOf() {
    return this.#held.corpus.notes.columns.kindOf
  }
  get kinds() {
    return this.#held.corpus.notes.kinds.list
  }
  get languages() {
    return this.#held.corpus.notes.languages
  }
  get dimensions() {
    return this.#held.space?.dimensions ?? 0
  }
  get vectorLength() {
    return this.#vectors?.lengthsFor(this.chunkLimit) ?? NO_LENGTHS
  }
  get vectorRevision() {
    return this.#vectors?.revision ?? 1
  }

  /** Vectors that were kept, but not asked for, are nobody's business. */
  get #vectors(): VectorTable | undefined {
    return this.#held.space && this.#held.corpus.vectors
  }

  vectorBlocks() {
    return this.#vectors?.blocks() ?? []
  }

  vectorAt(chunk: number): Int8Array | undefined {
    return this.#vectors?.at(chunk)
  }

  vectorsChangedSince(revision: number): readonly number[] | undefined {
    return this.#vectors === undefined ? [] : this.#vectors.changedSince(revision)
  }

  isGone: Reader['isGone'] = (chunk) => !this.#held.corpus.chunks.isAlive(chunk)

  read: Reader['read'] = (term, list, from) => this.#held.corpus.read(term, list, from)

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

  put(
    entry: NoteEntry,
    termsOf: (chunk: ChunkEntry, place: number) => ChunkTerms,
    vectorOf?: VectorOf,
  ) {
    this.#revision++
    const {corpus, pending} = this.#held
    const table = this.#vectors
    const read: (ChunkTerms | undefined)[] = []
    const byPlace = new Map<number, Int8Array>()
    const isChanged = putNote(corpus, entry, (chunk, place) => {
      const terms = termsOf(chunk, place)
      read[place] = terms
      const vector = table && vectorOf?.(chunk, place)
      // Whoever tells it may use the same array for the next.
      if (vector !== undefined && table?.fits(vector)) byPlace.set(place, vector.slice())
      return freshOf(terms)
    })
    if (isChanged === undefined) throw new Error(`\`${entry.path}\` was put without a chunk`)
    const vectors = table && {space: table.space, byPlace}
    if (vectors !== undefined) applyPutVectors(corpus, entry.path, vectors)
    if (isChanged) pending.add(() => writePut(entry, read, vectors))
    return {redone: read.filter((terms) => terms !== undefined).length}
  }

  setVector(path: string, id: string, vector: Int8Array): boolean {
    const {corpus, pending} = this.#held
    const table = this.#vectors
    if (table?.fits(vector) !== true) return false
    const chunks = corpus.chunksNamed(path, id)
    const changed = chunks.filter((chunk) => table.set(chunk, vector))
    if (0 < changed.length) pending.add(() => writeVector(path, id, table.space, vector))
    return 0 < chunks.length
  }

  chunksWithoutVector(limit: number): readonly ChunkWithoutVector[] {
    return this.#vectors === undefined ? [] : withoutVector(this.#held.corpus, limit)
  }

  remove(path: NotePath): void {
    this.#revision++
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
    const {corpus} = this.#held
    const saved = save(this.#held, anew)
    // What was written anew has other numbers.
    if (corpus !== this.#held.corpus) {
      this.#revision++
      this.#numbering++
    }
    return saved
  }
}
