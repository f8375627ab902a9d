/**
 * Puts right what Git leaves behind when a file is saved while it is committed.
 *
 * `git commit --only` reads each file twice: for the index, and then for the commit. What was saved in between is
 * in the commit and not in the index, which then says that somebody has staged the older text; and of a file of which
 * another version is staged nothing would ever be committed again. So the files are looked at before and after, and
 * where one is another the index is asked for what HEAD has.
 */

import {lstat} from 'node:fs/promises'
import path from 'node:path'
import type {Git} from './git.js'
import {namingAtLeast, namingPaths} from './pathspecs.js'
import type {Repository} from './repository.js'

/** How files looked; the same as long as nobody saved one. */
export async function marksOf({top}: Repository, paths: readonly string[]): Promise<string> {
  const marks = paths.map(async (each) => {
    const found = await lstat(path.join(top, each), {bigint: true}).catch(() => undefined)
    return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`
  })
  return (await Promise.all(marks)).join('\n')
}

/** Lets the index have of `paths` what HEAD has, where it is another. Nothing of them was staged before. */
export async function alignIndex(
  {git, repository}: {readonly git: Git; readonly repository: Repository},
  paths: readonly string[],
): Promise<void> {
  const compare = ['diff-index', '--cached', '--name-only', '-z', 'HEAD', '--']
  const found = await namingAtLeast(repository, paths, (wanted) => git.run([...compare, ...wanted]))
  const meant = new Set(paths)
  const others = found.split('\0').filter((each) => meant.has(each))
  if (others.length === 0) return
  await namingPaths(repository, others, (args) => git.run(['reset', ...args]))
}
