/**
 * Commits hand edits without being asked, where the owner of this clone agreed to it.
 *
 * Whoever watches the brain calls this after a quiet time. The consent is for a brain in a repository: in
 * another one, a larger one that it was moved into for example, nobody was asked.
 */

import type {Scene} from '../catalog/scene.js'
import {commitEdits, commitsEdits} from '../consent/consent.js'
import {BrainError} from '../ground/brain-error.js'
import {commit} from './commit.js'
import type {Committed, WhyNone} from './committed.js'

const NOT_AGREED =
  'hand edits are not committed by themselves here: `brain commit --when-quiet yes` would have it so'
const WRITING =
  'somebody seems to be writing the message of a commit: hand edits wait for it, ten minutes at most; `brain commit` does not wait'

/** Commits what waits if that is agreed to; else says why not. Throws as `commit` does. */
export async function quietCommit(scene: Scene): Promise<Committed> {
  if (!(await commitsQuietly(scene))) return refused('not-wanted', NOT_AGREED)
  // Nothing changes while a person looks for words, and a commit that came first would make theirs fail.
  const history = await scene.history()
  if (await history.isMessageOpen(scene.clock.now())) return refused('in-progress', WRITING)
  return commit(scene)
}

function refused(why: WhyNone, detail: string): Committed {
  return {committed: false, why, detail, edits: [], left: [], messages: []}
}

/** Whether it is agreed that hand edits are committed after a quiet time. */
export async function commitsQuietly(scene: Scene): Promise<boolean> {
  const {workTree} = await scene.history()
  return workTree !== undefined && (await commitsEdits(scene.stateDir, scene.root, workTree))
}

/**
 * Remembers that they are from now on, or are not.
 *
 * @throws {BrainError} `no-history` where there is no Git to commit to, `write-failed`.
 */
export async function commitQuietly(scene: Scene, yes: boolean): Promise<void> {
  const {workTree} = await scene.history()
  if (yes && workTree === undefined) {
    throw new BrainError('no-history', {
      message: 'without Git there is nothing that hand edits could be committed to',
      hint: '`git init` in the brain starts its history',
    })
  }
  await commitEdits(scene.stateDir, scene.root, yes ? workTree : undefined, scene.clock.now())
}
