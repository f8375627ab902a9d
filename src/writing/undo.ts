/**
 * Takes back what the brain did last.
 */

import type {Author, Written} from '../brain.js'
import type {Scene} from '../catalog/scene.js'
import {undoPlan} from '../edit/undo.js'
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
    const {changes, subject, undoes} = await undoPlan(await scene.history(), revision)
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
