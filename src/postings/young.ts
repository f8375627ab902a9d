/**
 * The terms of chunks that came since the snapshot: all in one stretch of bytes, none an object.
 *
 * Postings stand in the order they came, chunk after chunk, and each tells how far back the one before it
 * of the same term is. A posting takes about six bytes: the first index of a large brain, where everything
 * is young, stays small. Reading goes backwards, posting by posting, which a snapshot spares; therefore
 * everything gets into one in time.
 */

import {ByteSink} from './byte-sink.js'
import type {ByteSource} from './byte-source.js'
import {Cursor} from './cursor.js'
import type {TermEntry} from './entry.js'
import {
  FLAG_BITS,
  FLAGS,
  flagsOf,
  isWord,
  told,
  writeCounts,
  writePositions,
} from './posting-code.js'
import {COUNT, ENTRY, LAST, LAST_CHUNK, TermTable} from './term-table.js'

/** Bytes from `from` up to `to`, excluded. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

export class Young {
  readonly #terms = new TermTable()
  readonly #sink = new ByteSink()

  /** How many bytes all postings take. */
  get bytes(): number {
    return this.#sink.length
  }

  /** Adds a posting. Chunks must come in their order. */
  add(chunk: number, {term, hint, body: counted, other, positions}: TermEntry): void {
    const body = told(counted)
    const flags = flagsOf(term, body, other, positions)
    this.#begin(this.#terms.findOrAdd(term, hint), chunk, flags)
    writeCounts(this.#sink, flags, body, other)
    writePositions(this.#sink, flags, positions)
  }

  /** Adds a posting as it was written before: its term, and what follows its head, are stretches of `bytes`. */
  addWritten(bytes: Buffer, term: Stretch, chunk: number, flags: number, rest: Stretch): void {
    this.#begin(this.#terms.findOrAddBytes(bytes, term.from, term.to), chunk, flags)
    this.#sink.copy(bytes, rest.from, rest.to)
  }

  /** Writes the head of a posting of a term. */
  #begin(number: number, chunk: number, flags: number): void {
    const {entries} = this.#terms
    const entry = number * ENTRY
    const sink = this.#sink
    const here = sink.length
    const isFirst = entries[entry + COUNT] === 0
    sink.varint(isFirst ? 0 : here - entries[entry + LAST]!)
    sink.varint((isFirst ? chunk : chunk - entries[entry + LAST_CHUNK]!) * (1 << FLAG_BITS) + flags)
    entries[entry + LAST] = here
    entries[entry + LAST_CHUNK] = chunk
    entries[entry + COUNT]!++
  }

  /** How many postings a term has here, those of dead chunks included. */
  countOf(term: string): number {
    const number = this.#terms.find(term)
    return number === -1 ? 0 : this.#terms.entries[number * ENTRY + COUNT]!
  }

  /** All terms, in no order. */
  *terms(): Iterable<string> {
    for (let number = 0; number < this.#terms.size; number++) yield this.#terms.termAt(number)
  }

  /** Opens `cursor` before the first posting of a term. */
  open(cursor: YoungCursor, term: string): void {
    const number = this.#terms.find(term)
    if (number === -1) {
      cursor.start(false, this.#sink, 0, 0, 0)
      return
    }
    const entry = number * ENTRY
    const {entries} = this.#terms
    const last = entries[entry + LAST]!
    cursor.start(
      isWord(term),
      this.#sink,
      entries[entry + COUNT]!,
      last,
      entries[entry + LAST_CHUNK]!,
    )
  }
}

export class YoungCursor extends Cursor {
  /** Of each posting: its chunk, its flags, and where its counts begin. */
  #chunks = new Uint32Array(0)
  #flags = new Uint8Array(0)
  #places = new Uint32Array(0)
  #size = 0
  #at = 0

  protected get spots(): ByteSource {
    return this.counts
  }

  /** Walks back from the last of `size` postings, at `last`, and stands before the first. */
  start(
    isTermWord: boolean,
    {bytes, length}: ByteSink,
    size: number,
    last: number,
    lastChunk: number,
  ): void {
    if (this.#chunks.length < size) this.#widen(size + (size >> 1))
    const {counts} = this
    counts.open(bytes, last, length)
    let place = last
    let chunk = lastChunk
    for (let i = size - 1; 0 <= i; i--) {
      counts.at = place
      place -= counts.varint()
      const head = counts.varint()
      this.#chunks[i] = chunk
      this.#flags[i] = head & FLAGS
      this.#places[i] = counts.at
      chunk -= head >>> FLAG_BITS
    }
    this.isWord = isTermWord
    this.#size = size
    this.#at = 0
  }

  next(): boolean {
    if (this.#at === this.#size) return false
    this.chunk = this.#chunks[this.#at]!
    this.flags = this.#flags[this.#at]!
    this.counts.at = this.#places[this.#at]!
    this.#at++
    this.readCounts()
    return this.countPositions()
  }

  #widen(room: number): void {
    this.#chunks = new Uint32Array(room)
    this.#flags = new Uint8Array(room)
    this.#places = new Uint32Array(room)
  }
}
