/**
 * The pieces a body is made of: what both readers of structure, `scan.ts` and `structure.ts`, make.
 *
 * Only as much of markdown as a memory needs: which lines belong together, what is a list item and
 * what is code. Nothing inside a line is read here.
 */

export interface Piece {
  readonly kind:
    | 'heading'
    | 'item'
    | 'paragraph'
    | 'table'
    | 'quote'
    | 'code'
    | 'html'
    /** A thematic break, or a link definition: nothing that is read. */
    | 'other'
  /** Of the marker, the fence or the first letter; indentation is not included. */
  readonly start: number
  /** Excluded; blanks and line ends after the last letter are not included. */
  readonly end: number
  /** Where the content of a list item begins, after its marker; of anything else its start. */
  readonly inner: number
  /** Of a heading, 1 to 6; else 0. */
  readonly depth: number
  /** Of a heading: its words, as written. */
  readonly title: string
  /** What a list item holds, its paragraph first; by `scan.ts` also what a quote or a footnote does. */
  readonly children: readonly Piece[]
}

/** Deeper lists are text of the item that holds them. Nobody reads a hundredth level. */
export const DEEPEST = 100

/** All pieces that hold text themselves, in order: list items are gone into. */
export function leavesOf(pieces: readonly Piece[]): Piece[] {
  const leaves: Piece[] = []
  const visit = (piece: Piece) => {
    if (piece.kind === 'item') piece.children.forEach(visit)
    else leaves.push(piece)
  }
  pieces.forEach(visit)
  return leaves
}
