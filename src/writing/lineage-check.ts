/**
 * Whether one memory was, by the links that are written, replaced by another.
 *
 * Asked before a link is written: a ring would leave nothing that holds.
 */

import type {Memory} from '../catalog/memory.js'
import type {Note} from '../note/note.js'
import {resolver} from '../note/reference.js'

/** Whether following successors from `start` reaches `goal`; a memory leads to itself. */
export function leadsTo(start: Memory, goal: Memory, memories: readonly Memory[]): boolean {
  const newerOf = successors(memories)
  const waiting: string[] = [start.id]
  const seen = new Set<string>()
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === goal.id) return true
    if (seen.has(id)) continue
    seen.add(id)
    waiting.push(...(newerOf.get(id) ?? []))
  }
  return false
}

function successors(memories: readonly Memory[]): ReadonlyMap<string, readonly string[]> {
  const notes = [...new Set(memories.map(({note}) => note))] as readonly Note[]
  const resolve = resolver(notes)
  const newerOf = new Map<string, string[]>()
  const add = (older: string, newer: string) =>
    newerOf.set(older, [...(newerOf.get(older) ?? []), newer])

  for (const {id, note, fact} of memories) {
    const claim = fact ?? note
    for (const {target} of claim.supersedes) {
      const found = resolve(target, note.path)
      if ('found' in found) add(found.found, id)
    }
    for (const {target} of claim.supersededBy) {
      const found = resolve(target, note.path)
      if ('found' in found) add(id, found.found)
    }
  }
  return newerOf
}
