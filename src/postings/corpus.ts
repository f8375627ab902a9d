/**
 * All that an index holds, in memory: the snapshot as it was written, and what changed since.
 *
 * A snapshot's postings are never touched. A chunk that is gone is marked in the table of chunks, and whoever
 * reads postings passes over it; a chunk that came has its postings among the young. So a note that
 * changed costs what is new of it, and every number that is told is that of an index made afresh.
 */

import type {NotePath} from '../ground/note-path.js'
import {type ChunkColumns, ChunkTable, NOWHERE} from './chunk-table.js'
import type {ChunkEntry, ChunkRow, ChunkTerms, NoteEntry} from './entry.js'
import {emptyList, emptyPositionList, fill, fillPositions} from './fill-list.js'
import {NoteTable} from './note-table.js'
import {isWord} from './posting-code.js'
import type {PositionList, PostingList} from './reader.js'
import {sameChunk, sameNote} from './same-row.js'
import type {Snapshot} from './snapshot.js'
import {SnapshotCursor} from './snapshot-cursor.js'
import {Texts} from './texts.js'
import {Young, YoungCursor} from './young.js'

/** Tells the terms of a chunk, the `place`th of its note. `undefined` where they are not known. */
export type TermsOf = (chunk: ChunkEntry, place: number) => ChunkTerms | undefined

export interface Change {
  /** False where everything was as it was. */
  readonly isOne: boolean
  /** By place in the note: the terms that were read; `undefined` for a chunk that was there. */
  readonly fresh: readonly (ChunkTerms | undefined)[]
}

/** Instead of the number of a chunk: it is still to come. */
const NEW = -1

/** Facts are counted in 16 bits; of one note nobody wrote as many. */
const MOST_FACTS = 0xffff

export class Corpus {
  readonly snapshot: Snapshot | undefined
  readonly texts: Texts
  readonly chunks: ChunkTable
  readonly notes: NoteTable
  readonly young = new Young()
  chunkCount = 0
  noteCount = 0
  wordCount = 0
  readonly #old = new SnapshotCursor()
  readonly #new = new YoungCursor()

  /** Takes the arrays of `snapshot` for its own: it writes into them. */
  constructor(snapshot?: Snapshot) {
    this.snapshot = snapshot
    this.texts = new Texts(snapshot?.texts)
    this.chunks = new ChunkTable(snapshot?.chunks, snapshot?.chunkCount)
    this.notes = new NoteTable(this.texts, snapshot?.notes, snapshot?.byPath, snapshot?.languages)
    this.chunkCount = this.chunks.limit
    this.noteCount = this.notes.limit
    const {lengthOf} = this.chunks.columns
    for (let chunk = 0; chunk < this.chunkCount; chunk++) this.wordCount += lengthOf[chunk]!
  }

  /** Chunks that are gone and still have postings. */
  get dead(): number {
    return this.chunks.limit - this.chunkCount
  }

