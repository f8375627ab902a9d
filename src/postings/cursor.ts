/**
 * A walk along the postings of one term, wherever they stand.
 *
 * Lists for ranking are filled from it, and snapshots written. Made once and opened again and again, for
 * a question must not make an object for every posting.
 */

import type {ByteSink} from './byte-sink.js'
import {ByteSource} from './byte-source.js'
import {COUNTED, NUMBERED, usualPositions} from './posting-code.js'

export const NO_BYTES: Buffer = Buffer.alloc(0)

export abstract class Cursor {
  /** The posting that was reached: its chunk, dead or alive, and counts as `PostingList` has them. */
  chunk = 0
  body = 0
  other = 0
  /** How it was written. */
  flags = 0
  /** How many positions it has; only where they were asked for. */
  positions = 0
  protected readonly counts: ByteSource = new ByteSource(NO_BYTES)
  protected isWord = false

  /** Goes on to the next posting. False where there is none, or where the bytes make no sense. */
  abstract next(): boolean

  /** Where the positions of the posting that was reached stand. */
  protected abstract readonly spots: ByteSource

  protected readCounts(): void {
    this.body = 1
    this.other = 0
    if ((this.flags & COUNTED) === 0) return
    const body = this.counts.varint()
    this.body = body >>> 1
    if ((body & 1) !== 0) this.other = this.counts.varint()
  }

  /** Tells whether there can be as many positions as are told: each takes a byte at least. */
  protected countPositions(): boolean {
    const {spots} = this
    this.positions =
      (this.flags & NUMBERED) !== 0
        ? spots.varint()
        : usualPositions(this.isWord, this.body, this.other)
    return this.positions <= spots.end - spots.at
  }

  /** Reads the positions of the posting into `target`, from `at` on. Once for each posting. */
  readPositions(target: Uint32Array, at: number): void {
    const {spots, positions} = this
    let position = 0
    for (let i = 0; i < positions; i++) {
      position += spots.varint()
      target[at + i] = position
    }
    this.positions = 0
  }

  /** Writes the positions of the posting as they were written. Once for each posting. */
  copyPositions(sink: ByteSink): void {
    const {spots} = this
    if ((this.flags & NUMBERED) !== 0) sink.varint(this.positions)
    const from = spots.at
    spots.skip(this.positions)
    sink.copy(spots.bytes, from, spots.at)
    this.positions = 0
  }
}
