/**
 * All that an index holds, in memory: the snapshot as it was written, and what changed since.
 *
 * A snapshot's postings are never touched. A chunk that is gone is marked in the table of chunks, and whoever
 * reads postings passes over it; a chunk that came has its postings among the young. So a note that
 * changed costs what is new of it, and every number that is told is that of an index made afresh. What changes
 * it is in `put-note.ts`.
 */

import {ChunkTable, NOWHERE} from './chunk-table.js'
import {type ChunkRow, USUAL_IMPORTANCE} from './entry.js'
import {
  emptyList,
  emptyPositionList,
  fill,
  fillFromSnapshot,
  fillPositions,
  leaveOutBelow,
} from './fill-list.js'
import {NoteTable} from './note-table.js'
import {isWord} from './posting-code.js'
import type {PositionList, PostingList} from './reader.js'
import type {Snapshot} from './snapshot.js'
import {SnapshotCursor} from './snapshot-cursor.js'
import {Texts} from './texts.js'
import {
  areDimensions,
  isSameSpace,
  type KeptVectors,
  type VectorSpace,
  VectorTable,
} from './vector-table.js'
import {Young, YoungCursor} from './young.js'

export class Corpus {
  readonly snapshot: Snapshot | undefined
  readonly texts: Texts
  readonly chunks: ChunkTable
  readonly notes: NoteTable
  readonly young = new Young()
  chunkCount = 0
  noteCount = 0
  wordCount = 0
  #vectors: VectorTable | undefined
  readonly #firstRevision: number | undefined
  readonly #old = new SnapshotCursor()
  readonly #new = new YoungCursor()
  /** The chunks of one note by their ids. */
  #named: {readonly note: number; readonly byId: ReadonlyMap<string, number[]>} | undefined

  /**
   * Takes the arrays of `snapshot` for its own: it writes into them.
   *
   * @param space in which vectors are asked for, where they are.
   * @param firstRevision higher than that of any vectors before.
   */
  constructor(snapshot?: Snapshot, space?: VectorSpace, firstRevision?: number) {
    this.snapshot = snapshot
    this.texts = new Texts(snapshot?.texts)
    this.chunks = new ChunkTable(snapshot?.chunks, snapshot?.chunkCount)
    this.notes = new NoteTable(this.texts, snapshot)
    this.chunkCount = this.chunks.limit
    this.noteCount = this.notes.limit
    const {lengthOf} = this.chunks.columns
    for (let chunk = 0; chunk < this.chunkCount; chunk++) this.wordCount += lengthOf[chunk]!
    const kept = snapshot?.vectors
    this.#firstRevision = firstRevision
    this.#vectors = this.#tableIn(space ?? kept?.space, kept)
  }

  /** In the space that was asked for, or else in one that was found on the disk, so that they are not lost. */
  get vectors(): VectorTable | undefined {
    return this.#vectors
  }

  /** The vectors in a space that was found on the disk; `undefined` where others are held. */
  vectorsIn(space: VectorSpace): VectorTable | undefined {
    this.#vectors ??= areDimensions(space.dimensions) ? this.#tableIn(space) : undefined
    return this.#vectors && isSameSpace(this.#vectors.space, space) ? this.#vectors : undefined
  }

  #tableIn(space: VectorSpace | undefined, kept?: KeptVectors): VectorTable | undefined {
    if (space === undefined) return undefined
    const isKept = kept !== undefined && isSameSpace(kept.space, space)
    const count = this.snapshot?.chunkCount ?? 0
    return new VectorTable(space, count, isKept ? kept : undefined, this.#firstRevision)
  }

  /** Chunks that are gone and still have postings. */
  get dead(): number {
    return this.chunks.limit - this.chunkCount
  }

  rowOf(chunk: number): ChunkRow {
    const {columns} = this.chunks
    const fact = columns.factOf[chunk]!
    const turn = columns.turnOf[chunk]!
    const importance = columns.importance[chunk]!
    return {
      id: this.texts.read(columns.idAt[chunk]!),
      start: columns.start[chunk]!,
      end: columns.end[chunk]!,
      fromLine: columns.fromLine[chunk]!,
      toLine: columns.toLine[chunk]!,
      ...(fact === 0 ? {} : {fact}),
      ...(turn === 0 ? {} : {turn}),
      ...(importance === USUAL_IMPORTANCE ? {} : {importance}),
    }
  }

