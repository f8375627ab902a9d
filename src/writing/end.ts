/**
 * Says that something no longer holds, without a successor.
 *
 * The note stays, with an end: what was known, and until when, is memory too.
 */

import type {OnDay, Written} from '../brain.js'
import type {Scene} from '../catalog/scene.js'
import {endOf} from '../ground/day.js'
import {formatInstant} from '../ground/instant.js'
import {checkDay, refuse} from './argument.js'
import {type Desk, openDesk} from './desk.js'
import {Draft} from './draft.js'
import {editMemory, nameOf} from './edit-memory.js'
import {memoryNamed} from './named.js'
import {type Outcome, perform} from './perform.js'
import {titleOfMemory} from './subject.js'
import {turnNow} from './succession.js'

/**
 * Writes `valid_to`: the present instant, or the day of `on`, through which it then holds. What has
 * ended already is left as it is, unless a day is given.
 *
 * @throws {BrainError} `unknown-name`, `ambiguous-name`, `bad-argument`, `not-editable`.
 */
export async function end(scene: Scene, name: string, on: OnDay = {}): Promise<Written> {
  if (on.on !== undefined) checkDay('--on', on.on)
  return perform(scene, on, async () => planEnd(await openDesk(scene), name, on.on))
}

/** Plans the end of the memory that `name` names. */
export function planEnd(desk: Desk, name: string, on?: string): Outcome {
  const memory = memoryNamed(desk.memories, name)
  const draft = new Draft(desk.read)
  const outcome = {draft, subject: `end: ${titleOfMemory(memory)}`}
  const isOver = memory.standing === 'lapsed' || memory.standing === 'superseded'
  if (on === undefined && isOver) return {...outcome, id: memory.id}

  const day = on === undefined ? undefined : checkDay('--on', on)
  const {at} = turnNow(desk.now, [memory])
  const until = day === undefined ? at : endOf(day, desk.zone)
  const {validFrom} = (memory.fact ?? memory.note).written
  if (validFrom !== undefined && until < validFrom) {
    const flag = on === undefined ? 'the end' : '--on'
    const hint = 'give a day on which it held with `--on`, or remove it with `brain forget`'
    refuse(flag, on ?? formatInstant(at), `before \`${memory.id}\` even begins`, hint)
  }
  editMemory(draft, memory, [{key: 'valid_to', value: day ?? formatInstant(at)}], desk.zone)
  return {...outcome, id: nameOf(draft, memory, desk.zone)}
}
