/**
 * What counts how much: the law of ranking, whole.
 *
 * A score is the sum of eight parts. A question has words `w`, each of which stands for itself and
 * its other forms, and is asked for with a weight (`forms.ts`). Let `rarity` be counted over all
 * chunks, and `share(w)` be what a chunk has of a word: n / (n + K), `n` its count weighted by
 * field, `K` by the chunk's length (`bm25.ts`); 0 without the word, below 1 however often it stands
 * there.
 *
 * - **words**: the weighted mean of `share(w)`, each word weighing weight · rarity. Words that
 *   stand nowhere are in the mean too, so that what answers half of a question gets half. A
 *   stand-in for a word (`fallback.ts`) gives its share times what it is worth.
 * - **neighbours**: in a conversation, what the turns before and after add to that, word by word:
 *   `share` becomes 1 - (1 - share) · (1 - `NEIGHBOUR` · before) · (1 - `NEIGHBOUR` · after), where
 *   `before` is the best share of the word in a chunk of that turn. So a neighbour fills gaps, and
 *   nothing is counted twice.
 * - **meaning**: `MEANING` times how near the chunk is to the question: the cosine of their
 *   vectors, 0 where it is negative, times the share of the question that the model knows (`near`).
 * - **note**: `NOTE` times the mean of `words` for the whole note, its counts and length being the
 *   sums over its chunks and rarity being counted over notes; taken over the words that stand
 *   somewhere, times their share in the weights of `words`. And `NOTE_MEANING` times the best
 *   `near` of its chunks.
 * - **freshness**: -`FRESHNESS` · (1 - 2^(-age / half-life)) for a note of a kind that ages: nothing on its first day,
 *   half of `FRESHNESS` after the half-life, never all of it. `age` is in whole days, from the note's date to the day
 *   of the question, 0 for what is from later. 0 without a date, without a half-life, and where that is infinite.
 * - **importance**: `IMPORTANCE` · (importance - 0.5), importance being from 0 to 1 and 0.5 where nothing is said.
 * - **exact**: `EXACT` where an identifier, a path or a quoted phrase of the question stands as
 *   typed.
 * - **standing**: -`DOUBT` for what is stale or no longer holds.
 *
 * So the first four stay below 1 + `MEANING` + `NOTE` + `NOTE_MEANING`, whatever the brain holds,
 * and scores of two brains can be compared. Found is what has a word or something exact, in a
 * conversation the turns beside a word, and for its meaning alone whatever is as near as `NEAR`. To a
 * question of `TELLING` words or more, of the `NEAREST` nearest that may be found also those that are
 * as near as `FAINT`. Statistics are those of the whole brain:
 * a filter changes what is found and no score.
 *
 * Another ranking, `meaning-time-importance`, finds the same and orders it otherwise: `PRESET_MEANING` · `near`
 * (meaning), `PRESET_TIME` · 2^(-age / half-life) (freshness; kinds that nobody gave a half-life have
 * `PRESET_HALF_LIFE`, what has no date or never ages counts as new), `PRESET_IMPORTANCE` · importance (importance),
 * and exact as above. All other parts are 0.
 *
 * The numbers were chosen on conversations and encyclopaedias, question by question, no finer than
 * those can tell. In notes that are no conversations neighbours were of no use, and in a vault of
 * notes made from templates they brought the wrong ones forward.
 */

import type {Field} from '../terms/term.js'

/** How soon more of a word says no more; for a chunk. */
export const K1 = 0.9
/**
 * How much more often a long chunk must say what a short one says once; 0 no more, 1 in proportion.
 */
export const B = 0.5

/** The same for notes. */
export const NOTE_K1 = 1.2
export const NOTE_B = 0.75

/**
 * What one occurrence counts in each field. Halves, so that their sums are exact and do not depend
 * on the order of chunks. A path mostly says what the title says.
 */
export const FIELD_WEIGHTS: Readonly<Record<Field, number>> = {
  body: 1,
  headings: 1,
  title: 2,
  aliases: 2,
  tags: 1,
  path: 0.5,
}

export const NOTE = 0.3
export const NEIGHBOUR = 0.4
export const MEANING = 0.6
export const NOTE_MEANING = 0.3
/** How near a chunk must be to be found for its meaning alone, however many there are. */
export const NEAR = 0.47
/** How many that are less near are found too: one may be the answer said in other words. */
export const NEAREST = 10
/** How near those must be, so that a question about what the brain does not know finds nothing. */
export const FAINT = 0.25
/** From so many words on a question describes something; a single one names it, and is there or is not. */
export const TELLING = 2
/** More than all other parts together can differ by. */
export const EXACT = 2
export const DOUBT = 0.2
/** No more than tells two apart that are nearly alike: what is old is not less true for it. */
export const FRESHNESS = 0.05
/** Half of it is what the most important has before what says nothing of itself. */
export const IMPORTANCE = 0.1

export const PRESET_MEANING = 0.4
export const PRESET_TIME = 0.3
export const PRESET_IMPORTANCE = 0.3
/** In days. */
export const PRESET_HALF_LIFE = 90
