/**
 * Which folder is the brain.
 *
 * Named outright, else by the environment, else the nearest folder upwards with `brain.yaml`, else
 * the nearest with SOUL.md, MEMORY.md, `drawers/` or `.obsidian/`, else the repository's root where
 * it has AGENTS.md. Never above the repository, and never the home folder itself: a stray AGENTS.md
 * there would make a brain of everything.
 */

import {existsSync, realpathSync, statSync} from 'node:fs'
import path from 'node:path'
import {BrainError} from './ground/brain-error.js'

export interface WhereToLook {
  /** `--brain`: any folder. */
  readonly named?: string
  /** `MDBRAIN_DIR`. */
  readonly fromEnvironment?: string
  /** Absolute: where the search begins, and what relative names start from. */
  readonly workingDirectory: string
  /** Absolute. */
  readonly home: string
}

/**
 * Finds the brain's folder: absolute, links resolved.
 *
 * @throws {BrainError} `not-a-brain` where there is none, with how to make one.
 */
export function locate(where: WhereToLook): string {
  const outright = where.named ?? where.fromEnvironment
  if (outright !== undefined && outright !== '') {
    return resolved(path.resolve(where.workingDirectory, expanded(outright, where.home)))
  }

  const upwards = [...ancestors(where.workingDirectory, where.home)]
  const found =
    upwards.find((folder) => existsSync(path.join(folder, 'brain.yaml'))) ??
    upwards.find((folder) => MARKS.some((mark) => existsSync(path.join(folder, mark)))) ??
    upwards.find((folder) => isRepository(folder) && existsSync(path.join(folder, 'AGENTS.md')))
  if (found !== undefined) return resolved(found)
  throw new BrainError('not-a-brain', {
    message: `there is no brain in \`${where.workingDirectory}\` or above it`,
    hint: 'make one here with `brain init`, or name one with `--brain FOLDER`',
    data: {folder: where.workingDirectory},
  })
}

const MARKS = ['SOUL.md', 'MEMORY.md', 'drawers', '.obsidian']

function* ancestors(from: string, home: string): Generator<string> {
  let folder = path.resolve(from)
  for (;;) {
    if (same(folder, home)) return
    yield folder
    const parent = path.dirname(folder)
    if (isRepository(folder) || parent === folder) return
    folder = parent
  }
}

function isRepository(folder: string): boolean {
  return existsSync(path.join(folder, '.git'))
}

/** `~/brain` as a path. */
export function expanded(folder: string, home: string): string {
  return folder === '~' || folder.startsWith('~/') ? path.join(home, folder.slice(1)) : folder
}

function same(a: string, b: string): boolean {
  return path.relative(a, b) === ''
}

function resolved(folder: string): string {
  try {
    const found = statSync(folder, {throwIfNoEntry: false})
    if (found?.isDirectory() === true) return realpathSync(folder)
    throw notAFolder(folder, found === undefined ? 'is not there' : 'is a file, not a folder')
  } catch (error) {
    if (error instanceof BrainError) throw error
    // A loop of links, a folder that may not be entered, a name that no disk takes.
    throw notAFolder(folder, `cannot be opened (${(error as NodeJS.ErrnoException).code})`, error)
  }
}

function notAFolder(folder: string, reason: string, cause?: unknown): BrainError {
  const isMissing = reason === 'is not there'
  return new BrainError('not-a-brain', {
    message: `\`${folder}\` ${reason}`,
    hint: isMissing
      ? 'make a brain there with `brain init FOLDER`, or name another'
      : 'name the folder of a brain',
    data: {folder},
    cause,
  })
}
