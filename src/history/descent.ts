/**
 * How each state of a note came about: the walk over the commits, turned around.
 *
 * Following blobs rather than names needs no order of commits: a note is followed through renames,
 * branches and merges, and never mistaken for another one that had its name at some other time.
 */

import type {Commit, State, Step} from './walk.js'

/** One way in which a state came about. */
export interface Origin {
  readonly commit: Commit
  readonly from: readonly State[]
}

export interface Descent {
  originsOf(state: State): readonly Origin[]
  /** Whether any commit had this state. */
  knows(state: State): boolean
}

/** Indexes `commits`. */
export function descentOf(commits: readonly Commit[]): Descent {
  const origins = new Map<string, Origin[]>()
  const known = new Set<string>()
  for (const commit of commits) {
    for (const {to, from} of commit.steps) {
      const key = keyOf(to)
      const list = origins.get(key)
      if (list === undefined) origins.set(key, [{commit, from}])
      else list.push({commit, from})
      for (const state of from) known.add(keyOf(state))
    }
  }
  return {
    originsOf: (state) => origins.get(keyOf(state)) ?? [],
    knows: (state) => origins.has(keyOf(state)) || known.has(keyOf(state)),
  }
}

/** A name for a state; a blob's id holds no blank. */
export function keyOf({path, blob}: State): string {
  return `${blob} ${path}`
}

/** Where `lost` paths and names (without `.md`) went, by the newest renames, as far as a path that `isPresent`. */
export function followRenames(
  commits: readonly Pick<Commit, 'steps'>[],
  lost: readonly string[],
  isPresent: (path: string) => boolean,
): ReadonlyMap<string, string> {
  const renamed = new Map<string, string[]>()
  for (const commit of commits) {
    for (const step of commit.steps) {
      for (const path of earlierNames(step)) {
        const list = renamed.get(path)
        if (list === undefined) renamed.set(path, [step.to.path])
        else list.push(step.to.path)
      }
    }
  }
  const found = new Map<string, string>()
  for (const name of lost) {
    const paths = /\.md$/i.test(name) ? [name] : pathsCalled(name, commits)
    const present = new Set(paths.map((path) => follow(path, renamed, isPresent)))
    const [only] = present
    if (present.size === 1 && only !== undefined) found.set(name, only)
  }
  return found
}

/** Every path of the past that ends in `name`; case makes no difference, as for references to what there is. */
function pathsCalled(name: string, commits: readonly Pick<Commit, 'steps'>[]): string[] {
  const fold = (text: string) => text.normalize('NFC').toLowerCase()
  const tail = `/${fold(name)}.md`
  const states = commits.flatMap(({steps}) => steps.flatMap(({to, from}) => [to, ...from]))
  const paths = new Set(states.map(({path}) => path))
  return [...paths].filter((path) => `/${fold(path)}`.endsWith(tail))
}

/** Breadth first, newest first: a note may have been renamed twice under one name, by turns. */
function follow(
  lost: string,
  renamed: ReadonlyMap<string, readonly string[]>,
  isPresent: (path: string) => boolean,
): string | undefined {
  const seen = new Set([lost])
  for (const path of seen) {
    if (path !== lost && isPresent(path)) return path
    for (const next of renamed.get(path) ?? []) seen.add(next)
  }
  return undefined
}

/** The names a note had in parents of a commit, where its name changed. */
function earlierNames({to, from}: Step): readonly string[] {
  return from.map(({path}) => path).filter((path) => path !== to.path)
}
