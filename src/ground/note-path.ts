/**
 * A path inside the brain that cannot climb out of it.
 *
 * Brain-relative and `/`-separated on every platform, checked once when made. Whether a symlink
 * on the way leaves the brain is a question for the disk, answered in `note/files.ts` and
 * `edit/place.ts`.
 */

import {BrainError} from './brain-error.js'

declare const notePathBrand: unique symbol

/** `drawers/atlas/api/rate-limits.md`. Never absolute, never with `.` or `..` segments. */
export type NotePath = string & {readonly [notePathBrand]: 'NotePath'}

/** Makes a path of `text`, or returns `undefined` where it is empty, absolute or climbs. */
export function readNotePath(text: string): NotePath | undefined {
  const path = text
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/{2,}/g, '/')
  if (path === '' || path.startsWith('/') || /^[a-z]:/i.test(path) || path.includes('\0')) {
    return undefined
  }
  if (path.split('/').some((segment) => segment === '..' || segment === '.' || segment === '')) {
    return undefined
  }
  return path as NotePath
}

/**
 * Makes a path of `text`.
 *
 * @throws {BrainError} `path-outside-brain` where it would leave the brain.
 */
export function notePath(text: string): NotePath {
  const path = readNotePath(text)
  if (path === undefined) {
    throw new BrainError('path-outside-brain', {
      data: {path: text},
      message: `\`${text}\` is not a path inside the brain`,
      hint: 'write it relative to the brain, with `/` between folders',
    })
  }
  return path
}

/** The last segment, `rate-limits.md`. */
export function baseOf(path: NotePath): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The folder, `drawers/atlas/api`; empty at the root. */
export function folderOf(path: NotePath): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** The last segment without `.md`: what a wikilink calls the note. */
export function stemOf(path: NotePath): string {
  return baseOf(path).replace(/\.md$/i, '')
}
