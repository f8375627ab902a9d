/**
 * Cuts an answer to what a model should be given at once, and says where it goes on.
 *
 * In tokens by `o200k_base`. The tokenizer takes half a second to start, so it is asked only about what a text's bytes
 * do not settle: there are never more tokens than bytes.
 */

import {BrainError, openTokenizer} from '../index.js'

/** Of one answer. Clients warn at 10,000 and cut at 25,000. */
export const MOST_TOKENS = 4000

/** No token stands for more characters than that, so that nobody has to count a megabyte. */
const LONGEST_TOKEN = 128

/** Whether `text` has at most so many tokens. */
export function fitsIn(text: string, tokens = MOST_TOKENS): boolean {
  if (text.length <= tokens && Buffer.byteLength(text) <= tokens) return true
  if (tokens * LONGEST_TOKEN < text.length) return false
  return openTokenizer().count(text) <= tokens
}

/** The largest number up to `count` that fits; 0 where none does. Whatever fits, less fits too. */
export function mostThatFit(count: number, fits: (number: number) => boolean): number {
  let fit = 0
  let tooMany = count + 1
  // All of it, mostly.
  if (fits(count)) return count
  while (fit + 1 < tooMany) {
    const half = (fit + tooMany) >> 1
    if (fits(half)) fit = half
    else tooMany = half
  }
  return fit
}

/** A stretch of a long text. */
export interface Page {
  readonly text: string
  /** Where the next one begins: a line, `41`, or a place in a long one, `41:2000`. Absent on the last. */
  readonly next?: string
}

/**
 * What of `text` is given from the place `from` on: whole lines where one fits, else a part of it.
 *
 * @throws {BrainError} `bad-argument` where `from` is no place, or none in this text.
 */
export function pageFrom(text: string, from = '1', tokens = MOST_TOKENS): Page {
  const place = /^(\d{1,9})(?::(\d{1,9}))?$/.exec(from.trim())
  if (place === null) throw badFrom(from, 'is no place in a text')
  const all = text.split(/(?<=\n)/)
  const line = Math.max(1, Number(place[1]))
  const lines = all.slice(line - 1)
  const column = columnIn(lines[0] ?? '', Math.max(1, Number(place[2] ?? 1)))
  // An empty page would say that there is nothing.
  if (lines[0] === undefined || (1 < column && lines[0].length < column)) {
    throw badFrom(from, `is beyond its end: it has ${all.length} lines`)
  }
  lines[0] = lines[0].slice(column - 1)
  const fit = mostThatFit(lines.length, (some) => fitsIn(lines.slice(0, some).join(''), tokens))
  if (fit === lines.length) return {text: lines.join('')}
  if (0 < fit) return {text: lines.slice(0, fit).join(''), next: String(line + fit)}

  const letters = mostThatFit(lines[0]!.length, (some) => fitsIn(lines[0]!.slice(0, some), tokens))
  // Not inside a pair that stands for one letter.
  const cut = /[\ud800-\udbff]$/.test(lines[0]!.slice(0, letters)) ? letters - 1 : letters
  return {text: lines[0]!.slice(0, cut), next: `${line}:${column + cut}`}
}

/** Not inside a pair either, whoever asks for that. */
function columnIn(line: string, column: number): number {
  return /^[\ud800-\udbff][\udc00-\udfff]/.test(line.slice(column - 2, column)) && 1 < column
    ? column - 1
    : column
}

function badFrom(from: string, why: string): BrainError {
  return new BrainError('bad-argument', {
    message: `\`from\` is \`${from.slice(0, 60)}\`, which ${why}`,
    hint: 'give `next` of the page before, or a line',
    data: {argument: 'from'},
  })
}
