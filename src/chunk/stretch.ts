/**
 * A stretch: what belongs together by the structure of its note, a section, a turn or a fact, before it
 * is cut to the size of chunks.
 */

import type {Piece} from '../note/piece.js'
import type {Chunk} from './chunk.js'

export interface Range {
  readonly start: number
  /** Excluded. */
  readonly end: number
}

export interface Stretch extends Range {
  readonly kind: Chunk['kind']
  /** Where the text begins: behind the headings or the marker that lead to it. */
  readonly textStart: number
  readonly trail: readonly string[]
  /** What stands in it, in order; the first and the last may reach out of it. */
  readonly pieces: readonly Piece[]
  readonly speaker?: string
  readonly turn?: number
  readonly fact?: number
  /** Nested facts: within the range, but no part of the text. */
  readonly holes?: readonly Range[]
}

/** The first and the last unit that is no blank, the last excluded; `undefined` where all are. */
export function inkIn(text: string, start: number, end: number): Range | undefined {
  let from = start
  while (from < end && isSpace(text.charCodeAt(from))) from++
  if (end <= from) return undefined
  let to = end
  while (isSpace(text.charCodeAt(to - 1))) to--
  return {start: from, end: to}
}

/** The parts of `range` that are in none of `holes`, which stand in order; blank ones are left out. */
export function partsOf(text: string, range: Range, holes: readonly Range[]): Range[] {
  const parts: Range[] = []
  let {start} = range
  for (const hole of [...holes, {start: range.end, end: range.end}]) {
    const part = inkIn(text, start, Math.min(hole.start, range.end))
    if (part !== undefined) parts.push(part)
    start = hole.end
  }
  return parts
}

/** Blank as JavaScript has it, so that what is cut here is what `trim` leaves. */
export function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (0x09 <= code && code <= 0x0d)
  if (code < 0xa0) return false
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (0x2000 <= code && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  )
}
