/**
 * Brings the index in step with the files, by path and digest.
 *
 * A note whose digest the index has is not looked at. The others are those that the catalog has just read; where it has
 * not, the file is read once more, and goes in only if its bytes still have the digest that the catalog knows: a
 * file that changed in between is put in next time, and counted as behind until then. The newest come first, since what was just written is what is asked
 * for, and what was done is saved every now and then, so that whoever is killed loses little. Notes whose
 * disappearance is held stay as they are.
 */

import {changesBetween} from '../catalog/between.js'
import type {Entries, Entry} from '../catalog/entries.js'
import type {Scene} from '../catalog/scene.js'
import type {Instant} from '../ground/instant.js'
import type {NotePath} from '../ground/note-path.js'
import type {FileEntry} from '../note/files.js'
import type {IndexedNote, IndexStore, VectorOf} from '../store/index-store.js'
import {loadStemmers} from '../terms/stem.js'
import {entryOf} from './entry-of.js'
import {fillVectors} from './fill-vectors.js'
import type {Model} from './model.js'
import {readAgain} from './read-again.js'

/** What was done, and what is left. */
export interface Step {
  /** Notes that were put in. */
  readonly changed: number
  readonly removed: number
  /** Chunks whose words were read. */
  readonly redone: number
  /** Notes that the index does not have as they are now. */
  readonly behind: number
  /** Whether what was done could be kept; true where there was nothing to keep. */
  readonly kept: boolean
}

/** An index, and the model that its passages are understood by. */
export interface Opened {
  readonly store: IndexStore
  readonly model: Model
}

export interface Pace {
  /** Until when to go on, by the scene's clock; at least one note is put in. */
  readonly until?: Instant
  /** Of the walk: the newest files come first. */
  readonly files: readonly FileEntry[]
  /** What the index is known to be in step with: then what is the same there is not compared. */
  readonly before?: Entries | undefined
}

/**
 * In milliseconds by the scene's clock: so much work may be lost by whoever is killed. More where a saving takes long,
 * since it may write all that there is anew: of ten parts of the time one at most goes into savings.
 */
const BETWEEN_SAVINGS = 10_000
const WORK_PER_SAVING = 9

/** So many notes are much: a log of them takes longer to open than what is written anew. */
const MANY_CHANGES = 500

/** Work that lasts is shown; what is done in the blink of an eye is not. */
const MANY_NOTES = 200
const STEP = 20

/** Puts into the index what it lacks of `read`, and takes out what is not there any more. */
export async function bringInStep(
  scene: Scene,
  {store, model}: Opened,
  read: Entries,
  pace: Pace,
): Promise<Step> {
  const {before} = pace
  const {gone, waiting: outdated} =
    before === undefined ? compare(store, read) : compareWith(before, read)
  for (const path of gone) store.remove(path)
  const removed = gone.length
  const waiting = newestFirst(outdated, pace.files)
  const done = {changed: 0, redone: 0, kept: true}
  const savings = savingsOf(scene, store)
  let late = 0
  let at = 0
  for (const entry of waiting) {
    const redone = await put(scene, store, model, read, entry)
    at++
    if (redone === undefined) late++
    else {
      done.changed++
      done.redone += redone
    }
    done.kept = savings.mayBeDue() && done.kept
    if (MANY_NOTES < waiting.length && (at % STEP === 0 || at === waiting.length)) {
      scene.onProgress?.(at, waiting.length, 'indexing notes')
    }
    if (pace.until !== undefined && pace.until <= scene.clock.now()) break
  }
  if (at === waiting.length && !model.isSlow)
    await fillVectors(scene, store, model, read, pace.until)
  // Also where nothing was new: what is damaged on the disk is written anew.
  const isMuch = MANY_CHANGES <= done.changed + removed
  done.kept = store.save(isMuch).kept && done.kept
  return {...done, removed, behind: read.behind + late + waiting.length - at}
}

/** Saves now and then while notes are put. */
function savingsOf({clock}: Scene, store: IndexStore) {
  let next = clock.now() + BETWEEN_SAVINGS
  return {
    /** Saves where it is time to. False where that was not possible. */
    mayBeDue(): boolean {
      const begun = clock.now()
      if (begun < next) return true
      const {kept} = store.save()
      const ended = clock.now()
      next = ended + Math.max(BETWEEN_SAVINGS, WORK_PER_SAVING * (ended - begun))
      return kept
    },
  }
}

/** How many notes the index does not have as they are, without doing anything about it. */
export function countBehind(store: IndexStore, read: Entries): number {
  const {gone, waiting} = compare(store, read)
  return read.behind + gone.length + waiting.length
}

/** What the index has and the brain has not, and what it has not as it is. */
function compare(store: IndexStore, {entries}: Entries): {gone: NotePath[]; waiting: Entry[]} {
  const waiting: Entry[] = []
  let indexed = 0
  for (const entry of entries) {
    if (!entry.isText) continue
    const known = store.digestOf(entry.path)
    if (known !== undefined) indexed++
    // What is held and is not in the index cannot be read: nothing waits for it.
    if (known !== entry.digest && !entry.held) waiting.push(entry)
  }
  // Mostly there is nothing else, and the names that the index has need not be read.
  if (indexed === store.notes) return {gone: [], waiting}
  const there = new Set(entries.filter(({isText}) => isText).map(({path}) => path))
  return {gone: [...store.paths()].filter((path) => !there.has(path)), waiting}
}

/** The same by what the index was in step with before. */
function compareWith(before: Entries, {entries}: Entries): {gone: NotePath[]; waiting: Entry[]} {
  const gone: NotePath[] = []
  const waiting: Entry[] = []
  for (const {before: old, after} of changesBetween(before.entries, entries)) {
    if (after?.isText === true) {
      if (!after.held) waiting.push(after)
    } else if (old?.isText === true) gone.push(old.path)
  }
  return {gone, waiting}
}

function newestFirst(entries: Entry[], files: readonly FileEntry[]): Entry[] {
  if (entries.length < 2) return entries
  const times = new Map(files.map(({path, mtimeMs}) => [path, mtimeMs]))
  const timeOf = ({path}: Entry) => times.get(path) ?? 0
  return entries.sort((a, b) => timeOf(b) - timeOf(a) || (a.path < b.path ? -1 : 1))
}

/** Puts a note in. Returns how many chunks were read; `undefined` where its file is not as it was. */
async function put(
  scene: Scene,
  store: IndexStore,
  model: Model,
  read: Entries,
  entry: Entry,
): Promise<number | undefined> {
  const found = read.take(entry.path) ?? readAgain(scene.root, entry)
  if (found === undefined) return undefined
  const indexed = entryOf(found, entry.digest, scene.settings.zone)
  await loadStemmers([indexed.language])
  return store.put(indexed, await vectorsOf(store, model, indexed)).redone
}

/** The vectors of those chunks that the note did not have, where the model tells them. */
export async function vectorsOf(
  store: IndexStore,
  model: Model,
  {path, chunks}: IndexedNote,
): Promise<VectorOf | undefined> {
  // Of a slow model nobody waits for anything but words: `slowFilling`.
  if (model.kind === undefined || model.isSlow) return undefined
  const known = new Set(store.idsOf(path))
  const fresh = known.size === 0 ? chunks : chunks.filter(({id}) => !known.has(id))
  const vectors = await model.vectorsOf(fresh)
  if (vectors === undefined) return undefined
  const byId = new Map(fresh.map(({id}, index) => [id, vectors[index]!]))
  return (place) => byId.get(chunks[place]!.id)
}
