/**
 * Tells when a brain that stays open has to be opened anew.
 *
 * Its notes it looks at each time it is asked. What it was opened with is read once: its settings, the user's own, which
 * folder it is and which repository that lies in. A folder that was moved away, cloned again or put under Git is another
 * brain under the same name, and who goes on with the old one reads of nothing and writes where nobody looks.
 */

import {statSync} from 'node:fs'
import path from 'node:path'
import type {Machine} from './machine.js'
import {SETTINGS_FILE} from './settings/load.js'
import {USER_SETTINGS_FILE} from './settings/user-settings.js'

/**
 * Looks at what the brain at `root` is opened with; to be called before any of it is read, so that what changes in
 * between is noticed. The answer tells whether that is another by now.
 */
export function outdatedSince(root: string, {configDir}: Machine): () => boolean {
  const stamp = () =>
    [
      folderStamp(root),
      repositoryStamp(root),
      fileStamp(path.join(root, SETTINGS_FILE)),
      fileStamp(path.join(configDir, USER_SETTINGS_FILE)),
    ].join('\n')
  const before = stamp()
  return () => stamp() !== before
}

function fileStamp(file: string): string {
  const found = seen(file)
  return found === undefined ? 'none' : `${found.mtimeMs} ${found.size} ${found.ino}`
}

/** What is in it may change. Numbers of inodes are given again, so the birth counts too. */
function folderStamp(folder: string): string {
  const found = seen(folder)
  return found === undefined ? 'none' : `${found.dev} ${found.ino} ${found.birthtimeMs}`
}

/** The nearest folder upwards that has a `.git`, and whether that is one by now. */
function repositoryStamp(root: string): string {
  for (let top = root; ; top = path.dirname(top)) {
    const place = path.join(top, '.git')
    const found = seen(place)
    if (found?.isDirectory()) {
      return `${place} ${folderStamp(place)} ${seen(path.join(place, 'HEAD')) !== undefined}`
    }
    if (found !== undefined) return `${place} ${fileStamp(place)}`
    if (path.dirname(top) === top) return 'none'
  }
}

/** A folder that may not be looked into is as one that is not there. */
function seen(place: string) {
  try {
    return statSync(place)
  } catch {
    return undefined
  }
}
