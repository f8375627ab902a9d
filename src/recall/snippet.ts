/**
 * The stretch of a passage that is shown for a hit: where most of what was asked for stands together.
 *
 * On one line, at most `LONGEST` UTF-16 units with the `…` that says where it was cut. Cut between
 * words, and where a script has no blanks between letters as people see them. Pure; where the words
 * stand is `spots.ts`'s to say.
 */

import {foldBlanks} from '../ground/fold-blanks.js'
import {readable} from './readable.js'
import type {Spot} from './spots.js'

export interface Snippet {
  readonly text: string
  /** Stretches of `text` in which a word of the question stands, ascending, ends excluded, apart. */
  readonly marks: readonly (readonly [start: number, end: number])[]
}

/** In UTF-16 units. */
export const LONGEST = 300

/** So much is shown before the first word that was found, where there is something to show. */
const LEAD = 60

/** So far back a sentence may begin that is shown from its beginning. */
const FAR_LEAD = 120

/** A passage is some 1,500 units long; a fence may be a megabyte, of which the first part must do. */
const FARTHEST = 100_000

/** So far back a blank is looked for where words are parted by blanks. */
const LONGEST_WORD = 40

/**
 * Makes the snippet of `passage`, in which `find` tells where words of the question stand. Addresses and
 * comments are left out where all of these stand elsewhere too.
 */
export function snippetOf(passage: string, find: (text: string) => readonly Spot[]): Snippet {
  const whole = passage.slice(0, FARTHEST)
  const [text, spots] = lighter(foldBlanks(whole).trim(), foldBlanks(readable(whole)).trim(), find)
  if (text.length <= LONGEST) return {text, marks: marksIn(spots, 0, text.length, 0)}
  const [start, end] = windowIn(text, spots)
  const before = start === 0 ? '' : '…'
  const after = end === text.length ? '' : '…'
  return {
    text: before + text.slice(start, end) + after,
    marks: marksIn(spots, start, end, before.length),
  }
}

function lighter(
  text: string,
  light: string,
  find: (text: string) => readonly Spot[],
): readonly [text: string, spots: readonly Spot[]] {
  const spots = find(text)
  if (light === text || light === '') return [text, spots]
  const left = find(light)
  const wordsIn = (some: readonly Spot[]) => new Set(some.map(({word}) => word)).size
  return wordsIn(left) === wordsIn(spots) ? [light, left] : [text, spots]
}

/** Room for an ellipsis at either end. */
const ROOM = LONGEST - 2

function windowIn(text: string, spots: readonly Spot[]): [start: number, end: number] {
  const best = bestOf(spots)
  const from = best?.start ?? 0
  const to = Math.min(best?.end ?? 0, from + ROOM)
  const start = startFor(text, from, to)
  const last = start + ROOM
  return [start, text.length <= last ? text.length : boundaryBefore(text, last, to)]
}

/** Where to begin so that `from` to `to` is shown: with a sentence if one begins near, else with a word. */
function startFor(text: string, from: number, to: number): number {
  const spare = ROOM - (to - from)
  // At the end of a passage there is more to show before than after.
  const latest = Math.min(from, text.length - ROOM)
  const first = Math.min(from - Math.min(LEAD, Math.floor(spare / 2)), latest)
  if (first <= 0 || from <= Math.min(FAR_LEAD, spare)) return 0
  const sentence = sentenceIn(text, Math.max(0, from - Math.min(FAR_LEAD, spare)), latest)
  return sentence ?? boundaryAfter(text, first, from)
}

/** The first beginning of a sentence from `start` up to `end`. */
function sentenceIn(text: string, start: number, end: number): number | undefined {
  const match = /[.!?:…]["'”’)*_]* (?=\S)|[。！？]/u.exec(text.slice(start, end))
  return match === null ? undefined : start + match.index + match[0].length
}

/** The first stretch that has most of the different words, and of those one with most words. */
function bestOf(
  spots: readonly Spot[],
): {readonly start: number; readonly end: number} | undefined {
  const inside = new Map<string, number>()
  let best: {start: number; end: number; distinct: number; count: number} | undefined
  let next = 0
  for (const [index, {start, word}] of spots.entries()) {
    for (; next < spots.length && spots[next]!.end <= start + ROOM - LEAD; next++) {
      inside.set(spots[next]!.word, (inside.get(spots[next]!.word) ?? 0) + 1)
    }
    const distinct = inside.size
    const count = next - index
    if (
      best === undefined ||
      best.distinct < distinct ||
      (best.distinct === distinct && best.count < count)
    ) {
      const end = 0 < count ? spots[next - 1]!.end : spots[index]!.end
      best = {start, end, distinct, count}
    }
    const left = (inside.get(word) ?? 1) - 1
    if (left === 0) inside.delete(word)
    else inside.set(word, left)
    next = Math.max(next, index + 1)
  }
  return best
}

/** Where a word begins at or after `at`, before `limit`; else a whole letter. */
function boundaryAfter(text: string, at: number, limit: number): number {
  if (text[at - 1] === ' ') return at
  const blank = text.indexOf(' ', at)
  return blank !== -1 && blank < limit ? blank + 1 : graphemeAt(text, at, limit)
}

/** Where a word ends at or before `at`, not before `limit`; else a whole letter. */
function boundaryBefore(text: string, at: number, limit: number): number {
  if (text[at] === ' ') return at
  const blank = text.lastIndexOf(' ', at)
  if (limit <= blank && at - LONGEST_WORD <= blank) return blank
  return graphemeBefore(text, at)
}

let segmenter: Intl.Segmenter | undefined

/** The beginning of the letter that `at` stands in. */
function graphemeBefore(text: string, at: number): number {
  segmenter ??= new Intl.Segmenter('en', {granularity: 'grapheme'})
  const from = wholePair(text, Math.max(0, at - 50))
  const segment = segmenter.segment(text.slice(from, at + 50)).containing(at - from)
  return from + (segment?.index ?? at - from)
}

function graphemeAt(text: string, at: number, limit: number): number {
  const begin = graphemeBefore(text, at)
  if (begin === at) return at
  const segment = segmenter!.segment(text.slice(begin, at + 50)).containing(0)
  return Math.min(limit, begin + (segment?.segment.length ?? at - begin))
}

function wholePair(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at
}

function marksIn(spots: readonly Spot[], start: number, end: number, shift: number) {
  const marks: [number, number][] = []
  for (const spot of spots) {
    if (spot.start < start || end < spot.end) continue
    const from = spot.start - start + shift
    const to = spot.end - start + shift
    const last = marks.at(-1)
    // Parts of a script without blanks overlap one another.
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else marks.push([from, to])
  }
  return marks
}
