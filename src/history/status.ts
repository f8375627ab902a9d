/**
 * What Git says of the working tree: `git status`, read.
 *
 * Renames are not looked for: a staged rename is one path removed and one new, which is what a commit
 * of own paths has to know.
 */

import type {NotePath} from '../ground/note-path.js'
import type {Git} from './git.js'
import type {PendingChange} from './history.js'

/** One path that is not as HEAD has it. */
export interface StatusEntry {
  /** From the work tree's top; an ignored or nested folder ends in `/`. */
  readonly path: string
  /** `?` not known to Git, `!` ignored, `u` in conflict, `1` otherwise. */
  readonly kind: '?' | '!' | 'u' | '1'
  /** How the index differs from HEAD; `.` where it does not. */
  readonly index: string
  /** How the file differs from the index; `.` where it does not. */
  readonly tree: string
}

/** Asks Git about `paths` (from the work tree's top; none: everything), ignored ones too if asked. */
export async function statusOf(
  git: Git,
  paths: readonly string[],
  ignored: boolean,
): Promise<readonly StatusEntry[]> {
  const output = await git.run([
    'status',
    '--porcelain=v2',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    `--ignored=${ignored ? 'matching' : 'no'}`,
    '--',
    ...paths,
  ])
  return output.split('\0').flatMap(entryOf)
}

/** Those of `entries` that are about one of `names`, or about a folder that one lies in. */
export function entriesOn(
  names: readonly string[],
  entries: readonly StatusEntry[],
): readonly StatusEntry[] {
  const meant = new Set(names)
  for (const name of names) {
    for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
      meant.add(name.slice(0, at + 1))
    }
  }
  return entries.filter(({path}) => meant.has(path))
}

/** Reads one record of porcelain v2; how many fields stand before the path depends on the kind. */
function entryOf(record: string): StatusEntry[] {
  const kind = record[0]
  if (kind === '?' || kind === '!') return [{kind, path: record.slice(2), index: '.', tree: '.'}]
  if (kind !== '1' && kind !== 'u') return []
  const fields = record.split(' ')
  const path = fields.slice(kind === '1' ? 8 : 10).join(' ')
  return [{kind, path, index: fields[1]![0]!, tree: fields[1]![1]!}]
}

/** The brain's paths among `entries`, as its owner would see them. */
export function pendingOf(
  entries: readonly StatusEntry[],
  prefix: string,
): readonly PendingChange[] {
  const changes = new Map<string, PendingChange>()
  for (const entry of entries) {
    if (entry.kind === '!' || !entry.path.startsWith(prefix)) continue
    const path = entry.path.slice(prefix.length) as NotePath
    const known = changes.get(path)
    const staged = entry.index !== '.' || known?.staged === true
    const partly = entry.kind !== 'u' && staged && (entry.tree !== '.' || known !== undefined)
    changes.set(path, {
      path,
      kind: known === undefined ? kindOf(entry) : 'changed',
      staged,
      ...(partly ? {partly} : {}),
    })
  }
  return [...changes.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

function kindOf(entry: StatusEntry): PendingChange['kind'] {
  if (entry.kind === 'u') return 'conflicted'
  if (entry.tree === 'D' || (entry.index === 'D' && entry.tree === '.')) return 'removed'
  if (entry.kind === '?' || entry.index === 'A' || entry.tree === 'A') return 'new'
  return 'changed'
}
