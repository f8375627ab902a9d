/**
 * A vector for every chunk that has one, all in one space: what a text means, as a model tells it.
 *
 * Those of the snapshot stay where they were read, one after the other, and those that came since are in a second
 * block that doubles: whoever looks at all of them walks along two arrays, and opening copies nothing. What
 * was found by one model says nothing beside what was found by another, so a table is of one space
 * and takes no vector of a wrong length. What a model is, nobody knows here.
 */

import {digest} from '../ground/digest.js'

/** What vectors must have in common to be compared. */
export interface VectorModel {
  /** Names the model and all else that its vectors depend on. */
  readonly fingerprint: string
  readonly dimensions: number
}

/** The same in a few letters, as it is kept. */
export interface VectorSpace {
  readonly id: string
  readonly dimensions: number
}

/** Vectors of the chunks from `from` up to `to`, excluded: `dimensions` numbers each, one after the other. */
export interface VectorBlock {
  readonly from: number
  readonly to: number
  readonly vectors: Int8Array
}

/** What a snapshot has: by chunk, one after the other. */
export interface KeptVectors {
  readonly space: VectorSpace
  readonly rows: Int8Array
  readonly lengths: Float32Array
}

/** No model has as many; a file might say anything. */
const MOST_DIMENSIONS = 8192

/**
 * The length of a vector that is known and is zero: its text means nothing to the model. It is a zero to
 * whoever reads it, and differs from that of a chunk nobody has asked about yet, which would be asked about for ever.
 */
const KNOWN_AS_NOTHING = -0

/** The space of a model. `undefined` for one without dimensions, or with too many of them. */
export function spaceOf({fingerprint, dimensions}: VectorModel): VectorSpace | undefined {
  return areDimensions(dimensions) ? {id: digest(fingerprint), dimensions} : undefined
}

export function areDimensions(dimensions: number): boolean {
  return Number.isInteger(dimensions) && 0 < dimensions && dimensions <= MOST_DIMENSIONS
}

export function isSameSpace(a: VectorSpace, b: VectorSpace): boolean {
  return a.id === b.id && a.dimensions === b.dimensions
}

export class VectorTable {
  readonly space: VectorSpace
  /** By chunk. What lies behind its end is 0. */
  #lengths: Float32Array
  /** Chunks of the snapshot have numbers below this. */
  readonly #oldCount: number
  #old: Int8Array | undefined
  /** More room than rows. */
  #young = new Int8Array(0)
  /** One more than the highest chunk that was ever given a vector among the young. */
  #youngEnd: number
  readonly #firstRevision: number
  readonly #changed: number[] = []
  /** No chunk alive from `from` up to `to` lacks a vector. */
  #complete = {from: 0, to: 0}

  /** Takes the arrays of `kept`, vectors of the first `oldCount` chunks, for its own: it writes into them. */
  constructor(space: VectorSpace, oldCount: number, kept?: KeptVectors, firstRevision = 1) {
    this.space = space
    this.#oldCount = oldCount
    this.#youngEnd = oldCount
    this.#old = kept?.rows
    this.#lengths = kept?.lengths ?? new Float32Array(0)
    this.#firstRevision = firstRevision
  }

  /** Whether a vector may be one of these. */
  fits(vector: Int8Array): boolean {
    return vector.length === this.space.dimensions
  }

