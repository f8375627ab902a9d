/** What must stand side by side for a text to have something as it was typed. */

import {legible} from './legible.js'
import type {Piece} from './pieces.js'
import {piecesIn} from './pieces-in.js'
import {scan} from './scan.js'

/** A word of a phrase; the first of them stands at 0. Ascending. */
export interface PlacedWord {
  readonly term: string
  readonly at: number
}

/** Of a quotation: the smallest words, so that a hyphen more or less is no other text. */
export function partsOf(text: string): PlacedWord[] {
  return placed(text, (pieces) => pieces.find(({kind}) => kind === 'word') ?? pieces.find(isOne))
}

/** Of an identifier or a path: the largest that are one term. */
export function wholesOf(text: string): PlacedWord[] {
  return placed(text, (pieces) =>
    pieces
      .filter(({kind}) => kind !== 'joined')
      .reduce<Piece | undefined>((a, b) => (a === undefined || a.span < b.span ? b : a), undefined),
  )
}

function isOne({kind, span}: Piece): boolean {
  return kind === 'whole' && span === 1
}

/** In a quotation longer than this nobody means every word. */
const MOST = 64

/** Of the pieces at each place the one that is chosen; then the next place is behind it. */
function placed(
  text: string,
  choose: (pieces: readonly Piece[]) => Piece | undefined,
): PlacedWord[] {
  const words: PlacedWord[] = []
  let from = 0
  scan(legible(text), (stretch, raw) => {
    if (MOST <= words.length) return
    const {pieces, length} = piecesIn(stretch, raw)
    for (let at = 0; at < length && words.length < MOST; ) {
      const chosen = choose(pieces.filter((piece) => piece.at === at))
      if (chosen !== undefined) words.push({term: chosen.term, at: from + at})
      at += chosen?.span ?? 1
    }
    from += length
  })
  const first = words[0]?.at ?? 0
  return words.slice(0, MOST).map(({term, at}) => ({term, at: at - first}))
}
