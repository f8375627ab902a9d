/** What committing hand edits is asked for, and what it answers: the shapes. */

import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import type {Authorship, NotCommitted, RevisionId} from '../history/history.js'

export interface CommitRequest extends Pick<Authorship, 'agent' | 'session'> {
  /** Files and folders of the brain; all of it where absent. */
  readonly paths?: readonly string[]
  /** Says what would be committed, and commits nothing. */
  readonly dryRun?: boolean
  /** Most of the notes are gone, and that is meant. */
  readonly acceptDeletions?: boolean
}

/** One file as a hand left it. */
export interface Edited {
  readonly path: NotePath
  /** What it was called before. */
  readonly from?: NotePath
  readonly kind: 'new' | 'changed' | 'renamed' | 'removed'
  /** What happened, in words: `2 facts added`, `1 ended`. */
  readonly words: readonly string[]
}

export type WhyLeftOut =
  | 'staged'
  | 'partly-staged'
  | 'conflicted'
  | 'conflict-marker'
  | 'secret'
  | 'ignored'
  | 'unreadable'
  | 'not-a-note'
  | 'renamed'

/** An edit that stays where it is; the others go without it. */
export interface LeftOut {
  readonly path: NotePath
  /** Where in the file; absent where all of it is meant. */
  readonly line?: number
  readonly why: WhyLeftOut
  readonly detail: string
}

/** Why there is no commit at all; `left-out` where every edit was. */
export type WhyNone = NotCommitted | 'detached' | 'mass-deletion' | 'left-out'

export interface Committed {
  readonly committed: RevisionId | false
  /** Absent where there is a commit, where none was wanted, and where nothing waits. */
  readonly why?: WhyNone
  readonly detail?: string
  /** The first line of the commit's message; of the one that would be made, for a dry run. */
  readonly subject?: string
  /** What the commit holds, or would hold; by path. */
  readonly edits: readonly Edited[]
  /** By path. */
  readonly left: readonly LeftOut[]
  readonly messages: readonly Message[]
}
