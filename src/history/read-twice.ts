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
export async function alignIndex(git: Git, paths: readonly string[]): Promise<void> {
  const args = ['diff-index', '--cached', '--name-only', '-z', 'HEAD', '--', ...paths]
  const others = (await git.run(args)).split('\0').filter((each) => each !== '')
  if (0 < others.length) await git.run(['reset', '--', ...others])
}
