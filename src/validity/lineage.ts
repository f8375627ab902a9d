/**
 * Follows `supersedes`, `superseded_by` and equal keys, and closes spans.
 *
 * A successor begins at its `valid_from`, else its `created`, else when it was first recorded; there
 * the older closes, so that linked claims never both hold. Only an explicit link or an equal key
 * ever closes anything: nothing is retired by guess.
 *
 * Pure: who a reference means is decided before (`note/reference.ts`), and when something was first
 * recorded is Git's to say.
 */

import {EARLIEST, type Instant, LATEST} from '../ground/instant.js'
import {type ClaimId, closeFor, type Validity, within} from './validity.js'
import type {Written} from './written.js'

/** A note or a fact, as far as time is concerned. */
export interface Claim {
  readonly id: ClaimId
  readonly written: Written
  /** When it was first recorded, where the history knows; now, where it is not yet committed. */
  readonly recorded?: Instant
  readonly key?: string
  /** The claims this one replaces. */
  readonly supersedes: readonly ClaimId[]
  /** The claims that replace this one; `undefined` stands for a reference that leads nowhere. */
  readonly supersededBy: readonly (ClaimId | undefined)[]
  /** The claim that holds this one, as a note its facts: this one holds only while that does. */
  readonly partOf?: ClaimId
}

/** Something in the lineage that its author should look at. */
export interface LineageTrouble {
  readonly rule: 'supersedes-loop' | 'two-current' | 'unreadable-successor'
  /** Where to report it. */
  readonly claim: ClaimId
  readonly others: readonly ClaimId[]
}

export interface Lineage {
  readonly validities: ReadonlyMap<ClaimId, Validity>
  /** Claims that may not be carried, since their own dates or those of what replaced them cannot be read. */
  readonly unreadable: ReadonlySet<ClaimId>
  readonly troubles: readonly LineageTrouble[]
}

/** Gives every claim the span in which it holds. The order of `claims` makes no difference. */
export function trace(claims: readonly Claim[]): Lineage {
  const byId = new Map(claims.map((claim) => [claim.id, claim]))
  const links = [...explicitLinks(claims, byId), ...keyLinks(claims)]
  const successors = new Set(links.map((link) => link.newer.id))
  const validities = new Map<ClaimId, Validity>()
  const unreadable = new Set<ClaimId>()
  const troubles: LineageTrouble[] = [...loops(claims, byId), ...twins(claims)]

  for (const claim of claims) {
    validities.set(claim.id, ownSpan(claim, successors.has(claim.id)))
    if (claim.written.unreadable.length !== 0) unreadable.add(claim.id)
  }
  for (const {older, newer} of links) {
    const validity = validities.get(older.id)
    if (validity === undefined) continue
    validities.set(older.id, closeFor(validity, newer.id, beginOf(newer)))
    if (newer.written.unreadable.length === 0) continue
    unreadable.add(older.id)
    troubles.push({rule: 'unreadable-successor', claim: newer.id, others: [older.id]})
  }
  for (const claim of claims) {
    const outer = claim.partOf === undefined ? undefined : validities.get(claim.partOf)
    const inner = validities.get(claim.id)
    if (outer !== undefined && inner !== undefined) validities.set(claim.id, within(inner, outer))
    if (claim.partOf !== undefined && unreadable.has(claim.partOf)) unreadable.add(claim.id)
  }
  return {validities, unreadable, troubles}
}

/**
 * Where a claim begins as somebody's successor. With nothing to go by it has always been so, and
 * what it replaced never held: the safe side, since a stale memory does more harm than a missing one.
 */
export function beginOf(claim: Claim): Instant {
  return claim.written.validFrom ?? claim.written.created ?? claim.recorded ?? EARLIEST
}

interface Link {
  readonly older: Claim
  readonly newer: Claim
}

function ownSpan(claim: Claim, isSuccessor: boolean): Validity {
  const {validFrom, validUntil} = claim.written
  const from = validFrom ?? (isSuccessor ? beginOf(claim) : EARLIEST)
  const until = validUntil ?? LATEST
  // A reference to a successor that is lost closes nothing new, but what its author closed stays
  // closed: at the end that was written, and with none, always.
  const isOrphan = claim.supersededBy.some((id) => id === undefined)
  if (!isOrphan) return {from, until}
  return {from, until: validUntil ?? EARLIEST, closedBy: claim.id}
}

