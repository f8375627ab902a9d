/**
 * One change of the index as bytes: a note that was put, one that was removed, or a vector that came later.
 *
 * A record stands for itself. It names the chunks that were there by their ids, looked for in the note
 * as it is when the record is read, and brings the terms of all others. So it can be read after whatever
 * came before it, and where a chunk it counts on is not there, it says so instead of putting half a note.
 */

import type {Instant} from '../ground/instant.js'
import type {NotePath} from '../ground/note-path.js'
import {ByteSink} from './byte-sink.js'
import {ByteSource} from './byte-source.js'
import type {Corpus} from './corpus.js'
import {type ChunkEntry, type ChunkTerms, type NoteEntry, USUAL_IMPORTANCE} from './entry.js'
import {
  COUNTED,
  FLAGS,
  flagsOf,
  isWordCode,
  NUMBERED,
  told,
  usualPositions,
  writeCounts,
  writePositions,
} from './posting-code.js'
import {type Fresh, putNote, removeNote} from './put-note.js'
import {
  applyPutVectors,
  applyVector,
  type PutVectors,
  readPutVectors,
  VECTOR,
  writePutVectors,
} from './vector-record.js'
import type {Young} from './young.js'

const PUT = 1
const REMOVE = 2

/** Writes that a note was put, with the terms of its chunks that are `fresh`, by place, and their vectors. */
export function writePut(
  entry: NoteEntry,
  fresh: readonly (ChunkTerms | undefined)[],
  vectors?: PutVectors,
): Buffer {
  const sink = new ByteSink(1024)
  sink.varint(PUT)
  for (const text of [entry.path, entry.digest, entry.title, entry.language]) sink.text(text)
  sink.float(entry.date ?? Number.NaN)
  sink.text(entry.kind ?? '')
  sink.varint(entry.chunks.length)
  entry.chunks.forEach((chunk, place) => {
    sink.text(chunk.id)
    const {start, end, fromLine, toLine, fact = 0, turn = 0} = chunk
    const {importance = USUAL_IMPORTANCE} = chunk
    const isUsual = importance === USUAL_IMPORTANCE
    for (const number of [start, end, fromLine, toLine, turn]) sink.varint(number)
    // Its last bit says whether there is more: few say how important they are.
    sink.varint(2 * fact + (isUsual ? 0 : 1))
    if (!isUsual) sink.float(importance)
    writeTerms(sink, fresh[place])
  })
  if (vectors !== undefined) writePutVectors(sink, vectors)
  return sink.written()
}

/** Writes that a note was removed. */
export function writeRemoval(path: NotePath): Buffer {
  const sink = new ByteSink()
  sink.varint(REMOVE)
  sink.text(path)
  return sink.written()
}

/**
 * Makes the change that a record tells. False, and nothing is changed, where it is none of these, or
 * counts on a chunk that is not there.
 */
export function applyRecord(corpus: Corpus, record: Buffer): boolean {
  const source = new ByteSource(record)
  const kind = source.varint()
  if (kind === REMOVE) {
    const path = source.text() as NotePath
    if (source.isBroken) return false
    removeNote(corpus, path)
    return true
  }
  if (kind === VECTOR) return applyVector(corpus, source)
  const read = kind === PUT ? readPut(source) : undefined
  if (read === undefined) return false
  if (putNote(corpus, read.entry, (_chunk, place) => read.fresh[place]) === undefined) return false
  // Also of chunks that somebody else has put since: perhaps without their vectors.
  if (read.vectors !== undefined) applyPutVectors(corpus, read.entry.path, read.vectors)
  return true
}

/** The path that a record is about. */
export function pathIn(record: Buffer): NotePath {
  const source = new ByteSource(record)
  source.varint()
  return source.text() as NotePath
}

interface Put {
  readonly entry: NoteEntry
  readonly fresh: readonly (Fresh | undefined)[]
  readonly vectors: PutVectors | undefined
}

function readPut(source: ByteSource): Put | undefined {
  const [path, digest, title, language] = [
    source.text(),
    source.text(),
    source.text(),
    source.text(),
  ]
  const date = source.float()
  const kind = source.text()
  const count = source.varint()
  const chunks: ChunkEntry[] = []
  const fresh: (Fresh | undefined)[] = []
  while (chunks.length < count && !source.isBroken) {
    chunks.push(readChunk(source))
    fresh.push(readTerms(source))
  }
  const vectors = source.isBroken ? undefined : readPutVectors(source)
  if (source.isBroken) return undefined
  const entry: NoteEntry = {
    ...{path: path as NotePath, digest, title, language, chunks},
    ...(Number.isNaN(date) ? {} : {date: date as Instant}),
    ...(kind === '' ? {} : {kind}),
  }
  return {entry, fresh, vectors}
}

function readChunk(source: ByteSource): ChunkEntry {
  const chunk = {
    id: source.text(),
    start: source.varint(),
    end: source.varint(),
    fromLine: source.varint(),
    toLine: source.varint(),
  }
  const turn = source.varint()
  const packed = source.varint()
  const fact = Math.floor(packed / 2)
  return {
    ...chunk,
    ...(fact === 0 ? {} : {fact}),
    ...(turn === 0 ? {} : {turn}),
    ...(packed % 2 === 0 ? {} : {importance: source.float()}),
  }
}

/** One more than the number of terms, so that a chunk that was there has none and not 0 of them. */
function writeTerms(sink: ByteSink, fresh: ChunkTerms | undefined): void {
  sink.varint(fresh === undefined ? 0 : fresh.terms.length + 1)
  if (fresh === undefined) return
  sink.varint(fresh.length)
  for (const {term, body: counted, other, positions} of fresh.terms) {
    const body = told(counted)
    const flags = flagsOf(term, body, other, positions)
    sink.text(term)
    sink.varint(flags)
    writeCounts(sink, flags, body, other)
    writePositions(sink, flags, positions)
  }
}

/** Passes over the terms of a chunk, to see that they are sound; they are read where they are wanted. */
function readTerms(source: ByteSource): Fresh | undefined {
  const count = source.varint() - 1
  if (count === -1) return undefined
  const length = source.varint()
  const {bytes, at} = source
  for (let i = 0; i < count && !source.isBroken; i++) passTerm(source)
  const end = source.at
  return {
    length,
    addTo(young, chunk) {
      const again = new ByteSource(bytes, at, end)
      while (again.at < end) passTerm(again, young, chunk)
    },
  }
}

/** Passes over a term with its counts and positions, and adds them where that is wanted. */
function passTerm(source: ByteSource, young?: Young, chunk = 0): void {
  const length = source.varint()
  const term = {from: source.at, to: source.at + length}
  source.pass(length)
  const flags = source.varint()
  const from = source.at
  const packed = (flags & COUNTED) === 0 ? 2 : source.varint()
  const other = (packed & 1) === 0 ? 0 : source.varint()
  const usual = usualPositions(isWordCode(source.bytes[term.from]), packed >>> 1, other)
  source.skip((flags & NUMBERED) === 0 ? usual : source.varint())
  young?.addWritten(source.bytes, term, chunk, flags & FLAGS, {from, to: source.at})
}
