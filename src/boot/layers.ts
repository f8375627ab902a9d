/**
 * Which layers a context has, in what order, and what each of them considers.
 *
 * The order is the one in which things change: who the agent is hardly ever, what happened today with
 * every boot. A provider's prompt cache keeps the longest beginning that stayed the same.
 */

import type {Memory} from '../catalog/memory.js'
import type {Day} from '../ground/day.js'
import type {NotePath} from '../ground/note-path.js'
import type {Settings} from '../settings/settings.js'
import type {BootLayer} from './context.js'
import {essentialsLayer} from './drawers.js'
import {factsLayer} from './facts.js'
import {recentLayer, userLayer} from './logs.js'
import {projectLayer, type Where} from './project.js'
import {sectionsLayer} from './sections.js'
import {sessionLayer} from './session.js'
import {type FoundForTask, taskLayer} from './task.js'

export interface Wanted {
  readonly where?: Where | undefined
  readonly session?: string | undefined
  /** What was found for a task, where there is one. */
  readonly found?: FoundForTask | undefined
  /** The day of the instant asked for, in the brain's zone. */
  readonly today: Day
  /** Files that the harness brings into the context by itself. */
  readonly loaded: ReadonlySet<NotePath>
}

/**
 * The layers of a boot context.
 *
 * @throws {BrainError} `unknown-name` where the brain has no such wing or room.
 */
export function layersOf(
  memories: readonly Memory[],
  {where, session, found, today, loaded}: Wanted,
  settings: Settings['boot'],
): BootLayer[] {
  const {halfLife} = settings
  return [
    sectionsLayer('identity', memories, loaded),
    sectionsLayer('procedures', memories, loaded),
    userLayer(memories, loaded),
    factsLayer(memories, loaded, settings),
    essentialsLayer(memories, loaded, halfLife),
    ...(where === undefined ? [] : [projectLayer(memories, where, loaded, halfLife)]),
    ...(session === undefined ? [] : [sessionLayer(memories, session, loaded)]),
    ...(found === undefined ? [] : [taskLayer(found, memories, loaded)]),
    recentLayer(memories, today, loaded),
  ]
}
