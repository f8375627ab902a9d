/** What a search answers. */

import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import type {Match, Parts} from '../rank/question.js'
import type {Standing} from '../validity/validity.js'

/** A passage that was found, and how its memory stands at the instant asked. */
export interface Hit {
  /** The memory it is of: can be given to any verb that takes a name. */
  readonly id: string
  readonly path: NotePath
  /** First and last, counted from 1. */
  readonly lines: readonly [from: number, to: number]
  readonly title: string
  /** On one line, at most 300 UTF-16 units, `…` where it was cut. */
  readonly snippet: string
  /** Where words of the question stand in the snippet: UTF-16 units, ends excluded. */
  readonly marks: readonly (readonly [start: number, end: number])[]
  readonly match: Match
  readonly score: number
  /** Sum up to the score. */
  readonly parts: Parts
  /** What it was given when the first hits were put in order once more; absent where it was not. */
  readonly reranked?: number
  /** Words of the question, as the index has them, that the passage was found by. */
  readonly matched: readonly string[]
  readonly standing: Standing
  readonly stale: boolean
  /** A date of it cannot be read. */
  readonly unreadable: boolean
  /** Its file is not there: so much went away at once that it is held until somebody says it is meant. */
  readonly missing: boolean
}

export interface SearchReport {
  readonly query: string
  readonly heldAt: string
  /** How many hits there are, before `offset` and `limit`. */
  readonly total: number
  readonly offset: number
  readonly limit: number
  /** Whether some notes are not found as they are now, and how many. */
  readonly staleIndex: boolean
  readonly behind: number
  /** Words of the question that counted, each in the forms it was looked for. */
  readonly words: readonly string[]
  /** Where nothing matched as typed: what was looked for in the place of each word. */
  readonly instead: Readonly<Record<string, readonly string[]>>
  readonly hits: readonly Hit[]
  readonly messages: readonly Message[]
}
