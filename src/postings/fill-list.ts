/** Fills the lists that ranking reads from a walk along the postings of a term. */

import {ByteSource} from './byte-source.js'
import {NOWHERE} from './chunk-table.js'
import {type Cursor, NO_BYTES} from './cursor.js'
import {COUNTED, FLAG_BITS} from './posting-code.js'
import type {PositionList, PostingList} from './reader.js'
import type {Snapshot} from './snapshot.js'

/** A list for `Reader.read`. */
export function postingList(): PostingList {
  return {count: 0, chunk: new Uint32Array(0), body: new Uint16Array(0), other: new Uint32Array(0)}
}

/** A list for `Reader.readPositions`. */
export function positionList(): PositionList {
  return {...postingList(), from: new Uint32Array(1), positions: new Uint32Array(0)}
}

/** Empties `list`, and makes room in it for `most` postings. */
export function emptyList(list: PostingList, most: number): void {
  list.count = 0
  if (most <= list.chunk.length) return
  const room = most + (most >> 1)
  list.chunk = new Uint32Array(room)
  list.body = new Uint16Array(room)
  list.other = new Uint32Array(room)
}

/** The same for a list with positions. */
export function emptyPositionList(list: PositionList, most: number): void {
  emptyList(list, most)
  if (list.from.length <= list.chunk.length) list.from = new Uint32Array(list.chunk.length + 1)
  list.from[0] = 0
}

/** Adds the postings of chunks alive. `list` has room for them. */
export function fill(list: PostingList, cursor: Cursor, noteOf: Uint32Array): void {
  const {chunk, body, other} = list
  let {count} = list
  while (cursor.next()) {
    if (noteOf[cursor.chunk] === NOWHERE) continue
    chunk[count] = cursor.chunk
    body[count] = cursor.body
    other[count] = cursor.other
    count++
  }
  list.count = count
}

/**
 * The same for term `index` of a snapshot, in one loop over its bytes: the lists of common words have a hundred
 * thousand postings, and a walk with a cursor takes five times as long.
 */
export function fillFromSnapshot(
  list: PostingList,
  {postings: bytes, postingsFrom, chunkCount}: Snapshot,
  index: number,
  noteOf: Uint32Array,
): void {
  const {chunk: chunks, body: bodies, other: others} = list
  // Reads the numbers that take more than a byte, which are few.
  const longer = new ByteSource(NO_BYTES)
  const end = Math.min(postingsFrom[index + 1]!, bytes.length)
  let at = postingsFrom[index]!
  let chunk = 0
  let {count} = list
  while (at < end) {
    let head = bytes[at++]!
    if (0x80 <= head) {
      longer.open(bytes, at - 1, end)
      head = longer.varint()
      at = longer.at
      if (longer.isBroken) break
    }
    chunk += head >>> FLAG_BITS
    if (chunkCount <= chunk) break
    let body = 1
    let other = 0
    if ((head & COUNTED) !== 0) {
      const first = bytes[at]!
      if (at < end && first < 0x80 && (first & 1) === 0) {
        body = first >>> 1
        at++
      } else {
        longer.open(bytes, at, end)
        const counts = longer.varint()
        body = counts >>> 1
        if ((counts & 1) !== 0) other = longer.varint()
        at = longer.at
        if (longer.isBroken) break
      }
    }
    if (noteOf[chunk] === NOWHERE) continue
    chunks[count] = chunk
    bodies[count] = body
    others[count] = other
    count++
  }
  list.count = count
}

/** The same with positions, for which room is made as they come. */
export function fillPositions(list: PositionList, cursor: Cursor, noteOf: Uint32Array): void {
  const {chunk, body, other, from} = list
  let {count} = list
  while (cursor.next()) {
    if (noteOf[cursor.chunk] === NOWHERE) continue
    chunk[count] = cursor.chunk
    body[count] = cursor.body
    other[count] = cursor.other
    const end = from[count]! + cursor.positions
    if (list.positions.length < end) list.positions = wider(list.positions, end)
    cursor.readPositions(list.positions, from[count]!)
    from[++count] = end
  }
  list.count = count
}

function wider(positions: Uint32Array, most: number): Uint32Array {
  const room = new Uint32Array(most + (most >> 1))
  room.set(positions)
  return room
}

/** Leaves the postings of chunks with lower numbers out. */
export function leaveOutBelow(from: number, list: PostingList): void {
  const {chunk, body, other} = list
  let first = 0
  while (first < list.count && chunk[first]! < from) first++
  if (first === 0) return
  for (const column of [chunk, body, other]) column.copyWithin(0, first, list.count)
  list.count -= first
}
