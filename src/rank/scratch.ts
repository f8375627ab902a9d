/**
 * The room that ranking works in: one number for every chunk or note, used again by every question.
 *
 * A question touches some of a hundred thousand chunks. What it touched is listed, and only that is
 * cleared, so that a rare word costs little in a large brain. Nothing here outlives a question.
 */

/** Where more than one in so many was touched, clearing all is quicker. */
const FEW = 16

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
    } else if (limit < FEW * this.size) {
      this.values.fill(0)
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

/** How often a word stands in each text that has it, or another number of each; ascending by text. */
export class Counted {
  size = 0
  text: Uint32Array = new Uint32Array(0)
  count: Float64Array = new Float64Array(0)
  #otherText: Uint32Array = new Uint32Array(0)
  #otherCount: Float64Array = new Float64Array(0)

  clear(): void {
    this.size = 0
  }

  /**
   * Takes in `texts`, up to `size`, ascending. Of a text that is in both the counts are added, or the larger one is
   * taken.
   */
  unite(texts: Uint32Array, size: number, countOf: (at: number) => number, isSum: boolean): void {
    if (size === 0) return
    const before = this.size
    if (before === 0) {
      this.#take(texts, size, countOf)
      return
    }
    const [text, count] = this.#room(before + size)
    let from = 0
    let to = 0
    for (let at = 0; at < size; at++) {
      const next = texts[at]!
      const more = countOf(at)
      while (from < before && this.text[from]! < next) {
        text[to] = this.text[from]!
        count[to++] = this.count[from++]!
      }
      text[to] = next
      if (from < before && this.text[from] === next) {
        const known = this.count[from++]!
        count[to++] = isSum ? known + more : Math.max(known, more)
      } else {
        count[to++] = more
      }
    }
    while (from < before) {
      text[to] = this.text[from]!
      count[to++] = this.count[from++]!
    }
    this.#otherText = this.text
    this.#otherCount = this.count
    this.text = text
    this.count = count
    this.size = to
  }

  #take(texts: Uint32Array, size: number, countOf: (at: number) => number): void {
    if (this.text.length < size) {
      this.text = new Uint32Array(size + (size >> 1))
      this.count = new Float64Array(this.text.length)
    }
    const {text, count} = this
    for (let at = 0; at < size; at++) {
      text[at] = texts[at]!
      count[at] = countOf(at)
    }
    this.size = size
  }

  /** Room for `most` beside what there is. */
  #room(most: number): [Uint32Array, Float64Array] {
    if (most <= this.#otherText.length) return [this.#otherText, this.#otherCount]
    const room = most + (most >> 1)
    return [new Uint32Array(room), new Float64Array(room)]
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
    if (limit < FEW * chunks.size) {
      this.#low.fill(0)
      this.#high.fill(0)
      return
    }
    for (let i = 0; i < chunks.size; i++) {
      this.#low[chunks.touched[i]!] = 0
      this.#high[chunks.touched[i]!] = 0
    }
  }

  /** Adds word number `word` to each of `chunks`. */
  add(word: number, {text, size}: Counted): void {
    const sets = word < 32 ? this.#low : this.#high
    const bit = 1 << (word & 31)
    for (let i = 0; i < size; i++) sets[text[i]!]! |= bit
  }

  has(word: number, chunk: number): boolean {
    const sets = word < 32 ? this.#low : this.#high
    return ((sets[chunk]! >>> (word & 31)) & 1) === 1
  }
}
