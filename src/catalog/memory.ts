/**
 * A memory as the verbs see it: a note or one fact of it, with how it stands at the instant asked.
 */

import type {Instant} from '../ground/instant.js'
import type {Fact, Note} from '../note/note.js'
import type {ClaimId, Standing, Validity} from '../validity/validity.js'

export interface Memory {
  readonly id: ClaimId
  readonly note: Note
  /** Set where the memory is one fact of the note. */
  readonly fact?: Fact
  readonly validity: Validity
  readonly standing: Standing
  /** Its ttl ran out, or has no clock. */
  readonly stale: boolean
  /** From when it is stale; `LATEST` without a ttl, `undefined` with a ttl and no clock. */
  readonly trustedUntil: Instant | undefined
  /** A date of it, or of what replaced it, cannot be read: never carried. */
  readonly unreadable: boolean
}

/**
 * The two instants of one question. Whoever asks about the present reads the clock once: words that are
 * not yet committed are of `now`, and a moment later they would be from the future.
 */
export interface Moment {
  readonly heldAt: Instant
  readonly now: Instant
}
