/**
 * A question's words as they are looked up.
 *
 * A word of a question stands for several terms: itself as written, its stem in each language the brain has,
 * and the words that are such a stem themselves; whoever counts them unites them. What a phrase or an identifier is
 * made of is looked for as written, stems never.
 */

export interface Query {
  /** In the order they were typed, equal ones each time; at most `MOST_WORDS`. */
  readonly words: readonly QueryWord[]
  /** What stood between quotation marks, and paths: words that must stand at these places beside one another. */
  readonly phrases: readonly (readonly PlacedWord[])[]
  /** Identifiers, each as one term: a text has it as typed or not at all. They are in `words` too. */
  readonly exact: readonly string[]
}

/** One word asked for. */
export interface QueryWord {
  /** As written, folded. */
  readonly word: string
  /** In `STEM`'s namespace, for each language of the brain that knows one; also where it is the word itself. */
  readonly stems: readonly string[]
  /** Says little in the language of the question: counts only where nothing else is asked for. */
  readonly stop: boolean
  /** 1; less for another writing of what is asked for anyway. */
  readonly weight: number
}

/** A word of a phrase; the first of them stands at 0. Ascending. */
export interface PlacedWord {
  readonly term: string
  readonly at: number
}
