/**
 * Refuses a wing or a room that nothing stands in: a slip of the one who asks, which an empty answer
 * would hide.
 */

import {BrainError} from '../ground/brain-error.js'
import {didYouMean, didYouMeanHint} from '../ground/did-you-mean.js'
import type {Place} from '../note/note.js'

/** More names than this are not a hint. */
const MOST_NAMED = 10

/** @throws {BrainError} `unknown-name` where none of `places` has the wing, or the room in it. */
export function assertKnown(places: readonly Place[], {wing, room}: Place): void {
  const wings = places.map((place) => place.wing).filter((name) => name !== undefined)
  if (wing !== undefined) assertAmong('wing', wing, wings, 'the brain')
  if (room === undefined) return
  const rooms = places
    .filter((place) => wing === undefined || folded(place.wing ?? '') === folded(wing))
    .map((place) => place.room)
    .filter((name) => name !== undefined)
  assertAmong('room', room, rooms, wing === undefined ? 'the brain' : `the wing \`${wing}\``)
}

function assertAmong(kind: string, name: string, among: readonly string[], where: string): void {
  if (among.some((one) => folded(one) === folded(name))) return
  const known = [...new Set(among)].sort()
  const near = didYouMean(name, known)
  const all = known.slice(0, MOST_NAMED).map((one) => `\`${one}\``)
  throw new BrainError('unknown-name', {
    message: `there is no ${kind} \`${name}\` in ${where}`,
    hint:
      didYouMeanHint(near) ??
      (known.length === 0
        ? `there are no ${kind}s`
        : `there are ${all.join(', ')}${known.length > MOST_NAMED ? ', …' : ''}`),
    data: {kind, name, near},
  })
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
