/**
 * Where a single block that is too long may be cut: between sentences, where these are too long between
 * lines, then between words, and where even a word is too long anywhere.
 *
 * By signs alone, not by `Intl.Segmenter`: the cuts must be the same with every version of ICU.
 */

import type {Break} from './breaks.js'
import {isLonger, MOST, tokensOf} from './size.js'
import {isSpace} from './stretch.js'

/** Bonds stronger than those between blocks; what is cut last holds most. */
const SENTENCE = 3000
const LINE = 3001
const WORD = 3002
const LETTER = 3003

/** In tokens: how much is cut off at a time where nothing tells where. */
const STEP = 96

/** The breaks in the block from `start` to `end`, ascending. What is no prose has no sentences. */
export function longBreaks(text: string, start: number, end: number, isProse: boolean): Break[] {
  const breaks: Break[] = []
  cutFinely(text, start, end, isProse ? 0 : 1, breaks)
  return breaks
}

interface Level {
  readonly bond: number
  /** The next place to cut at after `at`; `end` where there is none. */
  readonly next: (text: string, at: number, end: number) => number
}

const levels: readonly Level[] = [
  {bond: SENTENCE, next: afterSentence},
  {bond: LINE, next: afterLine},
  {bond: WORD, next: afterWord},
  {bond: LETTER, next: afterStep},
]

/** Cuts at `level`, and what is still too long between two cuts at the next. */
function cutFinely(text: string, start: number, end: number, level: number, breaks: Break[]): void {
  const {bond, next} = levels[level]!
  let from = start
  while (from < end) {
    const to = next(text, from, end)
    const isLast = level + 1 === levels.length
    if (!isLast && isLonger(text, from, to, MOST)) cutFinely(text, from, to, level + 1, breaks)
    if (to < end) breaks.push({at: to, bond})
    from = to
  }
}

/** After the blanks that follow the end of the sentence at `at`. */
function afterSentence(text: string, at: number, end: number): number {
  for (let index = at; index < end; index++) {
    const code = text.charCodeAt(index)
    if (!isStop(code)) continue
    let after = index + 1
    while (after < end && isCloser(text.charCodeAt(after))) after++
    const isFull = 0x3000 < code
    if (after === end || isFull || isSpace(text.charCodeAt(after)))
      return afterSpace(text, after, end)
  }
  return end
}

/** Full stops, and what ends a sentence in scripts that have signs of their own. */
function isStop(code: number): boolean {
  switch (code) {
    case 0x21: // !
    case 0x2e: // .
    case 0x3f: // ?
    case 0x2026: // …
    case 0x3002: // 。
    case 0xff01: // ！
    case 0xff0e: // ．
    case 0xff1f: // ？
    case 0xff61: // ｡
    case 0x061f: // ؟
    case 0x06d4: // ۔
    case 0x0964: // ।
    case 0x104b: // ။
    case 0x17d4: // ។
      return true
    default:
      return false
  }
}

/** Brackets, quotation marks and marks of emphasis that close with the sentence. */
function isCloser(code: number): boolean {
  return (
    code === 0x22 ||
    (0x27 <= code && code <= 0x2a && code !== 0x28) ||
    code === 0x5d ||
    code === 0x5f ||
    code === 0x7d ||
    code === 0xbb ||
    (0x2018 <= code && code <= 0x201f) ||
    (0x3009 <= code && code <= 0x3011 && code % 2 === 1) ||
    code === 0xff09
  )
}

function afterSpace(text: string, at: number, end: number): number {
  let index = at
  while (index < end && isSpace(text.charCodeAt(index))) index++
  return index
}

function afterLine(text: string, at: number, end: number): number {
  let index = at
  while (index < end && text.charCodeAt(index) !== 0x0a) index++
  return afterSpace(text, index, end)
}

function afterWord(text: string, at: number, end: number): number {
  let index = at
  while (index < end && !isSpace(text.charCodeAt(index))) index++
  return afterSpace(text, index, end)
}

/** So many tokens on, but between two letters. */
function afterStep(text: string, at: number, end: number): number {
  let index = Math.min(end, at + STEP)
  while (index < end && tokensOf(text, at, index) < STEP) index += STEP / 4
  if (end <= index) return end
  const nearest = index - 16
  while (nearest < index && isJoined(text, index)) index--
  return isLowSurrogate(text.charCodeAt(index)) ? index - 1 : index
}

/** Whether a cut at `at` would part a letter from its accent, or from what it is joined to. */
function isJoined(text: string, at: number): boolean {
  if (isLowSurrogate(text.charCodeAt(at)) || text.charCodeAt(at - 1) === 0x200d) return true
  return /^[\p{M}\p{Emoji_Modifier}\u200d]/u.test(text.slice(at, at + 2))
}

function isLowSurrogate(code: number): boolean {
  return 0xdc00 <= code && code <= 0xdfff
}
