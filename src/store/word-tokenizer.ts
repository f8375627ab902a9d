/**
 * What Orama takes for its tokenizer: the words of `terms/`.
 *
 * Orama's own loses every script but Latin, and knows one language a database; a brain has notes in
 * many. It hands the tokenizer to the index, which asks ours for more than a list of tokens.
 */

import {analyse, openReading} from '../terms/analyse.js'
import {readQuery} from '../terms/query.js'
import type {Language} from '../terms/term.js'

export interface WordTokenizer {
  /** Of Orama's interface: a language for all notes, which there is not. */
  readonly language: Language
  /** Of Orama's interface: what is worth remembering is remembered in `terms/`. */
  readonly normalizationCache: ReadonlyMap<string, string>
  /** The words of a text as written, each as often as it is there. */
  tokenize(text: string, language?: Language): string[]
  readonly openReading: typeof openReading
  readonly readQuery: typeof readQuery
}

export const wordTokenizer: WordTokenizer = {
  language: 'und',
  normalizationCache: new Map(),
  tokenize: (text, language = 'und') => analyse(text, language).words.map(({term}) => term),
  openReading,
  readQuery,
}
