/**
 * Takes back what the brain did last.
 */

import type {Author, Written} from '../brain.js'
import type {Scene} from '../catalog/scene.js'
import type {Change, Plan} from '../edit/edit.js'
import {sameBytes} from '../edit/same-bytes.js'
import {undoPlan} from '../edit/undo.js'
import {BrainError} from '../ground/brain-error.js'
import {readerOf} from './draft.js'
import {type Outcome, perform} from './perform.js'

/**
 * Takes back the brain's own last commit that is not taken back yet, or the one named, by a new
 * commit. The answer's `id` lists the files that it changed.
 *
 * @throws {BrainError} `nothing-to-undo`, `unknown-revision`, `no-history`, and `edit-conflict` where a
 * file was changed since.
 */
export async function undo(scene: Scene, revision?: string, author: Author = {}): Promise<Written> {
  const plan = async (): Promise<Outcome> => {
    const made = await undoPlan(await scene.history(), revision)
    assertAsLeft(made, scene.root)
    const {changes, subject, undoes} = made
    return {
      draft: {changes: () => changes},
      subject,
      id: changes.map(({path}) => path).join(', '),
      ...(undoes === undefined ? {} : {undoes}),
    }
  }
  // A file that was changed since will not be as it was on a second look either.
  return perform(scene, author, plan, {tries: 1})
}

/**
 * What a hand did to the files since, and did not commit, is not overwritten; nor is it called a
 * coincidence that another try would get past.
 */
function assertAsLeft({changes, undoes, subject}: Plan, root: string): void {
  const read = readerOf(root)
  const touched = changes.filter(({path, before}) => !sameBytes(read(path), before))
  const [first] = touched
  if (first === undefined) return
  const commit = `\`${undoes?.slice(0, 10)}\` (${subject.replace(/^undo: /, '')})`
  const isBack = changes.every(({path, after}) => sameBytes(read(path), after))
  if (isBack) {
    throw new BrainError('nothing-to-undo', {
      message: `${commit} is taken back on disk already, which is not committed yet`,
      hint: `commit it: \`git commit --only ${listed(changes)}\`, or name another commit`,
      data: {revision: undoes},
    })
  }
  throw new BrainError('edit-conflict', {
    message: `\`${first.path}\` is not as ${commit} left it; nothing was written`,
    hint: 'commit what was changed by hand, or put it back, and name the commit that is to be undone',
    data: {path: first.path, revision: undoes},
  })
}

function listed(changes: readonly Change[]): string {
  return changes.map(({path}) => `'${path.replaceAll("'", "'\\''")}'`).join(' ')
}
