/**
 * All the room that one question after the other is answered in.
 *
 * Kept by whoever keeps an index open; another index may use it too, it only grows. Two questions
 * at once may not, and cannot: ranking does not wait for anything.
 */

import {positionList} from '../postings/fill-list.js'
import type {Reader} from '../postings/reader.js'
import {Neighbours} from './evidence.js'
import {Vocabulary} from './fallback.js'
import {Filters} from './filters.js'
import {Freshness} from './freshness.js'
import {KeptCounts} from './kept-counts.js'
import {Meaning} from './meaning.js'
import {PhraseFinder} from './phrases.js'
import {Marks, Tally} from './scratch.js'

export class Room {
  readonly list = positionList()
  /** How often words stand in each chunk. */
  readonly counts = new KeptCounts()
  /** What the chunks have of the word that is being read, in their order, and how often it stands in each note. */
  shares: Float64Array = new Float64Array(0)
  readonly noteCounts = new Tally()
  /** What all words so far are worth to each chunk, and to each note. */
  readonly words = new Tally()
  readonly notes = new Tally()
  /** Chunks with something exact. */
  readonly exact = new Marks()
  readonly neighbours = new Neighbours()
  /** The chunks that match, each once, in no order. */
  found: Uint32Array = new Uint32Array(0)
  readonly meaning = new Meaning()
  readonly freshness = new Freshness()
  readonly filters = new Filters()
  readonly phrases = new PhraseFinder()
  readonly vocabulary = new Vocabulary()

  clear(reader: Reader): void {
    const {chunkLimit, noteLimit} = reader
    this.words.clear(chunkLimit)
    for (const tally of [this.noteCounts, this.notes]) tally.clear(noteLimit)
    this.exact.clear(chunkLimit)
    this.neighbours.clear(reader)
    if (this.shares.length < chunkLimit) {
      const most = chunkLimit + (chunkLimit >> 2)
      this.shares = new Float64Array(most)
      this.found = new Uint32Array(most)
    }
  }
}
