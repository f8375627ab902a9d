/**
 * Vectors in a snapshot: three sections, which are not there where no vector is.
 *
 * They stand for themselves. An index whose vectors were made by another model, or make no sense beside
 * its chunks, has its words all the same.
 */

import {ByteSink} from './byte-sink.js'
import {ByteSource} from './byte-source.js'
import {NOWHERE} from './chunk-table.js'
import {numbersIn} from './columns.js'
import type {Sections} from './snapshot-format.js'
import {areDimensions, type KeptVectors, type VectorTable} from './vector-table.js'

/** In which space they are: its id and its dimensions. */
const SPACE = 'vector.space'
/** By chunk. */
const LENGTHS = 'vector.length'
const ROWS = 'vectors'

/**
 * Writes the vectors of chunks alive, `count` of them, where there are any.
 *
 * @param numbers the number that each chunk will have, `NOWHERE` for one that is gone.
 */
export function writeVectors(
  sections: Sections,
  table: VectorTable | undefined,
  numbers: Uint32Array,
  count: number,
): void {
  const isWritten = (to: number, from: number) => to !== NOWHERE && table!.isKnown(from)
  if (table === undefined || !numbers.some(isWritten)) return
  const {id, dimensions} = table.space
  const rows = new Int8Array(count * dimensions)
  const lengths = new Float32Array(count)
  const oldLengths = table.lengthsFor(numbers.length)
  numbers.forEach((to, from) => {
    if (!isWritten(to, from)) return
    rows.set(table.row(from), to * dimensions)
    lengths[to] = oldLengths[from]!
  })
  const space = new ByteSink()
  space.text(id)
  space.varint(dimensions)
  sections.set(SPACE, space.written())
  sections.set(LENGTHS, Buffer.from(lengths.buffer))
  sections.set(ROWS, Buffer.from(rows.buffer))
}

/** Looks at the vectors of `count` chunks. `undefined` where there are none, or they make no sense. */
export function viewVectors(sections: Sections, count: number): KeptVectors | undefined {
  const [space, lengths, rows] = [SPACE, LENGTHS, ROWS].map((name) => sections.get(name))
  if (space === undefined || lengths === undefined || rows === undefined) return undefined
  const source = new ByteSource(Buffer.from(space.buffer, space.byteOffset, space.byteLength))
  const id = source.text()
  const dimensions = source.varint()
  const isWhole = lengths.length === count * 4 && rows.length === count * dimensions
  if (source.isBroken || !areDimensions(dimensions) || !isWhole) return undefined
  const numbers = numbersIn(lengths, 'f32')
  if (!numbers.every((length) => 0 <= length && length < Number.POSITIVE_INFINITY)) return undefined
  const vectors = new Int8Array(rows.buffer as ArrayBuffer, rows.byteOffset, rows.length)
  return {space: {id, dimensions}, rows: vectors, lengths: numbers}
}
