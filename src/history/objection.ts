/**
 * Why a commit may not take a path, by what Git says of it and of the folders it lies in.
 *
 * Entries are looked up by their paths: a first commit of a large brain asks about thousands.
 */

import type {NotCommitted, Recorded} from './history.js'
import type {StatusEntry} from './status.js'

export type Refused = Recorded & {committed: false}

/** The first objection to one of `names`, from the work tree's top; `undefined` where all may go. */
export function objectionTo(
  names: readonly string[],
  entries: readonly StatusEntry[],
): Refused | undefined {
  const known = new Map<string, StatusEntry[]>()
  for (const entry of entries) {
    const name = entry.path.replace(/\/$/, '')
    known.set(name, [...(known.get(name) ?? []), entry])
  }
  return names.map((each) => objection(each, known)).find((each) => each !== undefined)
}

/** An answer that says no. */
export function refusal(why: NotCommitted, detail: string): Refused {
  return {committed: false, why, detail}
}

function objection(
  name: string,
  known: ReadonlyMap<string, readonly StatusEntry[]>,
): Refused | undefined {
  const own = (known.get(name) ?? []).filter((each) => each.path === name)
  if (own.some(({kind}) => kind === 'u')) {
    return refusal('in-progress', `\`${name}\` is in conflict`)
  }
  // Someone staged a version that is not the one on disk: `--only` would replace it unseen.
  const staged = own.some(({index}) => index !== '.')
  if (staged && (own.some(({tree}) => tree !== '.') || 1 < own.length)) {
    return refusal('partly-staged', `another version of \`${name}\` is staged`)
  }
  const above = foldersOf(name)
    .flatMap((folder) => known.get(folder) ?? [])
    .at(0)
  if (own.some(({kind}) => kind === '!') || above?.kind === '!') {
    return refusal('ignored', `\`${name}\` is ignored by .gitignore`)
  }
  return above === undefined
    ? undefined
    : refusal('failed', `\`${above.path}\` is a repository of its own`)
}

/** `a` and `a/b` of `a/b/c.md`. */
function foldersOf(name: string): string[] {
  const segments = name.split('/').slice(0, -1)
  return segments.map((_, at) => segments.slice(0, at + 1).join('/'))
}
