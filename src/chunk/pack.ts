/**
 * Joins what stands between breaks to chunks of about the usual size, by what it says and not by where
 * it stands: so that a line added at the top changes the chunk that it is in, and not all that follow.
 *
 * All breaks are gone through from the strongest bond to the weakest, equal ones in the order of a digest
 * of what begins there, and each is closed where both sides together are not too long. So whether a break
 * stays hangs on its neighbourhood alone. Filling chunks up from the top would move every cut below a
 * new line; cutting where a digest says so, as backup programs do, needs a while to fall in step again.
 */

import type {Break} from './breaks.js'
import {LEAST, MOST, tokensOf, USUAL} from './size.js'
import {inkIn, type Range} from './stretch.js'

/** Cuts `range` at some of `breaks`. No part is needlessly short; blanks at its ends are left out. */
export function pack(text: string, range: Range, breaks: readonly Break[]): Range[] {
  const row = rowOf(text, range, breaks)
  for (const index of weakestLast(row)) join(row, index, USUAL)
  joinShort(row)
  const ranges: Range[] = []
  for (let first = 0; first < row.parts.length; ) {
    const last = row.lastOf[first]!
    const ink = inkIn(text, row.parts[first]!.start, row.parts[last]!.end)
    if (ink !== undefined) ranges.push(ink)
    first = last + 1
  }
  return ranges
}

/** What stands between two breaks, and where it begins and ends in tokens from the start of the range. */
interface Part extends Range {
  readonly from: number
  readonly to: number
  /** Of the break before it. */
  readonly bond: number
  readonly digest: number
}

/** Parts, joined to groups. */
interface Row {
  readonly parts: readonly Part[]
  /** The first part of the group whose last part this is; meaningless for other parts. */
  readonly firstOf: Int32Array
  /** The last part of the group whose first part this is. */
  readonly lastOf: Int32Array
}

function rowOf(text: string, range: Range, breaks: readonly Break[]): Row {
  const parts: Part[] = []
  let before = range.start
  let tokens = 0
  for (let index = 0; index <= breaks.length; index++) {
    const start = index === 0 ? range.start : breaks[index - 1]!.at
    const next = breaks[index]?.at ?? range.end
    const end = inkIn(text, start, next)?.end ?? start
    const from = tokens + tokensOf(text, before, start)
    tokens = from + tokensOf(text, start, end)
    before = end
    const bond = index === 0 ? 0 : breaks[index - 1]!.bond
    parts.push({start, end, from, to: tokens, bond, digest: digestOf(text, start, end)})
  }
  const own = Int32Array.from(parts.keys())
  return {parts, firstOf: own, lastOf: own.slice()}
}

/** FNV-1a of the units, mixed: quick, equal on every machine, and of no use to anyone but `pack`. */
function digestOf(text: string, start: number, end: number): number {
  let digest = 0x811c9dc5
  for (let at = start; at < end; at++) {
    digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193)
  }
  digest = Math.imul(digest ^ (digest >>> 16), 0x85ebca6b)
  return (digest ^ (digest >>> 13)) >>> 0
}

/** The parts with a break before them, the strongest bond first. */
function weakestLast({parts}: Row): number[] {
  const order = [...parts.keys()].slice(1)
  return order.sort((a, b) => {
    const {bond, digest} = parts[a]!
    return parts[b]!.bond - bond || digest - parts[b]!.digest || a - b
  })
}

/** Closes the break before the part at `index`, where both groups together have no more than `limit` tokens. */
function join({parts, firstOf, lastOf}: Row, index: number, limit: number): boolean {
  const first = firstOf[index - 1]!
  const last = lastOf[index]!
  if (limit < parts[last]!.to - parts[first]!.from) return false
  lastOf[first] = last
  firstOf[last] = first
  return true
}

/** Joins what is left too short to the neighbour that it is bound to more, where that has room. */
function joinShort(row: Row): void {
  const {parts, firstOf, lastOf} = row
  for (let first = 0; first < parts.length; ) {
    const last = lastOf[first]!
    const isShort = parts[last]!.to - parts[first]!.from < LEAST
    const sides = isShort ? [first, last + 1].filter((at) => 0 < at && at < parts.length) : []
    sides.sort((a, b) => parts[b]!.bond - parts[a]!.bond)
    const joined = sides.find((at) => join(row, at, MOST))
    // Joined to the next, it is looked at again; else the next is.
    if (joined !== last + 1) first = last + 1
    else first = firstOf[lastOf[first]!]!
  }
}
