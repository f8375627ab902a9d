/**
 * `History` of a folder without Git, or of a machine without the `git` program.
 *
 * Everything works that needs no history, and what does says what it lacks: an operation that
 * cannot do without Git throws `no-history`, or `git-missing` where the folder has a repository.
 */

import {BrainError} from '../ground/brain-error.js'
import type {Ages, History, Recorded} from './history.js'

/** Nothing tells the age of words: neither new nor of a known day. */
export const AGELESS: Ages = {changed: [], selective: [], committed: true}

/**
 * Makes one.
 *
 * @param repository whether there is one that only the program is missing for.
 */
export function noHistory(repository: boolean): History {
  const detail = repository
    ? 'the `git` program was not found'
    : 'the folder is not in a Git repository'
  const refused: Recorded & {committed: false} = {committed: false, why: 'no-git', detail}
  return {
    kind: 'none',
    head: async () => 'none',
    commonDir: async () => undefined,
    ages: async (units) => units.map(() => AGELESS),
    renames: async () => new Map(),
    inHead: async () => undefined,
    obstacle: async () => refused,
    branch: async () => undefined,
    isMessageOpen: async () => false,
    record: async () => refused,
    revisions: async () => [],
    read: async (path, at) => {
      throw new BrainError(repository ? 'git-missing' : 'no-history', {
        message: `\`${path}\` as of ${at} cannot be read: ${detail}`,
        hint: repository ? 'install Git' : '`git init` in the brain starts its history',
        data: {path, revision: at},
      })
    },
    pending: async () => [],
    close: async () => {},
  }
}
