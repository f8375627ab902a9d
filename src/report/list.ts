/**
 * Which memories there are, narrowed by filters.
 *
 * Every filter compares whole names: `user1` is not `user10`. A wing or a room that nothing stands in
 * is a slip of the one who asks, and is said; a filter that merely fits nothing gives an empty
 * listing. What does not hold is left out unless asked for.
 */

import type {Filter, Listing} from '../brain.js'
import type {Memory} from '../catalog/memory.js'
import type {Scene} from '../catalog/scene.js'
import {formatInstant} from '../ground/instant.js'
import {assertKnown} from '../recall/known-places.js'
import {listedOf} from './listed.js'
import {survey} from './survey.js'

/**
 * Lists the memories that every filter fits, by path; the facts of a file after it.
 *
 * @throws {BrainError} `unknown-name` for a wing or room that there is none of, `bad-argument` for a bad date.
 */
export async function list(scene: Scene, filter: Filter): Promise<Listing> {
  const {memories, heldAt} = await survey(scene, filter)
  assertKnown(
    memories.map(({note}) => note.place),
    filter,
  )
  const found = memories.filter((memory) => fits(memory, filter))
  return {heldAt: formatInstant(heldAt), total: found.length, memories: found.map(listedOf)}
}

/** Tells whether every filter given fits. */
export function fits(memory: Memory, filter: Filter): boolean {
  const {note, standing} = memory
  const isOf = (wanted: string | undefined, found: string | undefined) =>
    wanted === undefined || (found !== undefined && folded(wanted) === folded(found))
  const isShown =
    filter.standing === undefined
      ? filter.includePast === true || standing === 'current'
      : standing === filter.standing
  return (
    isShown &&
    isOf(filter.wing, note.place.wing) &&
    isOf(filter.room, note.place.room) &&
    isOf(filter.hall, note.place.hall) &&
    isOf(filter.role, note.role) &&
    isOf(filter.type, note.type) &&
    (filter.tag === undefined || note.tags.some((tag) => isTag(filter.tag!, tag)))
  )
}

/** Tags nest, and are written in any case: `infra` finds `#Infra/database`, and not `#infrared`. */
function isTag(wanted: string, tag: string): boolean {
  const [outer, inner] = [folded(wanted.replace(/^#/, '')), folded(tag)]
  return inner === outer || inner.startsWith(`${outer}/`)
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
