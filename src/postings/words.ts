/**
 * The words of an index in their order: those of the snapshot and the young ones, merged.
 *
 * A word that stands only in what is gone is none. Whether it does is found out by reading its postings up to
 * the first alive, which is nearly always the first.
 */

import type {Corpus} from './corpus.js'
import {isWord} from './posting-code.js'

/** The words that begin with `prefix`, by their code units; all of them for an empty one. */
export function* wordsFrom(corpus: Corpus, prefix: string): Iterable<string> {
  const sound = prefix.toWellFormed()
  const young = [...corpus.young.terms()].filter((term) => term.startsWith(sound)).sort()
  let next = 0
  for (const term of snapshotTermsFrom(corpus, sound)) {
    while (next < young.length && young[next]! < term) {
      if (isYoungWord(corpus, young[next]!)) yield young[next]!
      next++
    }
    if (young[next] === term) next++
    if (isWord(term)) yield term
  }
  for (; next < young.length; next++) {
    if (isYoungWord(corpus, young[next]!)) yield young[next]!
  }
}

/** Every term, stems and facets too, each once; also such as stand only in what is gone. */
export function* allTerms({snapshot, young}: Corpus): Iterable<string> {
  const terms = snapshot?.terms
  for (let index = 0; index < (terms?.count ?? 0); index++) yield terms!.at(index)
  for (const term of young.terms()) {
    if (terms === undefined || terms.find(term) === -1) yield term
  }
}

function isYoungWord(corpus: Corpus, term: string): boolean {
  return isWord(term) && corpus.isAliveInYoung(term)
}

/** Terms of the snapshot that are alive, in it or among the young. */
function* snapshotTermsFrom(corpus: Corpus, prefix: string): Iterable<string> {
  const terms = corpus.snapshot?.terms
  if (terms === undefined) return
  for (let index = terms.firstFrom(prefix); index < terms.count; index++) {
    const term = terms.at(index)
    if (!term.startsWith(prefix)) return
    if (corpus.isAliveInSnapshot(index) || corpus.isAliveInYoung(term)) yield term
  }
}
