/**
 * Says once that memory may leave the machine.
 *
 * Who writes into a repository that is pushed somewhere should know it before the next push, and not be
 * told every day.
 */

import type {Scene} from '../catalog/scene.js'
import {saidOnce} from '../consent/consent.js'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import {remotesOf} from '../history/remotes.js'

/**
 * The notice, the first time that memory enters a repository with these remotes; none where there
 * are none.
 *
 * @param path the file that was written.
 * @param commonDir Git's common directory, which stands for the repository in all its work trees.
 */
export async function announce(
  scene: Scene,
  path: NotePath,
  commonDir: string,
): Promise<readonly Message[]> {
  const remotes = await remotesOf(commonDir)
  if (remotes.length === 0) return []
  const key = `shared-repository ${commonDir} ${remotes.toSorted().join(' ')}`
  if (await saidOnce(scene.stateDir, key)) return []
  const names = remotes.map((remote) => `\`${remote}\``).join(', ')
  const noun = remotes.length === 1 ? 'a remote' : 'remotes'
  return [
    {
      rule: 'shared-repository',
      severity: 'info',
      path,
      reason: `this repository has ${noun}, ${names}: the memory goes there with the next push`,
      hint: 'keep what is private in a brain of its own; this is said once',
    },
  ]
}
