/**
 * Vectors in the log: behind a note that was put, for those of its chunks that were new, or each by itself.
 *
 * They are told with their space. In an index with vectors of another one they are passed over, so that what two
 * models said never stands side by side.
 */

import type {NotePath} from '../ground/note-path.js'
import {ByteSink} from './byte-sink.js'
import type {ByteSource} from './byte-source.js'
import type {Corpus} from './corpus.js'
import type {VectorSpace} from './vector-table.js'

/** Vectors by the place of their chunks in a note. */
export interface PutVectors {
  readonly space: VectorSpace
  readonly byPlace: ReadonlyMap<number, Int8Array>
}

/** What kind of record it is that brings one vector. */
export const VECTOR = 3

/** Writes the vectors of a note's chunks, to the end of its record. */
export function writePutVectors(sink: ByteSink, {space, byPlace}: PutVectors): void {
  if (byPlace.size === 0) return
  writeSpace(sink, space)
  for (const [place, vector] of byPlace) {
    sink.varint(place)
    writeNumbers(sink, vector)
  }
}

/** Reads them up to the end; `undefined` where there are none. What is broken, the source tells. */
export function readPutVectors(source: ByteSource): PutVectors | undefined {
  if (source.end <= source.at) return undefined
  const space = readSpace(source)
  const byPlace = new Map<number, Int8Array>()
  while (source.at < source.end && !source.isBroken) {
    const place = source.varint()
    byPlace.set(place, readNumbers(source, space))
  }
  return {space, byPlace}
}

/** Gives the chunks of a note that is there their vectors. */
export function applyPutVectors(
  corpus: Corpus,
  path: NotePath,
  {space, byPlace}: PutVectors,
): void {
  const vectors = corpus.vectorsIn(space)
  if (vectors === undefined || byPlace.size === 0) return
  const chunks = corpus.chunksOf(corpus.notes.numberOf(path)!)
  for (const [place, vector] of byPlace) {
    const chunk = chunks[place]
    if (chunk !== undefined && vectors.fits(vector)) vectors.set(chunk, vector)
  }
}

/** Writes that the chunks of a note with this id have this vector. */
export function writeVector(
  path: string,
  id: string,
  space: VectorSpace,
  vector: Int8Array,
): Buffer {
  const sink = new ByteSink(2 * (path.length + id.length + space.id.length) + vector.length)
  sink.varint(VECTOR)
  sink.text(path)
  sink.text(id)
  writeSpace(sink, space)
  writeNumbers(sink, vector)
  return sink.written()
}

/** Makes that change, once the kind of the record was read. False where the chunk is not there. */
export function applyVector(corpus: Corpus, source: ByteSource): boolean {
  const path = source.text()
  const id = source.text()
  const space = readSpace(source)
  const vector = readNumbers(source, space)
  if (source.isBroken) return false
  const chunks = corpus.chunksNamed(path, id)
  const vectors = corpus.vectorsIn(space)
  if (vectors?.fits(vector)) for (const chunk of chunks) vectors.set(chunk, vector)
  return 0 < chunks.length
}

function writeSpace(sink: ByteSink, {id, dimensions}: VectorSpace): void {
  sink.text(id)
  sink.varint(dimensions)
}

function readSpace(source: ByteSource): VectorSpace {
  return {id: source.text(), dimensions: source.varint()}
}

function writeNumbers(sink: ByteSink, vector: Int8Array): void {
  sink.raw(new Uint8Array(vector.buffer, vector.byteOffset, vector.length))
}

/** A view of the numbers in their place; of none where they are not all there. */
function readNumbers(source: ByteSource, {dimensions}: VectorSpace): Int8Array {
  const {bytes, at} = source
  source.pass(dimensions)
  const length = source.isBroken ? 0 : dimensions
  return new Int8Array(bytes.buffer, bytes.byteOffset + at, length)
}
