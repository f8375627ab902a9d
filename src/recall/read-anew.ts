/** What all that is derived would be if nothing were kept: every file read and parsed, and an index of it in memory. */

import os from 'node:os'
import path from 'node:path'
import {openCatalog} from '../catalog/catalog.js'
import type {Entries} from '../catalog/entries.js'
import type {Scene} from '../catalog/scene.js'
import type {ComparableStore} from '../store/index-store.js'
import {bringInStep} from './in-step.js'
import {openFresh} from './live-index.js'
import {Model} from './model.js'

/** Nothing can be read from or written to a folder in a file. */
const NOWHERE = path.join(os.devNull, 'none')

export interface Anew {
  readonly read: Entries
  readonly store: ComparableStore
}

/** Reads all of the brain, and believes nothing that is kept. */
export async function readAnew(scene: Scene): Promise<Anew> {
  const bare = {...scene, cacheDir: NOWHERE}
  const catalog = openCatalog(bare)
  const read = await catalog.entries()
  const model = await Model.open(scene)
  const store = await openFresh(bare, model, true)
  await bringInStep(bare, {store, model}, read, {files: catalog.files})
  return {read, store}
}