  /** Whether the vector of a chunk is known, be it zero. */
  isKnown(chunk: number): boolean {
    return !Object.is(this.#lengths[chunk] ?? 0, 0)
  }

  /** The vector of a chunk; `undefined` where there is none, or it is zero. */
  at(chunk: number): Int8Array | undefined {
    return 0 < (this.#lengths[chunk] ?? 0) ? this.row(chunk) : undefined
  }

  /** The numbers of a chunk whose vector is known. */
  row(chunk: number): Int8Array {
    const {dimensions} = this.space
    const isOld = chunk < this.#oldCount
    const from = (isOld ? chunk : chunk - this.#oldCount) * dimensions
    return (isOld ? this.#old! : this.#young).subarray(from, from + dimensions)
  }

  /** Gives a chunk a vector that fits; false where it has that one already, or there is no room for it. */
  set(chunk: number, vector: Int8Array): boolean {
    if (this.isKnown(chunk) && areEqual(this.row(chunk), vector)) return false
    if (!this.#makeRoom(chunk)) return false
    this.row(chunk).set(vector)
    const length = lengthOf(vector)
    this.lengthsFor(chunk + 1)[chunk] = length === 0 ? KNOWN_AS_NOTHING : length
    this.#changed.push(chunk)
    return true
  }

  /** Takes the vector of a chunk that is gone from those that are looked at. */
  forget(chunk: number): void {
    if (!this.isKnown(chunk)) return
    this.#lengths[chunk] = 0
    this.#changed.push(chunk)
  }

  /** Lengths of vectors for chunks up to `limit`, excluded, and perhaps more; 0 where there is none. */
  lengthsFor(limit: number): Float32Array {
    if (this.#lengths.length < limit) {
      const longer = new Float32Array(limit + (limit >> 1))
      longer.set(this.#lengths)
      this.#lengths = longer
    }
    return this.#lengths
  }

  /** All vectors, ascending by chunk; a chunk in none of them has none. */
  blocks(): VectorBlock[] {
    const blocks: VectorBlock[] = []
    const from = this.#oldCount
    const to = this.#youngEnd
    if (this.#old !== undefined) blocks.push({from: 0, to: from, vectors: this.#old})
    if (from < to) {
      const vectors = this.#young.subarray(0, (to - from) * this.space.dimensions)
      blocks.push({from, to, vectors})
    }
    return blocks
  }

  /** Rises with every change. */
  get revision(): number {
    return this.#firstRevision + this.#changed.length
  }

  /** Chunks whose vector came, changed or went since then. `undefined` where that was before this table. */
  changedSince(revision: number): readonly number[] | undefined {
    if (revision < this.#firstRevision) return undefined
    return this.#changed.slice(revision - this.#firstRevision)
  }

  /** Chunks below `limit` that are alive and whose vector is not known, descending. */
  *missing(limit: number, isAlive: (chunk: number) => boolean): Iterable<number> {
    const {from, to} = this.#complete
    let isFirst = true
    for (let chunk = limit - 1; 0 <= chunk; chunk--) {
      if (from <= chunk && chunk < to) chunk = from
      else if (isAlive(chunk) && !this.isKnown(chunk)) {
        if (isFirst) this.#complete = {from: chunk + 1, to: limit}
        isFirst = false
        yield chunk
      }
    }
    if (isFirst) this.#complete = {from: 0, to: limit}
  }

  /** False where there is too little memory: words are found without vectors too. */
  #makeRoom(chunk: number): boolean {
    try {
      if (chunk < this.#oldCount) this.#old ??= this.#rows(this.#oldCount)
      else this.#widen(chunk + 1)
      return true
    } catch {
      return false
    }
  }

  #widen(end: number): void {
    const count = end - this.#oldCount
    if (this.#young.length < count * this.space.dimensions) {
      const room = (2 * this.#young.length) / this.space.dimensions
      const wider = this.#rows(Math.max(count, room))
      wider.set(this.#young)
      this.#young = wider
    }
    this.#youngEnd = Math.max(this.#youngEnd, end)
  }

  #rows(count: number): Int8Array<ArrayBuffer> {
    return new Int8Array(count * this.space.dimensions)
  }
}

/** `Math.hypot` would take a hundred times as long. */
function lengthOf(vector: Int8Array): number {
  let sum = 0
  for (let i = 0; i < vector.length; i++) sum += vector[i]! * vector[i]!
  return Math.sqrt(sum)
}

/** Whether two vectors of one length are the same. */
export function areEqual(a: Int8Array, b: Int8Array): boolean {
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return false
  }
  return true
}
