/**
 * What can no longer be trusted, or soon cannot: the list to go through with `brain review`.
 */

import type {AskedAt, StaleReport} from '../brain.js'
import type {Memory} from '../catalog/memory.js'
import type {Scene} from '../catalog/scene.js'
import {BrainError} from '../ground/brain-error.js'
import {after, readDuration} from '../ground/duration.js'
import {EARLIEST, formatInstant, type Instant} from '../ground/instant.js'
import {listedOf} from './listed.js'
import {survey} from './survey.js'

/**
 * Lists what is stale at the instant asked, then what will be `within` a length of time; soonest
 * first. What does not hold is nobody's to review.
 *
 * @throws {BrainError} `bad-argument` for a bad date or length of time.
 */
export async function stale(
  scene: Scene,
  asked: AskedAt & {readonly within?: string},
): Promise<StaleReport> {
  const {memories, heldAt} = await survey(scene, asked)
  const horizon = horizonOf(scene, heldAt, asked.within)
  const due = memories
    .filter(({standing}) => standing === 'current')
    .filter((memory) => memory.stale || dueOf(memory) <= horizon)
    .sort((a, b) => dueOf(a) - dueOf(b) || (a.id < b.id ? -1 : 1))
  return {heldAt: formatInstant(heldAt), memories: due.map(listedOf)}
}

/** Without a clock it has been stale always. */
function dueOf({trustedUntil}: Memory): Instant {
  return trustedUntil ?? EARLIEST
}

function horizonOf(scene: Scene, heldAt: Instant, within: string | undefined): Instant {
  if (within === undefined) return heldAt
  const duration = readDuration(within)
  if (duration !== undefined && duration !== 'forever') {
    return after(heldAt, duration, scene.settings.zone)
  }
  throw new BrainError('bad-argument', {
    message: `\`within\` is \`${within}\`, which is not a length of time`,
    hint: 'write it as `14d`, `12h`, `2w` or `P3M`',
    data: {argument: 'within', value: within},
  })
}