  /** The numbers of the chunks of a note, in its order. */
  chunksOf(note: number): number[] {
    const {after} = this.chunks.columns
    const chunks: number[] = []
    for (let chunk = this.notes.columns.headOf[note]!; chunk !== -1; chunk = after[chunk]!) {
      chunks.push(chunk)
    }
    return chunks
  }

  /** The numbers of the chunks with an id in the note at `path`. Asked again and again of one note, they cost little. */
  chunksNamed(path: string, id: string): readonly number[] {
    const note = this.notes.numberOf(path)
    if (note === undefined) return []
    if (this.#named?.note !== note) this.#named = {note, byId: this.chunksById(note)}
    return this.#named.byId.get(id.toWellFormed()) ?? []
  }

  /** The numbers of the chunks of a note by their ids, in its order. */
  chunksById(note: number): Map<string, number[]> {
    const byId = new Map<string, number[]>()
    const {idAt} = this.chunks.columns
    for (const chunk of this.chunksOf(note)) {
      const id = this.texts.read(idAt[chunk]!)
      const same = byId.get(id)
      if (same === undefined) byId.set(id, [chunk])
      else same.push(chunk)
    }
    return byId
  }

  /** To be told whenever the chunks of a note change. */
  forgetNamed(): void {
    this.#named = undefined
  }

  read(term: string, list: PostingList, from = 0): void {
    const sound = term.toWellFormed()
    const isOld = from < (this.snapshot?.chunkCount ?? 0)
    const index = isOld ? this.#numberInSnapshot(sound) : -1
    const young = this.young.countOf(sound)
    emptyList(list, this.#mostInSnapshot(index) + young)
    const {noteOf} = this.chunks.columns
    if (index !== -1) fillFromSnapshot(list, this.snapshot!, index, noteOf)
    if (young !== 0) {
      this.young.open(this.#new, sound)
      fill(list, this.#new, noteOf)
    }
    if (0 < from) leaveOutBelow(from, list)
  }

  readPositions(term: string, list: PositionList): void {
    const sound = term.toWellFormed()
    const index = this.#numberInSnapshot(sound)
    const young = this.young.countOf(sound)
    emptyPositionList(list, this.#mostInSnapshot(index) + young)
    const {noteOf} = this.chunks.columns
    if (index !== -1) {
      this.#old.open(this.snapshot!, index, isWord(sound), true)
      fillPositions(list, this.#old, noteOf)
    }
    if (young === 0) return
    this.young.open(this.#new, sound)
    fillPositions(list, this.#new, noteOf)
  }

  /** Tells whether term `index` of the snapshot stands in a chunk alive. */
  isAliveInSnapshot(index: number): boolean {
    // Whoever wrote the snapshot wrote no others.
    if (this.dead === 0) return true
    this.#old.open(this.snapshot!, index, false, false)
    return this.#reachesAlive(this.#old)
  }

  /** Tells whether a young term stands in a chunk alive. */
  isAliveInYoung(term: string): boolean {
    if (this.dead === 0) return true
    this.young.open(this.#new, term)
    return this.#reachesAlive(this.#new)
  }

  #reachesAlive(cursor: SnapshotCursor | YoungCursor): boolean {
    const {noteOf} = this.chunks.columns
    while (cursor.next()) {
      if (noteOf[cursor.chunk] !== NOWHERE) return true
    }
    return false
  }

  #numberInSnapshot(term: string): number {
    return this.snapshot === undefined ? -1 : this.snapshot.terms.find(term)
  }

  /** A posting takes a byte at least. */
  #mostInSnapshot(index: number): number {
    if (index === -1) return 0
    const {postingsFrom} = this.snapshot!
    return postingsFrom[index + 1]! - postingsFrom[index]!
  }
}
