/**
 * The smallest stretches that a body can be cut into: blocks, and of blocks that are too long their items
 * and sentences.
 *
 * A fence is one, however long. So is a quote with a fence in it.
 */

import type {Piece} from '../note/piece.js'
import {MOST, weigh} from './size.js'

/** A stretch of the body, from its start to that of the next one. */
export interface Atom {
  /** At the beginning of its line wherever nothing else stands there before it. */
  readonly start: number
  /** Estimated tokens. */
  readonly size: number
  /** Set where it is a heading. */
  readonly heading?: Piece
}

/** The atoms of `pieces`, in the order of the text. */
export function atomsOf(text: string, pieces: readonly Piece[]): Atom[] {
  const atoms: Atom[] = []
  for (const piece of pieces) addAtoms(text, piece, lineStart(text, piece.start), atoms)
  return atoms
}

/** The atoms of a stretch that is no piece of its own. */
export function atomsWithin(text: string, start: number, end: number): Atom[] {
  const atoms: Atom[] = []
  const piece = {
    kind: 'quote',
    start,
    end,
    inner: start,
    depth: 0,
    title: '',
    children: [],
  } as const
  addAtoms(text, piece, start, atoms)
  return atoms
}

function addAtoms(text: string, piece: Piece, start: number, atoms: Atom[]): void {
  const size = weigh(text, start, piece.end)
  if (piece.kind === 'heading') {
    atoms.push({start, size, heading: piece})
  } else if (size <= MOST || !isDivisible(text, piece)) {
    atoms.push({start, size})
  } else if (piece.children.length !== 0) {
    for (const [index, child] of piece.children.entries()) {
      // What comes first stands on the line of the marker.
      addAtoms(text, child, index === 0 ? start : lineStart(text, child.start), atoms)
    }
  } else {
    const starts = sentencesIn(text, start, piece.end)
    for (const [index, at] of starts.entries()) {
      atoms.push({start: at, size: weigh(text, at, starts[index + 1] ?? piece.end)})
    }
  }
}

function isDivisible(text: string, {kind, start, end}: Piece): boolean {
  if (kind === 'code') return false
  return kind !== 'quote' || !/```|~~~/.test(text.slice(start, end))
}

/** Where the line begins, if only blanks stand before `at` on it; else `at`. */
function lineStart(text: string, at: number): number {
  let start = at
  while (0 < start && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--
  return start === 0 || text[start - 1] === '\n' ? start : at
}

/** The end of a line or a sentence, with the blanks after it; Chinese and Japanese write none there. */
const sentenceEnd = /\n|[.!?…]+["'”’»)\]]*[ \t]+|[。！？]+[」』”）]*/g

/** Where the sentences between `start` and `end` begin; one that is too long is cut at blanks, else anywhere. */
function sentencesIn(text: string, start: number, end: number): number[] {
  const starts = [start]
  const add = (next: number) => {
    starts.push(...cutsIn(text, starts.at(-1)!, next))
    if (next < end) starts.push(next)
  }
  sentenceEnd.lastIndex = start
  for (;;) {
    const match = sentenceEnd.exec(text)
    if (match === null || end <= sentenceEnd.lastIndex) break
    add(sentenceEnd.lastIndex)
  }
  add(end)
  return starts
}

/** Where a stretch that is longer than the most has to be cut. */
function cutsIn(text: string, start: number, end: number): number[] {
  const cuts: number[] = []
  let at = start
  // A unit costs at most one token, and no less than a quarter of one.
  while (MOST < end - at && MOST < weigh(text, at, Math.min(end, at + MOST * 4 + 1))) {
    at = cutBefore(text, at, farthest(text, at))
    cuts.push(at)
  }
  return cuts
}

/** As far as the most tokens reach. */
function farthest(text: string, start: number): number {
  let [low, high] = [start + 1, start + MOST * 4]
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (weigh(text, start, middle) <= MOST) low = middle
    else high = middle - 1
  }
  return low
}

function cutBefore(text: string, start: number, end: number): number {
  const blank = text.lastIndexOf(' ', end - 1)
  if (start + (end - start) / 2 < blank) return blank + 1
  const unit = text.charCodeAt(end)
  const isInPair = 0xdc00 <= unit && unit <= 0xdfff && isHigh(text.charCodeAt(end - 1))
  return isInPair ? end - 1 : end
}

function isHigh(unit: number): boolean {
  return 0xd800 <= unit && unit <= 0xdbff
}
