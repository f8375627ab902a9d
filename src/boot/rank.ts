/**
 * Which memory weighs more.
 *
 * What its author pinned comes first. Then the logarithm of its importance plus its time in
 * half-lives: half the importance costs as much as one half-life of age. With one half-life for all,
 * two memories keep their order however much time goes by: it does not depend on the day of asking.
 */

import type {Instant} from '../ground/instant.js'
import type {Written} from '../validity/written.js'

const DAY = 86_400_000

export interface Weighty {
  readonly pinned: boolean
  /** 0 to 1. */
  readonly importance: number
  readonly written: Written
}

/**
 * The members from the weightiest to the lightest; equal ones keep the order they came in. Undated ones
 * count as old as the median of the others, so that having no date is neither praise nor blame.
 *
 * @param halfLife in days, more than 0.
 */
export function rank<Member>(
  members: readonly Member[],
  weightOf: (member: Member) => Weighty,
  halfLife: number,
): Member[] {
  const weighed = members.map((member) => {
    const weighty = weightOf(member)
    return {member, weighty, time: timeOf(weighty.written)}
  })
  const usual = medianOf(weighed.flatMap(({time}) => (time === undefined ? [] : [time])))
  const scored = weighed.map(({member, weighty, time}) => {
    const days = (time ?? usual) / DAY
    return {member, pinned: weighty.pinned, score: Math.log2(weighty.importance) + days / halfLife}
  })
  scored.sort((a, b) => {
    if (a.pinned !== b.pinned) return a.pinned ? -1 : 1
    // Not by subtraction: importance 0 has the score -Infinity, and two of those are equal.
    return a.score === b.score ? 0 : a.score < b.score ? 1 : -1
  })
  return scored.map(({member}) => member)
}

/**
 * The members so that every group's first comes before any group's second, keeping the order within
 * a group, and among those of equal place.
 */
export function spread<Member>(
  ranked: readonly Member[],
  groupOf: (member: Member) => string,
): Member[] {
  const numbers = new Map<string, number>()
  const placed = ranked.map((member) => {
    const group = groupOf(member)
    const place = numbers.get(group) ?? 0
    numbers.set(group, place + 1)
    return {member, place}
  })
  return placed.sort((a, b) => a.place - b.place).map(({member}) => member)
}

/** The latest sign of what it says: written, changed, or true from. Being reviewed adds nothing to it. */
function timeOf({created, updated, validFrom}: Written): Instant | undefined {
  const times = [created, updated, validFrom].filter((time) => time !== undefined)
  return times.length === 0 ? undefined : (Math.max(...times) as Instant)
}

/** The lower of the two in the middle where their number is even; 0 for none. */
function medianOf(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor((times.length - 1) / 2)] ?? 0
}
