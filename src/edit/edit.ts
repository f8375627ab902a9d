/**
 * A set of changes that lands whole, as one commit, or leaves no trace: the shapes.
 *
 * Planners (`remember.ts`, `end.ts`, …) are pure: they turn notes and a wish into a `Plan`.
 * `land.ts` is the one road from a plan to the disk.
 */

import type {NotePath} from '../ground/note-path.js'
import type {NotCommitted, RevisionId} from '../history/history.js'

/** One file's change. `before` guards it: what is found on disk must still have these bytes. */
export interface Change {
  readonly path: NotePath
  /** The bytes the plan was made from; `undefined` where there was no file. */
  readonly before: Uint8Array | undefined
  /** The bytes to leave; `undefined` removes the file. */
  readonly after: Uint8Array | undefined
}

export interface Plan {
  readonly changes: readonly Change[]
  /** The commit's subject: `remember: API is gRPC (drawers/atlas/api/grpc.md)`. */
  readonly subject: string
  /** The commit that this takes back. */
  readonly undoes?: RevisionId
}

/** What is true after a plan has landed. Everything in it is on disk and synced. */
export interface Landed {
  readonly paths: readonly NotePath[]
  readonly committed: RevisionId | false
  /** Why it was not committed, and in words. */
  readonly why?: NotCommitted
  readonly detail?: string
}
