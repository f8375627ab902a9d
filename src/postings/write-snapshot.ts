/**
 * Writes all of an index into the sections of a new snapshot: what is alive, and nothing else.
 *
 * Chunks and notes get new numbers in the order of their old ones, so that the postings of a term, old ones
 * first, are copied in one walk. Room for all of them is taken once: nothing takes more bytes than it took.
 */

import {ByteSink} from './byte-sink.js'
import {CHUNK_SHAPE, type ChunkColumns, NOWHERE} from './chunk-table.js'
import {emptyColumns, writeColumns} from './columns.js'
import type {Corpus} from './corpus.js'
import type {Cursor} from './cursor.js'
import {NOTE_SHAPE, type NoteColumns, ROW_TEXTS} from './note-table.js'
import {FLAG_BITS, isWord, writeCounts} from './posting-code.js'
import {COUNTS} from './snapshot.js'
import {SnapshotCursor} from './snapshot-cursor.js'
import type {Sections} from './snapshot-format.js'
import {Texts} from './texts.js'
import {writeVectors} from './vector-sections.js'
import {YoungCursor} from './young.js'

/** Numbers that things will have, by those they have now. */
interface Renumbering {
  readonly chunks: Uint32Array
  readonly notes: Uint32Array
}

/** Columns that say the same under whatever number. */
const OWN_COLUMNS = [
  ...(['lengthOf', 'factOf', 'turnOf', 'importance'] as const),
  ...(['start', 'end', 'fromLine', 'toLine'] as const),
]

/** Writes `corpus`, which stays as it is. */
export function writeSections(corpus: Corpus): Sections {
  const sections: Sections = new Map()
  const renumbering = renumber(corpus)
  const texts = new Texts()
  writeColumns(sections, 'chunk', chunkColumns(corpus, renumbering, texts))
  writeColumns(sections, 'note', noteColumns(corpus, renumbering, texts))
  sections.set('note.byPath', bytesOf(byPath(corpus, renumbering)))
  sections.set('texts', texts.written())
  const languages = corpus.notes.languageNames()
  const kinds = corpus.notes.kinds.list
  sections.set('languages', textsOf(languages))
  sections.set('kinds', textsOf(kinds))
  const terms = writeTerms(sections, corpus, renumbering.chunks)
  const counts = new Uint32Array(Object.keys(COUNTS).length)
  counts[COUNTS.chunks] = corpus.chunkCount
  counts[COUNTS.notes] = corpus.noteCount
  counts[COUNTS.terms] = terms
  counts[COUNTS.languages] = languages.length
  counts[COUNTS.kinds] = kinds.length
  sections.set('counts', bytesOf(counts))
  writeVectors(sections, corpus.vectors, renumbering.chunks, corpus.chunkCount)
  return sections
}

function textsOf(texts: readonly string[]): Buffer {
  const sink = new ByteSink()
  for (const text of texts) sink.text(text)
  return sink.written()
}

function renumber({chunks, notes}: Corpus): Renumbering {
  const newChunks = new Uint32Array(chunks.limit).fill(NOWHERE)
  let count = 0
  for (let chunk = 0; chunk < chunks.limit; chunk++) {
    if (chunks.isAlive(chunk)) newChunks[chunk] = count++
  }
  const newNotes = new Uint32Array(notes.limit).fill(NOWHERE)
  count = 0
  for (const note of notes.alive()) newNotes[note] = count++
  return {chunks: newChunks, notes: newNotes}
}

function chunkColumns(corpus: Corpus, numbers: Renumbering, texts: Texts): ChunkColumns {
  const old = corpus.chunks.columns
  const columns = emptyColumns(CHUNK_SHAPE, roomFor(corpus.chunkCount))
  const numberOf = (chunk: number) => (chunk === -1 ? -1 : numbers.chunks[chunk]!)
  numbers.chunks.forEach((to, from) => {
    if (to === NOWHERE) return
    for (const name of OWN_COLUMNS) {
      columns[name][to] = old[name][from]!
    }
    columns.noteOf[to] = numbers.notes[old.noteOf[from]!]!
    columns.before[to] = numberOf(old.before[from]!)
    columns.after[to] = numberOf(old.after[from]!)
    columns.idAt[to] = texts.copy(corpus.texts, old.idAt[from]!, 1)
  })
  return columns
}

