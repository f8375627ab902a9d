/**
 * What a task needs of what is known: the passages that are surely about it; often none.
 *
 * A passage is carried by its extract, the lines in which the task's words stand together, since whole it could be
 * as long as the layer; its place says where the rest is. What may not be carried at all, the memory that it
 * stands in decides, as everywhere.
 */

import type {Memory, Moment} from '../catalog/memory.js'
import type {Scene} from '../catalog/scene.js'
import {formatInstant} from '../ground/instant.js'
import type {NotePath} from '../ground/note-path.js'
import type {BootLayer} from './context.js'
import {fileHeadings, passagesOf} from './passage.js'
import {admit, layerOf} from './refusal.js'
import {type SureHits, searchSurely} from './sure-hits.js'
import {readableText} from './unread.js'

/** More do not fit into the layer. */
const MOST_HITS = 12

export type FoundForTask = SureHits

/** Searches for what a task needs, as things stand at `heldAt`. The index and the model are loaded here, and only here. */
export async function searchForTask(
  scene: Scene,
  task: string,
  {heldAt}: Moment,
): Promise<FoundForTask> {
  const [{search}, {LiveIndex}] = await Promise.all([
    import('../recall/search.js'),
    import('../recall/live-index.js'),
  ])
  const live = new LiveIndex(scene)
  const found = await searchSurely((query, options) => search(scene, live, query, options), task, {
    limit: MOST_HITS,
    heldAt: formatInstant(heldAt),
  })
  // Nothing is done afterwards: a boot is over when it is.
  await live.close()
  return found
}

/** The layer of a task: each passage under the title of its note, best first. */
export function taskLayer(
  {hits}: FoundForTask,
  memories: readonly Memory[],
  loaded: ReadonlySet<NotePath>,
): BootLayer {
  const byId = new Map(memories.map((memory) => [memory.id as string, memory]))
  return layerOf(
    'task',
    hits.flatMap(({id, path, lines, title, snippet}, rank) => {
      const memory = byId.get(id) ?? byId.get(path)
      if (memory === undefined) return []
      // A fact as its own layer says it, so that it is seen to be the same.
      const {fact} = memory
      const stretch = {
        path,
        line: lines[0],
        text: fact === undefined ? snippet : readableText()(fact.text),
        under: fileHeadings(path, title),
        order: [rank],
      }
      return [admit(memory, passagesOf(stretch, 'quoted'), loaded)]
    }),
  )
}
