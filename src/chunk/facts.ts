/**
 * Cuts MEMORY.md by fact, as the note has read them, so that each is found with a standing of its own.
 *
 * A fact within another is no part of the outer one's text. What stands between the facts (definitions,
 * breaks, headings that lead to none) is cut along headings like any other note.
 */

import type {Fact} from '../note/note.js'
import type {Piece} from '../note/piece.js'
import {sectionsOf} from './sections.js'
import {inkIn, partsOf, type Range, type Stretch} from './stretch.js'
import {cutTitle, type Trail, titlesOf, under} from './trail.js'

/** Cuts `text` from `from` by `facts`, which stand in its order; `pieces` are those of the same text. */
export function factsOf(
  text: string,
  from: number,
  facts: readonly Fact[],
  pieces: readonly Piece[],
): Stretch[] {
  const stretches: Stretch[] = []
  const holes = holesIn(facts)
  let end = from
  let next = 0
  let trail: Trail = []
  let around: readonly Piece[] = []
  for (const [index, fact] of facts.entries()) {
    let lead: number | undefined
    if (end <= fact.span.start) {
      const first = indexOf(pieces, next, ({end}) => fact.span.start < end)
      const gap = {start: end, end: fact.span.start}
      const between = betweenFacts(text, gap, pieces.slice(next, first), trail, true)
      for (const one of between.stretches) stretches.push(one)
      lead = between.lead[0]?.start
      trail = between.trail
      next = indexOf(pieces, first, ({end}) => fact.span.end < end)
      around = pieces.slice(first, next + 1)
      end = fact.span.end
    }
    const stretch = factStretch(text, fact, index + 1, holes[index]!, lead, around)
    if (stretch !== undefined) stretches.push(stretch)
  }
  const last = {start: end, end: text.length}
  const rest = pieces.slice(next).filter(({start}) => end <= start)
  return [...stretches, ...betweenFacts(text, last, rest, trail, false).stretches]
}

function indexOf(pieces: readonly Piece[], from: number, isIt: (piece: Piece) => boolean): number {
  let index = from
  while (index < pieces.length && !isIt(pieces[index]!)) index++
  return index
}

/** For each fact where the facts stand that are nested in it directly. */
function holesIn(facts: readonly Fact[]): Range[][] {
  const holes: Range[][] = facts.map(() => [])
  const open: number[] = []
  for (const [index, {span}] of facts.entries()) {
    while (open.length !== 0 && facts[open.at(-1)!]!.span.end <= span.start) open.pop()
    const parent = open.at(-1)
    if (parent !== undefined) holes[parent]!.push({start: span.start, end: span.end})
    open.push(index)
  }
  return holes
}

function factStretch(
  text: string,
  {span, trail}: Fact,
  fact: number,
  holes: readonly Range[],
  lead: number | undefined,
  pieces: readonly Piece[],
): Stretch | undefined {
  const own = partsOf(text, span, holes)
  const first = own[0]
  if (first === undefined) return undefined
  return {
    kind: 'fact',
    start: lead ?? first.start,
    end: own.at(-1)!.end,
    textStart: first.start,
    trail: trail.map(cutTitle),
    pieces,
    fact,
    holes,
  }
}

/** Markers of items that hold nothing of their own, only facts. */
const markers = /^(?:[-*+]|\d{1,9}[.)]|\s)+$/

/** Cuts what stands in `gap`, before, between and after the facts; `leads` where a fact follows. */
function betweenFacts(
  text: string,
  gap: Range,
  pieces: readonly Piece[],
  trail: Trail,
  leads: boolean,
): ReturnType<typeof sectionsOf> {
  const ink = inkIn(text, gap.start, gap.end)
  if (ink === undefined) return {stretches: [], lead: [], trail}
  const isWhole =
    pieces.length !== 0 && pieces[0]!.start <= ink.start && ink.end <= pieces.at(-1)!.end
  if (isWhole && gap.start <= pieces[0]!.start) return sectionsOf(pieces, trail, leads)
  // A part of an item whose other part are facts.
  const headings = pieces.filter(({kind}) => kind === 'heading')
  const after = headings.reduce(under, trail)
  const isNothing = ink.end - ink.start < 1000 && markers.test(text.slice(ink.start, ink.end))
  if (isNothing) return {stretches: [], lead: [], trail: after}
  const part: Stretch = {
    kind: 'text',
    start: ink.start,
    end: ink.end,
    textStart: ink.start,
    trail: titlesOf(trail),
    pieces: [],
  }
  return {stretches: [part], lead: [], trail: after}
}
