/**
 * How much a text says of a word: BM25.
 *
 * Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", Foundations and
 * Trends in Information Retrieval 3(4), 2009: saturation and length in section 3.5, fields, whose
 * counts are weighted and added before they saturate, in 3.6. The factor k1 + 1 is left out, which
 * makes 1 the most there is.
 */

import type {PostingList} from '../postings/reader.js'
import {B, FIELD_WEIGHTS, K1, NOTE_B, NOTE_K1} from './law.js'
import type {CountedTexts, Tally} from './scratch.js'

/**
 * How much a word tells that `having` of `all` have: ln(1 + (all - having + 1/2) / (having + 1/2)).
 *
 * The 1, which is Lucene's (`BM25Similarity`), keeps it above 0 for a word that is in more than
 * half.
 */
export function rarity(all: number, having: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5))
}

/**
 * How a text's length counts: of a text of `length` words a word that stands there `n` times gets
 * n / (n + `base` + `slope` * length).
 */
export interface Damping {
  readonly base: number
  readonly slope: number
}

export function chunkDamping(words: number, chunks: number): Damping {
  return damping(K1, B, words / chunks)
}

export function noteDamping(words: number, notes: number): Damping {
  return damping(NOTE_K1, NOTE_B, words / notes)
}

/** Where nothing has any words, all are as long as the average. */
function damping(k1: number, b: number, average: number): Damping {
  if (!(0 < average)) return {base: k1, slope: 0}
  return {base: k1 * (1 - b), slope: (k1 * b) / average}
}

/**
 * Tells in `shares`, which has room for all, of each text its share, what it has of the word, from 0 to 1, and adds that,
 * weighted, to `sums`.
 */
export function addShares(
  weight: number,
  {text: texts, count: counts, size}: CountedTexts,
  {base, slope}: Damping,
  lengths: Uint32Array,
  shares: Float64Array,
  sums: Tally,
): void {
  for (let i = 0; i < size; i++) {
    const text = texts[i]!
    const count = counts[i]!
    const share = count / (count + base + slope * lengths[text]!)
    shares[i] = share
    sums.add(text, weight * share)
  }
}

/** Adds the shares of counts that are in no order. */
export function addSharesOf(
  weight: number,
  {values, touched, size}: Tally,
  {base, slope}: Damping,
  lengths: Uint32Array,
  sums: Tally,
): void {
  for (let i = 0; i < size; i++) {
    const text = touched[i]!
    const count = values[text]!
    sums.add(text, (weight * count) / (count + base + slope * lengths[text]!))
  }
}

const {headings, title, aliases, tags, path} = FIELD_WEIGHTS

/** Adds up the fields of each posting, as `PostingList` packs them, in `counts`, which has room for all. */
export function weightedCounts({count, body, other}: PostingList, counts: Float32Array): void {
  for (let i = 0; i < count; i++) {
    const own = body[i]! * FIELD_WEIGHTS.body
    const packed = other[i]!
    // Nine of ten postings are of the body alone.
    counts[i] = packed === 0 ? own : own + weightedElsewhere(packed)
  }
}

function weightedElsewhere(packed: number): number {
  return (
    (packed & 63) * headings +
    ((packed >>> 6) & 63) * title +
    ((packed >>> 12) & 63) * aliases +
    ((packed >>> 18) & 63) * tags +
    ((packed >>> 24) & 63) * path
  )
}
