/**
 * What each sign does to the words around it, as BERT's tokenizer has it.
 *
 * The order of the questions is that of `BertNormalizer` and `BertPreTokenizer` of huggingface/tokenizers
 * (`tokenizers/src/normalizers/bert.rs`, `pre_tokenizers/bert.rs`): the table was made of a model that was
 * taught with them. Answers are made a page of 256 signs at a time, when the first of them is seen.
 */

/** Stands between words. */
export const BLANK = 0
/** Part of a word, or not there at all, as accents and what cannot be seen: what is around it is one word. */
export const WITHIN = 1
/** A word of its own, whatever is around it. */
export const APART = 2

const PAGE_BITS = 8
const PAGE = 1 << PAGE_BITS

/** Chinese signs, as BERT has them: also those that Japanese and Korean write; no kana, no Hangul. */
const HAN: readonly (readonly [first: number, last: number])[] = [
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0x20000, 0x2a6df],
  [0x2a700, 0x2ceaf],
  [0x2f800, 0x2fa1f],
]

const lineSign = /[\t\n\r]/
/** Also what else controls, such as a form feed. */
const unseen = /^[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/u
const blank = /^\p{White_Space}/u
/** In ASCII whatever is no letter and no digit: `$` and `^` as well, which Unicode counts otherwise. */
const punctuation = /^[!-/:-@[-`{-~\p{P}]/u

const pages: (Uint8Array | undefined)[] = []

/** What the sign with this code point does; half of a surrogate pair is not there. */
export function signOf(code: number): number {
  const number = code >>> PAGE_BITS
  let page = pages[number]
  if (page === undefined) {
    page = pageOf(number)
    pages[number] = page
  }
  return page[code & (PAGE - 1)]!
}

function pageOf(page: number): Uint8Array {
  const first = page << PAGE_BITS
  return Uint8Array.from({length: PAGE}, (_, at) => judge(first + at))
}

function judge(code: number): number {
  const sign = String.fromCodePoint(code)
  if (lineSign.test(sign)) return BLANK
  if (unseen.test(sign)) return WITHIN
  if (blank.test(sign)) return BLANK
  if (HAN.some(([first, last]) => first <= code && code <= last)) return APART
  // Without its accents a sign may be another: `≠` is `=`, which stands apart.
  return punctuation.test(sign.normalize('NFD')) ? APART : WITHIN
}
