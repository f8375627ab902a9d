/**
 * Finds the Git repository that a folder lies in, without starting Git.
 *
 * Starting a process costs a third of a boot, so what can be read from a few small files is. Knows
 * `.git` folders, the `.git` files of worktrees and submodules, and brains that are a folder inside
 * a larger repository. What a repository says is asked elsewhere: its HEAD in `head.ts`, everything
 * else by `git.ts`.
 */

import {readFile, stat} from 'node:fs/promises'
import path from 'node:path'

/** Where a repository keeps what, as absolute paths. */
export interface Repository {
  /** The work tree's top folder. */
  readonly top: string
  /** Of this work tree alone: HEAD, the index, what an unfinished merge leaves. */
  readonly gitDir: string
  /** Shared by all worktrees: branches, objects. The same as `gitDir` where there is only one. */
  readonly commonDir: string
  /** From `top` to the brain, with `/` between folders and at its end; empty where they are one. */
  readonly prefix: string
}

/**
 * Returns the repository whose work tree `root` lies in, or `undefined` where there is none: also
 * for a bare one, which has no work tree to commit from.
 */
export async function findRepository(root: string): Promise<Repository | undefined> {
  for (let top = root; ; top = path.dirname(top)) {
    const gitDir = await gitDirAt(path.join(top, '.git'))
    if (gitDir !== undefined) {
      const commonDir = await commonDirOf(gitDir)
      if (gitDir === commonDir && (await isBare(gitDir))) return undefined
      return {top, gitDir, commonDir, prefix: prefixOf(top, root)}
    }
    if (path.dirname(top) === top) return undefined
  }
}

/** Git passes by a `.git` that is no repository (an empty folder, say), and so do we. */
async function gitDirAt(candidate: string): Promise<string | undefined> {
  const found = await stat(candidate).catch(() => undefined)
  if (found === undefined) return undefined
  if (found.isDirectory()) return (await looksLikeOne(candidate)) ? candidate : undefined
  const pointer = /^gitdir: (.+)$/m.exec(await textOf(candidate))?.[1]?.trim()
  if (pointer === undefined) return undefined
  const target = path.resolve(path.dirname(candidate), pointer)
  return (await looksLikeOne(target)) ? target : undefined
}

async function looksLikeOne(gitDir: string): Promise<boolean> {
  if ((await textOf(path.join(gitDir, 'HEAD'))) === '') return false
  const objects = path.join(await commonDirOf(gitDir), 'objects')
  return stat(objects).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

async function commonDirOf(gitDir: string): Promise<string> {
  const pointer = (await textOf(path.join(gitDir, 'commondir'))).trim()
  return pointer === '' ? gitDir : path.resolve(gitDir, pointer)
}

async function isBare(gitDir: string): Promise<boolean> {
  return /^[ \t]*bare[ \t]*=[ \t]*true/im.test(await textOf(path.join(gitDir, 'config')))
}

async function textOf(name: string): Promise<string> {
  return readFile(name, 'utf8').catch(() => '')
}

function prefixOf(top: string, root: string): string {
  const relative = path.relative(top, root).split(path.sep).join('/')
  return relative === '' ? '' : `${relative}/`
}
