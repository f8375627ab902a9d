/** Folders around the files of an edit: those that have to be made for it, and those that it leaves empty. */

import {lstat} from 'node:fs/promises'
import path from 'node:path'
import type {Operations} from './operations.js'
import type {Target} from './place.js'

/** Brain-relative folders that have to be made for `targets`, outermost first. */
export async function missingFolders(root: string, targets: readonly Target[]): Promise<string[]> {
  const missing = new Set<string>()
  for (const target of targets) {
    const segments = target.path.split('/').slice(0, -1)
    for (let depth = 1; depth <= segments.length; depth++) {
      const folder = segments.slice(0, depth).join('/')
      const found = await lstat(path.join(root, folder)).catch(() => undefined)
      if (found === undefined) missing.add(folder)
    }
  }
  return [...missing].sort()
}

/** Returns when the disk knows what the folders of `targets` hold. */
export async function syncFolders(targets: readonly Target[], ops: Operations): Promise<void> {
  const folders = new Set(targets.map(({absolute}) => path.dirname(absolute)))
  for (const folder of folders) await ops.syncFolder(folder)
}

/** Leaves no empty folder where `removed` were; but those at the root stay, since they tell that it is a brain. */
export async function removeEmpty(
  root: string,
  removed: readonly Target[],
  ops: Operations,
): Promise<void> {
  for (const target of removed) {
    const segments = target.path.split('/').slice(0, -1)
    for (let depth = segments.length; 1 < depth; depth--) {
      const folder = path.join(root, ...segments.slice(0, depth))
      await ops.removeFolder(folder).catch(() => {})
    }
  }
}
