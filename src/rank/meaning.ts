/**
 * How near each chunk, and each note, is to a question in meaning.
 *
 * The vectors of an index are looked at one and all: what is near stands anywhere, and of a hundred
 * thousand the look takes some milliseconds (`dot-products.ts`). They are copied once to where that is
 * done, and followed by the changes that the index tells of.
 */

import type {Reader, VectorReader} from '../postings/reader.js'
import {DotProducts} from './dot-products.js'
import {KeptNearness} from './kept-nearness.js'
import {FAINT, NEAR} from './law.js'
import type {AskedMeaning} from './question.js'
import {type Before, Top} from './top.js'

export class Meaning {
  /** By chunk: its cosine with the question, times what of the question the model covers; 0 where it points elsewhere. */
  chunks: Float32Array = new Float32Array(0)
  /** By note: the best of its chunks. */
  notes: Float32Array = new Float32Array(0)
  /** Chunks that are near enough to be found for that alone, in no order, up to `nearCount`. */
  near: Uint32Array = new Uint32Array(0)
  nearCount = 0
  /** Nothing is nearer. */
  most = 0
  /** Whether anything is known; else all of these are of no meaning. */
  isAny = false
  #products: DotProducts | undefined
  #of: VectorReader | undefined
  #revision = 0
  readonly #kept: KeptNearness
  #room = new Float32Array(0)
  /** By chunk: 1 by the length of its vector; 0 where it has none. */
  #inverse = new Float64Array(0)

  constructor(kept: KeptNearness = new KeptNearness()) {
    this.#kept = kept
  }

  /**
   * Compares all chunks with a question.
   *
   * @param vectors the index itself, by which a copy is known again.
   */
  ask(reader: Reader, vectors: VectorReader, asked: AskedMeaning | undefined): void {
    const length = asked === undefined ? 0 : lengthOf(asked.vector)
    this.isAny =
      asked !== undefined &&
      0 < length * asked.coverage &&
      asked.vector.length === vectors.dimensions
    this.nearCount = 0
    if (!this.isAny) return
    const {chunkLimit, noteLimit, noteOf} = reader
    this.chunks = this.#nearnessOf(reader, vectors, asked!)
    this.notes = zeros(this.notes, noteLimit)
    if (this.near.length < chunkLimit) this.near = new Uint32Array(roomFor(chunkLimit))
    const {chunks, notes, near: list} = this
    let count = 0
    let most = 0
    for (let chunk = 0; chunk < chunkLimit; chunk++) {
      const near = chunks[chunk]!
      const note = noteOf[chunk]!
      // What is gone is of no note, and near nothing.
      if (notes[note]! < near) notes[note] = near
      if (near < FAINT) continue
      if (most < near) most = near
      list[count++] = chunk
    }
    this.nearCount = count
    this.most = Math.max(most, FAINT)
  }

  /**
   * Leaves in `near` what is found for its meaning alone: after `ask` there is all that could be.
   *
   * @param most how many there are at most that are not as near as `NEAR`.
   * @param admits whether a chunk may be found at all.
   * @param before the order of those that are equally near.
   */
  keepNearest(most: number, admits: (chunk: number) => boolean, before: Before): void {
    const {near, chunks} = this
    const nearest = new Top(most, before)
    let kept = 0
    for (let i = 0; i < this.nearCount; i++) {
      const chunk = near[i]!
      if (nearest.least <= chunks[chunk]! && admits(chunk)) nearest.offer(chunk, chunks[chunk]!)
      if (NEAR <= chunks[chunk]!) near[kept++] = chunk
    }
    for (const {item, score} of nearest.sorted()) if (score < NEAR) near[kept++] = item
    this.nearCount = kept
  }

  /** By chunk. */
  #nearnessOf(
    reader: Reader,
    vectors: VectorReader,
    {vector, coverage}: AskedMeaning,
  ): Float32Array {
    const products = this.#follow(reader, vectors)
    const inverse = this.#inverse
    const factor = coverage / lengthOf(vector)
    const {chunkLimit} = reader
    const question = `${coverage} ${Buffer.from(vector.buffer, vector.byteOffset, vector.length).toString('latin1')}`
    const known = this.#kept.find(vectors, question, chunkLimit)
    if (known !== undefined) {
      for (const chunk of known.changed) {
        const product = products.productOf(chunk, vector)
        known.chunks[chunk] = Math.max(0, product * inverse[chunk]! * factor)
      }
      return known.chunks
    }
    if (this.#room.length < chunkLimit) this.#room = new Float32Array(roomFor(chunkLimit))
    const chunks = this.#room
    const all = products.with(vector)
    for (let chunk = 0; chunk < chunkLimit; chunk++) {
      chunks[chunk] = Math.max(0, all[chunk]! * inverse[chunk]! * factor)
    }
    this.#kept.keep(vectors, question, chunks, chunkLimit)
    return chunks
  }

  /** The vectors as they are now. */
  #follow({chunkLimit}: Reader, vectors: VectorReader): DotProducts {
    const changed = this.#of === vectors ? vectors.vectorsChangedSince(this.#revision) : undefined
    let products = this.#products
    if (products === undefined || products.dimensions !== vectors.dimensions) {
      products = new DotProducts(vectors.dimensions)
      this.#products = products
    }
    products.resize(chunkLimit)
    if (changed === undefined || changed.length !== 0 || this.#inverse.length < chunkLimit) {
      this.#invert(vectors, chunkLimit)
    }
    if (changed === undefined) {
      for (const {from, vectors: block} of vectors.vectorBlocks()) products.write(from, block)
    } else {
      for (const chunk of changed) {
        const vector = vectors.vectorAt(chunk)
        if (vector !== undefined) products.write(chunk, vector)
      }
    }
    this.#of = vectors
    this.#revision = vectors.vectorRevision
    return products
  }

  #invert({vectorLength}: VectorReader, chunkLimit: number): void {
    if (this.#inverse.length < chunkLimit) this.#inverse = new Float64Array(roomFor(chunkLimit))
    for (let chunk = 0; chunk < chunkLimit; chunk++) {
      const length = vectorLength[chunk]!
      this.#inverse[chunk] = length === 0 ? 0 : 1 / length
    }
  }
}

/** An index grows note by note. */
function roomFor(count: number): number {
  return count + (count >> 2) + 16
}

/** Room for `count` numbers, all 0. */
function zeros(before: Float32Array, count: number): Float32Array {
  if (before.length < count) return new Float32Array(roomFor(count))
  return before.fill(0, 0, count)
}

function lengthOf(vector: Int8Array): number {
  let sum = 0
  for (const value of vector) sum += value * value
  return Math.sqrt(sum)
}
