/** A walk along the postings of a term in a snapshot: heads and counts in one stretch of bytes, positions in another. */

import {ByteSource} from './byte-source.js'
import {Cursor, NO_BYTES} from './cursor.js'
import {FLAG_BITS, FLAGS} from './posting-code.js'
import type {Snapshot} from './snapshot.js'

export class SnapshotCursor extends Cursor {
  protected readonly spots: ByteSource = new ByteSource(NO_BYTES)
  #limit = 0
  #withPositions = false

  /** Stands before the first posting of term `index`. Positions are only there where they are asked for. */
  open(snapshot: Snapshot, index: number, isWord: boolean, withPositions: boolean): void {
    const {postingsFrom, positionsFrom} = snapshot
    this.counts.open(snapshot.postings, postingsFrom[index]!, postingsFrom[index + 1]!)
    this.spots.open(snapshot.positions, positionsFrom[index]!, positionsFrom[index + 1]!)
    this.chunk = 0
    this.positions = 0
    this.isWord = isWord
    this.#limit = snapshot.chunkCount
    this.#withPositions = withPositions
  }

  next(): boolean {
    const {counts} = this
    if (counts.end <= counts.at) return false
    const head = counts.varint()
    this.flags = head & FLAGS
    this.chunk += head >>> FLAG_BITS
    if (this.#limit <= this.chunk) return false
    if (this.#withPositions && 0 < this.positions) this.spots.skip(this.positions)
    this.readCounts()
    if (this.#withPositions && !this.countPositions()) return false
    return !counts.isBroken
  }
}
