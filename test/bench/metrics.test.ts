/** What a ranking scores, against what the metrics say by their definitions. */

import path from 'node:path'
import {expect, test} from 'vitest'

type Scores = Readonly<Record<string, number>>

const {scoresOf, meansOf} = (await import(path.resolve('scripts/bench/metrics.mjs'))) as {
  scoresOf: (ranked: readonly string[], gold: readonly string[]) => Scores
  meansOf: (all: readonly Scores[]) => Scores
}
const {dayOf} = (await import(path.resolve('scripts/bench/brain-of-case.mjs'))) as {
  dayOf: (date: unknown) => string | undefined
}

test.each([
  ['all first', ['a', 'b', 'c'], ['a', 'b'], [1, 1, 1, 1, 1, 1, 1]],
  ['nothing', ['c', 'd'], ['a'], [0, 0, 0, 0, 0, 0, 0]],
  ['one of two', ['c', 'a'], ['a', 'b'], [1, 0, 0.5, 1, 0, 0.5, 0.38685]],
  ['the sixth', [...'vwxyza'], ['a'], [0, 0, 0, 1, 1, 1, 0.35621]],
  ['the eleventh', [...'klmnopqrsta'], ['a'], [0, 0, 0, 0, 0, 0, 0]],
])('%s', (_name, ranked, gold, wanted) => {
  const scores = scoresOf(ranked, gold)
  expect(Object.keys(scores)).toEqual([
    ...['recall_any@5', 'recall_all@5', 'recall_mean@5'],
    ...['recall_any@10', 'recall_all@10', 'recall_mean@10', 'ndcg@10'],
  ])
  for (const [at, score] of Object.values(scores).entries()) {
    expect(score).toBeCloseTo(wanted[at] as number, 4)
  }
})

test('means are percentages over questions', () => {
  expect(meansOf([{x: 1}, {x: 0.5}, {x: 0}])).toEqual({x: 50})
})

test.each([
  ['2023/05/20 (Sat) 01:38', '2023-05-20'],
  ['1:56 pm on 8 May, 2023', '2023-05-08'],
  ['4:04 pm on 20 January, 2023', '2023-01-20'],
  ['March-15-2024', '2024-03-15'],
  ['one day', undefined],
  [null, undefined],
])('the day of %s', (date, day) => {
  expect(dayOf(date)).toBe(day)
})
