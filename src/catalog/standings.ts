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
import {changesBetween} from './between.js'
import {type Catalog, isSettled} from './catalog.js'
import type {Entries, Entry} from './entries.js'
import type {Steady} from './judge.js'
import {callingName, judgeTimely, UPWARDS} from './judge-timely.js'
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
  /** What references name; absent of what was kept on the disk. */
  readonly named?: ReadonlySet<string>
}

/** A judgement that holds as long as these are the same. */
interface Grounded extends Judged {
  /** The history's head; absent where the history was not asked. */
  readonly head?: string
}

interface Kept extends Grounded {
  readonly format: number
  readonly signature: string
}

/** What was judged last, for whoever asks again and again: of the same catalog nothing is read or judged twice. */
export class LastJudged {
  of: Catalog | undefined
  entries: readonly Entry[] = []
  judged: Grounded | undefined
  standings: Standings | undefined
}

/**
 * How every memory stands at `heldAt` that is anything but current, fresh and readable. What is held is
 * judged as if its files were there; all else as if they had never been.
 *
 * @param read the entries of `catalog`, as far as they were read.
 * @param last filled here; where it is of this catalog and still holds, its standings are returned.
 */
export async function standingsOf(
  scene: Scene,
  catalog: Catalog,
  read: Entries,
  moment: Moment,
  last: LastJudged = new LastJudged(),
): Promise<Standings> {
  const {judged, standings} = last
  if (judged !== undefined && standings !== undefined && (await holds(scene, judged, moment))) {
    if (last.of === catalog) return standings
    if (read.behind === 0 && !read.hasty && isUntouched(judged, last.entries, read.entries)) {
      last.of = catalog
      last.entries = read.entries
      return standings
    }
  }
  // Who has judged before goes on from what he knows: what is kept is for the next process.
  const isFirst = last.of === undefined
  const kept = isFirst ? await readKept(scene, catalog, moment) : undefined
  const found = kept ?? (await judgeAnew(scene, catalog, read, moment))
  const named = new Map(found.stood.map((one) => [one.id, one]))
  if (!('isPassing' in found)) {
    if (isFirst && kept === undefined) keep(scene, catalog, found)
    last.of = catalog
    last.entries = read.entries
    last.judged = found
    last.standings = named
  }
  return named
}

/**
 * Whether what changed between two lists of entries cannot have touched a judgement: notes that time has nothing to do
 * with, and that no reference can mean or have meant. What Git was asked for is asked again.
 */
function isUntouched(
  {named, head}: Grounded,
  before: readonly Entry[],
  after: readonly Entry[],
): boolean {
  if (named === undefined || named.has(UPWARDS) || head !== undefined) return false
  const isApart = (entry: Entry | undefined) =>
    entry === undefined ||
    (!entry.timely && !entry.held && !namesOf(entry).some((name) => named.has(callingName(name))))
  for (const change of changesBetween(before, after)) {
    if (!isApart(change.before) || !isApart(change.after)) return false
  }
  return true
}

function namesOf({path, title, aliases}: Entry): string[] {
  return [path, title, ...aliases]
}

/** A judgement that is not to be kept. */
interface Passing extends Judged {
  readonly isPassing: true
}

async function judgeAnew(
  scene: Scene,
  catalog: Catalog,
  read: Entries,
  moment: Moment,
): Promise<Grounded | Passing> {
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
  if (!isWhole || moment.heldAt !== moment.now) return {...judged, isPassing: true}
  return head === undefined ? judged : {...judged, head}
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
  const {memories, steady, hangsOnNow, named} = judged
  return {stood: oddAmong(memories), steady, hangsOnNow, named}
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
  moment: Moment,
): Promise<Grounded | undefined> {
  try {
    const file = statCacheFile(scene.cacheDir, FILE)
    if (file === undefined || !isSettled(catalog, file.mtimeMs)) return undefined
    const kept = readCacheJson(scene.cacheDir, FILE) as Kept
    if (kept.format !== FORMAT || kept.signature !== catalog.signature) return undefined
    return (await holds(scene, kept, moment)) ? kept : undefined
  } catch {
    // None is kept, or something else than we keep: it is judged anew.
    return undefined
  }
}

/** Whether what was judged of the same files is so at this moment too. */
async function holds(
  scene: Scene,
  {steady, hangsOnNow, head}: Grounded,
  {heldAt, now}: Moment,
): Promise<boolean> {
  if (heldAt < steady.from || steady.until <= heldAt) return false
  if (hangsOnNow && heldAt !== now) return false
  return head === undefined || head === (await (await scene.history()).head())
}

function keep({cacheDir}: Scene, {signature}: Catalog, judged: Grounded): void {
  const {stood, steady, hangsOnNow, head} = judged
  const kept: Kept = {
    ...{format: FORMAT, signature, stood, steady, hangsOnNow},
    ...(head === undefined ? {} : {head}),
  }
  writeCacheFile(cacheDir, FILE, JSON.stringify(kept))
}
