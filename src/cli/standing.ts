/** Says in words how a memory stands. */

import type {Listed} from '../index.js'
import {oneLine} from './columns.js'

/** `current, stale since 2026-11-01`, `superseded by drawers/a/b/c.md on 2026-03-01`. */
export function standingOf(listed: Listed): string {
  const parts = [closing(listed)]
  if (listed.unreadable) parts.push('with a date that cannot be read')
  if (listed.stale) {
    const since = listed.trustedUntil
    parts.push(since === undefined ? 'stale: its ttl has no clock' : `stale since ${dayOf(since)}`)
  } else if (listed.trustedUntil !== undefined) {
    parts.push(`trusted until ${dayOf(listed.trustedUntil)}`)
  }
  return parts.join(', ')
}

/** One word or two, for a column: `stale`, `superseded`. */
export function shortStanding({
  standing,
  stale,
  unreadable,
}: Pick<Listed, 'standing' | 'stale' | 'unreadable'>): string {
  if (unreadable) return 'unreadable'
  return stale && standing === 'current' ? 'stale' : standing
}

/** The day in UTC of an instant written as text. */
export function dayOf(instant: string): string {
  return instant.slice(0, instant.indexOf('T'))
}

function closing({id, standing, validFrom, validUntil, closedBy}: Listed): string {
  if (standing === 'upcoming')
    return `upcoming${validFrom === undefined ? '' : `, from ${validFrom}`}`
  if (standing === 'lapsed') return `lapsed${validUntil === undefined ? '' : ` at ${validUntil}`}`
  if (standing === 'superseded') {
    // A reference that leads nowhere closes its own note: what took over is not known.
    const successor = closedBy === id ? 'what is not in the brain' : oneLine(closedBy ?? '')
    const by = successor === '' ? '' : ` by ${successor}`
    return `superseded${by}${validUntil === undefined ? '' : ` at ${validUntil}`}`
  }
  return validUntil === undefined ? 'current' : `current until ${validUntil}`
}
