/**
 * Whether so many notes are gone from the disk that a commit of it waits until somebody says it was meant.
 *
 * The catalog holds what vanished at once, as far as it knew of it; Git knows what there was even where the
 * catalog is new. Either is enough to wait, and what was accepted is committed.
 */

import {lookAtFiles} from '../catalog/catalog.js'
import {FEW, readAccepted} from '../catalog/disappearance.js'
import type {Scene} from '../catalog/scene.js'
import type {NotePath} from '../ground/note-path.js'

/**
 * Says what is missing, in words; `undefined` where so much may go.
 *
 * @param gone notes that HEAD has, and that are not there under another name either.
 * @param known how many notes there were, these included.
 */
export async function massDeletion(
  scene: Scene,
  gone: readonly NotePath[],
  known: number,
): Promise<string | undefined> {
  if (gone.length <= FEW) return undefined
  const accepted = new Set(readAccepted(scene.cacheDir))
  const unsaid = gone.filter((path) => !accepted.has(path))
  const isMost = FEW < unsaid.length && known < 2 * unsaid.length
  if (!isMost && !(await isHeld(scene, unsaid))) return undefined
  const some = unsaid.slice(0, 3).map((path) => `\`${path}\``)
  return `${unsaid.length} of ${known} notes are gone from the disk (${some.join(', ')}, …): see that it is all there, or say that it was meant with \`brain commit --accept-deletions\``
}

async function isHeld(scene: Scene, gone: readonly NotePath[]): Promise<boolean> {
  const catalog = await lookAtFiles(scene)
  await catalog.entries()
  const held = new Set(catalog.held?.paths)
  return gone.some((path) => held.has(path))
}
