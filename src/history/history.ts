/**
 * What the brain was told, and when: the `History` port.
 *
 * Git is the one real implementation (`git-history.ts` and what stands beside it: no other folder spells
 * Git's arguments); `no-history.ts` stands for a folder without Git, and works and says what it lacks.
 */

import type {Instant} from '../ground/instant.js'
import type {NotePath} from '../ground/note-path.js'

declare const revisionBrand: unique symbol

/** A commit's full id. */
export type RevisionId = string & {readonly [revisionBrand]: 'RevisionId'}

/** A commit as the brain sees it. */
export interface Revision {
  readonly id: RevisionId
  /** The trailer `Brain-Recorded-At` where the brain made it, else the committer's date. */
  readonly recorded: Instant
  readonly subject: string
  readonly author: string
  readonly agent?: string
  readonly session?: string
  /** Whether mdbrain made it: it has the trailer. */
  readonly byBrain?: boolean
  /** The commit that it takes back, where `undo` made it. */
  readonly undoes?: RevisionId
  /** Whether it holds what a person did to the files, and the brain only committed it. */
  readonly byHand?: boolean
  /** Brain-relative paths that it changed; none for a merge. */
  readonly paths: readonly NotePath[]
}

/** Words whose age is asked for: a whole note's, or one fact's. */
export interface Unit {
  readonly path: NotePath
  /** Normalised by `wordsOf` (`history/words.ts`). */
  readonly words: string
  /** Whether `words` is all of the note, or a passage of it. */
  readonly whole: boolean
  /**
   * For a passage in whose midst something else may stand (a nested fact): its lines, each normalised.
   * Where `words` do not stand in the note in one piece, these are looked for one after the other.
   */
  readonly lines?: readonly string[]
}

/** When the words of a unit changed, as far as commits tell; ascending. */
export interface Ages {
  /** Author dates of the commits that changed the words; not the boundary of a shallow clone. */
  readonly changed: readonly Instant[]
  /** The same without the first commit of the repository and commits over more than 50 notes. */
  readonly selective: readonly Instant[]
  /**
   * Whether HEAD holds these words. Where not, they are as old as now. Also true where there is no history
   * at all, since then nothing tells their age.
   */
  readonly committed: boolean
}

/** Who and what an edit is made for; becomes trailers of its commit. */
export interface Authorship {
  readonly agent?: string
  readonly session?: string
  /** The commit that this one takes back. */
  readonly undoes?: RevisionId
  /** Says that what is committed was done by a person's hand. */
  readonly byHand?: boolean
}

export type NotCommitted =
  | 'no-git'
  | 'not-wanted'
  | 'in-progress'
  | 'partly-staged'
  | 'secret'
  | 'ignored'
  | 'failed'

/**
 * `detail` beside an id says what is worth knowing although all went well: that Git knew no name to commit
 * under, say.
 */
export type Recorded =
  | {readonly committed: RevisionId; readonly detail?: string}
  | {readonly committed: false; readonly why: NotCommitted; readonly detail: string}

export interface History {
  /** `git` or `none`. */
  readonly kind: 'git' | 'none'
  /** Absolute path of the work tree's top folder, which may be above the brain; absent without Git. */
  readonly workTree?: string
  /** Names the present state cheaply, without starting Git; changes whenever `ages` could answer otherwise. */
  head(): Promise<string>
  /** The folder for locks and consents, shared by worktrees: Git's common directory. `undefined` without Git. */
  commonDir(): Promise<string | undefined>
  /**
   * The ages of many units in one pass over the history, cached in `.brain/`. In the order asked. Where Git
   * fails (a repository of another user) the answer is that of a folder without Git, and `obstacle` says why.
   */
  ages(units: readonly Unit[]): Promise<readonly Ages[]>
  /**
   * Where paths of the past went: old path → present path, through renames that Git found. A name that
   * does not end in `.md`, `old` or `folder/old`, stands for the notes of the past whose paths end in it,
   * where all of them went to one place.
   */
  renames(lost: readonly string[]): Promise<ReadonlyMap<string, NotePath>>
  /**
   * Which of these paths HEAD has; `undefined` where nothing tells: without Git, before the first commit, or
   * where Git fails.
   */
  inHead(paths: readonly NotePath[]): Promise<ReadonlySet<NotePath> | undefined>
  /** Why a commit of these paths would not be made now; `undefined` where it would. */
  obstacle(paths: readonly NotePath[]): Promise<(Recorded & {committed: false}) | undefined>
  /** The branch that commits go to, `refs/heads/main`; `undefined` on a detached HEAD, and without Git. */
  branch(): Promise<string | undefined>
  /** Whether a person seems to be writing the message of a commit, which one that came first would make fail. */
  isMessageOpen(now: Instant): Promise<boolean>
  /**
   * Commits exactly these paths as they are on disk (removed ones too); anything else staged stays as it was.
   *
   * @param body lines that stand below the subject.
   */
  record(
    paths: readonly NotePath[],
    subject: string,
    recorded: Instant,
    authorship: Authorship,
    body?: readonly string[],
  ): Promise<Recorded>
  /** Newest first. Without a path, all of the brain's. */
  revisions(options: {path?: NotePath; limit?: number}): Promise<readonly Revision[]>
  /**
   * Bytes of a path at a revision; `undefined` where it was not there. `stored` as Git keeps them,
   * `on-disk` as a checkout would write them (line endings).
   */
  read(path: NotePath, at: RevisionId, form?: 'stored' | 'on-disk'): Promise<Uint8Array | undefined>
  /** Which of the brain's paths are new, changed, staged or conflicted in the working tree. */
  pending(): Promise<readonly PendingChange[]>
  /** Whether Git failed at a question so far, which was then answered as without it: another time it may not. */
  hasFailed?(): boolean
  /** Ends any child process that was kept. */
  close(): Promise<void>
}

export interface PendingChange {
  readonly path: NotePath
  readonly kind: 'new' | 'changed' | 'removed' | 'conflicted'
  readonly staged: boolean
  /** Whether what is staged is another version than the one on disk. */
  readonly partly?: boolean
}
