/**
 * One memory takes over from another: what is written into the two.
 *
 * Both ends of the link are written, so that a reader of either file sees it, and both say the same
 * turn: the older ends where the newer begins. A fact gets a block id, since its place in the list is
 * no name that lasts.
 */

import type {Memory} from '../catalog/memory.js'
import {BrainError} from '../ground/brain-error.js'
import {type Day, dayAfter, firstInstantOf, readDay, type Zone} from '../ground/day.js'
import {EARLIEST, formatInstant, type Instant, instant} from '../ground/instant.js'
import type {Reference} from '../note/note.js'
import type {FieldEdit} from '../note/rewrite.js'
import {readStart} from '../validity/written.js'
import type {Draft} from './draft.js'
import {editMemory, nameOf} from './edit-memory.js'

/** Where the older ends and the newer begins. */
export interface Turn {
  readonly at: Instant
  /** As `valid_from` says it. */
  readonly begin: string
  /** As `valid_to` says it: of a day's turn the day before, since a day in `valid_to` is included. */
  readonly end: string
}

/**
 * The turn at the present instant: to the second, as a person would write it. Where one of `others`
 * begins within this very second it is to the millisecond, so that of two that follow each other it can
 * still be told which came first.
 */
export function turnNow(now: Instant, others: readonly Memory[] = []): Turn {
  const second = instant(Math.floor(now / 1000) * 1000)
  const at = others.some((other) => second <= beginOf(other)) ? now : second
  return {at, begin: formatInstant(at), end: formatInstant(at)}
}

/** Since when a memory holds, as far as it says so itself. */
export function beginOf({note, fact}: Memory): Instant {
  const {validFrom, created} = (fact ?? note).written
  return validFrom ?? created ?? EARLIEST
}

/** The turn where `day` begins in `zone`. */
export function turnOn(day: Day, zone: Zone): Turn {
  return {at: firstInstantOf(day, zone), begin: day, end: dayAfter(day, -1)}
}

/** The turn where something begins whose `valid_from` is `begin`, which can be read. */
export function turnFrom(begin: string, zone: Zone): Turn {
  const day = readDay(begin)
  if (day !== undefined) return turnOn(day, zone)
  return {at: readStart(begin, zone)!, begin, end: begin}
}

/**
 * Writes into `older` that `newer` replaces it from `turn` on. Returns what the older is called
 * afterwards.
 *
 * @throws {BrainError} `already-superseded`.
 */
export function close(draft: Draft, older: Memory, newer: string, turn: Turn, zone: Zone): string {
  refuseClosed(older, newer)
  const claim = older.fact ?? older.note
  const {validFrom, validUntil} = claim.written
  const edits: FieldEdit[] = [{key: 'superseded_by', value: joined(claim.supersededBy, newer)}]
  // What ended before stays ended then; and of what had not begun there is no end to write.
  const ended = validUntil !== undefined && validUntil <= turn.at
  const begun = validFrom === undefined || validFrom < turn.at
  if (begun && !ended) edits.push({key: 'valid_to', value: turn.end})
  editMemory(draft, older, edits, zone, {named: true})
  return nameOf(draft, older, zone)
}

/**
 * What is to be superseded must not be so already. A successor that is still to come is no hindrance: of two
 * the one that begins first closes.
 *
 * @throws {BrainError} `already-superseded`.
 */
export function refuseClosed(older: Memory, newer?: string): void {
  const linked = (older.fact ?? older.note).supersededBy.find(({target}) => target === newer)
  if (older.standing !== 'superseded' && linked === undefined) return
  const closedBy = linked?.target ?? older.validity.closedBy
  const isLost = closedBy === undefined || closedBy === older.id
  throw new BrainError('already-superseded', {
    message: `\`${older.id}\` is superseded already, by ${isLost ? 'something that is lost' : `\`${closedBy}\``}`,
    hint: isLost
      ? 'correct its `superseded_by` in an editor'
      : `supersede what holds now: \`brain supersede ${closedBy} …\``,
    data: {id: older.id, closedBy},
  })
}

/** Writes into `newer` that it replaces `older`, and since when where it does not say so itself. */
export function succeed(draft: Draft, newer: Memory, older: string, turn: Turn, zone: Zone): void {
  const claim = newer.fact ?? newer.note
  const edits: FieldEdit[] = [{key: 'supersedes', value: joined(claim.supersedes, older)}]
  if (claim.written.validFrom === undefined) edits.push({key: 'valid_from', value: turn.begin})
  editMemory(draft, newer, edits, zone, {named: true})
}

/** A single reference is written as a single value, as a person would. */
export function oneOrMore(targets: readonly string[]): string | readonly string[] {
  return targets.length === 1 ? targets[0]! : targets
}

/** The references there are and one more. */
function joined(present: readonly Reference[], target: string): string | readonly string[] {
  return oneOrMore([...new Set([...present.map((reference) => reference.target), target])])
}
