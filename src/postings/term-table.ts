/**
 * A number for every young term, by a hash table of our own.
 *
 * A first index meets millions of words, a hundred thousand of them different. A Map would keep a string of each, which
 * may keep the text alive that it was cut from, and looks in four places for every word; here one entry has all that is asked
 * of a term, and half the time and most of the memory is spared. Where entries begin to look depends
 * on a number drawn by chance, so that nobody can write words that all begin at the same place.
 */

import {randomInt} from 'node:crypto'

/** An entry is so many numbers of 32 bits: half a line of a processor's cache. */
export const ENTRY = 8
/** Of an entry: where the term begins among `#units`, how long it is, its hash… */
const FROM = 0
const LENGTH = 1
const HASH = 2
/** …and what `young.ts` keeps of it: where its last posting stands, of which chunk, and how many there are. */
export const LAST = 3
export const LAST_CHUNK = 4
export const COUNT = 5

/** Of FNV-1a, by Fowler, Noll and Vo, which is taken over code units here. */
const PRIME = 0x01000193

export class TermTable {
  /** The entry of term `i` begins at `i * ENTRY`. */
  entries = new Uint32Array(64 * ENTRY)
  size = 0
  /** Terms by their hash, or what is nearest behind; -1 where there is none. */
  #slots = new Int32Array(128).fill(-1)
  #units = new Uint16Array(512)
  #unitCount = 0
  /** Numbers by hint; -1 where nothing was found by it. */
  #hinted = new Int32Array(0)
  readonly #seed = randomInt(2 ** 32)

  /** The number of a term; -1 where there is none. */
  find(term: string): number {
    return this.#slots[this.#slotOf(term, this.#hash(term))]!
  }

  /**
   * The number of a term, which is added where there is none.
   *
   * @param hint a small number by which it was perhaps found before: its letters need then be compared, and not hashed.
   */
  findOrAdd(term: string, hint?: number): number {
    if (hint === undefined) return this.#findOrAdd(term)
    const hinted = this.#hinted[hint]
    if (hinted !== undefined && hinted !== -1 && this.#isAt(hinted * ENTRY, term)) return hinted
    const number = this.#findOrAdd(term)
    if (this.#hinted.length <= hint) {
      const wider = new Int32Array(2 * (hint + 1)).fill(-1)
      wider.set(this.#hinted)
      this.#hinted = wider
    }
    this.#hinted[hint] = number
    return number
  }

  #findOrAdd(term: string): number {
    const hash = this.#hash(term)
    const slot = this.#slotOf(term, hash)
    const number = this.#slots[slot]!
    if (number !== -1) return number
    // What UTF-8 cannot write would be another term after it was written.
    return term.isWellFormed() ? this.#add(term, hash, slot) : this.#findOrAdd(term.toWellFormed())
  }

  /** The same for a term in bytes, from `from` up to `to`. Most are plain, and need no string to be found. */
  findOrAddBytes(bytes: Buffer, from: number, to: number): number {
    let hash = this.#seed
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!
      if (0x7f < byte) return this.findOrAdd(bytes.toString('utf8', from, to))
      hash = Math.imul(hash ^ byte, PRIME)
    }
    const slot = this.#slotOfBytes(bytes, from, to, mixed(hash))
    const number = this.#slots[slot]!
    return number === -1 ? this.findOrAdd(bytes.toString('latin1', from, to)) : number
  }

  /** The term with this number. */
  termAt(number: number): string {
    const from = this.entries[number * ENTRY + FROM]!
    const end = from + this.entries[number * ENTRY + LENGTH]!
    return Buffer.from(this.#units.buffer).toString('utf16le', from * 2, end * 2)
  }

  /** The slot with the term, or the empty one where it belongs. */
  #slotOf(term: string, hash: number): number {
    const slots = this.#slots
    const {entries} = this
    const mask = slots.length - 1
    let slot = hash & mask
    for (let number = slots[slot]!; number !== -1; number = slots[slot]!) {
      const entry = number * ENTRY
      if (entries[entry + HASH] === hash && this.#isAt(entry, term)) return slot
      slot = (slot + 1) & mask
    }
    return slot
  }

  /** The same for plain letters in bytes. */
  #slotOfBytes(bytes: Buffer, from: number, to: number, hash: number): number {
    const slots = this.#slots
    const {entries} = this
    const mask = slots.length - 1
    let slot = hash & mask
    for (let number = slots[slot]!; number !== -1; number = slots[slot]!) {
      const entry = number * ENTRY
      if (entries[entry + HASH] === hash && this.#areAt(entry, bytes, from, to)) return slot
      slot = (slot + 1) & mask
    }
    return slot
  }

  #areAt(entry: number, bytes: Buffer, from: number, to: number): boolean {
    if (this.entries[entry + LENGTH] !== to - from) return false
    const units = this.#units
    const shift = this.entries[entry + FROM]! - from
    for (let at = from; at < to; at++) {
      if (units[shift + at] !== bytes[at]) return false
    }
    return true
  }

  #isAt(entry: number, term: string): boolean {
    const {length} = term
    if (this.entries[entry + LENGTH] !== length) return false
    const units = this.#units
    const from = this.entries[entry + FROM]!
    for (let i = 0; i < length; i++) {
      if (units[from + i] !== term.charCodeAt(i)) return false
    }
    return true
  }

  #add(term: string, hash: number, slot: number): number {
    const number = this.size++
    const entry = number * ENTRY
    if (this.entries.length <= entry) this.entries = widened(this.entries, entry + ENTRY)
    const end = this.#unitCount + term.length
    if (this.#units.length < end) this.#units = widened(this.#units, end)
    for (let i = 0; i < term.length; i++) this.#units[this.#unitCount + i] = term.charCodeAt(i)
    this.entries[entry + FROM] = this.#unitCount
    this.entries[entry + LENGTH] = term.length
    this.entries[entry + HASH] = hash
    this.#unitCount = end
    this.#slots[slot] = number
    // Half of the slots stay empty, so that a search ends soon.
    if (this.#slots.length < this.size * 2) this.#spread()
    return number
  }

  #spread(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1)
    const mask = slots.length - 1
    for (let number = 0; number < this.size; number++) {
      let slot = this.entries[number * ENTRY + HASH]! & mask
      while (slots[slot] !== -1) slot = (slot + 1) & mask
      slots[slot] = number
    }
    this.#slots = slots
  }

  #hash(term: string): number {
    let hash = this.#seed
    for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), PRIME)
    return mixed(hash)
  }
}

/** The last mixing of MurmurHash3, by Austin Appleby: every bit of a hash tells on every other. */
function mixed(hash: number): number {
  let rest = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  rest = Math.imul(rest ^ (rest >>> 13), 0xc2b2ae35)
  return (rest ^ (rest >>> 16)) >>> 0
}

function widened<Numbers extends Uint16Array | Uint32Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  const Kind = numbers.constructor as new (length: number) => Numbers
  const wider = new Kind(Math.max(length, numbers.length * 2))
  wider.set(numbers)
  return wider
}
