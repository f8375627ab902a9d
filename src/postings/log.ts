/**
 * The log of what changed since a snapshot: records one after the other, chained.
 *
 * ```
 * length of the body · checksum of the record before · checksum of these two and the body · body
 * ```
 *
 * The first record names the snapshot in the place of one before it. Where two processes add at the same
 * time, both go on from the same record: the first in the file continues the chain, the other does not and
 * is passed over, as if its process had been killed before. So whatever is read is what one process saw:
 * never a mixture of two.
 */

import {crc32} from 'node:zlib'
import type {Lost} from './snapshot-format.js'

const HEAD = 12

export interface Chain {
  /** How long the log is, in bytes. */
  readonly length: number
  /** The checksum that the next record must name. */
  readonly sum: number
}

export interface LogReading extends Chain {
  /** The records that continue the chain, in their order. */
  readonly records: readonly Buffer[]
  /** Set where the log ends before its end: what comes after is lost. */
  readonly lost: Lost | undefined
}

/** The log of the snapshot with this id, as long as it is empty. */
export function emptyChain(id: string): Chain {
  return {length: 0, sum: crc32(`log of ${id}`)}
}

/** Puts records behind `chain`; tells the bytes to add and the chain after them. */
export function extend(
  chain: Chain,
  records: readonly Uint8Array[],
): {readonly bytes: Buffer; readonly after: Chain} {
  const parts: Uint8Array[] = []
  let {sum} = chain
  for (const record of records) {
    const head = Buffer.alloc(HEAD)
    head.writeUInt32LE(record.length, 0)
    head.writeUInt32LE(sum, 4)
    sum = crc32(record, crc32(head.subarray(0, 8)))
    head.writeUInt32LE(sum, 8)
    parts.push(head, record)
  }
  const bytes = Buffer.concat(parts)
  return {bytes, after: {length: chain.length + bytes.length, sum}}
}

/** Reads what stands in `bytes`, the log of the snapshot with this id. */
export function readLog(bytes: Buffer, id: string): LogReading {
  const records: Buffer[] = []
  let {sum} = emptyChain(id)
  let at = 0
  let lost: Lost | undefined
  while (at < bytes.length && lost === undefined) {
    const length = bytes.length < at + HEAD ? Number.POSITIVE_INFINITY : bytes.readUInt32LE(at)
    const end = at + HEAD + length
    if (bytes.length < end) {
      lost = 'truncated'
    } else {
      const record = bytes.subarray(at + HEAD, end)
      const own = crc32(record, crc32(bytes.subarray(at, at + 8)))
      if (own !== bytes.readUInt32LE(at + 8)) lost = 'broken'
      else if (bytes.readUInt32LE(at + 4) === sum) {
        records.push(record)
        sum = own
      }
      at = end
    }
  }
  // Nobody ever added to this log what does not begin at its snapshot.
  if (lost === undefined && records.length === 0 && 0 < bytes.length) lost = 'foreign'
  return {records, sum, length: bytes.length, lost}
}
