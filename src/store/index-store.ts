/**
 * The port behind which the index stands: notes go in, chunks are found.
 *
 * Holds nothing that cannot be made again from the files. One contract suite
 * (`test/contracts/index-store.*.test.ts`) holds every implementation to this.
 */

import type {NotePath} from '../ground/note-path.js'
import type {NoteEntry} from '../postings/entry.js'
import type {Found, Question} from '../rank/question.js'
import type {Language} from '../terms/term.js'

export interface IndexStore {
  readonly notes: number
  readonly chunks: number
  /** Of its notes, `und` included. */
  readonly languages: ReadonlySet<Language>
  /**
   * Why what was kept could not be used, where that is so: `truncated`, `foreign`, `older`,
   * `broken`.
   */
  readonly lost: 'truncated' | 'foreign' | 'older' | 'broken' | undefined
  /** The digest a note was indexed under; `undefined` for one that is not. */
  digestOf(path: NotePath): string | undefined
  paths(): Iterable<NotePath>
  /**
   * Puts a note in the place of what was under its path. Only chunks whose id is new to the note
   * are read for their words, by the stemmer of its language: it must have been loaded
   * (`loadStemmers`) before the first note in it is put. Whoever opens a store has loaded those of
   * the notes that it holds.
   *
   * @param vectorOf tells the vector of a chunk by its place; asked only of those that are new, and
   *   of nobody where the store keeps no vectors. `undefined` for what may come later.
   */
  put(note: IndexedNote, vectorOf?: VectorOf): Put
  /** The ids of a note's chunks, in its order; none for one that is not there. */
  idsOf(path: NotePath): readonly string[]
  /** At most so many chunks that have no vector and may have one. */
  withoutVector(limit: number): readonly {readonly path: NotePath; readonly id: string}[]
  /**
   * Gives a chunk its vector. False, and nothing is done, where there is none, or it has another
   * number of dimensions.
   */
  setVector(path: NotePath, id: string, vector: Int8Array): boolean
  remove(path: NotePath): void
  search(question: Question): Found
  /**
   * Makes what changed since the last time last: adds to the log, or writes all anew where that is
   * due.
   *
   * @param anew true after much was put: a log takes longer to open than what is written anew.
   */
  save(anew?: boolean): Saved
}

export type VectorOf = (place: number) => Int8Array | undefined

/** An index that can be compared with another of its kind. */
export interface ComparableStore extends IndexStore {
  /** Another whenever something else may be found. */
  readonly revision: string
  /**
   * By path, a digest of all that it has of a note: rows, chunks, every term, and vectors unless they do not count.
   * Reads all of itself.
   */
  contents(withVectors?: boolean): ReadonlyMap<NotePath, string>
}

/** A note with the text of its chunks, which is only read where it is new. */
export interface IndexedNote extends Omit<NoteEntry, 'chunks'> {
  readonly chunks: readonly IndexedChunk[]
}

export interface IndexedChunk {
  readonly id: string
  readonly start: number
  readonly end: number
  readonly fromLine: number
  readonly toLine: number
  readonly fact?: number
  /**
   * Of a conversation: the number of its turn in the note, counted from 1. A long turn has several
   * chunks.
   */
  readonly turn?: number
  /** From 0 to 1; a half where absent. */
  readonly importance?: number
  /** By field; title, aliases, tags and path on the first chunk alone. */
  readonly fields: Readonly<
    Partial<Record<'body' | 'headings' | 'title' | 'aliases' | 'tags' | 'path', string>>
  >
  /** In `FACET`'s namespace; on the first chunk alone. */
  readonly facets: readonly string[]
}

export interface Put {
  /** Chunks that were read for their words; the others were there already. */
  readonly redone: number
}

export interface Saved {
  /** False where nothing could be written: then the work is done again next time. */
  readonly kept: boolean
  readonly bytes: number
  readonly how: 'nothing' | 'added' | 'rewritten'
}
