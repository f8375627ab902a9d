/**
 * How long a chunk is to be, and how long a text is by that measure.
 *
 * Tokens are estimated by the kind of letters: four units of Latin, Greek or Cyrillic make a token, one
 * and a half of Chinese, Japanese, Korean or Thai. Nothing is counted exactly here: the bounds say
 * how much is found and shown at once, and no limit of a model hangs on them.
 */

/** In tokens. A part of a section that is shorter is joined to one beside it. */
export const LEAST = 64
/** In tokens: as much as is joined. */
export const USUAL = 320
/** In tokens: what is longer is cut, unless it is one fence. */
export const MOST = 384

/** A weight is a twelfth of a token, so that it can be added up without rounding. */
const NARROW = 3
const WIDE = 8
const TOKEN = 12

/** From here on (Thai) scripts write words without blanks, or syllables as letters. */
const FIRST_WIDE = 0x0e00
/** What stands beyond that and is no such script: Latin, Greek, punctuation and signs. */
const FIRST_LATER_NARROW = 0x1e00
const LAST_LATER_NARROW = 0x2e7f

/** The estimate of the stretch from `start` to `end` in tokens, not rounded. */
export function tokensOf(text: string, start: number, end: number): number {
  let weight = 0
  for (let at = start; at < end; at++) weight += weightOf(text.charCodeAt(at))
  return weight / TOKEN
}

/** Whether the stretch is longer than `tokens`; looks at its letters only where its length leaves it open. */
export function isLonger(text: string, start: number, end: number, tokens: number): boolean {
  const length = end - start
  if (length * WIDE <= tokens * TOKEN) return false
  return tokens * TOKEN < length * NARROW || tokens < tokensOf(text, start, end)
}

function weightOf(code: number): number {
  if (code < FIRST_WIDE) return NARROW
  return FIRST_LATER_NARROW <= code && code <= LAST_LATER_NARROW ? NARROW : WIDE
}
