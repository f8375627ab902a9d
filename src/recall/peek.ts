/** How the index is, without bringing it in step: nothing is read of the notes, and nothing is written. */

import type {Status} from '../brain.js'
import type {Catalog} from '../catalog/catalog.js'
import type {Scene} from '../catalog/scene.js'
import {formatInstant, instant} from '../ground/instant.js'
import {countBehind} from './in-step.js'
import {indexFiles, type LiveIndex} from './live-index.js'

/** Tells how the index is; `undefined` where there is none that could be used. */
export async function peek(
  scene: Scene,
  live: LiveIndex,
  catalog: Catalog,
): Promise<Status['index']> {
  const files = indexFiles(scene.cacheDir)
  if (files.length === 0) return undefined
  return live.inTurn(async () => {
    const store = await live.open()
    if (store.lost !== undefined) return undefined
    return {
      notes: store.notes,
      chunks: store.chunks,
      bytes: files.reduce((sum, {size}) => sum + size, 0),
      behind: countBehind(store, await catalog.entries()),
      savedAt: formatInstant(instant(Math.max(...files.map(({mtimeMs}) => mtimeMs)))),
    }
  })
}
