/**
 * Drawers as passages: the extract of each, grouped by wing and room, which its path tells.
 */

import type {Memory} from '../catalog/memory.js'
import {folderOf, type NotePath} from '../ground/note-path.js'
import type {Note} from '../note/note.js'
import type {BootLayer, Passage} from './context.js'
import {headingOf, passagesOf} from './passage.js'
import {rank, spread} from './rank.js'
import {admit, layerOf, refusalOf} from './refusal.js'

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
  // What may not be carried takes no place in its room, so that a room whose first is past has its next.
  const [held, refused] = parted(ranked, (memory) => refusalOf(memory, loaded) === undefined)
  const [pinned, others] = parted(spread(held, roomOf), ({note}) => note.pinned)
  return layerOf(
    'essentials',
    [...pinned, ...others, ...refused].map((memory) =>
      admit(memory, drawerPassages(memory.note, []), loaded),
    ),
  )
}

function parted<Member>(members: readonly Member[], isFirst: (member: Member) => boolean) {
  return [members.filter(isFirst), members.filter((member) => !isFirst(member))] as const
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
  const home = ['drawers', wing, room].filter((name) => name !== undefined).join('/')
  // Where frontmatter puts a note elsewhere than its folder does, the path does not tell.
  const under = folderOf(path) === home ? [] : [headingOf(`${wing ?? ''}/${room ?? ''}`, 0)]
  return passagesOf({path, ...extract, under, order: [...before, home, path]}, 'quoted')
}

function roomOf({note: {place}}: Memory): string {
  return JSON.stringify([place.wing, place.room])
}
