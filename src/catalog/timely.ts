/**
 * Which notes have anything to do with time: with dates, with a ttl, or with who replaced whom.
 *
 * All others are current, fresh and readable, unless one of these names them. So how a brain stands is
 * told by reading these alone, which in most brains are few.
 */

import type {Fact, Note, Role} from '../note/note.js'
import type {Settings} from '../settings/settings.js'

/** Whether a note or a fact of it says anything of time or succession. What `created` alone says ends nothing. */
export function saysOfTime(note: Note): boolean {
  return isOfTime(note) || note.facts.some(isOfTime)
}

/** Whether settings give notes of that role or hall a ttl. */
export function hasTtl(role: Role, hall: string | undefined, {ttl}: Settings): boolean {
  const ofHall = hall?.toLowerCase()
  return ttl.roles[role] !== undefined || (ofHall !== undefined && Object.hasOwn(ttl.halls, ofHall))
}

function isOfTime({written, key, supersedes, supersededBy}: Note | Fact): boolean {
  return (
    written.validFrom !== undefined ||
    written.validUntil !== undefined ||
    written.ttl !== undefined ||
    written.reviewed !== undefined ||
    written.unreadable.length !== 0 ||
    key !== undefined ||
    supersedes.length !== 0 ||
    supersededBy.length !== 0
  )
}
