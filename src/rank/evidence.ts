/**
 * What speaks for a chunk beside its own words: the note it stands in, and what stands next to it.
 *
 * A memory is seldom one passage. Who asks "when did she move to Lyon?" finds the answer in the turn after the
 * one that says Lyon, in the conversation that was about moving. On conversations this is worth more than
 * meaning by vectors.
 */

import type {Reader} from '../postings/reader.js'
import type {Tally} from './scratch.js'

/** Adds up the counts of a word by note. `counts` is empty before. */
export function countByNote(reader: Reader, chunkCounts: Tally, counts: Tally): void {
  const {noteOf} = reader
  for (let i = 0; i < chunkCounts.size; i++) {
    const chunk = chunkCounts.touched[i]!
    counts.add(noteOf[chunk]!, chunkCounts.values[chunk]!)
  }
}

/** The sums of the chunks before and after `chunk` in its note. */
export function besideOf(reader: Reader, chunk: number, sums: Tally): number {
  const before = reader.before[chunk]!
  const after = reader.after[chunk]!
  return (before === -1 ? 0 : sums.values[before]!) + (after === -1 ? 0 : sums.values[after]!)
}
