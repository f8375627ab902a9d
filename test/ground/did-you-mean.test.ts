import {expect, test} from 'vitest'
import {didYouMean, didYouMeanHint} from '../../src/ground/did-you-mean.js'

const names = ['atlas', 'beacon', 'house', 'atlas-web', 'zone', 'ttl', 'über']

test.each([
  ['a letter missing', 'atls', ['atlas']],
  ['a letter too many', 'beaacon', ['beacon']],
  ['two letters swapped', 'zoen', ['zone']],
  ['another letter', 'housa', ['house']],
  ['case', 'ZONE', ['zone']],
  ['cut short', 'atla', ['atlas', 'atlas-web']],
  ['an accent written apart', 'u\u0308ber', ['über']],
  ['nothing near', 'kitchen', []],
  ['nothing at all', '', []],
  ['one letter', 'x', []],
])('%s', (_, word, expected) => {
  expect(didYouMean(word, names)).toEqual(expected)
})

test('the nearest comes first, and never more than three', () => {
  expect(didYouMean('room', ['rooms', 'roam', 'room1', 'roomy', 'broom'])).toHaveLength(3)
  expect(didYouMean('api.protocl', ['api.protocols', 'api.protocol'])[0]).toBe('api.protocol')
})

test('the order of the names makes no difference', () => {
  const forward = didYouMean('room', ['rooms', 'broom', 'roomy'])
  expect(didYouMean('room', ['roomy', 'broom', 'rooms'])).toEqual(forward)
})

test('names that differ in case alone are one suggestion', () => {
  expect(didYouMean('limit', ['limits', 'Limits', 'LIMITS'])).toEqual(['limits'])
})

test('a hint asks, and no names make no hint', () => {
  expect(didYouMeanHint(['a1', 'b2'])).toBe('did you mean `a1` or `b2`?')
  expect(didYouMeanHint([])).toBeUndefined()
})
