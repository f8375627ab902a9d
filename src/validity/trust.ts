/**
 * How long something may be trusted without review.
 *
 * A ttl runs from the newest sign that somebody looked: `reviewed`; else the later of `updated` and
 * `created`; else the last commit that changed the words; else, for words not yet committed, now. A date after the
 * instant asked for is ignored. With a ttl and no sign at all it is stale. A file's mtime is never
 * used: a clone freshens nothing.
 */

import type {Zone} from '../ground/day.js'
import {after, type Duration} from '../ground/duration.js'
import {type Instant, LATEST, later} from '../ground/instant.js'

/** The signs that somebody looked, by the sources they come from. */
export interface Signs {
  readonly reviewed?: Instant
  readonly updated?: Instant
  readonly created?: Instant
  /** When the words changed, as the history knows; ascending. Now, where they are not yet committed. */
  readonly words?: readonly Instant[]
}

/** The instant from which a ttl runs, asked at `heldAt`; `undefined` where nothing tells. */
export function clockOf(signs: Signs, heldAt: Instant): Instant | undefined {
  const usable = (at: Instant | undefined) => (at !== undefined && at <= heldAt ? at : undefined)

  const reviewed = usable(signs.reviewed)
  if (reviewed !== undefined) return reviewed
  const updated = usable(signs.updated)
  const created = usable(signs.created)
  if (updated !== undefined && created !== undefined) return later(updated, created)
  return updated ?? created ?? signs.words?.findLast((at) => at <= heldAt)
}

/**
 * The instant from which something is stale, asked at `heldAt`. `LATEST` without a ttl; `undefined`
 * with a ttl and no clock, which is stale, and should be reported.
 */
export function trustedUntil(
  ttl: Duration | undefined,
  signs: Signs,
  heldAt: Instant,
  zone: Zone,
): Instant | undefined {
  if (ttl === undefined || ttl === 'forever') return LATEST
  const clock = clockOf(signs, heldAt)
  return clock === undefined ? undefined : after(clock, ttl, zone)
}
