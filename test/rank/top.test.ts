import fc from 'fast-check'
import {expect, test} from 'vitest'
import {Top} from '../../src/rank/top.js'

test('keeps what sorting all would put first, in that order', () => {
  const scores = fc.array(fc.integer({min: 0, max: 5}), {maxLength: 40})
  const law = fc.property(scores, fc.nat({max: 12}), (all, most) => {
    const top = new Top(most, (a, b) => a < b)
    all.forEach((score, item) => {
      top.offer(item, score)
    })
    const sorted = all
      .map((score, item) => ({item, score}))
      .sort((a, b) => b.score - a.score || a.item - b.item)
    expect(top.sorted()).toEqual(sorted.slice(0, most))
  })
  fc.assert(law)
})

test('asks which comes first only of equals', () => {
  const top = new Top(2, () => {
    throw new Error('asked')
  })
  for (const score of [3, 1, 2, 5, 4]) top.offer(score, score)
  expect(top.sorted().map(({item}) => item)).toEqual([5, 4])
})
