/**
 * The walk over the brain's commits, kept in `.brain/` and continued.
 *
 * Where the new HEAD descends from the one that was walked, only the commits between are walked;
 * otherwise all are again. Incremental equals rebuilt.
 */

import {readCacheJson, writeCacheFile} from '../ground/cache-file.js'
import {descentOf} from './descent.js'
import type {Git} from './git.js'
import {type Commit, type State, type Step, walk} from './walk.js'

const FILE = 'history/walk.json'
const VERSION = 1

/** The walk as it stands at a HEAD. */
export interface Walk {
  /** The name of HEAD, with the mark of a shallow clone: what `History.head` returns. */
  readonly head: string
  /** Newest first. */
  readonly commits: readonly Commit[]
  /** The HEAD from which it was continued last; absent where it was made anew. */
  readonly from: string | undefined
  /** Notes of whose known states those commits told new origins: what was found of them no longer holds. */
  readonly disturbed: ReadonlySet<string>
}

export interface WalkFrom {
  readonly git: Git
  readonly prefix: string
  readonly cacheDir: string
  /** The commit that HEAD is. */
  readonly id: string
  readonly head: string
  readonly boundary: ReadonlySet<string>
}

/** Brings the walk up to HEAD. */
export async function walkTo(where: WalkFrom): Promise<Walk> {
  const {git, prefix, cacheDir, id, head, boundary} = where
  const kept = readKept(cacheDir, prefix)
  const none: ReadonlySet<string> = new Set()
  if (kept?.head === head) return kept

  const old = kept !== undefined && sameClone(kept.head, head) ? idOf(kept.head) : undefined
  if (kept === undefined || old === undefined || !(await descends(git, id, old))) {
    const commits = await walk(git, id, prefix, boundary)
    return keep(cacheDir, prefix, {head, commits, from: undefined, disturbed: none})
  }
  const added = await walk(git, `${old}..${id}`, prefix, boundary)
  const commits = [...added, ...kept.commits]
  const {knows} = descentOf(kept.commits)
  const steps = added.flatMap((commit) => commit.steps)
  const disturbed = new Set(steps.filter(({to}) => knows(to)).map(({to}) => to.path))
  return keep(cacheDir, prefix, {head, commits, from: kept.head, disturbed})
}

/** Another boundary of a shallow clone is another history. */
function sameClone(a: string, b: string): boolean {
  return a.slice(idOf(a).length) === b.slice(idOf(b).length)
}

function idOf(head: string): string {
  return head.split('+')[0]!
}

/** An old commit may be gone for good, after a rebase and a while. */
async function descends(git: Git, id: string, old: string): Promise<boolean> {
  const base = await git.run(['merge-base', old, id]).catch(() => '')
  return base.trim() === old
}

/** As arrays: a large brain has tens of thousands of steps. */
type Written = readonly [string, number, 0 | 1, 0 | 1, readonly (readonly string[])[]]

interface Kept {
  readonly version: number
  readonly prefix: string
  readonly head: string
  readonly from?: string
  readonly disturbed: readonly string[]
  readonly commits: readonly Written[]
}

function keep(cacheDir: string, prefix: string, walked: Walk): Walk {
  const {head, from, disturbed, commits} = walked
  const kept: Kept = {
    version: VERSION,
    prefix,
    head,
    ...(from === undefined ? {} : {from}),
    disturbed: [...disturbed],
    commits: commits.map(({id, at, isBoundary, isBulk, steps}) => [
      id,
      at,
      isBoundary ? 1 : 0,
      isBulk ? 1 : 0,
      steps.map(({to, from}) => [to, ...from].flatMap(({path, blob}) => [path, blob])),
    ]),
  }
  writeCacheFile(cacheDir, FILE, JSON.stringify(kept))
  return walked
}

/** Reads what was kept; a file of another version, of another brain or broken is none. */
function readKept(cacheDir: string, prefix: string): Walk | undefined {
  const kept = readCacheJson(cacheDir, FILE) as Kept | undefined
  if (kept?.version !== VERSION || kept.prefix !== prefix) return undefined
  try {
    const {head, from, disturbed, commits} = kept
    return {head, from, disturbed: new Set(disturbed), commits: commits.map(commitOf)}
  } catch {
    return undefined
  }
}

function commitOf([id, at, isBoundary, isBulk, steps]: Written): Commit {
  return {
    id,
    at: at as Commit['at'],
    isBoundary: isBoundary === 1,
    isBulk: isBulk === 1,
    steps: steps.map(stepOf),
  }
}

function stepOf(flat: readonly string[]): Step {
  const states: State[] = []
  for (let at = 0; at + 1 < flat.length; at += 2)
    states.push({path: flat[at]!, blob: flat[at + 1]!})
  const [to, ...from] = states
  return {to: to!, from}
}
