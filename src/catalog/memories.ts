/**
 * Every memory of the brain with how it stands: those that time has to do with are judged, all others
 * are as memories are.
 */

import {LATEST} from '../ground/instant.js'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import type {History} from '../history/history.js'
import type {Note} from '../note/note.js'
import {ALWAYS} from '../validity/validity.js'
import type {Catalog} from './catalog.js'
import {complaintsOf} from './claims.js'
import type {Steady} from './judge.js'
import {judgeTimely} from './judge-timely.js'
import type {Memory, Moment} from './memory.js'
import type {Scene} from './scene.js'
import {subjectsOf} from './subjects.js'
import {hasTtl, saysOfTime} from './timely.js'

export type {Moment} from './memory.js'

export interface Recollection {
  /** By path; the facts of a note after it, in the order of the file. */
  readonly memories: readonly Memory[]
  /** Of parsing, of references, and of how memories stand. The walk's are the catalog's own. */
  readonly messages: readonly Message[]
  readonly steady: Steady
  /** Whether words that are not yet committed were taken to be as old as now. */
  readonly hangsOnNow: boolean
  /** The history's head, where the age of words was looked at. */
  readonly head: string | undefined
  /** Whether a busy machine cut something short, or Git failed: another time it may be otherwise. */
  readonly hasty: boolean
}

/** A process that keeps a brain open has one catalog as long as no file changes. */
const lastRecalled = new WeakMap<Catalog, Recollection>()

/** Recalls all memories as they stand at `heldAt`. */
export async function recollect(
  scene: Scene,
  catalog: Catalog,
  moment: Moment,
): Promise<Recollection> {
  const last = lastRecalled.get(catalog)
  if (last !== undefined && (await stillHolds(scene, last, moment))) return last
  const recollection = await recollectAnew(scene, catalog, moment)
  if (!recollection.hasty) lastRecalled.set(catalog, recollection)
  return recollection
}

async function stillHolds(
  scene: Scene,
  {steady, hangsOnNow, head}: Recollection,
  {heldAt}: Moment,
): Promise<boolean> {
  if (hangsOnNow || heldAt < steady.from || steady.until <= heldAt) return false
  return head === undefined || head === (await (await scene.history()).head())
}

async function recollectAnew(
  scene: Scene,
  catalog: Catalog,
  moment: Moment,
): Promise<Recollection> {
  const {settings} = scene
  let head: string | undefined
  let opened: History | undefined
  const history = async () => {
    opened = await scene.history()
    // Taken before anything is asked of it: a commit meanwhile makes this one that is not believed.
    head ??= await opened.head()
    return opened
  }
  const {notes, messages} = await catalog.notes()
  const timely = notes.filter(
    (note) => saysOfTime(note) || hasTtl(note.role, note.place.hall, settings),
  )
  const judged = await judgeTimely(
    {...scene, history},
    {timely, all: notes, noteOf: (note) => note},
    moment,
  )
  const paths = notes.map((note) => note.path)
  const said = [...messages, ...complaintsOf(judged.unresolved, paths), ...judged.messages]
  const {steady, hangsOnNow} = judged
  const hasFailed = (opened as History | undefined)?.hasFailed?.() === true
  const hasty = hasFailed || said.some(({rule}) => rule === 'structure-capped')
  return {
    memories: withOrdinary(notes, judged.memories),
    messages: said,
    ...{steady, hangsOnNow, head, hasty},
  }
}

/** The memories of all notes, in their order; those that were not judged hold always. */
function withOrdinary(notes: readonly Note[], judged: readonly Memory[]): Memory[] {
  const byPath = new Map<NotePath, Memory[]>()
  for (const memory of judged) {
    const {path} = memory.note
    const found = byPath.get(path)
    if (found === undefined) byPath.set(path, [memory])
    else found.push(memory)
  }
  const memories: Memory[] = []
  for (const note of notes) {
    const found = byPath.get(note.path)
    if (found === undefined) pushOrdinary(memories, note)
    else memories.push(...found)
  }
  return memories
}

function pushOrdinary(memories: Memory[], note: Note): void {
  for (const {id, fact} of subjectsOf([note])) {
    const memory = {
      id,
      note,
      validity: ALWAYS,
      standing: 'current' as const,
      stale: false,
      trustedUntil: LATEST,
      unreadable: false,
    }
    memories.push(fact === undefined ? memory : {...memory, fact})
  }
}
