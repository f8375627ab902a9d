/** Brings an open index in step with the files as they are now, so that whoever asks next need not wait for it. */

import {lookAtFiles} from '../catalog/catalog.js'
import type {Scene} from '../catalog/scene.js'
import {slowFilling} from './fill-vectors.js'
import type {LiveIndex} from './live-index.js'

export interface InStep {
  readonly notes: number
  readonly chunks: number
  /** Another one after each change of the index, by whomever it was put there. */
  readonly revision: string
}

/** What a slow model has to say of it comes afterwards. */
export async function keepInStep(scene: Scene, live: LiveIndex): Promise<InStep> {
  return live.inTurn(async () => {
    const catalog = await lookAtFiles(scene)
    const read = await catalog.entries()
    await live.bringInStep(read, {files: catalog.files})
    const store = await live.open()
    const {isSlow, trouble} = await live.model()
    if (isSlow && trouble === undefined && store.withoutVector(1).length !== 0) {
      live.afterwards(slowFilling(scene, read))
    }
    return {notes: store.notes, chunks: store.chunks, revision: store.revision}
  })
}
