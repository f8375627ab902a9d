/**
 * What counts how much: the law of ranking, whole.
 *
 * A score is the sum of five parts. Let a question have words `w`, each of which stands for itself and its
 * other forms (`forms.ts`).
 *
 * - **words**: BM25 of the chunk over weighted counts, divided by the most that any text could get:
 *   `Σ rarity(w) · n/(n + K) / Σ rarity(w)`, `n` the count of `w` weighted by field, `K` by the chunk's
 *   length (`bm25.ts`). Below 1, whatever the brain holds, so that scores of two brains can be compared. A word
 *   that stands nowhere counts below the line: what answers half of a question gets half.
 * - **note**: `NOTE` times the same of the whole note, its counts and length being the sums over its chunks
 *   and rarity being counted in notes.
 * - **neighbours**: `NEIGHBOUR` times the `words` of the chunk before, and of the chunk after, in its note.
 * - **exact**: `EXACT` where an identifier, a path or a quoted phrase of the question stands as typed.
 * - **standing**: `-DOUBT` for what is stale or no longer holds.
 *
 * Statistics are those of the whole brain: a filter changes what is found and no score. The numbers were
 * chosen on conversations and encyclopaedias, question by question, and not set finer than they could tell.
 */

import type {Field} from '../terms/term.js'

/** How soon more of a word is no longer better; for a chunk. */
export const K1 = 0.9
/** How much a long chunk must say more often what a short one says once; 0 not at all, 1 in proportion. */
export const B = 0.4

/** The same for notes. */
export const NOTE_K1 = 0.9
export const NOTE_B = 0.4

/**
 * What one occurrence counts in each field. Eighths, so that their sums are exact and do not depend on the
 * order of chunks.
 */
export const FIELD_WEIGHTS: Readonly<Record<Field, number>> = {
  body: 1,
  headings: 1,
  title: 2,
  aliases: 2,
  tags: 1.5,
  path: 1,
}

export const NOTE = 0.4
export const NEIGHBOUR = 0.2
/** More than all other parts together can be, doubt included. */
export const EXACT = 2
export const DOUBT = 0.2
