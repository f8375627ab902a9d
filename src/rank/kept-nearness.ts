/**
 * How near chunks are to the questions that are asked again and again, kept over the changes of an index: after one only
 * what changed is compared anew.
 */

import type {VectorReader} from '../postings/reader.js'

/** Together: 32 MB, for 80 questions to 100,000 chunks. */
const MOST = 8_000_000
/** So many questions are remembered that were asked once, by which one that is asked again is known. */
const SEEN = 1000

export interface KnownNearness {
  /** By chunk; room for all there are. */
  readonly chunks: Float32Array
  /** Of these chunks it is to be told anew. */
  readonly changed: readonly number[]
}

export class KeptNearness {
  /** Those asked for last come last. */
  readonly #kept = new Map<string, {chunks: Float32Array; revision: number}>()
  readonly #seen = new Set<string>()
  #all = 0
  #of: VectorReader | undefined
  readonly #most: number

  /** @param most how many numbers are kept altogether. */
  constructor(most = MOST) {
    this.#most = most
  }

  /** What is known of a question, which must be made to hold again before it is asked for once more. */
  find(vectors: VectorReader, question: string, chunkLimit: number): KnownNearness | undefined {
    if (this.#of !== vectors) this.#forgetAll()
    this.#of = vectors
    const kept = this.#kept.get(question)
    if (kept === undefined) return undefined
    this.#forget(question)
    const changed = vectors.vectorsChangedSince(kept.revision)
    if (changed === undefined) return undefined
    const {chunks} = kept
    return {chunks: this.#put(vectors, question, chunks, chunkLimit), changed}
  }

  /** Keeps what was told of a question, if it was asked before. */
  keep(vectors: VectorReader, question: string, chunks: Float32Array, chunkLimit: number): void {
    if (this.#seen.has(question)) {
      if (chunkLimit <= this.#most)
        this.#put(vectors, question, chunks.slice(0, chunkLimit), chunkLimit)
      return
    }
    this.#seen.add(question)
    if (SEEN < this.#seen.size) {
      const [oldest] = this.#seen
      this.#seen.delete(oldest!)
    }
  }

  #put(
    {vectorRevision: revision}: VectorReader,
    question: string,
    chunks: Float32Array,
    chunkLimit: number,
  ): Float32Array {
    let own = chunks
    if (own.length < chunkLimit) {
      own = new Float32Array(chunkLimit + (chunkLimit >> 5))
      own.set(chunks)
    }
    this.#kept.set(question, {chunks: own, revision})
    this.#all += own.length
    for (const other of this.#kept.keys()) {
      if (this.#all <= this.#most || other === question) break
      this.#forget(other)
    }
    return own
  }

  #forget(question: string): void {
    this.#all -= this.#kept.get(question)?.chunks.length ?? 0
    this.#kept.delete(question)
  }

  #forgetAll(): void {
    this.#kept.clear()
    this.#seen.clear()
    this.#all = 0
  }
}
