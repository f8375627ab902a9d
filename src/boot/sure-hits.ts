/**
 * Finds what is surely about a text: the passages that a search for it finds above a score which chance hardly
 * reaches; often none.
 */

import type {SearchOptions} from '../brain.js'
import type {Message} from '../ground/message.js'
import type {Hit, SearchReport} from '../recall/hit.js'

/**
 * The scores from which on a passage is taken to be about the text, with meaning and by words alone. What is asked
 * about something else stays below them nineteen times of twenty or nearly, and three of four passages that answer are above
 * (docs/decisions/0016).
 */
const ENOUGH = 0.65
const ENOUGH_BY_WORDS = 0.4

export type Search = (query: string, options: SearchOptions) => Promise<SearchReport>

export interface SureHits {
  /** Best first. */
  readonly hits: readonly Hit[]
  readonly messages: readonly Message[]
}

/** Searches for `text`, as things stand at `heldAt`. */
export async function searchSurely(
  search: Search,
  text: string,
  options: Pick<SearchOptions, 'heldAt' | 'limit'>,
): Promise<SureHits> {
  // The scores above are of no other ranking, and say nothing of how new something is.
  const {hits, messages} = await search(text, {...options, ranking: 'usual'})
  const perhaps = hits.filter((hit) => ENOUGH_BY_WORDS <= sureness(hit))
  const enough = perhaps.some(({parts}) => 0 < parts.meaning) ? ENOUGH : ENOUGH_BY_WORDS
  return {hits: perhaps.filter((hit) => !hit.missing && enough <= sureness(hit)), messages}
}

/** How much a passage is about the text: what is old or important is so no less and no more. */
export function sureness({score, parts}: Hit): number {
  return score - parts.freshness - parts.importance
}
