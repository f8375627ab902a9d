/**
 * Where the new bytes of a file stand before they move into its place.
 *
 * Beside the file they would be seen: by a person's `git add -A`, which takes a draft along or fails where it is gone by
 * the time it is read, by editors, and by whatever carries files to another machine. So they stand in `.brain/`, which
 * ignores itself, and from which a move is as good as from beside as long as the disk is the same. Not in Git's own folder:
 * what is made there has Git's group and rights, and `.brain/` those of the brain. Where it cannot be (none there, another disk, a
 * link, not to be written, a folder that gives its files a group of its own) they stand beside the file. Access lists that one folder
 * alone hands down do not reach a file that was made elsewhere.
 */

import {randomBytes} from 'node:crypto'
import {existsSync, statSync} from 'node:fs'
import path from 'node:path'
import {BrainError} from '../ground/brain-error.js'
import {openCacheDir} from '../ground/cache-file.js'
import type {NotePath} from '../ground/note-path.js'

const FOLDER = '.brain'

/** Of the mode of a folder: what is made in it has the folder's group. */
const SETGID = 0o2000

/** A new name for a draft of the file `target`, relative to the brain's root. */
export type NameOf = (target: NotePath) => string

export interface Drafts {
  /** Out of sight where that is possible. */
  readonly hidden: NameOf
  readonly beside: NameOf
  /** Whether an edit failed since drafts out of sight are none here: then it may be done with such beside. */
  isNoPlace(error: unknown): boolean
}

export function draftsOf(root: string): Drafts {
  const folder = path.join(root, FOLDER)
  // It is not made for them: what an edit changes may also be a project that is no brain.
  const isThere = existsSync(folder) && openCacheDir(folder)
  return {
    beside,
    hidden: (target) =>
      isThere && hasSameGroup(root, target)
        ? path.posix.join(FOLDER, path.posix.basename(beside(target)))
        : beside(target),
    isNoPlace: (error) =>
      isThere &&
      error instanceof BrainError &&
      error.code === 'write-failed' &&
      error.data.undone !== false &&
      /^(?:EXDEV|EACCES|EPERM|EROFS|ENOENT)$/.test(String(error.data.code)),
  }
}

/** A name beside `target` that hides it from those who look for notes. */
function beside(target: NotePath): string {
  // Names have at most 255 bytes on most disks.
  const base = path.posix.basename(target).slice(0, 60)
  const name = `.${base}.${randomBytes(6).toString('hex')}.tmp`
  return path.posix.join(path.posix.dirname(target), name)
}

/** Whether a file made in `.brain/` has the group that it would have in its own folder. */
function hasSameGroup(root: string, target: NotePath): boolean {
  for (let folder: string = path.posix.dirname(target); ; folder = path.posix.dirname(folder)) {
    const found = statSync(path.join(root, folder), {throwIfNoEntry: false})
    if (found === undefined && folder !== '.') continue
    if (found === undefined || (found.mode & SETGID) === 0) return true
    return found.gid === statSync(path.join(root, FOLDER), {throwIfNoEntry: false})?.gid
  }
}
