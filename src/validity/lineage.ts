/**
 * Follows `supersedes`, `superseded_by` and equal keys, and closes spans.
 *
 * A successor begins at its `valid_from`, else its `created`, else when it was first recorded; there
 * the older closes, so that linked claims never both hold. Only an explicit link or an equal key
 * ever closes anything: nothing is retired by guess.
 *
 * Every step is linear in claims and links, or sorts: a brain may hold one key ten thousand times.
 * Pure: who a reference means is decided before (`note/reference.ts`), and when something was first
 * recorded is Git's to say.
 */

import {EARLIEST, type Instant, LATEST} from '../ground/instant.js'
import {loopsOf} from './loops.js'
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

/**
 * Something in the lineage that its author should look at. `two-current` is told of any instant, also
 * of one long past: whoever reports it for one instant asks first whether two of them hold there.
 */
export interface LineageTrouble {
  readonly rule: 'supersedes-loop' | 'two-current' | 'unreadable-successor'
  /** Where to report it. */
  readonly claim: ClaimId
  /** Sorted. */
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
  const generations = generationsOf(claims)
  const explicit = explicitLinks(claims, byId)
  const links = [...explicit, ...generations.flatMap(linksBetween)].filter(
    ({older, newer}) => older !== newer,
  )
  const successors = new Set(links.map((link) => link.newer.id))
  const validities = new Map<ClaimId, Validity>()
  const unreadable = new Set<ClaimId>()

  for (const claim of claims) {
    validities.set(claim.id, ownSpan(claim, successors.has(claim.id)))
    if (claim.written.unreadable.length !== 0) unreadable.add(claim.id)
  }
  for (const {older, newer} of links) {
    validities.set(older.id, closeFor(validities.get(older.id)!, newer.id, beginOf(newer)))
    if (newer.written.unreadable.length !== 0) unreadable.add(older.id)
  }
  const troubles = [...loops(explicit), ...twins(generations, validities), ...unread(links)]
  narrow(claims, byId, validities, unreadable)
  return {validities, unreadable, troubles: troubles.sort(compareTroubles)}
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
    if (older !== undefined && newer !== undefined) links.push({older, newer})
  }
  for (const claim of claims) {
    for (const id of claim.supersedes) add(byId.get(id), claim)
    for (const id of claim.supersededBy) if (id !== undefined) add(claim, byId.get(id))
  }
  return links
}

/** The claims under one key that begin together, and those that begin next. Each sorted by name. */
interface Generation {
  readonly claims: readonly Claim[]
  readonly next: readonly Claim[]
}

function generationsOf(claims: readonly Claim[]): Generation[] {
  const groups = new Map<string, Claim[]>()
  for (const claim of claims) {
    if (claim.key === undefined) continue
    const group = groups.get(claim.key)
    if (group === undefined) groups.set(claim.key, [claim])
    else group.push(claim)
  }
  return [...groups.values()].filter((group) => 1 < group.length).flatMap(generationsOfKey)
}

function generationsOfKey(group: readonly Claim[]): Generation[] {
  const ordered = [...group].sort((a, b) => beginOf(a) - beginOf(b) || (a.id < b.id ? -1 : 1))
  const together: Claim[][] = []
  for (const claim of ordered) {
    const last = together.at(-1)
    if (last?.[0] !== undefined && beginOf(last[0]) === beginOf(claim)) last.push(claim)
    else together.push([claim])
  }
  return together.map((claims, index) => ({claims, next: together[index + 1] ?? []}))
}

/**
 * Links one generation under a key with the next: whatever begins after that closes nothing earlier.
 * Not each with each, which would be a square; the first by name stand for their fellows.
 */
function linksBetween({claims, next}: Generation): Link[] {
  const heirs = new Set(next.slice(0, 1))
  const unreadable = next.find((claim) => claim.written.unreadable.length !== 0)
  if (unreadable !== undefined) heirs.add(unreadable)
  return [
    ...claims.flatMap((older) => [...heirs].map((newer) => ({older, newer}))),
    ...claims.slice(0, 1).flatMap((older) => next.map((newer) => ({older, newer}))),
  ]
}

/** Claims under one key that begin together and hold together, if ever so briefly: none is the newer. */
function twins(
  generations: readonly Generation[],
  validities: ReadonlyMap<ClaimId, Validity>,
): LineageTrouble[] {
  return generations.flatMap(({claims}) => {
    const [claim, ...others] = overlapping(claims, validities)
    if (claim === undefined || others.length === 0) return []
    return [{rule: 'two-current' as const, claim, others}]
  })
}

/** Those of `claims` that hold at an instant at which another of them does. Sorted. */
function overlapping(
  claims: readonly Claim[],
  validities: ReadonlyMap<ClaimId, Validity>,
): ClaimId[] {
  const spans = claims
    .map(({id}) => ({id, ...validities.get(id)!}))
    .filter(({from, until}) => from < until)
    .sort((a, b) => a.from - b.from)
  const found = new Set<ClaimId>()
  let longest = spans[0]
  for (const span of spans.slice(1)) {
    if (longest !== undefined && span.from < longest.until) found.add(longest.id).add(span.id)
    if (longest === undefined || longest.until < span.until) longest = span
  }
  return [...found].sort()
}

function unread(links: readonly Link[]): LineageTrouble[] {
  const replaced = new Map<ClaimId, Set<ClaimId>>()
  for (const {older, newer} of links) {
    if (newer.written.unreadable.length === 0) continue
    const others = replaced.get(newer.id)
    if (others === undefined) replaced.set(newer.id, new Set([older.id]))
    else others.add(older.id)
  }
  return [...replaced].map(([claim, others]) => {
    return {rule: 'unreadable-successor', claim, others: [...others].sort()}
  })
}

function loops(explicit: readonly Link[]): LineageTrouble[] {
  return loopsOf(explicit.map(({older, newer}) => [older.id, newer.id])).map((ring) => {
    return {rule: 'supersedes-loop', claim: ring[0]!, others: ring.slice(1)}
  })
}

function compareTroubles(a: LineageTrouble, b: LineageTrouble): number {
  if (a.claim !== b.claim) return a.claim < b.claim ? -1 : 1
  return a.rule < b.rule ? -1 : a.rule === b.rule ? 0 : 1
}

/** Narrows each claim to what it is part of, the outermost first: a fact may stand within a fact. */
function narrow(
  claims: readonly Claim[],
  byId: ReadonlyMap<ClaimId, Claim>,
  validities: Map<ClaimId, Validity>,
  unreadable: Set<ClaimId>,
): void {
  const seen = new Set<ClaimId>()
  for (const claim of claims) {
    const outwards: Claim[] = []
    for (let at: Claim | undefined = claim; at !== undefined && !seen.has(at.id); ) {
      seen.add(at.id)
      outwards.push(at)
      at = at.partOf === undefined ? undefined : byId.get(at.partOf)
    }
    for (const {id, partOf} of outwards.reverse()) {
      const outer = partOf === undefined ? undefined : validities.get(partOf)
      if (partOf === undefined || outer === undefined) continue
      validities.set(id, within(validities.get(id)!, outer))
      if (unreadable.has(partOf)) unreadable.add(id)
    }
  }
}
