/** What is asked of the past of a memory, and what is told of it. */

import type {NotePath} from '../ground/note-path.js'
import type {Revision} from '../history/history.js'

export interface AskedPast {
  /** Revisions given; 20 where absent. */
  readonly limit?: number
  /** The one as of then, and what it said: the beginning of a commit id, a day (its last instant) or an instant. */
  readonly at?: string
}

/** A commit that changed a memory. */
export interface PastRevision extends Revision {
  /** What it said then: of a fact always, of a note where one revision was asked for. Absent where it went away. */
  readonly text?: string
}

export interface Past {
  readonly id: string
  readonly path: NotePath
  /** Newest first. */
  readonly revisions: readonly PastRevision[]
  /** Whether there are older ones. */
  readonly more: boolean
}
