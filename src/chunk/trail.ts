/** The headings above a place, outermost first. */

import type {Piece} from '../note/piece.js'

/** Headings with their depths, each deeper than the one before. */
export type Trail = readonly {readonly depth: number; readonly title: string}[]

/** In UTF-16 units. A trail is kept with every chunk under it, so that no line of a megabyte may be in it. */
export const LONGEST_TITLE = 200

/** The trail of what stands under `heading`, where `trail` was that of what stands above. */
export function under(trail: Trail, {depth, title}: Piece): Trail {
  let above = trail.length
  while (0 < above && depth <= trail[above - 1]!.depth) above--
  const parts = trail.slice(0, above)
  parts.push({depth, title})
  return parts
}

/** The titles of `trail`; empty ones say nothing and are left out. */
export function titlesOf(trail: Trail): string[] {
  return trail.map(({title}) => cutTitle(title)).filter((title) => title !== '')
}

/** The beginning of a title that is too long; no surrogate pair is split. */
export function cutTitle(title: string): string {
  if (title.length <= LONGEST_TITLE) return title
  const last = title.charCodeAt(LONGEST_TITLE - 1)
  const isSplit = 0xd800 <= last && last <= 0xdbff
  return title.slice(0, isSplit ? LONGEST_TITLE - 1 : LONGEST_TITLE)
}
