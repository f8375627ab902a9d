/**
 * A question's words as they are looked up.
 *
 * A word of a question stands for several terms: itself as written, its stem in each language the
 * brain has, and the word that is such a stem itself. All of them are one thing that is asked for, and are counted as
 * one. What a phrase or an identifier is made of is looked for by position, as written, stems never.
 */

export interface Query {
  /** In the order they were typed, equal ones each time; at most `MOST_WORDS`. */
  readonly words: readonly QueryWord[]
  /** What stood between quotation marks, in order; at most `MOST_PHRASES`. Their words are in `words` too. */
  readonly phrases: readonly Phrase[]
  /** Identifiers and paths, that a text has as typed or not at all; at most `MOST_PHRASES`. In `words` too. */
  readonly identifiers: readonly Phrase[]
}

/**
 * One word asked for. A chunk has it as often as
 * `max(word, ...stems) + sum(others)` says: a stem is counted where its word is, the others never are.
 */
export interface QueryWord {
  /** As written, folded. */
  readonly word: string
  /** In `STEM`'s namespace, where the stem is another than the word: at most one a language. */
  readonly stems: readonly string[]
  /** What stands for it elsewhere: `run` for `running`, `~en:run` for `run`. */
  readonly others: readonly string[]
  /** Says little in the language of the question: counts only where nothing else is asked for. */
  readonly stop: boolean
  /** The position in the question; the parts of an identifier and its whole share the first. */
  readonly at: number
  /** How many words that follow it is another writing of; 0 for a word by itself. */
  readonly parts: number
}

/** Words that stand at these places beside one another. Never empty. */
export interface Phrase {
  /** As typed. */
  readonly text: string
  /** Ascending; the first stands at 0. */
  readonly words: readonly {readonly term: string; readonly at: number}[]
}
