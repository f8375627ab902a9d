/**
 * Cuts along headings: each heading with what stands under it, up to the next of any depth.
 *
 * A heading with nothing under it but a deeper heading leads to what that leads to: nobody looks for a
 * title alone. Headings that lead to nothing are a stretch of their own, so that they are found.
 */

import type {Piece} from '../note/piece.js'
import type {Stretch} from './stretch.js'
import {LONGEST_TITLE, type Trail, titlesOf, under} from './trail.js'

export interface Sections {
  readonly stretches: readonly Stretch[]
  /** The headings that lead to whatever comes next. */
  readonly lead: readonly Piece[]
  /** The trail of what comes next. */
  readonly trail: Trail
}

/** Cuts `pieces` along their headings, beginning under `trail`. `leads` where more follows. */
export function sectionsOf(pieces: readonly Piece[], trail: Trail, leads: boolean): Sections {
  const stretches: Stretch[] = []
  let above = trail
  let bare: Bare[] = []
  let from = 0
  while (from < pieces.length) {
    const heading = pieces[from]!.kind === 'heading' ? pieces[from]! : undefined
    let to = heading === undefined ? from : from + 1
    while (to < pieces.length && pieces[to]!.kind !== 'heading') to++
    if (heading !== undefined) above = under(above, heading)
    const isLong = heading !== undefined && LONGEST_TITLE < heading.title.length
    const first = heading === undefined || isLong ? from : from + 1
    if (heading !== undefined && first === to) bare.push({heading, trail: above})
    else {
      const lead = leadIn(bare, heading)
      addAlone(stretches, bare, lead.length)
      const own = pieces.slice(first, to)
      stretches.push(section(lead[0] ?? heading ?? own[0]!, own, above))
      if (bare.length !== 0) bare = []
    }
    from = to
  }
  const lead = leads ? leadIn(bare, undefined) : []
  addAlone(stretches, bare, lead.length)
  return {stretches, lead, trail: above}
}

/** A heading that nothing stands under, with the trail it ends. */
interface Bare {
  readonly heading: Piece
  readonly trail: Trail
}

/** The last of `bare` that are above what follows: each deeper than the one before, and `next` deepest. */
function leadIn(bare: readonly Bare[], next: Piece | undefined): Piece[] {
  const lead: Piece[] = []
  let below = next?.depth ?? Number.POSITIVE_INFINITY
  for (let index = bare.length - 1; 0 <= index; index--) {
    const {heading} = bare[index]!
    if (below <= heading.depth) break
    lead.unshift(heading)
    below = heading.depth
  }
  return lead
}

function section(first: Piece, own: readonly Piece[], trail: Trail): Stretch {
  return {
    kind: 'text',
    start: first.start,
    end: own.at(-1)!.end,
    textStart: own[0]!.start,
    trail: titlesOf(trail),
    pieces: own,
  }
}

/** Adds the headings that lead to nothing, all but the last `leading`, under the trail that they share. */
function addAlone(stretches: Stretch[], bare: readonly Bare[], leading: number): void {
  if (bare.length === leading) return
  const alone = bare.slice(0, bare.length - leading)
  let shared = alone[0]!.trail
  for (const {trail} of alone) {
    const parts = shared.findIndex((part, index) => trail[index] !== part)
    if (parts !== -1) shared = shared.slice(0, parts)
  }
  const headings = alone.map(({heading}) => heading)
  stretches.push(section(headings[0]!, headings, shared))
}
