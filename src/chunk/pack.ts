/**
 * Puts atoms together to chunks of a good size.
 *
 * Where a chunk ends depends on what stands there and not only on how much there was before (as in
 * content-defined chunking, Muthitacharoen et al., "A low-bandwidth network file system", 2001). Else a line
 * that is added at the top would move every end after it, and all chunks would be others.
 */

import {crc32} from 'node:zlib'
import type {Atom} from './atoms.js'
import {LEAST, MOST, SMALL} from './size.js'

/** The index of the first atom of each chunk. `end` is where the last atom ends. */
export function pack(text: string, atoms: readonly Atom[], end: number): number[] {
  const firsts: number[] = []
  let size = 0
  for (const [index, atom] of atoms.entries()) {
    const before = atoms[index - 1]
    if (before === undefined || endsBefore(text, atom, size, before, end)) {
      firsts.push(index)
      size = 0
    }
    size += atom.size
  }
  return firsts
}

function endsBefore(text: string, atom: Atom, size: number, before: Atom, end: number): boolean {
  // A heading is nothing without what stands below it.
  if (before.heading !== undefined) return false
  if (MOST < size + atom.size) return true
  if (atom.heading !== undefined)
    return SMALL <= size || chance(text, atom.start, atom.heading.end, 4)
  return LEAST <= size && chance(text, before.start, Math.min(atom.start, end), 2)
}

/** True for one stretch in `among`, always the same for the same one. */
function chance(text: string, start: number, end: number, among: number): boolean {
  return crc32(text.slice(start, end).trim()) % among === 0
}
