/**
 * How every memory stands at an instant: the part that only computes.
 *
 * What had to be asked of the disk and of Git is handed in (`memories.ts` asks). Beside the
 * memories it gives the span in which the answer stays the same, so that it need not be computed
 * again while the world's time is inside.
 */

import {EARLIEST, type Instant, instant, LATEST, later} from '../ground/instant.js'
import type {Message} from '../ground/message.js'
import type {Ages} from '../history/history.js'
import type {Settings} from '../settings/settings.js'
import {type Claim, trace} from '../validity/lineage.js'
import {type Signs, trustedUntil} from '../validity/trust.js'
import {type ClaimId, standingAt} from '../validity/validity.js'
import {recordedOf, signsOf, ttlOf, withOuter} from './clocks.js'
import type {Memory} from './memory.js'
import {type Subject, writtenOf} from './subjects.js'
import {complaintOf, missingClock} from './troubles.js'

export interface Evidence {
  readonly subjects: readonly Subject[]
  /** One a subject, without `recorded`. */
  readonly claims: readonly Claim[]
  /** Of the subjects that Git was asked about. */
  readonly ages: ReadonlyMap<ClaimId, Ages>
  readonly settings: Settings
  readonly heldAt: Instant
  /** How old words are that are not yet committed. */
  readonly now: Instant
}

export interface Judgement {
  /** In the order of the subjects. */
  readonly memories: readonly Memory[]
  readonly messages: readonly Message[]
  readonly steady: Steady
}

/** A span around the instant asked in which no standing and no trust changes. */
export interface Steady {
  readonly from: Instant
  /** Excluded. */
  readonly until: Instant
}

/** Gives every subject its standing and its trust at `heldAt`. */
export function judge(evidence: Evidence): Judgement {
  const {subjects, ages, heldAt, now} = evidence
  const claims = evidence.claims.map((claim) => {
    const recorded = recordedOf(ages.get(claim.id), now)
    return recorded === undefined ? claim : {...claim, recorded}
  })
  const {validities, unreadable, troubles} = trace(claims)
  const trusts = new Map<ClaimId, Trust>()
  const boundaries: Instant[] = []

  const memories = subjects.map((subject): Memory => {
    const validity = validities.get(subject.id)!
    const trust = trustOf(subject, evidence, trusts)
    trusts.set(subject.id, trust)
    boundaries.push(validity.from, validity.until, ...trust.boundaries)
    const memory = {
      id: subject.id,
      note: subject.note,
      validity,
      standing: standingAt(validity, heldAt),
      stale: trust.until === undefined || trust.until <= heldAt,
      trustedUntil: trust.until,
      unreadable: unreadable.has(subject.id),
    }
    return subject.fact === undefined ? memory : {...memory, fact: subject.fact}
  })

  const byId = new Map(
    memories.map((memory, index) => [memory.id, {memory, subject: subjects[index]!}]),
  )
  const messages = [
    ...troubles.map((trouble) => complaintOf(trouble, byId)),
    ...[...byId.values()]
      .filter(({memory}) => trusts.get(memory.id)?.clockless)
      .map(({memory, subject}) => missingClock(memory, subject)),
  ].filter((message) => message !== undefined)
  if (claims.some((claim) => isYoung(claim, ages))) boundaries.push(...passedBy(claims, ages, now))
  return {memories, messages, steady: spanAround(heldAt, boundaries)}
}

/** Whether a claim's words are not yet committed, and so are as old as now. */
function isYoung({id}: Claim, ages: Evidence['ages']): boolean {
  return ages.get(id)?.committed === false
}

/**
 * The dates that what is as old as now passes as time goes on, and so comes to follow. As old as one of them it does not
 * yet follow it, and a moment later it does.
 */
function passedBy(claims: readonly Claim[], ages: Evidence['ages'], now: Instant): Instant[] {
  const named = new Set(claims.flatMap(({supersededBy}) => supersededBy))
  const dates = claims.flatMap((claim) => {
    const {validFrom, validUntil, created} = claim.written
    const recorded = isYoung(claim, ages) ? undefined : claim.recorded
    const follows = claim.key !== undefined || claim.supersedes.length !== 0 || named.has(claim.id)
    const begins = [validFrom, follows ? created : undefined, recorded]
    return [...begins, validUntil].filter((at) => at !== undefined)
  })
  return dates.includes(now) ? [...dates, instant(now + 1)] : dates
}

interface Trust {
  readonly until: Instant | undefined
  /** Its own ttl has nothing to run from. */
  readonly clockless: boolean
  /** The instants at which an answer given at another time would differ. */
  readonly boundaries: readonly Instant[]
}

/** What a nested fact is told under, its outer fact's first line, must be trusted as well. */
function trustOf(
  subject: Subject,
  {ages, settings, heldAt, now}: Evidence,
  trusts: ReadonlyMap<ClaimId, Trust>,
): Trust {
  const outer = subject.partOf?.fact === undefined ? undefined : trusts.get(subject.partOf.id)
  const ttl = ttlOf(subject, settings)
  if (ttl === undefined || ttl.duration === 'forever') {
    return {until: outer === undefined ? LATEST : outer.until, clockless: false, boundaries: []}
  }
  const signs = signsOf(subject, ttl, heldAt, ages.get(subject.id), now)
  const own = trustedUntil(ttl.duration, signs, heldAt, settings.zone)
  const isOuterFirst = outer !== undefined && (outer.until ?? EARLIEST) < (own ?? EARLIEST)
  return {
    until: isOuterFirst ? outer.until : own,
    clockless: own === undefined,
    boundaries: [...(own === undefined ? [] : [own]), ...datesOf(subject, signs)],
  }
}

/** A date becomes a sign when the instant asked for reaches it. */
function datesOf(subject: Subject, signs: Signs): Instant[] {
  const reviews = withOuter(subject).map((one) => writtenOf(one).reviewed)
  const dates = [...reviews, signs.updated, signs.created, ...(signs.words ?? [])]
  return dates.filter((at) => at !== undefined)
}

function spanAround(heldAt: Instant, boundaries: readonly Instant[]): Steady {
  let from = EARLIEST
  let until = LATEST
  for (const at of boundaries) {
    if (at <= heldAt) from = later(from, at)
    else if (at < until) until = at
  }
  return {from, until}
}
