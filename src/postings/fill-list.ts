/** Fills the lists that ranking reads from a walk along the postings of a term. */

import {NOWHERE} from './chunk-table.js'
import type {Cursor} from './cursor.js'
import type {PositionList, PostingList} from './reader.js'

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
