/**
 * The room that ranking works in: one number for every chunk or note, used again by every question.
 *
 * A question touches some of a hundred thousand chunks. What it touched is listed, and only that is
 * cleared, so that a rare word costs little in a large brain. Nothing here outlives a question.
 */

/** Sums by number. All are 0 until something comes, which must be above 0. */
export class Tally {
  values: Float64Array = new Float64Array(0)
  /** The numbers with a sum, in the order they came, up to `size`. */
  touched: Uint32Array = new Uint32Array(0)
  size = 0

  /** Forgets all sums, and makes room for the numbers below `limit`. */
  clear(limit: number): void {
    if (this.values.length < limit) {
      // Some more, since an index that grows does so note by note.
      const room = limit + (limit >> 2) + 16
      this.values = new Float64Array(room)
      this.touched = new Uint32Array(room)
    } else {
      for (let i = 0; i < this.size; i++) this.values[this.touched[i]!] = 0
    }
    this.size = 0
  }

  add(index: number, amount: number): void {
    const before = this.values[index]!
    if (before === 0) this.touched[this.size++] = index
    this.values[index] = before + amount
  }

  /** Raises the sum to `amount` where it is less. */
  raise(index: number, amount: number): void {
    const before = this.values[index]!
    if (before === 0) this.touched[this.size++] = index
    if (before < amount) this.values[index] = amount
  }

  /** Makes a product of it: what is not there yet counts as 1. */
  multiply(index: number, factor: number): void {
    const before = this.values[index]!
    if (before === 0) this.touched[this.size++] = index
    this.values[index] = before === 0 ? factor : before * factor
  }
}

/** Numbers that were marked, each once. */
export class Marks {
  marked: Uint8Array = new Uint8Array(0)
  touched: Uint32Array = new Uint32Array(0)
  size = 0

  clear(limit: number): void {
    if (this.marked.length < limit) {
      const room = limit + (limit >> 2) + 16
      this.marked = new Uint8Array(room)
      this.touched = new Uint32Array(room)
    } else {
      for (let i = 0; i < this.size; i++) this.marked[this.touched[i]!] = 0
    }
    this.size = 0
  }

  /** Tells whether it was not marked before. */
  mark(index: number): boolean {
    if (this.marked[index] !== 0) return false
    this.marked[index] = 1
    this.touched[this.size++] = index
    return true
  }

  has(index: number): boolean {
    // Mostly nothing is marked, and then nothing is looked up in an array of all chunks.
    return this.size !== 0 && this.marked[index] !== 0
  }
}

/** Which of at most 64 words each chunk has. */
export class WordSets {
  #low = new Uint32Array(0)
  #high = new Uint32Array(0)

  /** Forgets what is known of `chunks`, which are all that were added to. */
  clear(limit: number, chunks: Tally): void {
    if (this.#low.length < limit) {
      this.#low = new Uint32Array(limit + (limit >> 2) + 16)
      this.#high = new Uint32Array(this.#low.length)
      return
    }
    for (let i = 0; i < chunks.size; i++) {
      this.#low[chunks.touched[i]!] = 0
      this.#high[chunks.touched[i]!] = 0
    }
  }

  /** Adds word number `word` to each of `chunks`. */
  add(word: number, chunks: Tally): void {
    const sets = word < 32 ? this.#low : this.#high
    const bit = 1 << (word & 31)
    for (let i = 0; i < chunks.size; i++) sets[chunks.touched[i]!]! |= bit
  }

  has(word: number, chunk: number): boolean {
    const sets = word < 32 ? this.#low : this.#high
    return ((sets[chunk]! >>> (word & 31)) & 1) === 1
  }
}
