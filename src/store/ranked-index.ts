/**
 * What Orama takes for its index: postings of our own, ranked by a law of our own.
 *
 * Orama calls `insert` and `remove` with every note and `search` with every question, and nobody
 * else does. It knows no way to say what a document is worth beside a number, nor how many there
 * are beside those it is given; so a question comes with a slip of paper (`Asked`), on which the
 * rest of the answer is written.
 *
 * To Orama a note has one property, the note itself: how it is cut, and which of its chunks are
 * new, is the business of the postings, and fields that were put one by one could be put by half.
 */

import type {Postings} from '../postings/postings.js'
import type {Question} from '../rank/question.js'
import {type Ranked, rank} from '../rank/rank.js'
import {Room} from '../rank/room.js'
import type {Language} from '../terms/term.js'
import {TermCounter} from './chunk-terms.js'
import type {IndexedNote, VectorOf} from './index-store.js'
import {internalIdOf} from './note-documents.js'
import type {WordTokenizer} from './word-tokenizer.js'

/** The property of a note that Orama indexes. */
export const NOTE_PROPERTY = 'note'

/** Goes in with a question by way of Orama's `relevance`, and comes out with the answer. */
export interface Asked {
  readonly question: Question
  ranked?: Ranked
}

/** Goes in with a note by way of Orama's `options`. */
export interface Receipt {
  readonly vectorOf: VectorOf | undefined
  /** Chunks that were read for their words. */
  redone: number
}

interface State {
  readonly postings: Postings
  readonly room: Room
  /** Made when the first note is put. */
  counter: TermCounter | undefined
  /** Read by Orama at each search. */
  readonly vectorIndexes: Readonly<Record<string, never>>
}

/** An `index` of Orama's. Its state comes with `load`. */
export function rankedIndex() {
  return {
    create: () => ({vectorIndexes: {}}),
    load: (_ids: unknown, postings: Postings): State => ({
      postings,
      room: new Room(),
      counter: undefined,
      vectorIndexes: {},
    }),
    getSearchableProperties: () => [NOTE_PROPERTY],
    getSearchablePropertiesWithTypes: () => ({[NOTE_PROPERTY]: 'object'}),
    insert(
      _index: unknown,
      state: State,
      _property: string,
      _path: string,
      _internalId: number,
      note: IndexedNote,
      _type: string,
      language: Language,
      tokenizer: WordTokenizer,
      _count: number,
      receipt: Receipt,
    ): void {
      state.counter ??= new TermCounter(tokenizer.openReading)
      const {postings, counter} = state
      const {vectorOf} = receipt
      const {redone} = postings.put(
        note,
        (_, place) => counter.termsOf(note.chunks[place]!, language),
        vectorOf && ((_, place) => vectorOf(place)),
      )
      receipt.redone = redone
    },
    remove(_index: unknown, {postings}: State, _property: string, path: IndexedNote['path']): true {
      postings.remove(path)
      return true
    },
    /**
     * The chunks of the page that was asked for, as Orama wants them: its number, and the score.
     */
    search(
      {postings, room}: State,
      text: string,
      tokenizer: WordTokenizer,
      _language: unknown,
      _properties: unknown,
      _exact: unknown,
      _tolerance: unknown,
      _boost: unknown,
      asked: Asked,
    ): [number, number][] {
      const query = tokenizer.readQuery(text, postings.languages)
      const ranked = rank(postings, postings, query, asked.question, room)
      asked.ranked = ranked
      return ranked.hits.map(({chunk, score}) => [internalIdOf(chunk), score])
    },
    save: () => undefined,
  }
}
