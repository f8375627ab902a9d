/**
 * Where a path of the brain really is on disk, and whether a write may go there.
 *
 * A `NotePath` cannot climb by its text; a symlink on the way can. A link to another file of the brain
 * is followed, so that it stays a link. Whatever leads out of the brain, into Git's folder or into the
 * derived files is refused.
 */

import {lstat, realpath} from 'node:fs/promises'
import path from 'node:path'
import {BrainError} from '../ground/brain-error.js'
import {type NotePath, notePath} from '../ground/note-path.js'

export interface Target {
  /** The path after links were followed. */
  readonly path: NotePath
  readonly absolute: string
  /** Permission bits of the file that is there. */
  readonly mode?: number
}

/**
 * Finds where a write to `name` goes.
 *
 * @throws {BrainError} `path-outside-brain` where it would leave the brain, `not-editable` where it is
 * no file that may be written.
 */
export async function targetOf(root: string, name: NotePath): Promise<Target> {
  assertOurs(notePath(name), name)
  const top = await realpath(root)
  const absolute = await resolve(path.join(top, ...name.split('/')), name)
  const inside = path.relative(top, absolute)
  if (inside === '' || path.isAbsolute(inside) || inside.split(path.sep)[0] === '..') {
    throw outside(name, `\`${name}\` leads out of the brain, to ${absolute}`)
  }
  const real = inside.split(path.sep).join('/') as NotePath
  assertOurs(real, name)
  return {path: real, absolute, ...(await modeOf(absolute, name))}
}

/** Follows links as far as there is something on disk; what is missing is yet to be made. */
async function resolve(absolute: string, name: NotePath): Promise<string> {
  try {
    return await realpath(absolute)
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR') {
      throw notEditable(name, `a file stands where \`${name}\` needs a folder`, error)
    }
    if (code !== 'ENOENT') throw outside(name, `\`${name}\` cannot be followed: ${code}`)
    if (await exists(absolute)) throw outside(name, `\`${name}\` is a link to nothing`)
    return path.join(await resolve(path.dirname(absolute), name), path.basename(absolute))
  }
}

/**
 * Git's folder is known by more names than its own: by any case, and on other systems with dots,
 * blanks, a stream or invisible characters added.
 */
function assertOurs(real: NotePath, name: NotePath): void {
  for (const segment of real.split('/')) {
    const plain = segment
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .split(':')[0]!
      .replace(/[. ]+$/, '')
      .toLowerCase()
    if (plain === '.git' || plain === '.brain' || /^git~\d$/.test(plain)) {
      throw outside(name, `\`${name}\` lies in \`${segment}\`, which is not the brain's to write`)
    }
  }
}

async function modeOf(absolute: string, name: NotePath): Promise<{mode?: number}> {
  const found = await lstat(absolute).catch(() => undefined)
  if (found === undefined) return {}
  if (!found.isFile()) throw notEditable(name, `\`${name}\` is not a file`)
  const mode = found.mode & 0o777
  if ((mode & 0o222) === 0) throw notEditable(name, `\`${name}\` is write-protected`)
  return {mode}
}

async function exists(absolute: string): Promise<boolean> {
  return lstat(absolute).then(
    () => true,
    () => false,
  )
}

function outside(name: NotePath, message: string): BrainError {
  return new BrainError('path-outside-brain', {
    message,
    hint: 'only files of the brain are written',
    data: {path: name},
  })
}

function notEditable(name: NotePath, message: string, cause?: unknown): BrainError {
  return new BrainError('not-editable', {
    message,
    hint: 'choose another path, or make it a file that may be written',
    data: {path: name},
    cause,
  })
}
