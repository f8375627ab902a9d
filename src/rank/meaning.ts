/**
 * How near each chunk, and each note, is to a question in meaning.
 *
 * The vectors of an index are looked at one and all: what is near stands anywhere, and of a hundred
 * thousand the look takes some milliseconds (`dot-products.ts`). They are copied once to where that is
 * done, and followed by the changes that the index tells of.
 */

import type {Reader, VectorReader} from '../postings/reader.js'
import {DotProducts} from './dot-products.js'
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
  /** Whether anything is known; else all of these are of no meaning. */
  isAny = false
  #products: DotProducts | undefined
  #of: VectorReader | undefined
  #revision = 0

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
    const products = this.#follow(reader, vectors).with(asked!.vector)
    const {chunkLimit, noteLimit, noteOf} = reader
    const {vectorLength} = vectors
    const factor = asked!.coverage / length
    this.chunks = zeros(this.chunks, chunkLimit)
    this.notes = zeros(this.notes, noteLimit)
    if (this.near.length < chunkLimit) this.near = new Uint32Array(chunkLimit + (chunkLimit >> 2))
    const {chunks, notes, near: list} = this
    let count = 0
    for (let chunk = 0; chunk < chunkLimit; chunk++) {
      const own = vectorLength[chunk]!
      const product = products[chunk]!
      if (own === 0 || product <= 0) continue
      const near = Math.fround((factor * product) / own)
      chunks[chunk] = near
      if (FAINT <= near) list[count++] = chunk
      const note = noteOf[chunk]!
      if (notes[note]! < near) notes[note] = near
    }
    this.nearCount = count
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
      if (admits(chunk)) nearest.offer(chunk, chunks[chunk]!)
      if (NEAR <= chunks[chunk]!) near[kept++] = chunk
    }
    for (const {item, score} of nearest.sorted()) if (score < NEAR) near[kept++] = item
    this.nearCount = kept
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
}

/** Room for `count` numbers, all 0. */
function zeros(before: Float32Array, count: number): Float32Array {
  if (before.length < count) return new Float32Array(count + (count >> 2) + 16)
  return before.fill(0, 0, count)
}

function lengthOf(vector: Int8Array): number {
  let sum = 0
  for (const value of vector) sum += value * value
  return Math.sqrt(sum)
}
