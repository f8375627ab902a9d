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
import {Meaning} from './meaning.js'
import {PhraseFinder} from './phrases.js'
import {Counted, Marks, Tally, WordSets} from './scratch.js'

export class Room {
  readonly list = positionList()
  /** How often the word that is being read stands in each chunk, and in each note. */
  readonly chunkCounts = new Counted()
  readonly noteCounts = new Tally()
  /** What all words so far are worth to each chunk, and to each note. */
  readonly words = new Tally()
  readonly notes = new Tally()
  readonly wordSets = new WordSets()
  /** Chunks with something exact. */
  readonly exact = new Marks()
  readonly neighbours = new Neighbours()
  readonly meaning = new Meaning()
  readonly freshness = new Freshness()
  readonly filters = new Filters()
  readonly phrases = new PhraseFinder()
  readonly vocabulary = new Vocabulary()

  clear(reader: Reader): void {
    const {chunkLimit, noteLimit} = reader
    // While `words` still lists what was touched.
    this.wordSets.clear(chunkLimit, this.words)
    this.words.clear(chunkLimit)
    for (const tally of [this.noteCounts, this.notes]) tally.clear(noteLimit)
    this.exact.clear(chunkLimit)
    this.neighbours.clear(reader)
  }
}
