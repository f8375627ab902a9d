/**
 * The words that a text is found by.
 *
 * A text becomes a row of positions; at each stands a word as written (folded: NFKC, lower case,
 * without accents), and perhaps the whole identifier that begins there. What a word is beside
 * that, its stem in the language of the note, has no position: it is only counted. Namespaces are
 * told by the first character, which no word begins with.
 */

/** A language whose stemmer is known, by its ISO 639-1 code; `und` has none. */
export type Language = string

/** Where in a chunk a word stands: each field counts by itself and weighs differently. */
export const FIELDS = ['body', 'headings', 'title', 'aliases', 'tags', 'path'] as const
export type Field = (typeof FIELDS)[number]

/** `~de:haus`: the stem of a word whose form is another. */
export const STEM = '~'
/** The term of a stem in a language. */
export function stemTerm(language: Language, stem: string): string {
  return `${STEM}${language}:${stem}`
}
/** `=wing:atlas`: something a note can be filtered by. */
export const FACET = '='

export interface Analysis {
  /** Words as written, with their positions; several may share one. Ascending by position. */
  readonly words: readonly {readonly term: string; readonly at: number}[]
  /** Stems that differ from their word, in `STEM`'s namespace, once for each occurrence. */
  readonly stems: readonly string[]
  /** How many positions there are. */
  readonly length: number
}