  /**
   * Puts a note in the place of what is under its path. Chunks whose id is there keep their number and
   * their terms. `undefined`, and nothing is done, where the terms of another are not known, or where
   * there is no chunk at all.
   */
  put(entry: NoteEntry, termsOf: TermsOf): Change | undefined {
    if (entry.chunks.length === 0) return undefined
    const before = this.notes.numberOf(entry.path)
    const kept = this.#kept(before, entry.chunks)
    // Whatever may fail comes first, so that a note is never put by half.
    const fresh: (ChunkTerms | undefined)[] = []
    for (const [place, chunk] of entry.chunks.entries()) {
      const terms = kept[place] === NEW ? termsOf(chunk, place) : undefined
      if (terms === undefined && kept[place] === NEW) return undefined
      fresh.push(terms)
    }
    if (before !== undefined && this.#isAsItWas(before, entry, kept)) return {isOne: false, fresh}
    const note = before ?? this.notes.add(entry.path)
    if (before === undefined) this.noteCount++
    this.#bury(note, new Set(kept))
    this.notes.write(note, entry)
    this.#place(note, entry.chunks, kept, fresh)
    return {isOne: true, fresh}
  }

  /** Removes a note; false where there is none. */
  remove(path: NotePath): boolean {
    const note = this.notes.numberOf(path)
    if (note === undefined) return false
    this.#bury(note, new Set())
    this.notes.remove(note)
    this.noteCount--
    return true
  }

  rowOf(chunk: number): ChunkRow {
    const {columns} = this.chunks
    const fact = columns.factOf[chunk]!
    const turn = columns.turnOf[chunk]!
    return {
      id: this.texts.read(columns.idAt[chunk]!),
      start: columns.start[chunk]!,
      end: columns.end[chunk]!,
      fromLine: columns.fromLine[chunk]!,
      toLine: columns.toLine[chunk]!,
      ...(fact === 0 ? {} : {fact}),
      ...(turn === 0 ? {} : {turn}),
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

  read(term: string, list: PostingList): void {
    const sound = term.toWellFormed()
    const index = this.#numberInSnapshot(sound)
    const young = this.young.countOf(sound)
    emptyList(list, this.#mostInSnapshot(index) + young)
    const {noteOf} = this.chunks.columns
    if (index !== -1) {
      this.#old.open(this.snapshot!, index, isWord(sound), false)
      fill(list, this.#old, noteOf)
    }
    if (young === 0) return
    this.young.open(this.#new, sound)
    fill(list, this.#new, noteOf)
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

  /** For each chunk that is to be there, the number of one of the same note with its id. */
  #kept(note: number | undefined, wanted: readonly ChunkEntry[]): number[] {
    if (note === undefined) return wanted.map(() => NEW)
    const byId = new Map<string, number[]>()
    const {idAt} = this.chunks.columns
    for (const chunk of this.chunksOf(note)) {
      const id = this.texts.read(idAt[chunk]!)
      const same = byId.get(id)
      if (same === undefined) byId.set(id, [chunk])
      else same.push(chunk)
    }
    return wanted.map(({id}) => byId.get(id.toWellFormed())?.shift() ?? NEW)
  }

  #isAsItWas(note: number, entry: NoteEntry, kept: readonly number[]): boolean {
    const chunks = this.chunksOf(note)
    return (
      chunks.length === kept.length &&
      chunks.every((chunk, place) => chunk === kept[place]) &&
      chunks.every((chunk, place) => sameChunk(this.rowOf(chunk), entry.chunks[place]!)) &&
      sameNote(this.notes.rowOf(note), entry)
    )
  }

  /** Marks all chunks of a note as gone that are not among `kept`. */
  #bury(note: number, kept: ReadonlySet<number>): void {
    const {noteOf, lengthOf, before, after} = this.chunks.columns
    for (const chunk of this.chunksOf(note)) {
      if (kept.has(chunk)) continue
      noteOf[chunk] = NOWHERE
      before[chunk] = -1
      after[chunk] = -1
      this.chunkCount--
      this.wordCount -= lengthOf[chunk]!
    }
  }

  #place(
    note: number,
    entries: readonly ChunkEntry[],
    kept: readonly number[],
    fresh: readonly (ChunkTerms | undefined)[],
  ): void {
    let last = -1
    let length = 0
    entries.forEach((entry, place) => {
      const terms = fresh[place]
      const chunk = terms === undefined ? kept[place]! : this.#begin(note, entry, terms)
      const {columns} = this.chunks
      writeRow(columns, chunk, entry)
      columns.before[chunk] = last
      columns.after[chunk] = -1
      if (last === -1) this.notes.columns.headOf[note] = chunk
      else columns.after[last] = chunk
      length += columns.lengthOf[chunk]!
      last = chunk
    })
    this.notes.columns.lengthOf[note] = length
  }

  /** Adds a chunk with its terms. */
  #begin(note: number, {id}: ChunkEntry, {length, terms}: ChunkTerms): number {
    const chunk = this.chunks.add()
    const {columns} = this.chunks
    columns.noteOf[chunk] = note
    columns.lengthOf[chunk] = length
    columns.idAt[chunk] = this.texts.add(id)
    for (const [term, entry] of terms) this.young.add(term, chunk, entry)
    this.chunkCount++
    this.wordCount += length
    return chunk
  }
}

function writeRow(columns: ChunkColumns, chunk: number, entry: ChunkEntry): void {
  columns.start[chunk] = entry.start
  columns.end[chunk] = entry.end
  columns.fromLine[chunk] = entry.fromLine
  columns.toLine[chunk] = entry.toLine
  columns.factOf[chunk] = Math.min(MOST_FACTS, entry.fact ?? 0)
  columns.turnOf[chunk] = entry.turn ?? 0
}
