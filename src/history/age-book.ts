/**
 * The ages of many units, kept in `.brain/`.
 *
 * While HEAD is the same and the units were asked for before, no Git is started. When HEAD has moved
 * on, a unit is only followed through the new commits of its own note.
 */

import {readCacheJson, writeCacheFile} from '../ground/cache-file.js'
import {agesOf, type Found, findChanges, unitKey, wordReader} from './ages.js'
import {type Descent, descentOf} from './descent.js'
import type {Ages, Unit} from './history.js'
import type {Walk} from './kept-walk.js'
import type {State} from './walk.js'

const FILE = 'history/ages.json'
const VERSION = 1

/** Notes followed at a time: enough that Git is never waited for idly. */
const AT_ONCE = 32

export interface AgeSources {
  readonly cacheDir: string
  readonly prefix: string
  /** What `History.head` returns. */
  readonly head: string
  readonly walk: () => Promise<Walk>
  /** Blobs of the notes at HEAD, by brain-relative path. */
  readonly tree: () => Promise<ReadonlyMap<string, string>>
  readonly read: (blob: string) => Promise<Uint8Array | undefined>
}

interface Book {
  readonly head: string
  readonly found: ReadonlyMap<string, Found>
}

/** Finds the ages of `units`, in the order asked. */
export async function agesFrom(
  sources: AgeSources,
  units: readonly Unit[],
): Promise<readonly Ages[]> {
  const {cacheDir, prefix, head} = sources
  const kept = readBook(cacheDir, prefix)
  const isCurrent = kept?.head === head
  const isKnown = (unit: Unit) => isCurrent && kept.found.has(unitKey(unit))
  if (units.every(isKnown)) {
    return units.map((unit) => agesOf(unit, kept!.found.get(unitKey(unit))!))
  }

  const walk = await sources.walk()
  const isNext = kept !== undefined && walk.from === kept.head
  const old = isCurrent || isNext ? kept!.found : new Map<string, Found>()
  const disturbed = isCurrent ? new Set<string>() : walk.disturbed
  const found = await findAll(sources, units, {...walk, disturbed}, old)
  // What was not asked for this time holds as long as HEAD is the same, and no longer.
  keep(cacheDir, prefix, head, isCurrent ? new Map([...old, ...found]) : found)
  return units.map((unit) => agesOf(unit, found.get(unitKey(unit))!))
}

async function findAll(
  {tree, read}: AgeSources,
  units: readonly Unit[],
  walk: Walk,
  old: ReadonlyMap<string, Found>,
): Promise<ReadonlyMap<string, Found>> {
  const blobs = await tree()
  const found = new Map<string, Found>()
  let descent: Descent | undefined

  // Note by note, so that only the words of few notes' versions are in memory at a time.
  async function findIn(group: readonly Unit[]): Promise<void> {
    const {path} = group[0]!
    const blob = blobs.get(path)
    const state: State | undefined = blob === undefined ? undefined : {path, blob}
    const readWords = wordReader(read)
    for (const unit of group) {
      const key = unitKey(unit)
      const known = old.get(key)
      const holds = known?.names.some((name) => walk.disturbed.has(name)) === false
      if (holds && known.state?.blob === blob) {
        found.set(key, known)
      } else {
        descent ??= descentOf(walk.commits)
        const start = holds ? known : undefined
        found.set(key, await findChanges(unit, state, descent, readWords, start))
      }
    }
  }

  const groups = [...byPath(units)]
  for (let at = 0; at < groups.length; at += AT_ONCE) {
    await Promise.all(groups.slice(at, at + AT_ONCE).map(findIn))
  }
  return found
}

function byPath(units: readonly Unit[]): Iterable<readonly Unit[]> {
  const groups = new Map<string, Unit[]>()
  for (const unit of units) {
    const group = groups.get(unit.path)
    if (group === undefined) groups.set(unit.path, [unit])
    else group.push(unit)
  }
  return groups.values()
}

function keep(
  cacheDir: string,
  prefix: string,
  head: string,
  found: ReadonlyMap<string, Found>,
): void {
  const text = JSON.stringify({version: VERSION, prefix, head, found: [...found]})
  writeCacheFile(cacheDir, FILE, text)
}

function readBook(cacheDir: string, prefix: string): Book | undefined {
  const kept = readCacheJson(cacheDir, FILE) as
    | {version: number; prefix: string; head: string; found: [string, Found][]}
    | undefined
  if (kept?.version !== VERSION || kept.prefix !== prefix) return undefined
  if (!Array.isArray(kept.found)) return undefined
  return {head: kept.head, found: new Map(kept.found)}
}
