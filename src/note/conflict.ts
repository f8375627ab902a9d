/** Finds the lines of an unfinished merge, outside fences. */

import type {Piece} from './piece.js'

/**
 * The offsets of the lines that begin a conflict; one that ends it counts where its beginning is
 * gone and its middle is there. `=======` alone is a heading, `>>>>>>> ` alone a quote.
 */
export function conflictsIn(text: string, leaves: readonly Piece[]): number[] {
  if (!text.includes('<<<<<<< ') && !text.includes('>>>>>>> ')) return []
  const fences = leaves.filter(({kind}) => kind === 'code')
  const found: number[] = []
  let isOpen = false
  let hasMiddle = false
  let fence = 0
  for (const match of text.matchAll(/(?<=^|\n)(?:<{7} |>{7} |={7}(?=\r?\n|$))/g)) {
    const at = match.index
    while (fence < fences.length && fences[fence]!.end <= at) fence++
    if (fence < fences.length && fences[fence]!.start < at) continue
    if (match[0] === '=======') hasMiddle = true
    else if (match[0] === '<<<<<<< ') {
      found.push(at)
      isOpen = true
    } else {
      if (!isOpen && hasMiddle) found.push(at)
      isOpen = false
      hasMiddle = false
    }
  }
  return found
}
