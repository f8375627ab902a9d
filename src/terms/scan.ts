/**
 * Parts a text into the stretches that words are made from.
 *
 * By hand and not by a pattern: this reads every character of every note, and most of them once. A
 * stretch is a word or an identifier with all that holds it together (`foo.test.ts`, `don't`,
 * `snake_case`), or a run of signs that are written without blanks. A stretch never reaches over a
 * blank, so that what a text is cut into at its blanks has the same words as the whole.
 */

import {
  APART,
  DIGIT,
  HAN,
  HANGUL,
  JOINER,
  KANA,
  kindOf,
  kindOfPair,
  LETTER,
  LOWER,
  MARK,
  PAIR,
  PICTURE,
  THAI,
  UPPER,
} from './signs.js'

/** What a stretch is: an identifier or word, a run of one way of writing, or a picture. */
export type Stretch = 'word' | 'han' | 'hangul' | 'thai' | 'picture'

/** What takes a stretch: what it is, how it stands in the text, and where it begins there. */
export type Take = (stretch: Stretch, raw: string, start: number) => void

/** Gives every stretch of `text` to `take`, in order. */
export function scan(text: string, take: Take): void {
  const {length} = text
  let at = 0
  while (at < length) {
    const kind = kindAt(text, at)
    const start = at
    switch (kind) {
      case LOWER:
      case UPPER:
      case DIGIT:
      case LETTER:
        at = endOfWord(text, start)
        at = takeWord(text, start, at, take)
        break
      case HAN:
      case KANA:
        at = endOfRun(text, start, (other) => other === HAN || other === KANA)
        take('han', text.slice(start, at), start)
        break
      case HANGUL:
        at = endOfRun(text, start, (other) => other === HANGUL)
        take('hangul', text.slice(start, at), start)
        break
      case THAI:
        at = endOfRun(text, start, (other) => other === THAI)
        take('thai', text.slice(start, at), start)
        break
      case PICTURE:
        at += widthAt(text, at)
        take('picture', text.slice(start, at), start)
        break
      default:
        at += 1
    }
  }
}

function kindAt(text: string, at: number): number {
  const kind = kindOf(text.charCodeAt(at))
  return kind === PAIR ? kindOfPair(text, at) : kind
}

function widthAt(text: string, at: number): number {
  return kindOf(text.charCodeAt(at)) === PAIR ? 2 : 1
}

function isLetter(kind: number): boolean {
  return LOWER <= kind && kind <= LETTER
}

function isLetterAt(text: string, at: number): boolean {
  return at < text.length && isLetter(kindAt(text, at))
}

/** Where the word that begins at `start` ends, the joiners in it included. */
function endOfWord(text: string, start: number): number {
  const {length} = text
  let at = start
  while (at < length) {
    const kind = kindOf(text.charCodeAt(at))
    if (LOWER <= kind && kind <= MARK) at += 1
    else if (kind === JOINER) {
      const next = afterJoiner(text, at)
      if (next === at) return at
      at = next
    } else if (kind === PAIR) {
      const pair = kindOfPair(text, at)
      if (pair !== LETTER && pair !== MARK) return at
      at += 2
    } else return at
  }
  return at
}

/** Where the word goes on after the joiner at `at`; `at` where it does not. */
function afterJoiner(text: string, at: number): number {
  let next = at + 1
  switch (text[at]) {
    case '_':
      while (text[next] === '_') next++
      break
    case '*':
      // Two of them are bold letters within a word; one is arithmetic.
      if (text[next++] !== '*') return at
      break
    case ',':
      return isDigitAt(text, at - 1) && isDigitAt(text, next) ? next : at
  }
  return isLetterAt(text, next) ? next : at
}

function isDigitAt(text: string, at: number): boolean {
  return kindOf(text.charCodeAt(at)) === DIGIT
}

/** Where a run of signs ends; bold marks within it are part of it. */
function endOfRun(text: string, start: number, belongs: (kind: number) => boolean): number {
  const {length} = text
  let at = start
  while (at < length) {
    const kind = kindAt(text, at)
    if (belongs(kind) || kind === MARK) at += widthAt(text, at)
    else if (text.startsWith('**', at) && at + 2 < length && belongs(kindAt(text, at + 2))) at += 2
    else return at
  }
  return at
}

const UNDERSCORE = 0x5f
const DOT = 0x2e
const LESS = 0x3c
const SLASH = 0x2f
const COLON = 0x3a
const PLUS = 0x2b
const HASH = 0x23

/**
 * Takes the word from `start` to `end` with what stands at its sides and belongs to it. Returns
 * where that ends.
 */
function takeWord(text: string, start: number, end: number, take: Take): number {
  const before = start === 0 ? 0 : text.charCodeAt(start - 1)
  const after = end === text.length ? 0 : text.charCodeAt(end)
  let from = start
  let to = end
  if (after === COLON && isWebScheme(text, start, end)) return end + 3
  if ((before === LESS || before === SLASH) && isTag(text, start, end)) return end
  if (before === UNDERSCORE && isDunder(text, start, end)) {
    from = start - 2
    to = end + 2
  } else if (before === DOT && isApartAt(text, start - 2)) from = start - 1
  if (after === PLUS && text[end + 1] === '+' && !isLetterAt(text, end + 2)) to = end + 2
  else if (after === HASH && end - start === 1 && !isLetterAt(text, end + 1)) to = end + 1
  take('word', text.slice(from, to), from)
  return to
}

/** Whether nothing of a word stands at `at`, nor anything that could hold one together. */
function isApartAt(text: string, at: number): boolean {
  return at < 0 || kindOf(text.charCodeAt(at)) === APART
}

/** `__init__`, but no more of them. */
function isDunder(text: string, start: number, end: number): boolean {
  return (
    text[start - 2] === '_' &&
    text.startsWith('__', end) &&
    text[end + 2] !== '_' &&
    (start < 3 || kindOf(text.charCodeAt(start - 3)) === APART)
  )
}

function isWebScheme(text: string, start: number, end: number): boolean {
  return end - start <= 5 && text.startsWith('://', end) && /^https?$/i.test(text.slice(start, end))
}

/** Tags that only say how something looks. Whoever writes about others wants to find them. */
const tags = new Set(
  'a b br center div em font hr i img li ol p small span strong sub sup td th tr u ul'.split(' '),
)

function isTag(text: string, start: number, end: number): boolean {
  if (6 < end - start) return false
  const opens = text[start - 1] === '<' || (text[start - 1] === '/' && text[start - 2] === '<')
  const after = text[end]
  const closes = after === undefined || after === '>' || after === '/' || after.trim() === ''
  return opens && closes && tags.has(text.slice(start, end).toLowerCase())
}
