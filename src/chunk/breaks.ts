/**
 * Where a stretch may be cut: between its blocks, its list items, and within what is too long, between
 * sentences, lines and words.
 *
 * Each break says how strongly it binds what it parts. `pack.ts` joins what is bound most strongly first,
 * so that an item stays with its like and a sentence with its paragraph. No break stands in a fence or
 * between two halves of a letter.
 */

import type {Piece} from '../note/piece.js'
import {longBreaks} from './long-breaks.js'
import {isLonger, MOST} from './size.js'
import {inkIn, type Range} from './stretch.js'

export interface Break {
  /** What begins here may begin a chunk. */
  readonly at: number
  /** How strongly it is bound to what stands before. Compared, never added up. */
  readonly bond: number
}

/** What a heading begins belongs least to what stands before. */
const HEADING = -1
/** Blocks side by side; each level of a list or a quote adds two. */
const BLOCK = 0
/** One step more: items of the same list. */
const ITEM = 1
/** What a paragraph with a colon at its end announces; deeper than any list. */
const ANNOUNCED = 1000
/** What stands right under a heading. */
const HEADED = 2000

/** The breaks that `pieces` leave after the start of `range` and before its end, ascending. */
export function breaksIn(text: string, pieces: readonly Piece[], range: Range): readonly Break[] {
  const collect: Collect = {text, range, breaks: [], fences: []}
  if (pieces.length === 0) addAll(collect, longBreaks(text, range.start, range.end, true))
  else visit(collect, pieces, 0, false)
  return finer(collect)
}

interface Collect {
  readonly text: string
  readonly range: Range
  readonly breaks: Break[]
  /** Those that are too long. */
  readonly fences: Piece[]
}

/** Cuts once more what no piece accounts for: a thousand lines of a quote that hold nothing but its sign. */
function finer({text, range, breaks, fences}: Collect): readonly Break[] {
  const finer: Break[] = []
  let start = range.start
  let fence = 0
  for (const next of [...breaks, {at: range.end, bond: BLOCK}]) {
    while (fence < fences.length && fences[fence]!.end <= start) fence++
    const isFenced = fence < fences.length && fences[fence]!.start < next.at
    if (!isFenced && isLonger(text, start, next.at, MOST)) {
      const end = inkIn(text, start, next.at)?.end ?? start
      for (const one of longBreaks(text, start, end, false)) finer.push(one)
    }
    if (next.at < range.end) finer.push(next)
    start = next.at
  }
  return finer
}

function addAll(collect: Collect, found: readonly Break[]): void {
  for (const one of found) add(collect, one)
}

function add({range, breaks}: Collect, one: Break): void {
  const last = breaks.at(-1)?.at ?? range.start
  if (last < one.at && one.at < range.end) breaks.push(one)
}

function visit(
  collect: Collect,
  siblings: readonly Piece[],
  depth: number,
  isQuoted: boolean,
): void {
  const {text, range} = collect
  for (const [index, piece] of siblings.entries()) {
    if (piece.end <= range.start || range.end <= piece.start) continue
    const before = siblings[index - 1]
    // The first begins where its container does, whose marker belongs to it.
    if (before !== undefined) {
      const at = isQuoted ? lineStart(text, piece.start) : piece.start
      add(collect, {at, bond: bondOf(text, before, piece, depth)})
    }
    if (piece.kind === 'item') visit(collect, piece.children, depth + 1, isQuoted)
    else if (isLonger(text, piece.start, piece.end, MOST)) visitLong(collect, piece, depth)
  }
}

function visitLong(collect: Collect, piece: Piece, depth: number): void {
  const {text, range, fences} = collect
  if (piece.kind === 'code' && isFence(text, piece.start)) {
    fences.push(piece)
    return
  }
  if (piece.children.length !== 0) {
    visit(collect, piece.children, depth + 1, true)
    return
  }
  const start = Math.max(piece.start, range.start)
  const end = Math.min(piece.end, range.end)
  const isProse = piece.kind === 'paragraph' || piece.kind === 'heading'
  addAll(collect, longBreaks(text, start, end, isProse))
}

function isFence(text: string, start: number): boolean {
  return text.startsWith('```', start) || text.startsWith('~~~', start)
}

function bondOf(text: string, before: Piece, piece: Piece, depth: number): number {
  if (before.kind === 'heading') return HEADED
  if (piece.kind === 'heading') return HEADING
  if (before.kind === 'paragraph' && /[:：]/.test(text[before.end - 1]!)) return ANNOUNCED
  const isSameList = before.kind === 'item' && piece.kind === 'item'
  return 2 * depth + (isSameList ? ITEM : BLOCK)
}

/** In a quote a line begins with the signs of the quote. */
function lineStart(text: string, at: number): number {
  let start = at
  while (0 < start && text[start - 1] !== '\n' && text[start - 1] !== '\r') start--
  return start
}
