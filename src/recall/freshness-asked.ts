/**
 * How soon a memory is old to a search: by the hall it stands in, or else by what its file is for.
 *
 * Half-lives are settings, and settings are today's: an index knows only of what kind a note is. Who one is and how
 * things are done never grow old, whatever hall they are in, and what stands in a hall of what is so does
 * only where a setting names that hall.
 */

import {dayAt, firstInstantOf} from '../ground/day.js'
import type {Duration} from '../ground/duration.js'
import type {Instant} from '../ground/instant.js'
import type {Hall, Note, Role} from '../note/note.js'
import type {AskedFreshness} from '../rank/question.js'
import {AGELESS} from '../settings/ageless.js'
import type {Settings} from '../settings/settings.js'

/** Halls whose memories are as true in a year; a role's half-life is none of theirs. */
const LASTING: ReadonlySet<string> = new Set<Hall>(['facts', 'preferences', 'advice'])

const DAY = 86_400_000
/** Of the Gregorian calendar, in the mean. */
const DAYS_IN_MONTH = 365.2425 / 12

/** The kind of a note as the index knows it: `daily`, `drawer/events`. */
export function kindOf({role, place: {hall}}: Note): string {
  return hall === undefined ? role : `${role}/${hall.toLowerCase()}`
}

/** The day of `heldAt`, up to whose beginning ages are counted, and the half-lives that were set. */
export function freshnessAsked({zone, search}: Settings, heldAt: Instant): AskedFreshness {
  const {roles, halls} = search.halfLife
  return {
    at: firstInstantOf(dayAt(heldAt, zone), zone),
    halfLifeOf(kind) {
      const [role, ...rest] = kind.split('/')
      const hall = rest.join('/')
      if (AGELESS.has(role!)) return Number.POSITIVE_INFINITY
      if (Object.hasOwn(halls, hall)) return daysOf(halls[hall]!)
      if (LASTING.has(hall)) return undefined
      return Object.hasOwn(roles, role!) ? daysOf(roles[role as Role]!) : undefined
    },
  }
}

function daysOf(duration: Duration): number {
  if (duration === 'forever') return Number.POSITIVE_INFINITY
  const {months, days, milliseconds} = duration
  return months * DAYS_IN_MONTH + days + milliseconds / DAY
}
