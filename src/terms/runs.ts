/**
 * Words of what is written without blanks between them.
 *
 * Han and kana are read in overlapping pairs, and each Han sign by itself: no dictionary has the
 * names that a memory is full of, and pairs found more than words in measurements. Korean has
 * blanks, but its words grow particles: besides the word its pairs are there. Thai, Lao, Khmer and
 * Burmese are parted by the dictionaries of ICU.
 */

import {normal} from './fold.js'
import {cutTerm, LONGEST, type Piece, type Pieces} from './pieces.js'

const hanSign = /^[\p{Script=Han}\p{Script=Bopomofo}\p{Script=Yi}\u3006]/u

/**
 * Pairs of neighbours, and every Han sign; of a run of a single sign that sign.
 *
 * A Han sign beside a pair is marked as `joined`: what the pairs say already.
 */
export function pairsOfHan(raw: string): Pieces {
  const signs = signsOf(raw)
  const pieces: Piece[] = []
  for (let at = 0; at < signs.length; at++) {
    const sign = signs[at]!
    const next = signs[at + 1]
    if (next !== undefined) pieces.push({term: sign + next, at, span: 1, kind: 'word'})
    if (signs.length === 1) pieces.push({term: sign, at, span: 1, kind: 'word'})
    else if (hanSign.test(sign)) pieces.push({term: sign, at, span: 1, kind: 'joined'})
  }
  return {pieces, length: signs.length}
}

/** The word, and its pairs of neighbours where it has more than two syllables. */
export function pairsOfHangul(raw: string): Pieces {
  const signs = signsOf(raw)
  const pieces: Piece[] = []
  const word = signs.length <= LONGEST ? signs.join('') : ''
  if (signs.length < 3) {
    return word === ''
      ? {pieces, length: 0}
      : {pieces: [{term: word, at: 0, span: 1, kind: 'word'}], length: 1}
  }
  const length = signs.length - 1
  if (word !== '') pieces.push({term: cutTerm(word), at: 0, span: length, kind: 'joined'})
  for (let at = 0; at < length; at++) {
    pieces.push({term: signs[at]! + signs[at + 1]!, at, span: 1, kind: 'word'})
  }
  return {pieces, length}
}

/**
 * ICU takes time that grows with the square of a run (100,000 signs: 9 seconds), so longer ones
 * are cut.
 */
const LONGEST_RUN = 256

let segmenter: Intl.Segmenter | undefined

/** The words that ICU sees. */
export function wordsOfThai(raw: string): Pieces {
  // One for all four: ICU chooses the dictionary by the script.
  segmenter ??= new Intl.Segmenter('th', {granularity: 'word'})
  const pieces: Piece[] = []
  for (const part of slicesOf(raw)) {
    for (const {segment} of segmenter.segment(part)) {
      if (!/[\p{L}\p{N}]/u.test(segment)) continue
      pieces.push({term: cutTerm(segment), at: pieces.length, span: 1, kind: 'word'})
    }
  }
  return {pieces, length: pieces.length}
}

/** The signs of a run one by one, each in its plain form and with the marks on it. */
function signsOf(raw: string): string[] {
  return slicesOf(raw).flatMap((part) => part.match(/\P{M}\p{M}*/gu) ?? [])
}

/**
 * Cut where it costs nothing to be wrong once in a while. Also what is normalized is bounded by
 * this.
 */
function slicesOf(raw: string): string[] {
  const plain = raw.replaceAll('**', '')
  const parts: string[] = []
  for (let at = 0; at < plain.length; ) {
    let end = Math.min(at + LONGEST_RUN, plain.length)
    if (end < plain.length && /[\ud800-\udbff]/.test(plain[end - 1]!)) end -= 1
    parts.push(normal(plain.slice(at, end)))
    at = end
  }
  return parts
}
