/**
 * The terms of a snapshot in their order, searched by bisection in the bytes of the file.
 *
 * Nothing is made of them when the index is opened: seventeen comparisons find one term among
 * a hundred thousand, and a question has a few.
 */

import {compareBytes} from './byte-order.js'

export class Dictionary {
  readonly count: number
  readonly #bytes: Buffer
  readonly #from: Uint32Array

  /** Term `i` stands in `bytes` from `from[i]` up to `from[i + 1]`. */
  constructor(bytes: Buffer, from: Uint32Array, count: number) {
    this.#bytes = bytes
    this.#from = from
    this.count = count
  }

  /** The number of a term; -1 where it is none of these. */
  find(term: string): number {
    const bytes = Buffer.from(term)
    const index = this.#bisect(bytes)
    return index < this.count && this.#compare(index, bytes) === 0 ? index : -1
  }

  /** The number of the first term that does not come before `text`; `count` where all do. */
  firstFrom(text: string): number {
    return this.#bisect(Buffer.from(text))
  }

  /** The term with this number. */
  at(index: number): string {
    return this.#bytes.toString('utf8', this.#from[index], this.#from[index + 1])
  }

  /** The bytes of the term with this number. */
  bytesAt(index: number): Uint8Array {
    return this.#bytes.subarray(this.#from[index], this.#from[index + 1])
  }

  #bisect(bytes: Uint8Array): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(middle, bytes) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #compare(index: number, bytes: Uint8Array): number {
    const from = this.#from[index]!
    return compareBytes(this.#bytes, from, this.#from[index + 1]!, bytes, 0, bytes.length)
  }
}
