/** What a stretch of a text is made of, whatever its writing. */

import {normal} from './fold.js'
import {type Piece, type Pieces, piecesOf} from './pieces.js'
import {pairsOfHan, pairsOfHangul, wordsOfThai} from './runs.js'
import {type Stretch, scan} from './scan.js'

/** The pieces of a stretch as `scan` gives it. */
export function piecesIn(stretch: Stretch, raw: string): Pieces {
  switch (stretch) {
    case 'word':
      return piecesOfWord(raw)
    case 'han':
      return pairsOfHan(raw)
    case 'hangul':
      return pairsOfHangul(raw)
    case 'thai':
      return wordsOfThai(raw)
    case 'picture':
      return {pieces: [{term: raw, at: 0, span: 1, kind: 'word'}], length: 1}
  }
}

function piecesOfWord(raw: string): Pieces {
  if (/^[\x00-\x7f]*$/.test(raw)) return piecesOf(raw)
  const plain = normal(raw)
  return plain === raw ? piecesOf(raw) : piecesOfPlain(plain)
}

/** Written out in its plain form, it may be several words, and of another script. */
function piecesOfPlain(text: string): Pieces {
  const pieces: Piece[] = []
  let length = 0
  scan(text, (stretch, raw) => {
    const inner = stretch === 'word' ? piecesOf(raw) : piecesIn(stretch, raw)
    for (const piece of inner.pieces) pieces.push({...piece, at: piece.at + length})
    length += inner.length
  })
  return {pieces, length}
}
