/**
 * Plans the taking back of a commit that the brain made.
 *
 * History is not rewritten: what was before comes back by a new commit, which says what it undoes. A
 * file that was changed since is not touched, since that would take back more than was asked.
 */

import {BrainError} from '../ground/brain-error.js'
import type {NotePath} from '../ground/note-path.js'
import type {History, Revision, RevisionId} from '../history/history.js'
import type {Change, Plan} from './edit.js'
import {sameBytes} from './same-bytes.js'

/** How many commits are looked through for one that can be taken back. */
const LOOK_BACK = 500

/**
 * Plans the undoing of `revision` (an id, or the beginning of one), or of the brain's own last commit
 * that is not undone. Undoing an undo brings back what it took.
 *
 * Its changes guard themselves: landing it throws `edit-conflict` where a file differs from what the
 * commit left.
 *
 * @throws {BrainError} `nothing-to-undo`, `unknown-revision`, `edit-conflict`, `no-history`.
 */
export async function undoPlan(history: History, revision?: string): Promise<Plan> {
  if (history.kind === 'none') {
    throw new BrainError('no-history', {
      message: 'without Git there is nothing that could be taken back',
      hint: '`git init` in the brain starts its history',
    })
  }
  const revisions = await history.revisions({limit: LOOK_BACK})
  const undone = revision === undefined ? lastOf(revisions) : named(revisions, revision)
  const since = revisions.slice(0, revisions.indexOf(undone))
  const changes: Change[] = []
  for (const path of undone.paths) {
    const change = await takenBack(history, undone.id, path)
    if (change !== undefined) changes.push(change)
  }
  const later = since.find(({paths}) => paths.some((path) => undone.paths.includes(path)))
  if (later !== undefined) await assertSame(history, changes, later)
  if (changes.length === 0) throw nothing(`\`${short(undone.id)}\` changed nothing that could be`)
  return {changes, subject: `undo: ${undone.subject}`, undoes: undone.id}
}

/**
 * The brain's last commit that still stands. An undo stands for nothing by itself: going back twice
 * goes back two steps, and does not bring back what the first one took. Nor does what a
 * hand did, and the brain committed, count as the brain's doing.
 */
function lastOf(revisions: readonly Revision[]): Revision {
  const undone = new Set(revisions.map(({undoes}) => undoes))
  const last = revisions.find(
    ({id, byBrain, byHand, undoes, paths}) =>
      byBrain === true &&
      byHand !== true &&
      undoes === undefined &&
      !undone.has(id) &&
      0 < paths.length,
  )
  if (last === undefined) throw nothing('no commit of the brain is left that could be')
  return last
}

function named(revisions: readonly Revision[], name: string): Revision {
  const wanted = name.trim().toLowerCase()
  const found = /^[0-9a-f]{4,64}$/.test(wanted)
    ? revisions.filter(({id}) => id.startsWith(wanted))
    : []
  const [revision] = found
  if (revision === undefined || 1 < found.length) {
    throw new BrainError('unknown-revision', {
      message:
        revision === undefined
          ? `none of the brain's last ${revisions.length} commits is called \`${name}\``
          : `several commits begin with \`${name}\``,
      hint: '`git log` in the brain lists them',
      data: {revision: name},
    })
  }
  if (revisions.some(({undoes}) => undoes === revision.id)) {
    throw nothing(
      `\`${short(revision.id)}\` is taken back already; nothing is left of it that could be`,
    )
  }
  if (revision.paths.length === 0)
    throw nothing(`\`${short(revision.id)}\` is a merge, which cannot be`)
  return revision
}

/** In the form that a checkout would write, since that is what the landing compares. */
async function takenBack(
  history: History,
  id: RevisionId,
  path: NotePath,
): Promise<Change | undefined> {
  const before = await history.read(path, id, 'on-disk')
  const after = await history.read(path, `${id}~1` as RevisionId, 'on-disk').catch(absent)
  return before === undefined && after === undefined ? undefined : {path, before, after}
}

/** The first commit of all has none before it. */
function absent(error: unknown): undefined {
  if (error instanceof BrainError && error.code === 'unknown-revision') return undefined
  throw error
}

/** A later commit over the same paths may have come back to the same bytes; then nothing is lost. */
async function assertSame(
  history: History,
  changes: readonly Change[],
  later: Revision,
): Promise<void> {
  for (const {path, before} of changes) {
    const present = await history.read(path, 'HEAD' as RevisionId, 'on-disk')
    if (sameBytes(present, before)) continue
    throw new BrainError('edit-conflict', {
      message: `\`${path}\` was changed since, by \`${short(later.id)}\` (${later.subject})`,
      hint: 'undo that one first, or change the note by hand',
      data: {path, revision: later.id},
    })
  }
}

function short(id: RevisionId): string {
  return id.slice(0, 10)
}

function nothing(what: string): BrainError {
  return new BrainError('nothing-to-undo', {
    message: `${what} taken back`,
    hint: '`git log` in the brain shows what was done, and `git revert` takes back any commit',
  })
}
