/**
 * Paths, titles, digests and ids: texts one after the other, each known by where it begins.
 *
 * What came with the snapshot stays in its bytes, and what came since is written behind, so that a hundred
 * thousand ids are no hundred thousand strings, and no string keeps the note alive that it was cut
 * from. Nothing is taken out; what nobody names any more goes when the snapshot is written anew.
 */

import {compareBytes} from './byte-order.js'
import {ByteSink} from './byte-sink.js'
import {ByteSource} from './byte-source.js'

export class Texts {
  readonly #kept: Buffer
  readonly #added = new ByteSink()
  readonly #source = new ByteSource(Buffer.alloc(0))

  /** `kept` are the bytes of a snapshot, as `written` told them. */
  constructor(kept: Buffer = Buffer.alloc(0)) {
    this.#kept = kept
  }

  /** Adds a text, behind all others; tells where it begins. */
  add(text: string): number {
    const at = this.#kept.length + this.#added.length
    this.#added.text(text)
    return at
  }

  /** The text that begins at `at`, or the one that was added next; where none does, anything. */
  read(at: number, isNext = false): string {
    const source = this.#open(at)
    if (isNext) source.at = Math.min(source.end, source.varint() + source.at)
    return source.text()
  }

  /** `count` texts that were added one after the other. */
  readSeveral(at: number, count: number): string[] {
    const source = this.#open(at)
    return Array.from({length: count}, () => source.text())
  }

  /** Tells how the text at `at` stands to one in bytes: below 0 where it comes before. */
  compare(at: number, bytes: Uint8Array): number {
    const source = this.#open(at)
    const length = source.varint()
    const end = Math.min(source.end, source.at + length)
    return compareBytes(source.bytes, source.at, end, bytes, 0, bytes.length)
  }

  /** Copies `count` texts from `other`; tells where they begin here. */
  copy(other: Texts, at: number, count: number): number {
    const source = other.#open(at)
    for (let i = 0; i < count; i++) source.at = Math.min(source.end, source.varint() + source.at)
    const from = at < other.#kept.length ? at : at - other.#kept.length
    const here = this.#kept.length + this.#added.length
    this.#added.copy(source.bytes, from, source.at)
    return here
  }

  /** All texts that were added here. */
  written(): Buffer {
    return this.#added.written()
  }

  #open(at: number): ByteSource {
    const kept = this.#kept.length
    if (at < kept) this.#source.open(this.#kept, at, kept)
    else this.#source.open(this.#added.bytes, at - kept, this.#added.length)
    return this.#source
  }
}
