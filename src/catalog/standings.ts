/**
 * How the brain's memories stand, without all of them being recalled: whatever is not named here is
 * current, fresh and readable.
 *
 * Only notes that have anything to do with time are parsed and judged, and those that they name: no
 * other can be anything else. What comes out is kept beside the catalog, under its signature, with the
 * history's head where that was asked and with the span of instants in which it stays the same; an
 * unchanged brain judges nothing.
 */

import {readCacheJson, statCacheFile, writeCacheFile} from '../ground/cache-file.js'
import {earlier, later} from '../ground/instant.js'
import type {NotePath} from '../ground/note-path.js'
import type {History} from '../history/history.js'
import type {Note} from '../note/note.js'
import type {ClaimId, Standing} from '../validity/validity.js'
import {type Catalog, isSettled} from './catalog.js'
import type {Entries, Entry} from './entries.js'
import type {Steady} from './judge.js'
import {judgeTimely} from './judge-timely.js'
import type {Memory, Moment} from './memory.js'
import type {Scene} from './scene.js'

/** How a memory stands that is not current, or not fresh, or has a date that cannot be read. */
export interface Stood {
  readonly id: ClaimId
  readonly path: NotePath
  /** Where it is a fact: its number in the note, counted from 1. */
  readonly fact?: number
  readonly standing: Standing
  readonly stale: boolean
  readonly unreadable: boolean
}

/** By the memory's name. */
export type Standings = ReadonlyMap<ClaimId, Stood>

const FILE = 'standings.json'

/** Rises whenever the same brain could be judged otherwise by this program. */
const FORMAT = 1

interface Judged {
  readonly stood: readonly Stood[]
  readonly steady: Steady
  /** Whether words that are not yet committed were taken to be as old as now. */
  readonly hangsOnNow: boolean
}

interface Kept extends Judged {
  readonly format: number
  readonly signature: string
  /** The history's head; absent where the history was not asked. */
  readonly head?: string
}

/**
 * How every memory stands at `heldAt` that is anything but current, fresh and readable. What is held is
 * judged as if its files were there; all else as if they had never been.
 *
 * @param read the entries of `catalog`, as far as they were read.
 */
export async function standingsOf(
  scene: Scene,
  catalog: Catalog,
  read: Entries,
  moment: Moment,
): Promise<Standings> {
  const stood =
    (await readKept(scene, catalog, moment)) ?? (await judgeAnew(scene, catalog, read, moment))
  return new Map(stood.map((one) => [one.id, one]))
}

async function judgeAnew(
  scene: Scene,
  catalog: Catalog,
  read: Entries,
  moment: Moment,
): Promise<readonly Stood[]> {
  let head = catalog.held?.head
  let opened: History | undefined
  const history = async () => {
    opened = await scene.history()
    // Taken before anything is asked of it: a commit meanwhile makes the answer one that is not believed.
    head ??= await opened.head()
    return opened
  }
  const judged = await judgeAll({...scene, history}, read.entries, moment)
  // What is not all there, was cut short, or Git failed at, is judged again the next time; as is what is
  // about another instant than now.
  const isWhole = read.behind === 0 && !read.hasty && opened?.hasFailed?.() !== true
  if (isWhole && moment.heldAt === moment.now) keep(scene, catalog, judged, head)
  return judged.stood
}

async function judgeAll(scene: Scene, entries: readonly Entry[], moment: Moment): Promise<Judged> {
  const texts = entries.filter(({isText}) => isText)
  const present = texts.filter(({held}) => !held)
  const judged = await judgeAmong(scene, present, moment)
  if (present.length === texts.length) return judged
  const held = new Set(texts.filter(({held}) => held).map(({path}) => path))
  const withHeld = await judgeAmong(scene, texts, moment)
  return {
    stood: [...judged.stood, ...withHeld.stood.filter(({path}) => held.has(path))],
    steady: {
      from: later(judged.steady.from, withHeld.steady.from),
      until: earlier(judged.steady.until, withHeld.steady.until),
    },
    hangsOnNow: judged.hangsOnNow || withHeld.hangsOnNow,
  }
}

async function judgeAmong(
  scene: Scene,
  entries: readonly Entry[],
  moment: Moment,
): Promise<Judged> {
  const timely = notesOf(entries.filter((entry) => entry.timely))
  const noteOf = (entry: Entry) => entry.note()
  const judged = await judgeTimely(scene, {timely, all: entries, noteOf}, moment)
  const {memories, steady, hangsOnNow} = judged
  return {stood: oddAmong(memories), steady, hangsOnNow}
}

function notesOf(entries: readonly Entry[]): Note[] {
  return entries.map((entry) => entry.note()).filter((note) => note !== undefined)
}

/** Facts come after their note, in their order. */
function oddAmong(memories: readonly Memory[]): Stood[] {
  let number = 0
  return memories.flatMap(({id, note: {path}, fact, standing, stale, unreadable}): Stood[] => {
    number = fact === undefined ? 0 : number + 1
    if (standing === 'current' && !stale && !unreadable) return []
    const stood = {id, path, standing, stale, unreadable}
    return [fact === undefined ? stood : {...stood, fact: number}]
  })
}

/** What is kept, where it is of this very brain and holds at the instant asked. */
async function readKept(
  scene: Scene,
  catalog: Catalog,
  {heldAt, now}: Moment,
): Promise<readonly Stood[] | undefined> {
  try {
    const file = statCacheFile(scene.cacheDir, FILE)
    if (file === undefined || !isSettled(catalog, file.mtimeMs)) return undefined
    const kept = readCacheJson(scene.cacheDir, FILE) as Kept
    if (kept.format !== FORMAT || kept.signature !== catalog.signature) return undefined
    if (heldAt < kept.steady.from || kept.steady.until <= heldAt) return undefined
    if (kept.hangsOnNow && heldAt !== now) return undefined
    if (kept.head !== undefined && kept.head !== (await (await scene.history()).head())) {
      return undefined
    }
    return kept.stood
  } catch {
    // None is kept, or something else than we keep: it is judged anew.
    return undefined
  }
}

function keep(
  {cacheDir}: Scene,
  {signature}: Catalog,
  judged: Judged,
  head: string | undefined,
): void {
  const kept: Kept = {format: FORMAT, signature, ...(head === undefined ? {} : {head}), ...judged}
  writeCacheFile(cacheDir, FILE, JSON.stringify(kept))
}
