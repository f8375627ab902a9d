/**
 * A word of a question together with its other forms, counted as one.
 *
 * The postings of all forms are united, and rarity is that of the union: a form that happens to be
 * rare must not be mistaken for a rare word.
 */

import type {PostingList, Reader} from '../postings/reader.js'
import type {Query} from '../terms/query.js'
import {STEM} from '../terms/term.js'
import {weightedCounts} from './bm25.js'
import type {Counted} from './scratch.js'

/** More words than this are not looked at: a question is no document. */
const WORDS_MOST = 64

export interface Forms {
  /** The word of the question that it is told as. */
  readonly word: string
  /** How much it is asked for: 1 each time that the question says it. */
  readonly weight: number
  /** What a text gets for it at most: 1, or less for a stand-in. */
  readonly worth: number
  /** The word and its stems: an occurrence may be in several of these lists, and counts once. */
  readonly shared: readonly string[]
  /** Other words, each counted beside. */
  readonly others: readonly string[]
}

/**
 * The words of a question that count, in order and each once. Stop words do only where there are no
 * others.
 */
export function formsIn({words}: Query): Forms[] {
  const telling = words.filter(({stop}) => !stop)
  const byWord = new Map<string, {readonly stems: readonly string[]; weight: number}>()
  for (const {word, stems, weight} of telling.length === 0 ? words : telling) {
    const before = byWord.get(word)
    if (before !== undefined) before.weight += weight
    else if (byWord.size < WORDS_MOST) byWord.set(word, {stems, weight})
  }
  return [...byWord].map(([word, {stems, weight}]) => ({
    word,
    weight,
    worth: 1,
    ...listsOf(word, stems),
  }))
}

/**
 * Parts the lists to read: of the shared ones the largest count is the count, the others are added.
 *
 * A text that has `houses` has it under `~en:hous` too, which must not count it twice. A text that
 * has a word which is its own stem has no such entry; and what it then has under the stem came from
 * other words.
 */
function listsOf(word: string, stems: readonly string[]): Pick<Forms, 'shared' | 'others'> {
  const shared = [word]
  const others = new Set<string>()
  for (const stem of stems) {
    const bare = stem.slice(stem.indexOf(':', STEM.length) + 1)
    if (bare === word) others.add(stem)
    else {
      shared.push(stem)
      others.add(bare)
    }
  }
  return {shared, others: [...others]}
}

/**
 * Counts a word in every chunk that has it, weighted by field. `counts` is empty before.
 *
 * @param from only of chunks with this number or a higher one.
 */
export function countForms(
  reader: Reader,
  {shared, others}: Forms,
  list: PostingList,
  counts: Counted,
  from = 0,
): void {
  const add = (term: string, isSum: boolean) => {
    reader.read(term, list, from)
    const weighted = counts.roomFor(list.count)
    weightedCounts(list, weighted)
    counts.unite(list.chunk, weighted, list.count, isSum)
  }
  for (const term of shared) add(term, false)
  for (const term of others) add(term, true)
}
