/**
 * When something holds.
 *
 * A validity is a half-open span, `[from, until)`. What ends at midnight does not hold at midnight,
 * so spans that meet there leave no gap and never both hold.
 *
 * This is time in the world: "the office was in Lyon until June". When the brain came to know it is
 * Git's affair; see `history/history.ts`.
 */

import {EARLIEST, type Instant, LATEST, later} from '../ground/instant.js'

declare const claimIdBrand: unique symbol

/**
 * Names what can hold: a note by its path, or one fact of a note, `MEMORY.md#^k3f` where it has a
 * block id and `MEMORY.md#3` (the third fact) where it has none.
 */
export type ClaimId = string & {readonly [claimIdBrand]: 'ClaimId'}

export interface Validity {
  readonly from: Instant
  /** Excluded. */
  readonly until: Instant
  /** What took over at `until`, if something did. */
  readonly closedBy?: ClaimId
}

export type Standing = 'upcoming' | 'current' | 'lapsed' | 'superseded'

/** Holds always. */
export const ALWAYS: Validity = {from: EARLIEST, until: LATEST}

/**
 * Tells how something with this validity stands at `instant`.
 *
 * The end is looked at first: what was superseded before it ever began is superseded, not upcoming.
 */
export function standingAt(validity: Validity, instant: Instant): Standing {
  if (validity.until <= instant) return validity.closedBy === undefined ? 'lapsed' : 'superseded'
  return instant < validity.from ? 'upcoming' : 'current'
}

/**
 * Closes `older` where its successor begins.
 *
 * What had already lapsed by then stays lapsed: its successor arrived too late to have replaced it.
 * Of two successors the one that begins first closes; of two that begin together, the one whose name
 * comes first, so that the order of closing makes no difference.
 */
export function closeFor(older: Validity, closedBy: ClaimId, begin: Instant): Validity {
  if (older.until < begin) return older
  const isClosed = older.closedBy !== undefined && older.closedBy <= closedBy
  if (older.until === begin && isClosed) return older
  return {...older, until: begin, closedBy}
}

/** The span in which both hold. What closed `inner` still names it where `inner` ends first. */
export function within(inner: Validity, outer: Validity): Validity {
  const from = later(inner.from, outer.from)
  return inner.until <= outer.until ? {...inner, from} : {...outer, from}
}
