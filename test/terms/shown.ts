/** Analyses as tables show them. */

import {analyse} from '../../src/terms/analyse.js'
import type {Language} from '../../src/terms/term.js'

/**
 * `src a b.ts|b ts`: the words by their positions, those that share one with a bar between them.
 */
export function shown(text: string, language: Language = 'und'): string {
  const {words, length} = analyse(text, language)
  const places = Array.from({length}, (): string[] => [])
  for (const {term, at} of words) places[at]!.push(term)
  return places.map((terms) => terms.join('|')).join(' ')
}

/** Everything that `text` is found by. */
export function termsOf(text: string, language: Language = 'und'): Set<string> {
  const {words, stems} = analyse(text, language)
  return new Set([...words.map(({term}) => term), ...stems])
}