function explicitLinks(claims: readonly Claim[], byId: ReadonlyMap<ClaimId, Claim>): Link[] {
  const links: Link[] = []
  const add = (older: Claim | undefined, newer: Claim | undefined) => {
    if (older === undefined || newer === undefined || older === newer) return
    links.push({older, newer})
  }
  for (const claim of claims) {
    for (const id of claim.supersedes) add(byId.get(id), claim)
    for (const id of claim.supersededBy) if (id !== undefined) add(claim, byId.get(id))
  }
  return links
}

/** Claims under one key, each closed by all that begin after it. */
function keyLinks(claims: readonly Claim[]): Link[] {
  const links: Link[] = []
  for (const group of byKey(claims)) {
    const ordered = [...group].sort((a, b) => beginOf(a) - beginOf(b))
    for (const [index, older] of ordered.entries()) {
      // The next that begins later is enough: whatever begins after that closes nothing earlier.
      const begin = beginOf(older)
      const next = ordered.slice(index + 1).filter((claim) => begin < beginOf(claim))
      const first = next[0]
      if (first === undefined) continue
      for (const newer of next) {
        if (beginOf(newer) === beginOf(first)) links.push({older, newer})
      }
    }
  }
  return links
}

function byKey(claims: readonly Claim[]): Claim[][] {
  const groups = new Map<string, Claim[]>()
  for (const claim of claims) {
    if (claim.key === undefined) continue
    const group = groups.get(claim.key)
    if (group === undefined) groups.set(claim.key, [claim])
    else group.push(claim)
  }
  return [...groups.values()].filter((group) => 1 < group.length)
}

/** Two claims under one key that begin together: neither can be the newer. */
function twins(claims: readonly Claim[]): LineageTrouble[] {
  const troubles: LineageTrouble[] = []
  for (const group of byKey(claims)) {
    for (const [index, claim] of group.entries()) {
      const others = group
        .slice(index + 1)
        .filter((other) => beginOf(other) === beginOf(claim) && !linked(claim, other))
      if (others.length !== 0) {
        troubles.push({rule: 'two-current', claim: claim.id, others: others.map(({id}) => id)})
      }
    }
  }
  return troubles
}

function linked(a: Claim, b: Claim): boolean {
  return (
    a.supersedes.includes(b.id) ||
    b.supersedes.includes(a.id) ||
    a.supersededBy.includes(b.id) ||
    b.supersededBy.includes(a.id)
  )
}

/** Finds the rings in which a claim, by explicit links, replaces itself. One trouble a ring. */
function loops(claims: readonly Claim[], byId: ReadonlyMap<ClaimId, Claim>): LineageTrouble[] {
  const newerOf = new Map<ClaimId, ClaimId[]>()
  const add = (older: ClaimId, newer: ClaimId) => {
    newerOf.set(older, [...(newerOf.get(older) ?? []), newer])
  }
  for (const claim of claims) {
    for (const id of claim.supersedes) if (byId.has(id)) add(id, claim.id)
    for (const id of claim.supersededBy) if (id !== undefined && byId.has(id)) add(claim.id, id)
  }

  const troubles: LineageTrouble[] = []
  const finished = new Set<ClaimId>()
  for (const start of newerOf.keys()) {
    const path: ClaimId[] = []
    const stack: {id: ClaimId; next: number}[] = finished.has(start) ? [] : [{id: start, next: 0}]
    if (stack.length !== 0) path.push(start)
    while (stack.length !== 0) {
      const top = stack.at(-1)!
      const newer = newerOf.get(top.id)?.[top.next++]
      if (newer === undefined) {
        finished.add(top.id)
        stack.pop()
        path.pop()
      } else if (path.includes(newer)) {
        const ring = path.slice(path.indexOf(newer))
        troubles.push({rule: 'supersedes-loop', claim: ring[0]!, others: ring.slice(1)})
      } else if (!finished.has(newer)) {
        stack.push({id: newer, next: 0})
        path.push(newer)
      }
    }
  }
  return troubles
}
