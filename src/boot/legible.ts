/**
 * Makes text of a user's file fit to stand in a context that a model reads.
 *
 * What nobody sees in an editor must not reach a model either: controls become visible signs, marks
 * that reorder or hide text are taken out. Memory is quoted as data, so nothing in it may look like the
 * end of the frame around it, like a turn of the conversation, or like a place named by us: tags are
 * broken, and lines after the first are indented, so that only our own lines begin at the margin.
 *
 * Words are never changed, and nothing is dropped that a person would miss.
 */

import {foldBlanks} from '../ground/fold-blanks.js'

/** Line ends of every kind become `\n`; controls, lone surrogates and invisible marks are neutralised. */
export function legible(text: string): string {
  if (!mayNeedCare.test(text)) return text
  return (
    text
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      // An escape sequence stays readable as one: ␛[31m.
      .replace(/[\0-\x08\x0b-\x1f]/g, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0)))
      .replace(/\x7f/g, '\u2421')
      .replace(/[\x80-\x9f]|[\ud800-\udfff]/gu, '\ufffd')
      .replace(invisible, '')
      // Joiners belong between letters of some scripts and parts of an emoji, and hide nothing there.
      .replace(/(?<=[\x20-\x7e])[\u200c\u200d]+(?=[\x20-\x7e])/g, '')
  )
}

/** Most texts have none of all that, and a brain has ten thousand of them. */
const mayNeedCare =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]/

/**
 * Marks without a picture: zero-width spaces, marks and overrides of direction, invisible
 * operators, the byte-order mark, and the tag characters in which text can be written unseen.
 */
const invisible =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu

/** Text of an identity or procedures file: as its author wrote it, except that it opens no frame. */
export function spoken(text: string): string {
  return legible(text)
    .replace(/<(?=\s{0,9}\/?\s{0,9}memory\b)/gi, '&lt;')
    .trim()
}

/** Recorded memory: its tags broken, its lines after the first indented, none of them empty. */
export function quoted(text: string): string {
  const whole = withoutTags(legible(text)).trim()
  if (!whole.includes('\n')) return whole
  return whole
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n  ')
}

/** Recorded memory with every line of it, the empty ones too: each but those is indented. */
export function quotedWhole(text: string): string {
  return withoutTags(legible(text)).replace(/^(?=.)/gm, '  ')
}

/** Tags by which harnesses and models mark whose words follow, and special tokens written out. */
const frameLike =
  /<(?=\s{0,9}\/?\s{0,9}(?:memory|system|assistant|user|human|instructions?|important|tool|function|antml)\b|\|)/gi

function withoutTags(text: string): string {
  return text.includes('<') ? text.replace(frameLike, '&lt;') : text
}

/** On one line, its spaces folded: a heading, the name of a file. */
export function onOneLine(text: string): string {
  return foldBlanks(withoutTags(legible(text))).trim()
}

/** Folded so that two texts of the same words are equal. `10 Mb` and `10 MB` are not, nor `10²` and `102`. */
export function folded(text: string): string {
  return foldBlanks(legible(text).normalize('NFC')).trim()
}
