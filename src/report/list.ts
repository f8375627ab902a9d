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
import {BrainError} from '../ground/brain-error.js'
import {didYouMean, didYouMeanHint} from '../ground/did-you-mean.js'
import {formatInstant} from '../ground/instant.js'
import {listedOf} from './listed.js'
import {survey} from './survey.js'

/**
 * Lists the memories that every filter fits, by path; the facts of a file after it.
 *
 * @throws {BrainError} `unknown-name` for a wing or room that there is none of, `bad-argument` for a bad date.
 */
export async function list(scene: Scene, filter: Filter): Promise<Listing> {
  const {memories, heldAt} = await survey(scene, filter)
  assertKnown(memories, filter)
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

function assertKnown(memories: readonly Memory[], {wing, room}: Filter): void {
  const wings = memories.map(({note}) => note.place.wing).filter((name) => name !== undefined)
  if (wing !== undefined) assertAmong('wing', wing, wings, 'the brain')
  if (room === undefined) return
  const rooms = memories
    .filter(({note}) => wing === undefined || folded(note.place.wing ?? '') === folded(wing))
    .map(({note}) => note.place.room)
    .filter((name) => name !== undefined)
  assertAmong('room', room, rooms, wing === undefined ? 'the brain' : `the wing \`${wing}\``)
}

function assertAmong(kind: string, name: string, among: readonly string[], where: string): void {
  if (among.some((one) => folded(one) === folded(name))) return
  const known = [...new Set(among)].sort()
  const near = didYouMean(name, known)
  const all = known.slice(0, 10).map((one) => `\`${one}\``)
  throw new BrainError('unknown-name', {
    message: `there is no ${kind} \`${name}\` in ${where}`,
    hint:
      didYouMeanHint(near) ??
      (known.length === 0
        ? `there are no ${kind}s`
        : `there are ${all.join(', ')}${known.length > 10 ? ', …' : ''}`),
    data: {kind, name, near},
  })
}

/** Tags nest, and are written in any case: `infra` finds `#Infra/database`, and not `#infrared`. */
function isTag(wanted: string, tag: string): boolean {
  const [outer, inner] = [folded(wanted.replace(/^#/, '')), folded(tag)]
  return inner === outer || inner.startsWith(`${outer}/`)
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
