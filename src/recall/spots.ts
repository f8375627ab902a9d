/**
 * Where the words of a question stand in a text, for showing.
 *
 * The index knows which words a chunk was found by, but keeps no place of a letter: what it would cost
 * for every word of the brain is spent here on the few hits that somebody looks at. The text is read as
 * the index reads it. Nothing of the ranking hangs on it; a word that is overlooked is shown unmarked.
 */

import type {Piece} from '../terms/pieces.js'
import {piecesIn} from '../terms/pieces-in.js'
import {type Stretch, scan} from '../terms/scan.js'

/** A stretch of the text, its end excluded, and the word of the question that stands there. */
export interface Spot {
  readonly start: number
  readonly end: number
  readonly word: string
}

/** The word of the question that a piece of the text is, in one form or another. */
export type WordOf = (piece: Piece) => string | undefined

/** A hit of a thousand marks is shown by a window of a few. */
const MOST_SPOTS = 5000

/** Finds the spots in one text after the other, by their places; they may overlap. */
export function spotter(wordOf: WordOf): (text: string) => Spot[] {
  // Texts say the same words again and again.
  const known = new Map<string, readonly Spot[]>()
  return (text) => spotsIn(text, wordOf, known)
}

function spotsIn(text: string, wordOf: WordOf, known: Map<string, readonly Spot[]>): Spot[] {
  const spots: Spot[] = []
  let at = 0
  scan(text, (stretch, raw) => {
    const start = text.indexOf(raw, at)
    at = start + raw.length
    if (MOST_SPOTS <= spots.length) return
    let inside = known.get(raw)
    if (inside === undefined) {
      inside = spotsInside(stretch, raw, wordOf)
      known.set(raw, inside)
    }
    for (const {start: from, end, word} of inside) {
      spots.push({start: start + from, end: start + end, word})
    }
  })
  return spots
}

/** In what stands together: an identifier is marked by its part, where its letters tell which. */
function spotsInside(stretch: Stretch, raw: string, wordOf: WordOf): Spot[] {
  const spots: Spot[] = []
  const small = raw.toLowerCase()
  // A few letters change their length when they are made small; then the whole is marked.
  const isLegible = small.length === raw.length
  let at = 0
  for (const piece of piecesIn(stretch, raw).pieces) {
    const word = wordOf(piece)
    const isPart = isLegible && piece.kind !== 'whole'
    const start = isPart ? small.indexOf(piece.term, at) : -1
    if (start !== -1 && stretch !== 'word') at = start
    if (word === undefined) continue
    if (start !== -1) spots.push({start, end: start + piece.term.length, word})
    else if (stretch === 'word') spots.push({start: 0, end: raw.length, word})
  }
  return spots.sort((a, b) => a.start - b.start || a.end - b.end)
}
