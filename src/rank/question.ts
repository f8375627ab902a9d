/**
 * What an index is asked, and what it answers: chunks with scores whose parts are told.
 */

import type {Instant} from '../ground/instant.js'
import type {NotePath} from '../ground/note-path.js'
import type {Ranking} from '../settings/ranking.js'

/** A question in words, with what narrows it. */
export interface Question {
  /** As it was typed; quoted phrases in it are kept together. */
  readonly text: string
  /** Facets that must all be there; of a list one is enough. Each in `FACET`'s namespace. */
  readonly where: readonly (readonly string[])[]
  /** Only notes from between these: `since` included, `until` excluded. */
  readonly since?: Instant
  readonly until?: Instant
  /**
   * Notes and facts that must not be found: `path`, or `path#` and the number of the fact. The same set has the same
   * names for good: it is looked up once.
   */
  readonly hidden: ReadonlySet<string>
  /** Notes and facts that are found, but for which `standing` is taken off the score. */
  readonly doubted: ReadonlySet<string>
  /** What the question means, to the model that the index has its vectors from; without it words alone count. */
  readonly meaning?: AskedMeaning
  /** How old what is found is, and what that means; without it nothing ages. */
  readonly freshness?: AskedFreshness
  /** `usual` where absent. */
  readonly ranking?: Ranking
  readonly minScore?: number
  readonly offset: number
  readonly limit: number
}

/** What a question means. */
export interface AskedMeaning {
  /** As many numbers as the vectors of the index have; else it counts for nothing. */
  readonly vector: Int8Array
  /** How much of the question the model knows, 0 to 1: its meaning weighs so much. */
  readonly coverage: number
}

/** On which day something is asked, and how soon what is new is old. */
export interface AskedFreshness {
  /** Ages are counted in whole days up to here; what is from later is new. */
  readonly at: Instant
  /**
   * In days and above 0: in what time a note of this kind, as the index was told it, loses half of what it has for being
   * new. Infinite for what never ages, `undefined` for what nobody said anything about.
   */
  halfLifeOf(kind: string): number | undefined
}

/** How a hit matched: by words, in meaning, by both, or with something as it was typed. */
export type Match = 'keyword' | 'semantic' | 'both' | 'exact'

/**
 * What a score is the sum of. Scale-free: 1 in `words` is the most that the words of a question can
 * be worth. Under another ranking than the usual some are 0, and others are counted otherwise.
 */
export interface Parts {
  /** The words of the chunk itself. */
  readonly words: number
  /** What it means. */
  readonly meaning: number
  /** The note it stands in: its words, and what in it is nearest in meaning. */
  readonly note: number
  /** What stands before and after it. */
  readonly neighbours: number
  /** Taken off what is of a kind that ages, the more the older it is; 0 or less. */
  readonly freshness: number
  /** Above 0 for what is said to be important, below it for what is said not to be. */
  readonly importance: number
  /**
   * A tier above all others: an identifier, path or quoted phrase that is there as it was typed.
   */
  readonly exact: number
  /** Taken off what is stale or no longer holds; 0 or less. */
  readonly standing: number
}

export interface Found {
  /** How many there are, before `offset` and `limit`. */
  readonly total: number
  /** Best first; of equals by path, then by place. */
  readonly hits: readonly FoundChunk[]
  /** Words of the question as they were understood, for `--explain`. */
  readonly words: readonly string[]
  /**
   * Set where nothing matched as typed and something near it was taken: word → what stands for it.
   */
  readonly instead: Readonly<Record<string, readonly string[]>>
}

export interface FoundChunk {
  readonly path: NotePath
  readonly title: string
  /** Of the file's bytes when it was indexed. */
  readonly digest: string
  readonly start: number
  readonly end: number
  readonly fromLine: number
  readonly toLine: number
  readonly fact?: number
  readonly match: Match
  readonly score: number
  readonly parts: Parts
  /** Terms of the question that stand in it. */
  readonly matched: readonly string[]
}
