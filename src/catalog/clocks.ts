/**
 * From when a memory's ttl runs, and what Git must be asked to tell.
 *
 * Most memories need nothing of Git: only a ttl without a date of its own, and a successor that does
 * not say when it begins. The ages of words are asked for those alone.
 */

import type {Duration} from '../ground/duration.js'
import {type Instant, later} from '../ground/instant.js'
import type {Ages} from '../history/history.js'
import type {Settings} from '../settings/settings.js'
import type {Claim} from '../validity/lineage.js'
import {clockOf, type Signs} from '../validity/trust.js'
import type {ClaimId} from '../validity/validity.js'
import {type Subject, writtenOf} from './subjects.js'

export interface Ttl {
  readonly duration: Duration
  /** Whether the note itself has it; else it comes from the settings. */
  readonly own: boolean
}

/**
 * How long a subject may be trusted: what it says itself, else what it stands in says, else the
 * setting for its hall, else that for its role.
 */
export function ttlOf(subject: Subject, {ttl}: Settings): Ttl | undefined {
  for (let one: Subject | undefined = subject; one !== undefined; one = one.partOf) {
    const duration = writtenOf(one).ttl
    if (duration !== undefined) return {duration, own: true}
  }
  const {place, role} = subject.note
  const hall = place.hall?.toLowerCase()
  const ofHall = hall !== undefined && Object.hasOwn(ttl.halls, hall) ? ttl.halls[hall] : undefined
  const duration = ofHall ?? ttl.roles[role]
  return duration === undefined ? undefined : {duration, own: false}
}

/**
 * The signs that somebody looked. A review of what a subject stands in is one of it too: whoever
 * reviewed the file read its facts. When the file was created or updated says nothing of one fact.
 *
 * @param ages absent where Git was not asked.
 * @param now how old words are that are not yet committed.
 */
export function signsOf(
  subject: Subject,
  ttl: Ttl,
  heldAt: Instant,
  ages: Ages | undefined,
  now: Instant,
): Signs {
  const {updated, created} = writtenOf(subject)
  const signs: {-readonly [Key in keyof Signs]: Signs[Key]} = {}
  for (let one: Subject | undefined = subject; one !== undefined; one = one.partOf) {
    const {reviewed} = writtenOf(one)
    if (reviewed === undefined || heldAt < reviewed) continue
    signs.reviewed = later(reviewed, signs.reviewed ?? reviewed)
  }
  if (updated !== undefined) signs.updated = updated
  if (created !== undefined) signs.created = created
  if (ages !== undefined) signs.words = wordsOf(ages, ttl, now)
  return signs
}

/** The subjects whose ages must be asked for, by id. */
export function unclocked(
  subjects: readonly Subject[],
  claims: readonly Claim[],
  settings: Settings,
  heldAt: Instant,
): Set<ClaimId> {
  const beginless = beginlessSuccessors(claims)
  const found = new Set<ClaimId>()
  for (const subject of subjects) {
    const ttl = ttlOf(subject, settings)
    const isTicking = ttl !== undefined && ttl.duration !== 'forever'
    const signs = isTicking ? signsOf(subject, ttl, heldAt, undefined, heldAt) : undefined
    const needsWords = signs !== undefined && clockOf(signs, heldAt) === undefined
    if (needsWords || beginless.has(subject.id)) found.add(subject.id)
  }
  return found
}

/** When a claim was first recorded; now where it is not yet, and `undefined` where nothing tells. */
export function recordedOf(ages: Ages | undefined, now: Instant): Instant | undefined {
  if (ages === undefined) return undefined
  return ages.changed[0] ?? (ages.committed ? undefined : now)
}

/** A subject and all that it stands in, inside out. */
export function withOuter(subject: Subject): Subject[] {
  const chain = [subject]
  for (let outer = subject.partOf; outer !== undefined; outer = outer.partOf) chain.push(outer)
  return chain
}

/** Words that came with an import are as old as the import only if the note itself asks for a ttl. */
function wordsOf(ages: Ages, ttl: Ttl, now: Instant): readonly Instant[] {
  const changed = ttl.own ? ages.changed : ages.selective
  return ages.committed ? changed : [...changed, now]
}

function beginlessSuccessors(claims: readonly Claim[]): Set<ClaimId> {
  const byKey = new Map<string, number>()
  const successors = new Set<ClaimId>()
  for (const {id, key, supersedes, supersededBy} of claims) {
    if (key !== undefined) byKey.set(key, (byKey.get(key) ?? 0) + 1)
    if (supersedes.length !== 0) successors.add(id)
    for (const newer of supersededBy) if (newer !== undefined) successors.add(newer)
  }
  const beginless = claims.filter(({id, key, written}) => {
    const succeeds = successors.has(id) || (key !== undefined && 1 < byKey.get(key)!)
    return succeeds && written.validFrom === undefined && written.created === undefined
  })
  return new Set(beginless.map(({id}) => id))
}
