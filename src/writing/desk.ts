/**
 * What planners plan from: the brain as it is at this moment.
 */

import {lookAtFiles} from '../catalog/catalog.js'
import {recollect} from '../catalog/memories.js'
import type {Memory} from '../catalog/memory.js'
import type {Scene} from '../catalog/scene.js'
import type {Zone} from '../ground/day.js'
import type {Instant} from '../ground/instant.js'
import type {NotePath} from '../ground/note-path.js'
import {type ReadFile, readerOf} from './draft.js'

export interface Desk {
  readonly now: Instant
  readonly zone: Zone
  readonly memories: readonly Memory[]
  /** Every path of the brain that is taken, whether or not it is a note. */
  readonly paths: readonly NotePath[]
  readonly read: ReadFile
}

/**
 * Reads the brain as it is now. Without `recalled` no memories are read, only which files there are:
 * enough to add one that touches no other, and cheap however large the brain.
 */
export async function openDesk(scene: Scene, {recalled = true} = {}): Promise<Desk> {
  const now = scene.clock.now()
  const catalog = await lookAtFiles(scene)
  const memories = recalled ? (await recollect(scene, catalog, {heldAt: now, now})).memories : []
  return {
    now,
    zone: scene.settings.zone,
    memories,
    paths: catalog.files.map((file) => file.path),
    read: readerOf(scene.root),
  }
}
