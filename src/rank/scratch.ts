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

  /** The largest sum; 0 where there is none. */
  most(): number {
    const {values, touched} = this
    let most = 0
    for (let i = 0; i < this.size; i++) most = Math.max(most, values[touched[i]!]!)
    return most
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

/** How often a word stands in each text that has it, up to `size`; ascending by text. */
export interface CountedTexts {
  readonly size: number
  readonly text: Uint32Array
  readonly count: Float32Array
}

/** Whether a text has the word. */
export function hasText({text: texts, size}: CountedTexts, text: number): boolean {
  let from = 0
  let to = size
  while (from < to) {
    const middle = (from + to) >>> 1
    if (texts[middle]! < text) from = middle + 1
    else to = middle
  }
  return from < size && texts[from] === text
}

/** The same, to be filled again and again. */
export class Counted implements CountedTexts {
  size = 0
  text: Uint32Array = new Uint32Array(0)
  /** Sums of halves, which 32 bits have exactly. */
  count: Float32Array = new Float32Array(0)
  #otherText: Uint32Array = new Uint32Array(0)
  #otherCount: Float32Array = new Float32Array(0)
  #incoming: Float32Array = new Float32Array(0)

  clear(): void {
    this.size = 0
  }

  /** Room to write `size` counts in that are to be taken in. */
  roomFor(size: number): Float32Array {
    if (this.#incoming.length < size) this.#incoming = new Float32Array(size + (size >> 1))
    return this.#incoming
  }

  /**
   * Takes in `texts`, up to `size`, ascending. Of a text that is in both the counts are added, or the larger one is
   * taken.
   */
  unite(texts: Uint32Array, counts: Float32Array, size: number, isSum: boolean): void {
    if (size === 0) return
    const before = this.size
    this.#makeRoom(before + size)
    const {text: ownText, count: ownCount} = this
    const text = this.#otherText
    const count = this.#otherCount
    let from = 0
    let to = 0
    for (let at = 0; at < size; at++) {
      const next = texts[at]!
      while (from < before && ownText[from]! < next) {
        text[to] = ownText[from]!
        count[to++] = ownCount[from++]!
      }
      let all = counts[at]!
      if (from < before && ownText[from] === next) {
        const known = ownCount[from++]!
        all = isSum ? known + all : Math.max(known, all)
      }
      text[to] = next
      count[to++] = all
    }
    while (from < before) {
      text[to] = ownText[from]!
      count[to++] = ownCount[from++]!
    }
    this.#otherText = ownText
    this.#otherCount = ownCount
    this.text = text
    this.count = count
    this.size = to
  }

  /** Room for `most` beside what there is. */
  #makeRoom(most: number): void {
    if (most <= this.#otherText.length) return
    const room = most + (most >> 1)
    this.#otherText = new Uint32Array(room)
    this.#otherCount = new Float32Array(room)
  }
}