function noteColumns(corpus: Corpus, numbers: Renumbering, texts: Texts): NoteColumns {
  const old = corpus.notes.columns
  const columns = emptyColumns(NOTE_SHAPE, roomFor(corpus.noteCount))
  numbers.notes.forEach((to, from) => {
    if (to === NOWHERE) return
    for (const name of ['lengthOf', 'dateOf', 'languageOf', 'kindOf'] as const) {
      columns[name][to] = old[name][from]!
    }
    columns.headOf[to] = numbers.chunks[old.headOf[from]!]!
    columns.rowAt[to] = texts.copy(corpus.texts, old.rowAt[from]!, ROW_TEXTS)
  })
  return columns
}

/** Whoever opens it to put a note need not move all columns to where there is more room. */
function roomFor(rows: number): number {
  return rows + (rows >> 3)
}

function byPath({notes, noteCount}: Corpus, numbers: Renumbering): Uint32Array {
  const paths = new Map<string, number>()
  for (const note of notes.alive()) paths.set(notes.pathOf(note), numbers.notes[note]!)
  const order = new Uint32Array(noteCount)
  ;[...paths.keys()].sort().forEach((path, place) => {
    order[place] = paths.get(path)!
  })
  return order
}

/** Writes terms, postings and positions; tells how many terms there are. */
function writeTerms(sections: Sections, corpus: Corpus, chunks: Uint32Array): number {
  const {snapshot, young} = corpus
  const youngTerms = [...young.terms()].sort()
  const most = (snapshot?.terms.count ?? 0) + youngTerms.length
  const writer = new TermWriter(corpus, chunks, most)
  let next = 0
  for (let index = 0; index < (snapshot?.terms.count ?? 0); index++) {
    const term = snapshot!.terms.at(index)
    while (next < youngTerms.length && youngTerms[next]! < term)
      writer.write(youngTerms[next++]!, -1)
    if (youngTerms[next] === term) next++
    writer.write(term, index)
  }
  while (next < youngTerms.length) writer.write(youngTerms[next++]!, -1)
  writer.finish(sections)
  return writer.count
}

class TermWriter {
  /** How many terms were written: those that stand in no chunk alive are not. */
  count = 0
  readonly #corpus: Corpus
  readonly #chunks: Uint32Array
  readonly #terms = new ByteSink()
  readonly #postings: ByteSink
  readonly #positions: ByteSink
  readonly #termsFrom: Uint32Array
  readonly #postingsFrom: Uint32Array
  readonly #positionsFrom: Uint32Array
  readonly #old = new SnapshotCursor()
  readonly #new = new YoungCursor()
  #last = 0

  /** `chunks` are the new numbers of chunks; `most` terms are written at most. */
  constructor(corpus: Corpus, chunks: Uint32Array, most: number) {
    const {snapshot, young} = corpus
    this.#corpus = corpus
    this.#chunks = chunks
    this.#postings = new ByteSink((snapshot?.postings.length ?? 0) + young.bytes)
    this.#positions = new ByteSink((snapshot?.positions.length ?? 0) + young.bytes)
    this.#termsFrom = new Uint32Array(most + 1)
    this.#postingsFrom = new Uint32Array(most + 1)
    this.#positionsFrom = new Uint32Array(most + 1)
  }

  /** Writes the next term, number `index` in the old snapshot; -1 for one that is only young. */
  write(term: string, index: number): void {
    const {snapshot, young} = this.#corpus
    const before = this.#postings.length
    this.#last = 0
    if (index !== -1) {
      this.#old.open(snapshot!, index, isWord(term), true)
      this.#copy(this.#old)
    }
    young.open(this.#new, term)
    this.#copy(this.#new)
    if (this.#postings.length === before) return
    this.#terms.letters(term)
    this.count++
    this.#termsFrom[this.count] = this.#terms.length
    this.#postingsFrom[this.count] = this.#postings.length
    this.#positionsFrom[this.count] = this.#positions.length
  }

  finish(sections: Sections): void {
    const end = this.count + 1
    sections.set('terms', this.#terms.written())
    sections.set('terms.from', bytesOf(this.#termsFrom.subarray(0, end)))
    sections.set('postings', this.#postings.written())
    sections.set('postings.from', bytesOf(this.#postingsFrom.subarray(0, end)))
    sections.set('positions', this.#positions.written())
    sections.set('positions.from', bytesOf(this.#positionsFrom.subarray(0, end)))
  }

  #copy(cursor: Cursor): void {
    const postings = this.#postings
    while (cursor.next()) {
      const chunk = this.#chunks[cursor.chunk]!
      if (chunk === NOWHERE) continue
      postings.varint((chunk - this.#last) * (1 << FLAG_BITS) + cursor.flags)
      writeCounts(postings, cursor.flags, cursor.body, cursor.other)
      cursor.copyPositions(this.#positions)
      this.#last = chunk
    }
  }
}

function bytesOf(numbers: Uint32Array): Buffer {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}
