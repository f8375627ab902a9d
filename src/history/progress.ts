/**
 * Whether Git is in the middle of something that a commit of ours would disturb.
 *
 * Read from the files that an unfinished merge, rebase, cherry-pick, revert or bisect leaves, so
 * that asking costs no process.
 */

import {readdir} from 'node:fs/promises'
import type {Repository} from './repository.js'

const MARKS: Readonly<Record<string, string>> = {
  MERGE_HEAD: 'a merge',
  'rebase-merge': 'a rebase',
  'rebase-apply': 'a rebase',
  CHERRY_PICK_HEAD: 'a cherry-pick',
  REVERT_HEAD: 'a revert',
  BISECT_LOG: 'a bisect',
  sequencer: 'a cherry-pick or revert',
}

/** Names what is in progress, `a merge`; `undefined` where nothing is. */
export async function inProgress(repository: Repository): Promise<string | undefined> {
  const names = new Set(await readdir(repository.gitDir).catch(() => []))
  const mark = Object.keys(MARKS).find((name) => names.has(name))
  return mark === undefined ? undefined : MARKS[mark]
}
