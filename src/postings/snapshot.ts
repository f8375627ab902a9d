/**
 * The inside of a snapshot: views of its sections, checked once.
 *
 * The checksum tells damage; this tells what was never right, for a file may be made by anybody. What is
 * asked here is whatever would lead a reader out of an array or round in a circle: every number of a
 * note, chunk or place in the bytes. What it does not ask is whether the words are true.
 */

import type {Language} from '../terms/term.js'
import {ByteSource} from './byte-source.js'
import {CHUNK_SHAPE, type ChunkColumns} from './chunk-table.js'
import {numbersIn, readColumns} from './columns.js'
import {Dictionary} from './dictionary.js'
import {NOTE_SHAPE, type NoteColumns} from './note-table.js'
import type {Sections} from './snapshot-format.js'
import {viewVectors} from './vector-sections.js'
import type {KeptVectors} from './vector-table.js'

export interface Snapshot {
  readonly chunks: ChunkColumns
  readonly chunkCount: number
  readonly notes: NoteColumns
  readonly noteCount: number
  /** Notes in the order of their paths. */
  readonly byPath: Uint32Array
  readonly languages: readonly Language[]
  readonly kinds: readonly string[]
  readonly texts: Buffer
  readonly terms: Dictionary
  readonly postings: Buffer
  /** Of term `i`: its postings, from `postingsFrom[i]` up to `postingsFrom[i + 1]`. */
  readonly postingsFrom: Uint32Array
  readonly positions: Buffer
  readonly positionsFrom: Uint32Array
  readonly vectors: KeptVectors | undefined
}

/** What a snapshot counts, in this order in its section `counts`. */
export const COUNTS = {chunks: 0, notes: 1, terms: 2, languages: 3, kinds: 4} as const

/** Looks at the sections of a snapshot. `undefined` where they do not fit together. */
export function viewSnapshot(sections: Sections): Snapshot | undefined {
  const counts = numbersIn(bytesOf(sections, 'counts'), 'u32')
  const chunkCount = counts[COUNTS.chunks] ?? 0
  const noteCount = counts[COUNTS.notes] ?? 0
  const termCount = counts[COUNTS.terms] ?? 0
  const chunks = readColumns(sections, 'chunk', CHUNK_SHAPE, chunkCount)
  const notes = readColumns(sections, 'note', NOTE_SHAPE, noteCount)
  const byPath = numbersIn(bytesOf(sections, 'note.byPath'), 'u32')
  if (chunks === undefined || notes === undefined || byPath.length < noteCount) return undefined

  const terms = bytesOf(sections, 'terms')
  const termsFrom = numbersIn(bytesOf(sections, 'terms.from'), 'u32')
  const snapshot: Snapshot = {
    chunks,
    chunkCount,
    notes,
    noteCount,
    byPath: byPath.subarray(0, noteCount),
    languages: textsIn(bytesOf(sections, 'languages'), counts[COUNTS.languages] ?? 0),
    kinds: textsIn(bytesOf(sections, 'kinds'), counts[COUNTS.kinds] ?? 0),
    texts: bytesOf(sections, 'texts'),
    terms: new Dictionary(terms, termsFrom, termCount),
    postings: bytesOf(sections, 'postings'),
    postingsFrom: numbersIn(bytesOf(sections, 'postings.from'), 'u32'),
    positions: bytesOf(sections, 'positions'),
    positionsFrom: numbersIn(bytesOf(sections, 'positions.from'), 'u32'),
    vectors: viewVectors(sections, chunkCount),
  }
  const {postings, postingsFrom, positions, positionsFrom} = snapshot
  const isSound =
    areBounds(termsFrom, termCount, terms.length) &&
    areBounds(postingsFrom, termCount, postings.length) &&
    areBounds(positionsFrom, termCount, positions.length) &&
    arePlaces(snapshot) &&
    areChained(snapshot)
  return isSound ? snapshot : undefined
}

function bytesOf(sections: Sections, name: string): Buffer {
  const bytes = sections.get(name) ?? new Uint8Array(0)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function textsIn(bytes: Buffer, count: number): string[] {
  const source = new ByteSource(bytes)
  const texts: string[] = []
  while (texts.length < count && !source.isBroken) texts.push(source.text())
  return texts
}

/** Whether `from` has the bounds of `count` stretches of `length` bytes, one after the other. */
function areBounds(from: Uint32Array, count: number, length: number): boolean {
  if (from.length < count + 1) return false
  for (let i = 0; i < count; i++) {
    if (from[i + 1]! < from[i]!) return false
  }
  return from[count]! <= length
}

/** Whether whatever names a text, a note, a language or a kind names one. */
function arePlaces({texts, languages, kinds, ...snapshot}: Snapshot): boolean {
  const {chunks, chunkCount, notes, noteCount, byPath} = snapshot
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    if (texts.length <= chunks.idAt[chunk]!) return false
  }
  for (let note = 0; note < noteCount; note++) {
    if (texts.length <= notes.rowAt[note]! || noteCount <= byPath[note]!) return false
    if (languages.length <= notes.languageOf[note]!) return false
    if (kinds.length <= notes.kindOf[note]!) return false
  }
  return true
}

/** Whether every chunk is reached from the head of its note, forwards and backwards, and each once. */
function areChained({chunks, chunkCount, notes, noteCount}: Snapshot): boolean {
  const {noteOf, before, after} = chunks
  let reached = 0
  for (let note = 0; note < noteCount; note++) {
    let last = -1
    for (let chunk = notes.headOf[note]!; chunk !== -1; chunk = after[chunk]!) {
      // Whoever comes round again comes from another than the first time.
      const isNext = 0 <= chunk && chunk < chunkCount && before[chunk] === last
      if (!isNext || noteOf[chunk] !== note) return false
      reached++
      last = chunk
    }
    if (last === -1) return false
  }
  return reached === chunkCount
}
