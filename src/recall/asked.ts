/**
 * What is asked of a search: its options, read and checked before any work begins.
 *
 * A wing or a room that nothing stands in is a slip of the one who asks, and is said with what was
 * probably meant; a filter that merely fits nothing finds nothing.
 */

import type {SearchOptions} from '../brain.js'
import type {Moment} from '../catalog/memories.js'
import type {Scene} from '../catalog/scene.js'
import {BrainError} from '../ground/brain-error.js'
import type {Instant} from '../ground/instant.js'
import type {AskedFreshness} from '../rank/question.js'
import {RANKINGS, type Ranking} from '../settings/ranking.js'
import {readAsked, readEnd, readStart} from '../validity/written.js'
import {freshnessAsked} from './freshness-asked.js'

/** A question in words, with what is checked of it. */
export interface Asked extends Moment {
  readonly query: string
  readonly since?: Instant
  /** Excluded. */
  readonly until?: Instant
  readonly freshness: AskedFreshness
  readonly ranking: Ranking
  readonly minScore?: number
  readonly offset: number
  readonly limit: number
}

const LIMIT = 10

/** @throws {BrainError} `bad-argument`. */
export function readSearch({clock, settings}: Scene, query: string, options: SearchOptions): Asked {
  if (query.trim() === '') {
    throw new BrainError('bad-argument', {
      message: 'there is nothing to search for: the query is empty',
      hint: 'give it some words: `brain search rate limits`; `brain list` shows everything',
      data: {argument: 'query', value: query},
    })
  }
  const {zone} = settings
  const now = clock.now()
  const {since, until, minScore} = options
  const heldAt =
    options.heldAt === undefined
      ? now
      : dated('heldAt', options.heldAt, readAsked(options.heldAt, zone))
  const asked: {-readonly [Key in keyof Asked]: Asked[Key]} = {
    query,
    now,
    heldAt,
    freshness: freshnessAsked(settings, heldAt),
    ranking: known(options.ranking ?? settings.search.ranking),
    offset: wholeFrom('offset', options.offset ?? 0, 0),
    limit: wholeFrom('limit', options.limit ?? LIMIT, 1),
  }
  if (since !== undefined) asked.since = dated('since', since, readStart(since, zone))
  if (until !== undefined) asked.until = dated('until', until, readEnd(until, zone))
  if (minScore !== undefined) asked.minScore = finite(minScore)
  return asked
}

function dated(argument: string, value: string, at: Instant | undefined): Instant {
  if (at !== undefined) return at
  throw new BrainError('bad-argument', {
    message: `\`${argument}\` is \`${value}\`, which is not a date`,
    hint: 'write a day (`2026-03-31`) or an instant with a zone (`2026-03-31T09:00Z`)',
    data: {argument, value},
  })
}

function wholeFrom(argument: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && least <= value) return value
  throw new BrainError('bad-argument', {
    message: `\`${argument}\` is ${value}, which is not a whole number from ${least}`,
    data: {argument, value},
  })
}

function known(ranking: Ranking): Ranking {
  if (RANKINGS.includes(ranking)) return ranking
  throw new BrainError('bad-argument', {
    message: `\`ranking\` is \`${ranking}\`, which is no way to rank`,
    hint: `there is ${RANKINGS.map((name) => `\`${name}\``).join(' and ')}`,
    data: {argument: 'ranking', value: ranking},
  })
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value
  throw new BrainError('bad-argument', {
    message: `\`minScore\` is ${value}, which is not a number`,
    data: {argument: 'minScore', value},
  })
}
