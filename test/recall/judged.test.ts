/**
 * How well search finds what answers, on a brain that was written and judged for this:
 * `golden/recall/brain`, asked the questions of `judged/questions.ts`. The table is read in the
 * diff; `UPDATE=1` writes it anew, as all golden files. That must not let a worse search pass: each
 * category has a floor too.
 */

import {existsSync, readFileSync, writeFileSync} from 'node:fs'
import path from 'node:path'
import {beforeAll, describe, expect, test} from 'vitest'
import {type Asked, askAll, type Judged, type Way} from './judged/ask.js'
import {CATEGORIES, type Category} from './judged/questions.js'
import {ofCategory, recallMean, tableOf} from './judged/table.js'

const golden = path.resolve(import.meta.dirname, '../golden/recall/judged.txt')

/** recall_mean@1 and @5 of search, in percent. Raised when search is better for good. */
const FLOORS: Readonly<Record<Category, readonly [at1: number, at5: number]>> = {
  words: [95, 100],
  paraphrase: [25, 37],
  identifier: [100, 100],
  'other language': [92, 96],
  filtered: [93, 100],
  time: [94, 100],
  conversation: [42, 92],
}

/** Tell questions in them from all others. */
const SCRIPTS = {
  zh: /^(?!.*[\p{Script=Hiragana}\p{Script=Katakana}]).*\p{Script=Han}/u,
  ja: /\p{Script=Hiragana}|\p{Script=Katakana}/u,
  ko: /\p{Script=Hangul}/u,
  th: /\p{Script=Thai}/u,
  ru: /\p{Script=Cyrillic}/u,
} as const

let asked: Asked
let judged: readonly Judged[]

beforeAll(async () => {
  asked = await askAll()
  judged = asked.judged
})

test('every answer is as good as it was', () => {
  const table = tableOf(asked)
  const isWanted = process.env.UPDATE === '1' || (!existsSync(golden) && !process.env.CI)
  if (isWanted) writeFileSync(golden, table)
  expect(table).toBe(readFileSync(golden, 'utf8'))
})

describe.each(CATEGORIES)('%s', (category) => {
  test('is not below its floor', () => {
    const own = ofCategory(judged, category)
    const [at1, at5] = FLOORS[category]
    expect(own.length).toBeGreaterThanOrEqual(12)
    expect(recallMean(own, 'search', 1)).toBeGreaterThanOrEqual(at1)
    expect(recallMean(own, 'search', 5)).toBeGreaterThanOrEqual(at5)
  })

  test('fault 30: search is not below its words alone', () => {
    expect(shortOf(category, 'words')).toEqual([])
  })
})

// They were written to have no word of their answer: whatever words say of them is chance.
test('fault 30: only of paraphrases meaning alone has more than search', () => {
  for (const way of ['meaning', 'nearest'] as const) {
    const short = CATEGORIES.filter((category) => shortOf(category, way).length !== 0)
    expect(short.filter((category) => category !== 'paraphrase')).toEqual([])
    expect(recallMean(judged, 'search', 5)).toBeGreaterThan(recallMean(judged, way, 5))
  }
})

test('fault 11: what the brain says nothing about finds next to nothing', () => {
  expect(asked.strays.length).toBeLessThanOrEqual(1)
})

describe.each(Object.entries(SCRIPTS))('fault 31: a question in %s', (_, script) => {
  test.each(['search', 'words'] as const)('finds its own, by %s', (way) => {
    const own = judged.filter(({text}) => script.test(text))
    expect(own.length).toBeGreaterThanOrEqual(4)
    for (const {text, places} of own) expect([text, places[way]]).toEqual([text, [1]])
  })
})

/** Where search has less of the answers than another way. */
function shortOf(category: Category, way: Way): string[] {
  const own = ofCategory(judged, category)
  return [1, 5].flatMap((k) => {
    const [whole, part] = [recallMean(own, 'search', k), recallMean(own, way, k)]
    return whole < part - 1e-9 ? [`@${k}: ${whole} < ${part} by ${way}`] : []
  })
}
