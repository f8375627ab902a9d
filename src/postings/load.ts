/**
 * Opens what is kept of an index: the snapshot, and the log of what changed since.
 *
 * Another process may write in the meantime, and nobody waits for anybody: a snapshot is moved into its
 * place whole, and a log is only added to. Where what was read does not fit together because of that, it is
 * read again.
 */

import {readCacheBytes, statCacheFile} from '../ground/cache-file.js'
import {Corpus} from './corpus.js'
import {type Chain, readLog} from './log.js'
import {applyRecord} from './record.js'
import {viewSnapshot} from './snapshot.js'
import {type Framed, HEADER, judge, type Lost, unframe} from './snapshot-format.js'
import type {VectorSpace} from './vector-table.js'

export const SNAPSHOT = 'index.bin'

/** How often what others write at the same time is waited for. */
const TRIES = 3

/** What stood on the disk when it was last looked at. */
export interface Place {
  /** The beginning of the snapshot, which no other has. */
  readonly header: Buffer
  readonly id: string
  /** How long the snapshot is. */
  readonly bytes: number
  /** How far its log was. */
  readonly chain: Chain
}

export interface Loaded {
  /** What could be used; empty where nothing could. */
  readonly corpus: Corpus
  /** Where it stands; `undefined` where there is no snapshot to add to. */
  readonly place: Place | undefined
  readonly lost: Lost | undefined
}

/** The name of the log of the snapshot with this id. */
export function logOf(id: string): string {
  return `index-${id}.log`
}

/** What an index must have been made under to be used. */
export interface Under {
  readonly fingerprint: string
  /** Vectors of another space are left where they are; where none is asked for, any are kept. */
  readonly space: VectorSpace | undefined
}

/** Reads the index in `cacheDir`, as far as it was made `under` the same. */
export function load(cacheDir: string, under: Under): Loaded {
  for (let tries = 1; ; tries++) {
    const header = headerIn(cacheDir)
    const loaded = loadOnce(cacheDir, under, header)
    if (tries === TRIES || isSettled(cacheDir, header, loaded)) return loaded
  }
}

/** Tells whether snapshot and log are on the disk as they were left at `place`. */
export function standsAt(cacheDir: string, place: Place): boolean {
  return isOf(headerIn(cacheDir), place.header) && sizeOfLog(cacheDir, place) === place.chain.length
}

/** Tells whether the snapshot of `place` is there, and `bytes` are what comes next in its log. */
export function isAdded(cacheDir: string, {header, id, chain}: Place, bytes: Buffer): boolean {
  const next = readCacheBytes(cacheDir, logOf(id), chain.length, chain.length + bytes.length)
  return next?.equals(bytes) === true && isOf(headerIn(cacheDir), header)
}

function headerIn(cacheDir: string): Buffer | undefined {
  return readCacheBytes(cacheDir, SNAPSHOT, 0, HEADER)
}

function isOf(header: Buffer | undefined, expected: Buffer | undefined): boolean {
  if (header === undefined || expected === undefined) return header === expected
  return header.equals(expected)
}

function sizeOfLog(cacheDir: string, {id}: Place): number {
  return statCacheFile(cacheDir, logOf(id))?.size ?? 0
}

/** A log that is cut off may be one that somebody is about to finish. */
function isSettled(cacheDir: string, header: Buffer | undefined, {place, lost}: Loaded): boolean {
  if (!isOf(headerIn(cacheDir), header)) return false
  if (place === undefined || lost === undefined) return true
  return sizeOfLog(cacheDir, place) === place.chain.length
}

function loadOnce(
  cacheDir: string,
  {fingerprint, space}: Under,
  header: Buffer | undefined,
): Loaded {
  const nothing = () => new Corpus(undefined, space)
  if (header === undefined) return {corpus: nothing(), place: undefined, lost: undefined}
  const framed = readSnapshot(cacheDir, fingerprint, header)
  const snapshot = typeof framed === 'string' ? undefined : viewSnapshot(framed.sections)
  if (typeof framed === 'string' || snapshot === undefined) {
    const lost = typeof framed === 'string' ? framed : 'broken'
    return {corpus: nothing(), place: undefined, lost}
  }
  const corpus = new Corpus(snapshot, space)
  const log = readLog(readCacheBytes(cacheDir, logOf(framed.id)) ?? Buffer.alloc(0), framed.id)
  const isApplied = log.records.every((record) => applyRecord(corpus, record))
  const chain = {length: log.length, sum: log.sum}
  const place = {header, id: framed.id, bytes: framed.bytes, chain}
  return {corpus, place, lost: log.lost ?? (isApplied ? undefined : 'broken')}
}

/** What is plainly none is not read whole: it may be anything, of any size. */
function readSnapshot(
  cacheDir: string,
  fingerprint: string,
  header: Buffer,
): (Framed & {readonly bytes: number}) | Lost {
  const lost = judge(header, statCacheFile(cacheDir, SNAPSHOT)?.size ?? 0)
  if (lost !== undefined) return lost
  const bytes = readCacheBytes(cacheDir, SNAPSHOT)
  const framed = bytes === undefined ? 'broken' : unframe(bytes, fingerprint)
  return typeof framed === 'string' ? framed : {...framed, bytes: bytes!.length}
}
