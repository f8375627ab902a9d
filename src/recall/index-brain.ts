/** Brings the index in step on purpose, with all the time that it takes. */

import type {IndexOptions, IndexReport} from '../brain.js'
import {acceptDisappearance, openCatalog} from '../catalog/catalog.js'
import type {Entries} from '../catalog/entries.js'
import type {Scene} from '../catalog/scene.js'
import {slowFilling} from './fill-vectors.js'
import {indexTroubles} from './index-troubles.js'
import {indexFiles, type LiveIndex} from './live-index.js'

/** Brings the index in step with the files, from nothing where `rebuild` says so. */
export async function indexBrain(
  scene: Scene,
  live: LiveIndex,
  {rebuild = false, accept = false}: IndexOptions = {},
): Promise<IndexReport> {
  const begun = scene.clock.now()
  const {catalog, read, step, lost} = await live.inTurn(async () => {
    if (accept) await acceptDisappearance(scene)
    if (rebuild) live.clear()
    const catalog = openCatalog(scene)
    const read = await catalog.entries()
    const step = await live.bringInStep(read, {files: catalog.files})
    return {catalog, read, step, lost: live.takeLost()}
  })
  await waitForMeaning(scene, live, read)
  return live.inTurn(async () => {
    const store = await live.open()
    const model = await live.model()
    return {
      notes: store.notes,
      chunks: store.chunks,
      changed: step.changed,
      removed: step.removed,
      redone: step.redone,
      held: read.held,
      behind: step.behind,
      bytes: indexFiles(scene.cacheDir).reduce((sum, {size}) => sum + size, 0),
      milliseconds: scene.clock.now() - begun,
      messages: [
        ...[...catalog.messages, ...read.messages].filter(({severity}) => severity === 'error'),
        ...indexTroubles(lost, step.kept, model, store),
      ],
    }
  })
}

/** A slow model is asked about all passages, however long that takes. */
async function waitForMeaning(scene: Scene, live: LiveIndex, read: Entries): Promise<void> {
  const model = await live.model()
  if (!model.isSlow) return
  const total = (await live.open()).withoutVector(Number.POSITIVE_INFINITY).length
  if (total === 0) return
  let done = 0
  const piece = slowFilling(scene, read, (taken) => {
    done += taken
    scene.onProgress?.(Math.min(done, total), total, 'understanding passages')
  })
  while (await piece(live));
}
