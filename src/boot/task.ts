/**
 * What a task needs of what is known: the passages that a search for it finds above a score which chance
 * hardly reaches; often none.
 *
 * A passage is carried by its extract, the lines in which the task's words stand together, since whole it could be
 * as long as the layer; its place says where the rest is. What may not be carried at all, the memory that it
 * stands in decides, as everywhere.
 */

import type {Memory, Moment} from '../catalog/memory.js'
import type {Scene} from '../catalog/scene.js'
import {formatInstant} from '../ground/instant.js'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import type {Hit} from '../recall/hit.js'
import type {BootLayer} from './context.js'
import {fileHeadings, passagesOf} from './passage.js'
import {admit, layerOf} from './refusal.js'
import {readableText} from './unread.js'

/** More do not fit into the layer. */
const MOST_HITS = 12

/**
 * The scores from which on a passage is taken to be about the task, with meaning and by words alone. What is asked
 * about something else stays below them nineteen times of twenty or nearly, and three of four passages that answer are above
 * (docs/decisions/0016).
 */
const ENOUGH = 0.65
const ENOUGH_BY_WORDS = 0.4

export interface FoundForTask {
  /** Best first. */
  readonly hits: readonly Hit[]
  readonly messages: readonly Message[]
}

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
  const {hits, messages} = await search(scene, live, task, {
    limit: MOST_HITS,
    // The scores above are of no other, and say nothing of how new something is.
    ranking: 'usual',
    heldAt: formatInstant(heldAt),
  })
  // Nothing is done afterwards: a boot is over when it is.
  await live.close()
  const perhaps = hits.filter((hit) => ENOUGH_BY_WORDS <= aboutTask(hit))
  const enough = perhaps.some(({parts}) => 0 < parts.meaning) ? ENOUGH : ENOUGH_BY_WORDS
  return {hits: perhaps.filter((hit) => !hit.missing && enough <= aboutTask(hit)), messages}
}

/** How much a passage is about the task: what is old or important is so no less and no more. */
function aboutTask({score, parts}: Hit): number {
  return score - parts.freshness - parts.importance
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
