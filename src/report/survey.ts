/**
 * What every report begins with: the brain's memories at the instant asked.
 */

import type {AskedAt} from '../brain.js'
import {type Catalog, lookAtFiles} from '../catalog/catalog.js'
import {type Recollection, recollect} from '../catalog/memories.js'
import type {Scene} from '../catalog/scene.js'
import {BrainError} from '../ground/brain-error.js'
import type {Instant} from '../ground/instant.js'
import {readAsked} from '../validity/written.js'

export interface Survey extends Recollection {
  readonly catalog: Catalog
  readonly heldAt: Instant
}

/**
 * Recalls all memories as they stand when `asked` says, now where it says nothing.
 *
 * @throws {BrainError} `bad-argument` where it says something that is no date.
 */
export async function survey(scene: Scene, asked: AskedAt): Promise<Survey> {
  const now = scene.clock.now()
  const heldAt = heldAtOf(scene, asked, now)
  const catalog = await lookAtFiles(scene)
  return {catalog, heldAt, ...(await recollect(scene, catalog, {heldAt, now}))}
}

function heldAtOf(scene: Scene, {heldAt}: AskedAt, now: Instant): Instant {
  if (heldAt === undefined) return now
  const at = readAsked(heldAt, scene.settings.zone)
  if (at !== undefined) return at
  throw new BrainError('bad-argument', {
    message: `\`heldAt\` is \`${heldAt}\`, which is not a date`,
    hint: 'write a day (`2026-03-31`) or an instant with a zone (`2026-03-31T09:00Z`)',
    data: {argument: 'heldAt', value: heldAt},
  })
}
