import fc from 'fast-check'
import {expect, test} from 'vitest'
import {slipsBetween, standInsFor} from '../../src/rank/fallback.js'
import {ask} from './ask.js'
import {type SmallNote, smallReader} from './small-reader.js'

const note = (path: string, text: string): SmallNote => ({path, chunks: [text]})
const brain = (...texts: string[]) =>
  smallReader(texts.map((text, index) => note(`${index}.md`, text)))

function check(word: string, vocabulary: string, expected: readonly string[] | undefined): void {
  expect(standInsFor(brain(vocabulary), [word]).get(word)?.words, word).toEqual(expected)
}

test('a beginning of three letters stands for the words that begin so, nearest in length first', () => {
  const vocabulary = 'configuration config confluence conduct 2023 e1234'
  check('conf', vocabulary, ['config', 'confluence', 'configuration'])
  check('con', vocabulary, ['config', 'conduct', 'confluence', 'configuration'])
  check('co', vocabulary, undefined)
  check('e12', vocabulary, ['e1234'])
  // A number is no beginning of another.
  check('202', vocabulary, undefined)
})

test('slips: one from four letters on, two from eight; changed, missing, too many, swapped', () => {
  const vocabulary = 'lyon budget retention quota configuration'
  check('lyno', vocabulary, ['lyon'])
  check('lion', vocabulary, ['lyon'])
  check('budgt', vocabulary, ['budget'])
  check('bugdet', vocabulary, ['budget'])
  check('budggget', vocabulary, ['budget'])
  check('bgt', vocabulary, undefined)
  check('qota', vocabulary, ['quota'])
  check('lyn', vocabulary, undefined)
  check('bdgt', vocabulary, undefined)
  check('retnetoin', vocabulary, ['retention'])
  check('confgiuratoin', vocabulary, ['configuration'])
  check('cofgiuratoin', vocabulary, undefined)
})

test('the nearest alone, and what begins alike before what does not', () => {
  check('bolted', 'bolter jolted bolt boulders', ['bolter', 'jolted'])
  // One slip away, though the other, two away, comes before it.
  check('retentiom', 'detention retention retentions', ['retention'])
})

test('identifiers and numbers are not slipped in', () => {
  check('e1234', 'e1235', undefined)
  check('2023', '2024', undefined)
  check('v0.6.1', 'v0.6.2', undefined)
  check('abcde', 'abcd1', undefined)
})

test('the vocabulary is read at most once, and not where prefixes do', () => {
  const reader = brain('configuration budget retention')
  standInsFor(reader, ['budgte', 'retnetion', 'zzzzzzzz'])
  expect(reader.reads.vocabulary).toBe(1)
  standInsFor(reader, ['config', 'bud'])
  expect(reader.reads.vocabulary).toBe(1)
  ask(reader, 'budget zzzzzzzz')
  expect(reader.reads.vocabulary).toBe(1)
})

test('a word that is too long to be a slip costs nothing', () => {
  check('a'.repeat(64), `${'a'.repeat(63)}b`, undefined)
})

test('stand-ins only where nothing at all matched; they are named and worth less', () => {
  const reader = brain('the budget of atlas', 'the budgets', 'configuration')
  const typed = ask(reader, 'budget confgiuration')
  expect(typed.names).toEqual(['0.md#0'])
  expect(typed.instead).toEqual({})

  const slipped = ask(reader, 'bugdet')
  expect(slipped.names).toEqual(['0.md#0'])
  expect(slipped.instead).toEqual({bugdet: ['budget']})
  expect(slipped.best.matched).toEqual(['bugdet'])
  expect(slipped.words).toEqual(['bugdet'])
  expect(slipped.scores[0]!).toBeLessThan(ask(reader, 'budget').scores[0]!)

  const begun = ask(reader, 'bud zzzzzz')
  expect(begun.names.toSorted()).toEqual(['0.md#0', '1.md#0'])
  expect(begun.instead).toEqual({bud: ['budget', 'budgets']})
})

test('a filter or a hidden note makes nothing stand in', () => {
  const reader = brain('budget', 'budgets')
  for (const asked of [{where: [['=wing:x']]}, {hidden: new Set(['0.md'])}, {minScore: 9}]) {
    expect(ask(reader, 'budget', asked)).toMatchObject({total: 0, instead: {}})
  }
})

test('a word of which an object knows something is named as any other', () => {
  expect(Object.keys(ask(brain('__proto__x'), '__proto__').instead)).toEqual(['__proto__'])
})

test('slips are counted as by the whole table, up to the most', () => {
  const word = fc.string({unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6})
  const law = fc.property(word, word, fc.integer({min: 1, max: 2}), (a, b, most) => {
    fc.pre(Math.abs(a.length - b.length) <= most)
    const exact = slipsSlowly(a, b)
    const counted = slipsBetween(a, b, most)
    expect(Math.min(counted, most + 1)).toBe(Math.min(exact, most + 1))
  })
  fc.assert(law, {numRuns: 1000})
})

/** By recursion, straight from the definition. */
function slipsSlowly(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [c, d] = [a.slice(0, -1), b.slice(0, -1)]
  const least = Math.min(
    slipsSlowly(c, b) + 1,
    slipsSlowly(a, d) + 1,
    slipsSlowly(c, d) + (a.at(-1) === b.at(-1) ? 0 : 1),
  )
  const isSwapped = 1 < a.length && 1 < b.length && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  return isSwapped ? Math.min(least, slipsSlowly(a.slice(0, -2), b.slice(0, -2)) + 1) : least
}
