/**
 * Every memory of the brain with how it stands: what had to be asked, then `judge`.
 */

import type {Instant} from '../ground/instant.js'
import type {Message} from '../ground/message.js'
import {agesOf, followed} from './asking.js'
import type {Catalog} from './catalog.js'
import {complaintsOf} from './claims.js'
import {unclocked} from './clocks.js'
import {judge, type Steady} from './judge.js'
import type {Memory} from './memory.js'
import type {Scene} from './scene.js'
import {subjectsOf} from './subjects.js'

export interface Recollection {
  /** By path; the facts of a note after it, in the order of the file. */
  readonly memories: readonly Memory[]
  /** Of parsing, of references, and of how memories stand. The walk's are the catalog's own. */
  readonly messages: readonly Message[]
  readonly steady: Steady
  /** Whether words that are not yet committed were taken to be as old as now. */
  readonly hangsOnNow: boolean
}

/**
 * The two instants of one question. Whoever asks about the present reads the clock once: words that are
 * not yet committed are of `now`, and a moment later they would be from the future.
 */
export interface Moment {
  readonly heldAt: Instant
  readonly now: Instant
}

/** Recalls all memories as they stand at `heldAt`. */
export async function recollect(
  scene: Scene,
  catalog: Catalog,
  {heldAt, now}: Moment,
): Promise<Recollection> {
  const {settings} = scene
  const {notes, messages} = await catalog.notes()
  const subjects = subjectsOf(notes)
  const {claims, unresolved} = await followed(scene, subjects, notes)
  const asked = unclocked(subjects, claims, settings, heldAt)
  const ages = await agesOf(scene, subjects, asked)
  const judgement = judge({subjects, claims, ages, settings, heldAt, now})
  const paths = notes.map((note) => note.path)
  return {
    memories: judgement.memories,
    messages: [...messages, ...complaintsOf(unresolved, paths), ...judgement.messages],
    steady: judgement.steady,
    hangsOnNow: [...ages.values()].some(({committed}) => !committed),
  }
}
