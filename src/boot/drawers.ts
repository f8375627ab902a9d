/**
 * Drawers as passages: the extract of each, grouped by wing and room.
 *
 * The folder is said once for all its drawers, and each names its file, since a file's name tells
 * what it is about: `grpc-v2-contract.md:11: …` under `## drawers/ledger/api/`.
 */

import type {Memory} from '../catalog/memory.js'
import {baseOf, folderOf, type NotePath} from '../ground/note-path.js'
import type {Note} from '../note/note.js'
import type {BootLayer, Passage} from './context.js'
import {fileHeading, passagesOf} from './passage.js'
import {rank, spread} from './rank.js'
import {admit, layerOf} from './refusal.js'

/**
 * The weightiest drawers, spread over rooms, so that one busy room does not push out all others:
 * what is pinned, then every room's first, then every room's second. Rendered by path.
 *
 * @param halfLife in days.
 */
export function essentialsLayer(
  memories: readonly Memory[],
  loaded: ReadonlySet<NotePath>,
  halfLife: number,
): BootLayer {
  const ranked = rank(drawersOf(memories), ({note}) => note, halfLife)
  const isPinned = ({note}: Memory) => note.pinned
  const pinned = spread(ranked.filter(isPinned), roomOf)
  const others = spread(ranked, roomOf).filter((memory) => !isPinned(memory))
  return layerOf(
    'essentials',
    [...pinned, ...others].map((memory) => admit(memory, drawerPassages(memory.note, []), loaded)),
  )
}

/** The drawers among `memories`. */
export function drawersOf(memories: readonly Memory[]): Memory[] {
  return memories.filter(({note, fact}) => fact === undefined && note.role === 'drawer')
}

/** The passage of a drawer, `before` being what sets its place among other things in its layer. */
export function drawerPassages(
  {path, place, extract}: Note,
  before: readonly (string | number)[],
): Passage[] {
  const {wing, room} = place
  const folder = folderOf(path)
  // Where frontmatter puts a note elsewhere than its folder does, the folder is no heading for it.
  const isAtHome = folder === ['drawers', wing, room].filter((name) => name !== undefined).join('/')
  const heading = isAtHome ? `${folder}/` : `${wing ?? ''}/${room ?? ''}`
  return passagesOf(
    {
      path,
      ...extract,
      label: isAtHome ? baseOf(path) : path,
      under: [fileHeading(heading, 'quoted')],
      order: [...before, heading, path],
    },
    'quoted',
  )
}

function roomOf({note: {place}}: Memory): string {
  return JSON.stringify([place.wing, place.room])
}
