/**
 * Stems: what the forms of a word have in common.
 *
 * By `@orama/stemmers`, which has Porter's for English and Snowball's for most others; it is the
 * library because the index is Orama's. Each language is loaded by itself, when a brain has it. A
 * stemmer is given words of its own script and of bounded length and nothing else: some take time
 * that grows with the square of a word, some throw, and one remembers the word before.
 */

import {fold, lowered} from './fold.js'
import type {Language} from './term.js'

type Stemmer = (word: string) => string
type Loading = Promise<{readonly stemmer: Stemmer}>

interface Known {
  readonly load: () => Loading
  readonly script: string
  /** Makes up for what is wrong with it. */
  readonly mend?: (stemmer: Stemmer) => Stemmer
}

/** Sanskrit is left out: it stems transliterations only. */
const known: ReadonlyMap<Language, Known> = new Map<Language, Known>([
  ['ar', {load: () => import('@orama/stemmers/arabic'), script: 'Arabic'}],
  ['bg', {load: () => import('@orama/stemmers/bulgarian'), script: 'Cyrillic', mend: givenLetters}],
  ['da', {load: () => import('@orama/stemmers/danish'), script: 'Latin'}],
  ['de', {load: () => import('@orama/stemmers/german'), script: 'Latin'}],
  ['el', {load: () => import('@orama/stemmers/greek'), script: 'Greek'}],
  ['en', {load: () => import('@orama/stemmers/english'), script: 'Latin'}],
  ['es', {load: () => import('@orama/stemmers/spanish'), script: 'Latin'}],
  ['fi', {load: () => import('@orama/stemmers/finnish'), script: 'Latin'}],
  ['fr', {load: () => import('@orama/stemmers/french'), script: 'Latin'}],
  ['ga', {load: () => import('@orama/stemmers/irish'), script: 'Latin'}],
  ['hi', {load: () => import('@orama/stemmers/indian'), script: 'Devanagari'}],
  ['hu', {load: () => import('@orama/stemmers/hungarian'), script: 'Latin'}],
  ['hy', {load: () => import('@orama/stemmers/armenian'), script: 'Armenian'}],
  ['id', {load: () => import('@orama/stemmers/indonesian'), script: 'Latin'}],
  ['it', {load: () => import('@orama/stemmers/italian'), script: 'Latin'}],
  ['lt', {load: () => import('@orama/stemmers/lithuanian'), script: 'Latin'}],
  ['ne', {load: () => import('@orama/stemmers/nepali'), script: 'Devanagari'}],
  ['nl', {load: () => import('@orama/stemmers/dutch'), script: 'Latin'}],
  ['no', {load: () => import('@orama/stemmers/norwegian'), script: 'Latin'}],
  ['pt', {load: () => import('@orama/stemmers/portuguese'), script: 'Latin'}],
  ['ro', {load: () => import('@orama/stemmers/romanian'), script: 'Latin'}],
  ['ru', {load: () => import('@orama/stemmers/russian'), script: 'Cyrillic'}],
  ['sr', {load: () => import('@orama/stemmers/serbian'), script: 'Latin}\\p{Script=Cyrillic'}],
  ['sv', {load: () => import('@orama/stemmers/swedish'), script: 'Latin'}],
  ['ta', {load: () => import('@orama/stemmers/tamil'), script: 'Tamil'}],
  ['tr', {load: () => import('@orama/stemmers/turkish'), script: 'Latin'}],
  ['uk', {load: () => import('@orama/stemmers/ukrainian'), script: 'Cyrillic', mend: forgetting}],
])

/** Two kinds of Norwegian, of which the stemmer makes one. */
const sameAs: ReadonlyMap<Language, Language> = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
])

interface Loaded {
  readonly stemmer: Stemmer
  readonly letters: RegExp
}

const loaded = new Map<Language, Loaded>()

/** Loads what `stemOf` needs for `languages`; those without a stemmer are passed over. */
export async function loadStemmers(languages: Iterable<Language>): Promise<void> {
  await Promise.all(
    [...new Set([...languages].map(nameOf))].map(async (language) => {
      const found = known.get(language)
      if (found === undefined || loaded.has(language)) return
      const {stemmer} = await found.load()
      loaded.set(language, {
        stemmer: found.mend?.(stemmer) ?? stemmer,
        letters: new RegExp(`^[\\p{Script=${found.script}}\\p{M}]+$`, 'u'),
      })
    }),
  )
}

/** Whether `language` has a stemmer and it is loaded. */
export function hasStemmer(language: Language): boolean {
  return loaded.has(nameOf(language))
}

function nameOf(language: Language): Language {
  return sameAs.get(language) ?? language
}

/** Shorter words are their own stem, and longer ones are none. */
const SHORTEST = 3
const LONGEST = 40

/** Whether words like `word` have stems in `language`, as far as that is loaded. */
export function hasStems(word: string, language: Language): boolean {
  const letters = loaded.get(nameOf(language))?.letters
  return (
    letters !== undefined && SHORTEST <= word.length && word.length <= LONGEST && letters.test(word)
  )
}

/**
 * The stem of `word`, folded; `undefined` where it is the word itself, folded, or nothing is known.
 *
 * With its accents a word is stemmed better (`mangé`), without them as well as it can be.
 */
export function stemOf(word: string, language: Language): string | undefined {
  if (!hasStems(word, language)) return undefined
  const {stemmer} = loaded.get(nameOf(language))!
  try {
    const stem = fold(stemmer(lowered(word)))
    return stem.length < 2 || stem === fold(word) ? undefined : stem
  } catch {
    return undefined
  }
}

/** The Bulgarian one writes into its word, which a string does not allow: it is given letters. */
function givenLetters(stemmer: Stemmer): Stemmer {
  return (word) => {
    const letters = Object.assign([...word], {
      substring: (from: number, to: number) => letters.slice(from, to).join(''),
    })
    return stemmer(letters as unknown as string)
  }
}

/**
 * A pattern of the Ukrainian one goes on where it was in the last word; one that it does not fit
 * sets it back.
 */
function forgetting(stemmer: Stemmer): Stemmer {
  return (word) => {
    stemmer('аб')
    return stemmer(word)
  }
}
