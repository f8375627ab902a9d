/**
 * Answers kept under `.brain/boot/`, so that asking again costs no more than looking whether
 * anything changed.
 *
 * An answer is a function of the files and settings (the catalog's signature), of what is asked, of the
 * history's head where the age of words was looked at, and of the instant only by steps: between two
 * boundaries, where something begins, lapses or goes stale, it stays the same. All of that is kept
 * beside it, and where any of it is otherwise now, the answer is made anew.
 *
 * The ledger may have a line for each of ten thousand drawers, so it stands in a file of its own
 * that is read only when asked for.
 */

import {readdirSync, rmSync, statSync} from 'node:fs'
import path from 'node:path'
import {type Catalog, isSettled} from '../catalog/catalog.js'
import type {Moment} from '../catalog/memories.js'
import {openCacheDir, readCacheJson, writeCacheFile} from '../ground/cache-file.js'
import {digest} from '../ground/digest.js'
import type {Instant} from '../ground/instant.js'
import type {BootContext, LedgerLine} from './context.js'

const FOLDER = 'boot'

/** Rises whenever the same brain and question could get another answer from this program. */
const FORMAT = 5

/** The span of instants in which an answer stays the same. */
export interface Steady {
  readonly from: Instant
  /** Excluded. */
  readonly until: Instant
}

/** An answer without the instant it was asked for, which is the asker's. */
export type Answer = Omit<BootContext, 'heldAt'>

/** What an answer stands on, besides the files and the instant. */
export interface Ground {
  readonly steady: Steady
  /** The history's head; `undefined` where the history was not asked. */
  readonly head: string | undefined
  /** Whether something in it is as old as now: then it is for those alone who ask about the present. */
  readonly hangsOnNow: boolean
}

interface Kept extends Ground {
  readonly format: number
  readonly signature: string
  readonly answer: Omit<Answer, 'ledger'>
  /** What the ledger's file must say of itself to belong to this answer. */
  readonly ledger: string
}

/** Answers kept at once. Every session asks a question of its own, and they should not pile up. */
const MOST_FILES = 100

/** Names a question: what is asked, apart from when. */
export function nameOf(question: unknown): string {
  return digest(JSON.stringify([FORMAT, question]))
}

/**
 * The answer kept under `name`, where it still is the answer at `heldAt`; else `undefined`.
 *
 * @param head tells the history's head; asked only where the answer depends on it.
 */
export async function readMemo(
  cacheDir: string,
  catalog: Catalog,
  name: string,
  question: Moment & {readonly ledger: boolean},
  head: () => Promise<string>,
): Promise<Answer | undefined> {
  try {
    const writtenMs = statSync(path.join(cacheDir, fileOf(name))).mtimeMs
    if (!isSettled(catalog, writtenMs)) return undefined
    const kept = readCacheJson(cacheDir, fileOf(name)) as Kept
    if (kept.format !== FORMAT || kept.signature !== catalog.signature) return undefined
    if (question.heldAt < kept.steady.from || kept.steady.until <= question.heldAt) return undefined
    if (kept.hangsOnNow && question.heldAt !== question.now) return undefined
    if (kept.head !== undefined && kept.head !== (await head())) return undefined
    if (!question.ledger) return {...kept.answer, ledger: []}
    const {of, lines} = readCacheJson(cacheDir, ledgerOf(name)) as KeptLedger
    return of === kept.ledger ? {...kept.answer, ledger: lines} : undefined
  } catch {
    // None is kept, or something else than we keep: it is made anew.
    return undefined
  }
}

interface KeptLedger {
  readonly of: string
  readonly lines: readonly LedgerLine[]
}

/** Keeps an answer. Never fails. */
export function writeMemo(
  cacheDir: string,
  signature: string,
  name: string,
  {ledger: lines, ...answer}: Answer,
  ground: Ground,
): void {
  const of = digest(JSON.stringify([signature, ground, answer]))
  const ledger: KeptLedger = {of, lines}
  const kept: Kept = {format: FORMAT, signature, ...ground, answer, ledger: of}
  if (!openCacheDir(cacheDir)) return
  prune(path.join(cacheDir, FOLDER))
  if (writeCacheFile(cacheDir, ledgerOf(name), JSON.stringify(ledger))) {
    writeCacheFile(cacheDir, fileOf(name), JSON.stringify(kept))
  }
}

function prune(folder: string): void {
  try {
    if (MOST_FILES < readdirSync(folder).length) rmSync(folder, {recursive: true, force: true})
  } catch {
    // There is none yet; or it stays, and takes a little room.
  }
}

function fileOf(name: string): string {
  return `${FOLDER}/${name}.json`
}

function ledgerOf(name: string): string {
  return `${FOLDER}/${name}.ledger.json`
}
