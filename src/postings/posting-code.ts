/**
 * How one posting is written: the same in a snapshot, in memory and in the log.
 *
 * A posting is a head (how far its chunk is from the one before, and two flags), its counts, and its
 * positions. Most are the same: a word that stands once in the body, or a stem without positions. Those
 * have neither counts nor a number of positions, and take two or three bytes in all.
 */

import {FACET, STEM} from '../terms/term.js'
import type {ByteSink} from './byte-sink.js'

/** Counts follow the head; without it the term stands once in the body, and nowhere else. */
export const COUNTED = 1
/** The number of positions stands before them; without it, it follows from the counts. */
export const NUMBERED = 2
/** Flags are the lowest bits of a head. */
export const FLAG_BITS = 2
export const FLAGS = COUNTED | NUMBERED

const STEM_CODE = STEM.charCodeAt(0)
const FACET_CODE = FACET.charCodeAt(0)

const MOST_IN_BODY = 0xffff
/** Each field but the body has so many bits in `other`, headings lowest. */
const BITS = 6
const MOST_ELSEWHERE = (1 << BITS) - 1

/** Tells a word as written from stems and facets. */
export function isWord(term: string): boolean {
  return isWordCode(term.charCodeAt(0))
}

/** The same by the first code unit, or the first byte. */
export function isWordCode(first: number | undefined): boolean {
  return first !== STEM_CODE && first !== FACET_CODE
}

/** The count of the body, as far as it is told. */
export function told(body: number): number {
  return Math.min(MOST_IN_BODY, body)
}

/** `other`, with one more in the field of that place among `FIELDS`, which is not the body. */
export function countedIn(other: number, field: number): number {
  const shift = BITS * (field - 1)
  const isFull = ((other >>> shift) & MOST_ELSEWHERE) === MOST_ELSEWHERE
  return isFull ? other : other + (1 << shift)
}

/** The counts by field, as they were packed. */
export function countsOf(body: number, other: number): number[] {
  const counts = [body]
  for (let shift = 0; shift < 30; shift += BITS) counts.push((other >>> shift) & MOST_ELSEWHERE)
  return counts
}

/** How many positions a posting has where nothing else is written: one for each time that a word is counted. */
export function usualPositions(hasPositions: boolean, body: number, other: number): number {
  if (!hasPositions) return 0
  let count = body
  for (let rest = other; rest !== 0; rest >>>= BITS) count += rest & MOST_ELSEWHERE
  return count
}

/** What must be written of a posting of a term. */
export function flagsOf(
  term: string,
  body: number,
  other: number,
  positions: readonly number[],
): number {
  const counted = body === 1 && other === 0 ? 0 : COUNTED
  const isUsual = positions.length === usualPositions(isWord(term), body, other)
  return counted | (isUsual ? 0 : NUMBERED)
}

/** Writes the counts that a head with these flags announces. */
export function writeCounts(sink: ByteSink, flags: number, body: number, other: number): void {
  if ((flags & COUNTED) === 0) return
  sink.varint(body * 2 + (other === 0 ? 0 : 1))
  if (other !== 0) sink.varint(other)
}

/** Writes positions, each as its distance from the one before. */
export function writePositions(sink: ByteSink, flags: number, positions: readonly number[]): void {
  if ((flags & NUMBERED) !== 0) sink.varint(positions.length)
  let before = 0
  for (const position of positions) {
    sink.varint(position - before)
    before = position
  }
}
