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
import type {Model} from './model.js'
import {readAgain} from './read-again.js'

/** Passages that are asked about at once. */
const BATCH = 256

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
    const chunks = wantedChunks(scene, store, byPath)
    const vectors = await model.vectorsOf(chunks.map(({chunk}) => chunk))
    if (vectors === undefined) return filled
    let taken = 0
    chunks.forEach(({path, chunk}, index) => {
      if (store.setVector(path, chunk.id, vectors[index]!)) taken++
    })
    filled += taken
    const isLate = until !== undefined && until <= scene.clock.now()
    // Where nothing was taken nothing would be the next time.
    if (taken === 0 || isLate) return filled
  }
}

interface Wanted {
  readonly path: NotePath
  readonly chunk: IndexedChunk
}

function wantedChunks(
  scene: Scene,
  store: IndexStore,
  byPath: ReadonlyMap<NotePath, Entry>,
): Wanted[] {
  const wanted = new Map<NotePath, Set<string>>()
  for (const {path, id} of store.withoutVector(BATCH)) {
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
