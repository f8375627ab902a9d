/**
 * Counts tokens: what a text costs the model that reads it.
 *
 * By tiktoken's `o200k_base`, the encoding that the sizes of this program are stated in. tiktoken is
 * the library because it is exact and the quickest to start of those measured; `lite` with the ranks
 * in JSON is its quickest form. It still takes half a second and 76 MB, so `quick-tokens.ts` counts what it
 * can from the same ranks, and the encoder is opened when the first text is in other letters, once a process.
 * `token-counts.ts` keeps both closed when every count is known.
 */

import {createRequire} from 'node:module'
import {quickCounter} from './quick-tokens.js'

export interface Tokenizer {
  /** `o200k_base`. A number of tokens means nothing without it. */
  readonly name: string
  /** Whole, at least 0. Never throws; text that looks like a special token is text. */
  count(text: string): number
}

/** The encoding's name, for those who need no count. */
export const ENCODING = 'o200k_base'

/**
 * In UTF-16 units. The encoder takes time that grows with the square of a stretch it cannot part
 * (100,000 letters without a space: 10 seconds; a million: a crash), so longer ones are cut.
 */
const LONGEST_RUN = 400

interface Encoder {
  encode_ordinary(text: string): {readonly length: number}
}

interface Encoding {
  readonly bpe_ranks: string
  readonly special_tokens: Record<string, number>
  readonly pat_str: string
}

let encoder: Encoder | undefined
let quick: ReturnType<typeof quickCounter> | undefined

/** The tokenizer. It costs nothing before its first count. */
export function openTokenizer(): Tokenizer {
  return {name: ENCODING, count: countTokens}
}

/** What a text costs, roughly: between 0.8 and 1.2 of the truth for nine texts of ten in English. */
export function estimate(text: string): number {
  return Math.ceil(text.length / 4)
}

function countTokens(text: string): number {
  quick ??= quickCounter(readEncoding().bpe_ranks)
  let count = 0
  for (const piece of piecesOf(text)) count += quick(piece) ?? countByEncoder(piece)
  return count
}

function countByEncoder(text: string): number {
  encoder ??= openEncoder()
  // On its way there a lone surrogate becomes U+FFFD: it is counted as that.
  return encoder.encode_ordinary(text).length
}

// Not `import()`: a count is asked for deep inside a computation that is otherwise synchronous.
const load = createRequire(import.meta.url)

function readEncoding(): Encoding {
  return load(`tiktoken/encoders/${ENCODING}.json`) as Encoding
}

function openEncoder(): Encoder {
  const {Tiktoken} = load('tiktoken/lite') as typeof import('tiktoken/lite')
  const {bpe_ranks, special_tokens, pat_str} = readEncoding()
  return new Tiktoken(bpe_ranks, special_tokens, pat_str)
}

/** Parts a text so that no piece holds a run of more than `LONGEST_RUN`. Mostly it is one piece. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  for (const {0: run, index} of text.matchAll(/\S{400,}|\s{400,}/g)) {
    let at = 0
    while (LONGEST_RUN < run.length - at) {
      at += cutOf(run.slice(at, at + LONGEST_RUN))
      pieces.push(text.slice(from, index + at))
      from = index + at
    }
  }
  pieces.push(text.slice(from))
  return pieces
}

/**
 * Where to cut the start of a run: before the last sign that follows a letter, since the encoder
 * parts the text there anyway and the count stays exact (Japanese prose, links, tables); else at
 * the end, but not inside a surrogate pair.
 */
function cutOf(start: string): number {
  const [natural] = /^.*\p{L}(?=[^\p{L}\p{M}\p{N}\p{Cs}'])/su.exec(start) ?? ['']
  if (natural !== '') return natural.length
  return /[\ud800-\udbff]$/.test(start) ? start.length - 1 : start.length
}
