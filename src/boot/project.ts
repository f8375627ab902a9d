/**
 * The project layer: what an agent needs that works in one wing, or one room of it. The wing's own
 * procedures first, then its drawers, weightiest first.
 */

import type {Memory} from '../catalog/memory.js'
import {BrainError} from '../ground/brain-error.js'
import {didYouMean, didYouMeanHint} from '../ground/did-you-mean.js'
import type {NotePath} from '../ground/note-path.js'
import type {BootLayer} from './context.js'
import {drawerPassages, drawersOf} from './drawers.js'
import {rank} from './rank.js'
import {admit, layerOf} from './refusal.js'
import {isAtRoot, sectionPassages} from './sections.js'

/** Where an agent works. A room without a wing means that room in every wing that has it. */
export interface Where {
  readonly wing?: string | undefined
  readonly room?: string | undefined
}

/**
 * @param halfLife in days.
 * @throws {BrainError} `unknown-name` where the brain has no such wing or room.
 */
export function projectLayer(
  memories: readonly Memory[],
  where: Where,
  loaded: ReadonlySet<NotePath>,
  halfLife: number,
): BootLayer {
  checkPlace(memories, where)
  const drawers = drawersOf(memories).filter(({note}) => isIn(note.place, where))
  const wings = new Set(drawers.map(({note}) => note.place.wing))
  if (where.wing !== undefined) wings.add(where.wing)
  const procedures = memories.filter(
    ({note}) => note.role === 'procedures' && !isAtRoot(note) && wings.has(note.place.wing),
  )
  return layerOf('project', [
    ...procedures.map((memory) =>
      admit(memory, sectionPassages(memory.note, 'quoted', [0, memory.note.path]), loaded),
    ),
    ...rank(drawers, ({note}) => note, halfLife).map((memory) =>
      admit(memory, drawerPassages(memory.note, [1]), loaded),
    ),
  ])
}

/** Whether what stands at `place` belongs to where the agent works. */
export function isIn(place: Where, {wing, room}: Where): boolean {
  return (wing === undefined || place.wing === wing) && (room === undefined || place.room === room)
}

function checkPlace(memories: readonly Memory[], {wing, room}: Where): void {
  const places = memories.map(({note}) => note.place)
  checkName(
    'wing',
    wing,
    places.map((place) => place.wing),
    '',
  )
  const inWing = places.filter((place) => wing === undefined || place.wing === wing)
  const of = wing === undefined ? '' : ` of wing \`${wing}\``
  checkName(
    'room',
    room,
    inWing.map((place) => place.room),
    of,
  )
}

function checkName(
  kind: 'wing' | 'room',
  name: string | undefined,
  known: readonly (string | undefined)[],
  of: string,
): void {
  if (name === undefined || known.includes(name)) return
  const names = [...new Set(known)].filter((other) => other !== undefined)
  const near = didYouMeanHint(didYouMean(name, names))
  const all = names.sort().map((other) => `\`${other}\``)
  const hint = near ?? (all.length === 0 ? `the brain has no ${kind}s` : `there are ${listed(all)}`)
  throw new BrainError('unknown-name', {
    message: `no ${kind}${of} is called \`${name}\``,
    hint,
    data: {kind, name, known: names},
  })
}

/** A list short enough to be read in an error. */
function listed(names: readonly string[]): string {
  const most = 8
  return names.length <= most
    ? names.join(', ')
    : `${names.slice(0, most).join(', ')} and ${names.length - most} more`
}
