/**
 * Puts a note into an index, or takes it out.
 *
 * A chunk that the note had is known again by its id, whatever else is new about it: it keeps its number
 * and its terms, and only its row is written. All others that it had are gone.
 */

import type {NotePath} from '../ground/note-path.js'
import {type ChunkColumns, NOWHERE} from './chunk-table.js'
import type {Corpus} from './corpus.js'
import {type ChunkEntry, type ChunkTerms, type NoteEntry, USUAL_IMPORTANCE} from './entry.js'
import {sameChunk, sameNote} from './same-row.js'
import type {Young} from './young.js'

/** The terms of a new chunk, wherever they come from. */
export interface Fresh {
  /** As `ChunkTerms` has it. */
  readonly length: number
  /** Adds a posting of each for the chunk with this number. */
  addTo(young: Young, chunk: number): void
}

/** Tells the terms of a chunk, the `place`th of its note. `undefined` where they are not known. */
export type FreshOf = (chunk: ChunkEntry, place: number) => Fresh | undefined

/** Instead of the number of a chunk: it is still to come. */
const NEW = -1

/** Facts are counted in 16 bits; of one note nobody wrote as many. */
const MOST_FACTS = 0xffff

/** Terms as they were made from a text. */
export function freshOf({length, terms}: ChunkTerms): Fresh {
  return {
    length,
    addTo(young, chunk) {
      for (const entry of terms) young.add(chunk, entry)
    },
  }
}

/**
 * Puts a note in the place of what is under its path. Tells whether anything changed by it; `undefined`, and
 * nothing is done, where it has no chunk, or the terms of a new one are not known.
 */
export function putNote(corpus: Corpus, entry: NoteEntry, termsOf: FreshOf): boolean | undefined {
  if (entry.chunks.length === 0) return undefined
  const {notes} = corpus
  const before = notes.numberOf(entry.path)
  const kept = keptOf(corpus, before, entry.chunks)
  // Whatever may fail comes first, so that a note is never put by half.
  const fresh: (Fresh | undefined)[] = []
  for (const [place, chunk] of entry.chunks.entries()) {
    const terms = kept[place] === NEW ? termsOf(chunk, place) : undefined
    if (terms === undefined && kept[place] === NEW) return undefined
    fresh.push(terms)
  }
  if (before !== undefined && isAsItWas(corpus, before, entry, kept)) return false
  const note = before ?? notes.add(entry.path)
  if (before === undefined) corpus.noteCount++
  bury(corpus, note, new Set(kept))
  notes.write(note, entry)
  chain(corpus, note, entry.chunks, kept, fresh)
  return true
}

/** Removes a note; false where there is none. */
export function removeNote(corpus: Corpus, path: NotePath): boolean {
  const note = corpus.notes.numberOf(path)
  if (note === undefined) return false
  bury(corpus, note, new Set())
  corpus.notes.remove(note)
  corpus.noteCount--
  return true
}

/** For each chunk that is to be there, the number of one of the same note with its id. */
function keptOf(corpus: Corpus, note: number | undefined, wanted: readonly ChunkEntry[]): number[] {
  if (note === undefined) return wanted.map(() => NEW)
  const byId = corpus.chunksById(note)
  return wanted.map(({id}) => byId.get(id.toWellFormed())?.shift() ?? NEW)
}

function isAsItWas(
  corpus: Corpus,
  note: number,
  entry: NoteEntry,
  kept: readonly number[],
): boolean {
  const chunks = corpus.chunksOf(note)
  return (
    chunks.length === kept.length &&
    chunks.every((chunk, place) => chunk === kept[place]) &&
    chunks.every((chunk, place) => sameChunk(corpus.rowOf(chunk), entry.chunks[place]!)) &&
    sameNote(corpus.notes.rowOf(note), entry)
  )
}

/** Marks all chunks of a note as gone that are not among `kept`. */
function bury(corpus: Corpus, note: number, kept: ReadonlySet<number>): void {
  const {noteOf, lengthOf, before, after} = corpus.chunks.columns
  corpus.forgetNamed()
  for (const chunk of corpus.chunksOf(note)) {
    if (kept.has(chunk)) continue
    noteOf[chunk] = NOWHERE
    before[chunk] = -1
    after[chunk] = -1
    corpus.vectors?.forget(chunk)
    corpus.chunkCount--
    corpus.wordCount -= lengthOf[chunk]!
  }
}

/** Writes the chunks of a note in their order, those that are new with their terms. */
function chain(
  corpus: Corpus,
  note: number,
  entries: readonly ChunkEntry[],
  kept: readonly number[],
  fresh: readonly (Fresh | undefined)[],
): void {
  let last = -1
  let length = 0
  entries.forEach((entry, place) => {
    const terms = fresh[place]
    const chunk = terms === undefined ? kept[place]! : begin(corpus, note, entry, terms)
    const {columns} = corpus.chunks
    writeRow(columns, chunk, entry)
    columns.before[chunk] = last
    columns.after[chunk] = -1
    if (last === -1) corpus.notes.columns.headOf[note] = chunk
    else columns.after[last] = chunk
    length += columns.lengthOf[chunk]!
    last = chunk
  })
  corpus.notes.columns.lengthOf[note] = length
}

/** Adds a chunk with its terms. */
function begin(corpus: Corpus, note: number, {id}: ChunkEntry, terms: Fresh): number {
  const chunk = corpus.chunks.add()
  const {columns} = corpus.chunks
  columns.noteOf[chunk] = note
  columns.lengthOf[chunk] = terms.length
  columns.idAt[chunk] = corpus.texts.add(id)
  terms.addTo(corpus.young, chunk)
  corpus.chunkCount++
  corpus.wordCount += terms.length
  return chunk
}

function writeRow(columns: ChunkColumns, chunk: number, entry: ChunkEntry): void {
  columns.start[chunk] = entry.start
  columns.end[chunk] = entry.end
  columns.fromLine[chunk] = entry.fromLine
  columns.toLine[chunk] = entry.toLine
  columns.factOf[chunk] = Math.min(MOST_FACTS, entry.fact ?? 0)
  columns.turnOf[chunk] = entry.turn ?? 0
  columns.importance[chunk] = entry.importance ?? USUAL_IMPORTANCE
}
