/**
 * Finds the words of a text, as BERT's tokenizer has them: parted at blanks; punctuation and Chinese
 * signs each by themselves.
 *
 * One look at each sign. Nothing is changed or copied here: a word is told by where it stands, and the
 * same letters always make the same words, so that whoever takes them may remember.
 */

import {BLANK, signOf, WITHIN} from './signs.js'

/** Takes a word from `from` up to `to`, in UTF-16 units. It may hold what cannot be seen, and nothing else. */
export type TakeWord = (from: number, to: number) => void

/** Beyond it are signs of two units. */
const LAST_OF_ONE_UNIT = 0xffff

/** Tells the words of `text` in their order. */
export function scanWords(text: string, take: TakeWord): void {
  let from = -1
  let at = 0
  while (at < text.length) {
    const code = text.codePointAt(at)!
    const next = at + (code <= LAST_OF_ONE_UNIT ? 1 : 2)
    const sign = signOf(code)
    if (sign === WITHIN) {
      if (from === -1) from = at
    } else {
      if (from !== -1) take(from, at)
      from = -1
      if (sign !== BLANK) take(at, next)
    }
    at = next
  }
  if (from !== -1) take(from, at)
}
