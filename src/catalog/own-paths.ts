/**
 * Which paths of a work tree are the brain's own: its notes, and the few files that say how it is kept.
 *
 * By their names alone: also for files that are gone. What else lies in the folder (pictures, a project's
 * code) is nobody's but the person's.
 */

import {baseOf, type NotePath} from '../ground/note-path.js'
import {isHidden, isNoteName} from '../note/files.js'
import {SETTINGS_FILE} from '../settings/load.js'

/** Which files are ignored, and how lines end, in any folder of notes. */
const GIT_FILES = new Set(['.gitignore', '.gitattributes'])

/** Whether `path` is called as a note of the brain would be. */
export function isNotePath(path: NotePath): boolean {
  const segments = path.split('/')
  return isNoteName(segments.at(-1)!) && !segments.some(isHidden)
}

/** Whether the brain answers for `path`. */
export function isOwnPath(path: NotePath): boolean {
  if (path === SETTINGS_FILE || isNotePath(path)) return true
  return GIT_FILES.has(baseOf(path)) && !path.split('/').slice(0, -1).some(isHidden)
}
