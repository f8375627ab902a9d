/** Tells which word of a question a piece of a text is: as written, or by its stem. */

import {piecesIn} from '../terms/pieces-in.js'
import {scan} from '../terms/scan.js'
import {stemOf} from '../terms/stem.js'
import type {Language} from '../terms/term.js'
import type {WordOf} from './spots.js'

/**
 * What recognises `words`, folded, in a text of `language`, whose stemmer is loaded. A word has the same
 * stem as another form of it, or is that stem.
 */
export function recognising(words: readonly string[], language: Language): WordOf {
  const own = new Set(words)
  const byStem = new Map(words.map((word) => [stemOf(word, language) ?? word, word]))
  return ({term, base}) => {
    if (own.has(term)) return term
    return base === undefined ? undefined : byStem.get(stemOf(base, language) ?? term)
  }
}

/** Every word of a question, folded, little ones too: what is shown of a phrase. */
export function wordsOfQuery(query: string): string[] {
  const words: string[] = []
  scan(query, (stretch, raw) => {
    for (const {term} of piecesIn(stretch, raw).pieces) words.push(term)
  })
  return words
}
