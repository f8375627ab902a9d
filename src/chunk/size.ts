/**
 * How large chunks are, in tokens by estimate.
 *
 * About 256: as much as a passage takes to say one thing, and as static and small sentence models read.
 */

/** A chunk is not ended by chance before it has so much. */
export const LEAST = 192
/** Nothing more is put to a chunk that has so much; only what cannot be divided is larger. */
export const MOST = 384
/** A section of less may be joined by the next one. */
export const SMALL = 192

/** Letters without blanks between words (Han, kana, Hangul and the like) cost about two thirds of a token each. */
const DENSE_FROM = 0x2e80
const DENSE = 2 / 3
const PLAIN = 1 / 4

/** Estimates what the units from `start` to `end`, excluded, cost. */
export function weigh(text: string, start: number, end: number): number {
  let dense = 0
  for (let at = start; at < end; at++) if (DENSE_FROM <= text.charCodeAt(at)) dense++
  return Math.ceil(dense * DENSE + (end - start - dense) * PLAIN)
}
