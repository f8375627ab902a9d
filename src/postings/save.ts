/**
 * Makes what changed last: adds it to the log, or writes a new snapshot where that is due.
 *
 * No process waits for another, and no lock is left behind by one that was killed. What is on the disk is
 * always what one process had. Whoever finds that another has written looks whether it came to the same,
 * which it does where both read the same files; then only what is missing is added. Otherwise everything is
 * written anew: the last one to save is right, and for whatever it did not know the digests of its notes tell.
 */

import {randomBytes} from 'node:crypto'
import {
  appendCacheFile,
  listCacheFiles,
  removeCacheFile,
  statCacheFile,
  writeCacheFile,
} from '../ground/cache-file.js'
import {differences, isSameAt} from './compare.js'
import {Corpus} from './corpus.js'
import {
  isAdded,
  type Loaded,
  load,
  logOf,
  type Place,
  SNAPSHOT,
  standsAt,
  type Under,
} from './load.js'
import {emptyChain, extend} from './log.js'
import {Pending} from './pending.js'
import {applyRecord, pathIn} from './record.js'
import {viewSnapshot} from './snapshot.js'
import {frame, HEADER} from './snapshot-format.js'
import {writeSections} from './write-snapshot.js'

export interface Saved {
  /** False where nothing could be written: then the work is done again next time. */
  readonly kept: boolean
  readonly bytes: number
  readonly how: 'nothing' | 'added' | 'rewritten'
}

/** An index in memory, and what is known of it on the disk. */
export interface Held extends Under {
  /** `undefined` where nothing is to be kept. */
  readonly cacheDir: string | undefined
  corpus: Corpus
  place: Place | undefined
  pending: Pending
  /** What is on the disk is damaged, and is to be written anew whatever happens. */
  isDamaged: boolean
  /** So many bytes a log may have whatever the size of its snapshot. */
  readonly smallLog: number
}

/** A log may be so large a part of its snapshot. Both are read at each start, and a log takes longer. */
const SHARE_OF_LOG = 1 / 4

/** So many dead chunks, and such a share of those alive, slow reading down. */
const MANY_DEAD = 1000
const SHARE_OF_DEAD = 1 / 4

/** How often what another process writes at the same moment is looked at again. */
const TRIES = 3

/** What a killed process was writing, in milliseconds after it stopped, is nobody's. */
const ABANDONED = 600_000

const NOTHING: Saved = {kept: true, bytes: 0, how: 'nothing'}
const NOT_KEPT: Saved = {kept: false, bytes: 0, how: 'nothing'}

/** Records that can still be added to the log at `place`, where there is one. */
export function pendingAt(place: Place | undefined, smallLog: number): Pending {
  if (place === undefined) return new Pending(0)
  return new Pending(Math.max(smallLog, place.bytes * SHARE_OF_LOG) - place.chain.length)
}

/**
 * Saves what changed, without a log where `anew` says so. Numbers of notes and chunks are others where all
 * was written anew.
 */
export function save(held: Held, anew = false): Saved {
  const {cacheDir, pending} = held
  const isLogged = anew && 0 < (held.place?.chain.length ?? 0)
  if (!pending.isAny && !held.isDamaged && !isLogged) return NOTHING
  if (cacheDir === undefined) return NOT_KEPT
  const {records} = pending
  const isDue = anew || records === undefined || held.isDamaged || isFullOfDead(held.corpus)
  const added = isDue ? undefined : add(held, cacheDir, records)
  return added ?? rewrite(held, cacheDir)
}

function isFullOfDead({dead, chunkCount}: Corpus): boolean {
  return Math.max(MANY_DEAD, chunkCount * SHARE_OF_DEAD) < dead
}

/** Adds records to the log. `undefined` where what is on the disk is nothing to add to. */
function add(held: Held, cacheDir: string, records: readonly Buffer[]): Saved | undefined {
  let {place} = held
  let left: readonly Buffer[] | undefined = records
  for (let tries = 0; tries < TRIES && place !== undefined; tries++) {
    if (standsAt(cacheDir, place)) {
      const {bytes, after} = extend(place.chain, left)
      if (!appendCacheFile(cacheDir, logOf(place.id), bytes, {create: true})) return undefined
      if (isAdded(cacheDir, place, bytes)) {
        settle(held, {...place, chain: after})
        return {kept: true, bytes: bytes.length, how: 'added'}
      }
    }
    const disk = load(cacheDir, held)
    left = missingOn(disk, held.corpus, left)
    if (left === undefined) return undefined
    place = disk.place
    if (left.length === 0 && place !== undefined) {
      settle(held, place)
      return NOTHING
    }
  }
  return undefined
}

/**
 * Which of `records` are still to be added to what another process left on the disk, so that it becomes
 * `own`; `undefined` where that is not enough.
 */
function missingOn(
  {corpus, lost}: Loaded,
  own: Corpus,
  records: readonly Buffer[],
): readonly Buffer[] | undefined {
  if (lost !== undefined) return undefined
  const different = differences(own, corpus)
  const missing = records.filter((record) => different.has(pathIn(record)))
  const areApplied = missing.every((record) => applyRecord(corpus, record))
  const isSame = areApplied && [...different].every((path) => isSameAt(own, corpus, path))
  return isSame ? missing : undefined
}

/** Writes a new snapshot beside the old one and moves it into its place. */
function rewrite(held: Held, cacheDir: string): Saved {
  const id = randomBytes(8).toString('hex')
  const sections = writeSections(held.corpus)
  const parts = frame(sections, id, held.fingerprint)
  const snapshot = viewSnapshot(sections)
  // What could not be read again is not written.
  if (parts === undefined || snapshot === undefined) return NOT_KEPT
  if (!writeCacheFile(cacheDir, SNAPSHOT, parts)) return NOT_KEPT
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  const header = Buffer.from(parts[0]!.subarray(0, HEADER))
  const {vectors} = held.corpus
  held.corpus = new Corpus(snapshot, held.space, vectors && vectors.revision + 1)
  settle(held, {header, id, bytes, chain: emptyChain(id)})
  clearUp(cacheDir, held.place!)
  return {kept: true, bytes, how: 'rewritten'}
}

function settle(held: Held, place: Place): void {
  held.place = place
  held.pending = pendingAt(place, held.smallLog)
  held.isDamaged = false
}

/** Removes the logs of other snapshots, and what processes that were killed left half-written. */
function clearUp(cacheDir: string, place: Place): void {
  const own = statCacheFile(cacheDir, SNAPSHOT)
  // Another may have come since: then its log stays, and this is its affair.
  if (own === undefined || !standsAt(cacheDir, place)) return
  for (const name of listCacheFiles(cacheDir)) {
    const isLog = /^index-[0-9a-f]{16}\.log$/.test(name) && name !== logOf(place.id)
    const isHalf = /^index\.bin\.[0-9a-f]+\.tmp$/.test(name)
    const age = isHalf ? own.mtimeMs - (statCacheFile(cacheDir, name)?.mtimeMs ?? own.mtimeMs) : 0
    if (isLog || ABANDONED < age) removeCacheFile(cacheDir, name)
  }
}
