/**
 * Says that somebody looked and it still holds: restarts the ttl clock.
 */

import type {OnDay, Written} from '../brain.js'
import type {Memory} from '../catalog/memory.js'
import type {Scene} from '../catalog/scene.js'
import {BrainError} from '../ground/brain-error.js'
import {type Day, dayAt, type Zone} from '../ground/day.js'
import type {Instant} from '../ground/instant.js'
import {checkDay, refuse} from './argument.js'
import {type Desk, openDesk} from './desk.js'
import {Draft} from './draft.js'
import {editMemory, nameOf} from './edit-memory.js'
import {memoryNamed} from './named.js'
import {type Outcome, perform} from './perform.js'
import {titleOfMemory} from './subject.js'
import {turnNow} from './succession.js'

/**
 * Writes `reviewed` into every memory named, in one commit: the present instant, or the day of `on`.
 *
 * @throws {BrainError} `bad-argument`, `unknown-name`, `ambiguous-name`, `not-editable`; then none is
 * written.
 */
export async function review(
  scene: Scene,
  names: readonly string[],
  on: OnDay = {},
): Promise<Written> {
  if (names.length === 0) {
    throw new BrainError('bad-argument', {
      message: 'nothing is named that was reviewed',
      hint: 'name it by path, title or key; `brain stale` lists what waits',
    })
  }
  return perform(scene, on, async () => planReview(await openDesk(scene), names, on.on))
}

/** Plans the review of all that is named. */
export function planReview(desk: Desk, names: readonly string[], on?: string): Outcome {
  const draft = new Draft(desk.read)
  const reviewed = on === undefined ? turnNow(desk.now).begin : pastDay(on, desk.now, desk.zone)
  const found = new Map<string, Memory>()
  for (const name of names) {
    const memory = memoryNamed(desk.memories, name)
    found.set(memory.id, memory)
  }
  const memories = [...found.values()]
  for (const memory of memories) {
    editMemory(draft, memory, [{key: 'reviewed', value: reviewed}], desk.zone)
  }
  const ids = memories.map((memory) => nameOf(draft, memory, desk.zone))
  const subject =
    memories.length === 1
      ? `review: ${titleOfMemory(memories[0]!)}`
      : `review: ${memories.length} memories`
  return {draft, subject, id: ids.join(', ')}
}

/** A review that is still to come would be ignored by every reader: better said than written. */
function pastDay(on: string, now: Instant, zone: Zone): Day {
  const day = checkDay('--on', on)
  if (dayAt(now, zone) < day) {
    refuse('--on', on, 'which is still to come', 'give the day on which it was looked at')
  }
  return day
}
