/** When a note is from: what searching between two dates goes by. */

import {firstInstantOf, readDay, type Zone} from '../ground/day.js'
import type {Instant} from '../ground/instant.js'
import {baseOf} from '../ground/note-path.js'
import type {Note} from '../note/note.js'

/**
 * The beginning of its day for a daily log, else `created`, else `updated`, else `valid_from`. `undefined`
 * where nothing tells: the file's own times are never asked, since a clone has others.
 */
export function dateOf(note: Note, zone: Zone): Instant | undefined {
  const day = note.role === 'daily' ? readDay(baseOf(note.path).slice(0, 10)) : undefined
  if (day !== undefined) return firstInstantOf(day, zone)
  const {created, updated, validFrom} = note.written
  return created ?? updated ?? validFrom
}
