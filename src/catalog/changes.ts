/** Which of some files changed, as far as that can be told without a walk. */

import type {NotePath} from '../ground/note-path.js'
import {filesAt} from '../note/file-at.js'
import {FEW} from './disappearance.js'
import type {Kept} from './kept-note.js'
import {type Listed, listedOf} from './reading.js'

/** By path: how the file is now, `undefined` where it went away. */
export type Changes = ReadonlyMap<NotePath, Listed | undefined>

/**
 * What is not as it is `kept`, of the files at `paths`. `undefined` where only a walk can tell; and where so much went
 * away that somebody has to judge it.
 *
 * @param entering told each new folder, from the root, before anything of it is read.
 */
export function changesAt(
  root: string,
  {kept, listed}: {readonly kept: ReadonlyMap<NotePath, Kept>; readonly listed: readonly Listed[]},
  paths: ReadonlySet<string>,
  entering: (folder: string) => void,
): Changes | undefined {
  const changes = new Map<NotePath, Listed | undefined>()
  const fileAt = filesAt(root, entering)
  let gone = 0
  for (const path of paths as ReadonlySet<NotePath>) {
    const found = fileAt(path)
    if (found === 'unclear') return undefined
    const files = found === 'none' ? [] : 'path' in found ? [found] : found
    if (!files.some((file) => file.path === path)) {
      const isKept = kept.has(path)
      if (isKept && FEW < ++gone) return undefined
      if (isKept || isListed(listed, path)) changes.set(path, undefined)
    }
    for (const file of files) {
      const now = listedOf(file)
      const before = kept.get(file.path)
      const isSame = before !== undefined && !before.racy && before.stat === now.stat
      if (!isSame) changes.set(file.path, now)
    }
  }
  return changes
}

function isListed(listed: readonly Listed[], path: NotePath): boolean {
  let from = 0
  let to = listed.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (listed[middle]!.file.path < path) from = middle + 1
    else to = middle
  }
  return listed[from]?.file.path === path
}

/** The files after `changes`, by path as they were. */
export function withChanges(listed: readonly Listed[], changes: Changes): Listed[] {
  const result: Listed[] = []
  const news = [...changes.values()].filter((one) => one !== undefined)
  news.sort((a, b) => (a.file.path < b.file.path ? -1 : 1))
  let next = 0
  for (const one of listed) {
    while (next < news.length && news[next]!.file.path < one.file.path) result.push(news[next++]!)
    if (!changes.has(one.file.path)) result.push(one)
  }
  result.push(...news.slice(next))
  return result
}
