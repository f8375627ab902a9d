/**
 * The plain lexical baseline that stands in every table: Okapi BM25 (k1 0.9, b 0.4) over whole documents,
 * stop words, Porter stems, bigrams for CJK. Nothing of it is shared with the product.
 */

import {stemmer} from '@orama/stemmers/english'

const STOP = new Set(
  `a about above after again against all am an and any are as at be because been before being below between both but by
  can could did do does doing down during each few for from further had has have having he her here hers herself him
  himself his how i if in into is it its itself just me more most my myself no nor not now of off on once only or other
  our ours ourselves out over own same she should so some such than that the their theirs them themselves then there
  these they this those through to too under until up very was we were what when where which while who whom why will
  with would you your yours yourself yourselves`.split(/\s+/),
)
const K1 = 0.9
const B = 0.4

/** Terms of a text, repeated as often as they stand there. */
export function termsOf(text) {
  const terms = []
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  for (const word of words) {
    const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu
    for (const run of word.match(han) ?? []) terms.push(...bigramsOf([...run]))
    for (const rest of word.split(han)) {
      if (rest !== '' && !STOP.has(rest)) terms.push(/^[a-z]+$/.test(rest) ? stemmer(rest) : rest)
    }
  }
  return terms
}

function bigramsOf(letters) {
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, index) => letters[index] + letter)
}

/** Returns a function that ranks all documents for a query, best first, as indexes into `texts`. */
export function plainBm25(texts) {
  const postings = new Map()
  const lengths = texts.map((text, index) => {
    const terms = termsOf(text)
    const counts = new Map()
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const [term, count] of counts) {
      const list = postings.get(term)
      if (list === undefined) postings.set(term, [[index, count]])
      else list.push([index, count])
    }
    return terms.length
  })
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length)
  return (query) => {
    const scores = new Map()
    for (const term of termsOf(query)) {
      const list = postings.get(term) ?? []
      const idf = Math.log(1 + (texts.length - list.length + 0.5) / (list.length + 0.5))
      for (const [index, count] of list) {
        const norm = K1 * (1 - B + (B * lengths[index]) / mean)
        const score = (idf * count * (K1 + 1)) / (count + norm)
        scores.set(index, (scores.get(index) ?? 0) + score)
      }
    }
    return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([index]) => index)
  }
}
