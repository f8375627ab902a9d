/**
 * What stands in a chunk exactly as it was typed: an identifier, a path, a quoted phrase.
 *
 * Who types one of them knows what is wanted, and no likeness of other words may come before it.
 * Exact means as the index has words: whole, in this order and side by side, whatever the case and
 * the accents.
 */

import type {PositionList, Reader} from '../postings/reader.js'
import type {Query} from '../terms/query.js'
import type {PhraseFinder} from './phrases.js'
import type {Marks} from './scratch.js'

/** Marks in `found` the chunks in which anything of the kind stands. */
export function markExact(
  reader: Reader,
  {phrases, exact}: Query,
  finder: PhraseFinder,
  list: PositionList,
  found: Marks,
): void {
  for (const phrase of phrases) {
    // One word is there wherever it is there: no position needs to be read.
    if (phrase.length === 1) markAll(reader, phrase[0]!.term, list, found)
    else finder.find(reader, phrase, list, found)
  }
  for (const term of exact) markAll(reader, term, list, found)
}

function markAll(reader: Reader, term: string, list: PositionList, found: Marks): void {
  reader.read(term, list)
  for (let i = 0; i < list.count; i++) found.mark(list.chunk[i]!)
}
