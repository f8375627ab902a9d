/**
 * The tokens of a table, found by their bytes.
 *
 * A table of hashes over the bytes as they lie in the file, made in one pass: a `Map` of 30,000 strings takes
 * twice as long to be made and a few MB, and most processes ask for a dozen words.
 */

/** Begins a token that continues a word. */
const CONTINUES = Buffer.from('##')
const LINE_END = 0x0a
const PADDING = 0x20

/** FNV-1a of 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
const BASIS = 0x811c9dc5 | 0
const PRIME = 0x01000193
const CONTINUED_BASIS = CONTINUES.reduce((hash, byte) => Math.imul(hash ^ byte, PRIME), BASIS)

export class Vocabulary {
  /** How many bytes `longest` found in common. */
  matched = 0
  /** Bytes of the longest token. */
  readonly longestToken: number
  readonly #bytes: Uint8Array
  /** Where token `row` begins, and, one line end before the next begins, ends. */
  readonly #from: Uint32Array
  readonly #hashes: Int32Array
  /** Rows by hash, plus one; twice as many as there are tokens, or more. */
  readonly #slots: Int32Array

  private constructor(bytes: Uint8Array, from: Uint32Array, hashes: Int32Array, longest: number) {
    this.#bytes = bytes
    this.#from = from
    this.#hashes = hashes
    this.#slots = slotsOf(hashes)
    this.longestToken = longest
  }

  /**
   * Looks at `bytes`: `count` tokens in UTF-8, each with a line end after it, and then nothing but
   * blanks. `undefined` where they are something else.
   */
  static over(bytes: Uint8Array, count: number): Vocabulary | undefined {
    const from = new Uint32Array(count + 1)
    const hashes = new Int32Array(count)
    let longest = 0
    let at = 0
    for (let row = 0; row < count; row++) {
      const next = hashLine(bytes, at, hashes, row)
      if (next === -1) return undefined
      from[row + 1] = next
      longest = Math.max(longest, next - 1 - at)
      at = next
    }
    if (bytes.subarray(at).some((byte) => byte !== PADDING)) return undefined
    return new Vocabulary(bytes, from, hashes, longest)
  }

  /** The row of a token as it is written in the file; -1 where there is none. */
  rowOf(token: string): number {
    const bytes = Buffer.from(token)
    const row = this.longest(bytes, 0, bytes.length, false)
    return this.matched === bytes.length ? row : -1
  }

  /**
   * The row of the longest token that `word` has from `at` on, before `end`; -1 where there is none. A
   * token that begins a word is another than one that continues it. `matched` says how long it is.
   *
   * Reads at most `longestToken` bytes. That a token ends between two letters needs no care: in UTF-8 no
   * letter begins as another one goes on.
   */
  longest(word: Uint8Array, at: number, end: number, continued: boolean): number {
    const last = Math.min(end, at + this.longestToken)
    let hash = continued ? CONTINUED_BASIS : BASIS
    let found = -1
    this.matched = 0
    for (let next = at; next < last; next++) {
      hash = Math.imul(hash ^ word[next]!, PRIME)
      const row = this.#find(hash, word, at, next + 1, continued)
      if (row === -1) continue
      found = row
      this.matched = next + 1 - at
    }
    return found
  }

  #find(hash: number, word: Uint8Array, at: number, end: number, continued: boolean): number {
    const slots = this.#slots
    for (let slot = slotOf(hash, slots.length); ; slot = (slot + 1) & (slots.length - 1)) {
      const row = slots[slot]! - 1
      if (row === -1) return -1
      if (this.#hashes[row] === hash && this.#is(row, word, at, end, continued)) return row
    }
  }

  /** Tells whether token `row` is what `word` has from `at` up to `end`. */
  #is(row: number, word: Uint8Array, at: number, end: number, continued: boolean): boolean {
    const bytes = this.#bytes
    let from = this.#from[row]!
    const length = this.#from[row + 1]! - 1 - from
    if (length !== end - at + (continued ? CONTINUES.length : 0)) return false
    if (continued) for (const byte of CONTINUES) if (bytes[from++] !== byte) return false
    for (let next = at; next < end; next++) if (bytes[from++] !== word[next]) return false
    return true
  }
}

/**
 * Puts the hash of the line that begins at `from` into `hashes`. Returns where the next line begins; -1
 * where there is no line end.
 */
function hashLine(bytes: Uint8Array, from: number, hashes: Int32Array, row: number): number {
  let hash = BASIS
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === LINE_END) {
      hashes[row] = hash
      return at + 1
    }
    hash = Math.imul(hash ^ byte, PRIME)
  }
  return -1
}

/** Rows by hash, plus one. Of two tokens that are the same the first is found. */
function slotsOf(hashes: Int32Array): Int32Array {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * hashes.length)))
  for (let row = 0; row < hashes.length; row++) {
    let slot = slotOf(hashes[row]!, slots.length)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = row + 1
  }
  return slots
}

/** The upper half is mixed in: the last bits of this hash are its weakest. */
function slotOf(hash: number, slots: number): number {
  return (hash ^ (hash >>> 15)) & (slots - 1)
}
