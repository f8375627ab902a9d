/** Which words say too little to rank by. */

import {fold} from './fold.js'
import {FUNCTION_WORDS} from './function-words.js'
import type {Language} from './term.js'

const sets = new Map<Language, ReadonlySet<string>>()
const none: ReadonlySet<string> = new Set()

/**
 * Whether `word`, folded, is one of the little words of `language`; of one without a list it never
 * is.
 */
export function isStopWord(word: string, language: Language): boolean {
  return stopWordsOf(language).has(word)
}

/** The little words of a language, folded. */
export function stopWordsOf(language: Language): ReadonlySet<string> {
  let set = sets.get(language)
  if (set === undefined) {
    set = Object.hasOwn(FUNCTION_WORDS, language)
      ? new Set(wordsIn(FUNCTION_WORDS[language]!.stop))
      : none
    sets.set(language, set)
  }
  return set
}

/** The words of a list, folded. */
export function wordsIn(list: string): string[] {
  return list.split(/\s+/).filter(Boolean).map(fold)
}
