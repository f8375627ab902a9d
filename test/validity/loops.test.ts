import {expect, test} from 'vitest'
import {loopsOf} from '../../src/validity/loops.js'

/** Links are written `ab`: a is replaced by b. */
function check(links: string, rings: string[]): void {
  const pairs = links.split(' ').map((link) => [link[0]!, link[1]!] as const)
  const found = (order: typeof pairs) => loopsOf(order).map((ring) => ring.join(''))
  expect(found(pairs)).toEqual(rings)
  expect(found([...pairs].reverse())).toEqual(rings)
}

test('a chain, a fork and a join are no rings', () => {
  check('ab bc cd', [])
  check('ab ac bd cd', [])
})

test('a ring is told once, whoever asks first', () => {
  check('aa', ['a'])
  check('ab ba', ['ab'])
  check('ab ba ab ba', ['ab'])
  check('cb ba ac', ['abc'])
  check('xa ab bc ca cz', ['abc'])
  check('ab ba cd dc', ['ab', 'cd'])
})

test('tangled rings are one', () => {
  check('ab ba bc cb', ['abc'])
  check('ab bc ca ad da aa', ['abcd'])
})

test('a ring of 20,000 needs no stack', () => {
  const ids = Array.from({length: 20_000}, (_, index) => `n${index}`)
  const links = ids.map((id, index) => [id, ids[(index + 1) % ids.length]!] as const)
  expect(loopsOf(links)).toHaveLength(1)
  expect(loopsOf(links.slice(1))).toEqual([])
})
