/**
 * Gives passages the vectors that they lack: after another model was chosen, or where it failed before.
 *
 * Words are not read again. A passage is told by its id, so that its note is read and cut once more; one that
 * is not as it was when it was indexed waits until it is indexed again.
 */

import type {Entries, Entry} from '../catalog/entries.js'
import type {Scene} from '../catalog/scene.js'
import type {Instant} from '../ground/instant.js'
import type {NotePath} from '../ground/note-path.js'
import type {IndexedChunk, IndexStore} from '../store/index-store.js'
import {entryOf} from './entry-of.js'
import type {LiveIndex} from './live-index.js'
import type {Model} from './model.js'
import {readAgain} from './read-again.js'

/** Until everything has a vector, the model fails, or time is up. Tells how many passages got one. */
export async function fillVectors(
  scene: Scene,
  store: IndexStore,
  model: Model,
  {entries}: Entries,
  until: Instant | undefined,
): Promise<number> {
  if (store.withoutVector(1).length === 0) return 0
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  let filled = 0
  for (;;) {
    const wanted = wantedChunks(scene, store, byPath, model.batch)
    const vectors = await model.vectorsOf(wanted.map(({chunk}) => chunk))
    if (vectors === undefined) return filled
    const taken = setVectors(store, wanted, vectors)
    filled += taken
    const isLate = until !== undefined && until <= scene.clock.now()
    // Where nothing was taken nothing would be the next time.
    if (taken === 0 || isLate) return filled
  }
}

/** In milliseconds by the scene's clock: so much of a slow model's work is saved at once. */
const BETWEEN_SAVINGS = 10_000

/**
 * Asks a slow model about what it was not asked about yet, a few passages at a time. The index is only taken for the
 * moments in which passages are chosen and vectors put: whoever searches meanwhile does not wait for the model.
 *
 * @param progress is told how many got a vector each time.
 * @returns does one piece; false where there is nothing left, or the model fails.
 */
export function slowFilling(
  scene: Scene,
  {entries}: Entries,
  progress?: (taken: number) => void,
): (live: LiveIndex, signal?: AbortSignal) => Promise<boolean> {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  let saved = scene.clock.now()
  return async (live, signal) => {
    const model = await live.model()
    const wanted = await live.inTurn(async () =>
      wantedChunks(scene, await live.open(), byPath, model.batch),
    )
    const vectors = await model.vectorsOf(
      wanted.map(({chunk}) => chunk),
      signal,
    )
    return live.inTurn(async () => {
      const store = await live.open()
      const taken = vectors === undefined ? 0 : setVectors(store, wanted, vectors)
      const isLast = taken === 0 || signal?.aborted === true || store.withoutVector(1).length === 0
      if (isLast || saved + BETWEEN_SAVINGS <= scene.clock.now()) {
        store.save()
        live.settle()
        saved = scene.clock.now()
      }
      progress?.(taken)
      return !isLast
    })
  }
}

function setVectors(
  store: IndexStore,
  wanted: readonly Wanted[],
  vectors: readonly Int8Array[],
): number {
  return wanted.filter(({path, chunk}, at) => store.setVector(path, chunk.id, vectors[at]!)).length
}

interface Wanted {
  readonly path: NotePath
  readonly chunk: IndexedChunk
}

function wantedChunks(
  scene: Scene,
  store: IndexStore,
  byPath: ReadonlyMap<NotePath, Entry>,
  count: number,
): Wanted[] {
  const wanted = new Map<NotePath, Set<string>>()
  for (const {path, id} of store.withoutVector(count)) {
    const ids = wanted.get(path) ?? new Set()
    wanted.set(path, ids.add(id))
  }
  return [...wanted].flatMap(([path, ids]) => {
    const entry = byPath.get(path)
    const read = entry === undefined ? undefined : readAgain(scene.root, entry)
    if (entry === undefined || read === undefined) return []
    const {chunks} = entryOf(read, entry.digest, scene.settings.zone)
    return chunks.filter(({id}) => ids.has(id)).map((chunk) => ({path, chunk}))
  })
}
