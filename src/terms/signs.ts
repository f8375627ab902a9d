/**
 * What kind of sign a character is, as far as words are concerned.
 *
 * Every character of a vault is asked for its kind, so the answers for the first 65,536 are kept
 * in a table that fills as they are met; Unicode's own properties are asked once for each.
 */

/** Stands between words. */
export const APART = 1
/** ASCII letters and digits. */
export const LOWER = 2
export const UPPER = 3
export const DIGIT = 4
/** Letters and digits of every other script that parts its words. */
export const LETTER = 5
/** Goes on with a word and begins none: accents, joiners, soft hyphens. */
export const MARK = 6
/** Written without blanks: Han, and what stands among it. */
export const HAN = 7
export const KANA = 8
/** Thai, Lao, Khmer, Burmese: written without blanks, and in letters. */
export const THAI = 9
export const HANGUL = 10
/** A picture that is a word by itself. */
export const PICTURE = 11
/** Holds an identifier together where letters stand on both sides: `. - _ '` and the like. */
export const JOINER = 12
/** The first half of a surrogate pair. */
export const PAIR = 13

const kinds = new Uint8Array(0x10000)
for (let code = 0; code < 0x80; code++) kinds[code] = APART
for (let code = 0x61; code <= 0x7a; code++) kinds[code] = LOWER
for (let code = 0x41; code <= 0x5a; code++) kinds[code] = UPPER
for (let code = 0x30; code <= 0x39; code++) kinds[code] = DIGIT
// The apostrophes that are no ASCII are what phones and word processors write.
for (const sign of ".-_',*\u2019\u02bc\u2010\u2011") kinds[sign.charCodeAt(0)] = JOINER

/** The kind of the UTF-16 unit `code`; lone halves of pairs and what has no kind are apart. */
export function kindOf(code: number): number {
  return kinds[code] || learn(code)
}

/** The kind of what begins with a `PAIR` at `at`; `APART` where it is half a pair. */
export function kindOfPair(text: string, at: number): number {
  const point = text.codePointAt(at)!
  return point < 0x10000 ? APART : kindOfPoint(point)
}

function learn(code: number): number {
  const kind = code < 0xd800 || 0xdfff < code ? kindOfPoint(code) : code < 0xdc00 ? PAIR : APART
  kinds[code] = kind
  return kind
}

const word = /[\p{L}\p{M}\p{N}]/u
/** Soft hyphens, joiners, directions of writing: they are there and nobody sees them. */
const unseen = /(?!\u200b)\p{Default_Ignorable_Code_Point}/u
const han = /[\p{Script=Han}\p{Script=Bopomofo}\p{Script=Yi}\u3006]/u
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}\u3099\u309a\u30fc\uff70\uff9e\uff9f]/u
const thai = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const hangul = /\p{Script=Hangul}/u
const picture = /\p{Extended_Pictographic}/u

function kindOfPoint(point: number): number {
  const sign = String.fromCodePoint(point)
  if (unseen.test(sign)) return MARK
  // `㎏` and `㍿` are symbols to Unicode; written out, they are words.
  if (0x3200 <= point && point <= 0x33ff) return LETTER
  if (!word.test(sign)) return 0x2600 <= point && picture.test(sign) ? PICTURE : APART
  if (kana.test(sign)) return KANA
  if (han.test(sign)) return HAN
  if (thai.test(sign)) return THAI
  if (/\p{M}/u.test(sign)) return MARK
  return hangul.test(sign) ? HANGUL : LETTER
}
