/**
 * Removes all that is derived, and what was kept of this brain outside it; every note, brain.yaml
 * and all of Git's stay. Hooks stand in files of other programs, and are the doors' to take out.
 */

import {lstat, rmdir} from 'node:fs/promises'
import path from 'node:path'
import type {Uninstalled} from '../brain.js'
import type {Scene} from '../catalog/scene.js'
import {commitEdits, commitsEdits, trust, trusted} from '../consent/consent.js'
import {removeCacheDir} from '../ground/remove-cache-dir.js'

/**
 * Removes `.brain/`, what was agreed to for this brain, and the folder for locks in Git's where it is empty. A
 * second run finds nothing.
 *
 * @throws {BrainError} `write-failed` where the state folder cannot be written.
 */
export async function uninstall(scene: Scene): Promise<Uninstalled> {
  const removed: string[] = []
  if ((await lstat(scene.cacheDir).catch(() => undefined)) !== undefined) {
    await removeCacheDir(scene.cacheDir)
    removed.push(scene.cacheDir)
  }
  if (await trusted(scene.stateDir, scene.root)) {
    await trust(scene.stateDir, scene.root, false, scene.clock.now())
    removed.push(`the trust in ${scene.root}`)
  }
  const {workTree} = await scene.history()
  if (workTree !== undefined && (await commitsEdits(scene.stateDir, scene.root, workTree))) {
    await commitEdits(scene.stateDir, scene.root, undefined, scene.clock.now())
    removed.push(`the consent to commit hand edits in ${scene.root}`)
  }
  const locks = await lockFolder(scene)
  if (locks !== undefined && (await removeEmpty(locks))) removed.push(locks)
  return {removed}
}

async function lockFolder(scene: Scene): Promise<string | undefined> {
  const commonDir = await (await scene.history()).commonDir()
  return commonDir === undefined ? undefined : path.join(commonDir, 'mdbrain')
}

/** A lock that somebody holds, or the journal of a landing that was cut off, keeps it. */
async function removeEmpty(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    () => false,
  )
}
