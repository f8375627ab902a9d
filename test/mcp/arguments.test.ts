import {describe, expect, test} from 'vitest'
import {BrainError} from '../../src/index.js'
import {readArguments} from '../../src/mcp/arguments.js'

const takes = {
  text: {kind: 'text', required: true},
  names: {kind: 'texts'},
  limit: {kind: 'whole'},
  most: {kind: 'count'},
  importance: {kind: 'fraction'},
  past: {kind: 'flag'},
  hall: {kind: 'text', choices: ['facts', 'events']},
} as const

function read(given: unknown) {
  return Object.fromEntries(
    Object.entries(readArguments('keep', takes, given)).filter(([, value]) => value !== undefined),
  )
}

function refusal(given: unknown): BrainError {
  try {
    readArguments('keep', takes, given)
  } catch (error) {
    if (error instanceof BrainError) return error
    throw error
  }
  throw new Error(`${JSON.stringify(given)} was taken`)
}

describe('what is meant is taken', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['as it is', {limit: 3, past: true, importance: 0.5}, {limit: 3, past: true, importance: 0.5}],
    ['a number in quotes', {limit: '3', importance: '0.5'}, {limit: 3, importance: 0.5}],
    ['a flag in quotes', {past: 'false'}, {past: false}],
    ['null for what is left out', {limit: null, names: null}, {}],
    ['an empty text for what is left out', {names: '', hall: ' '}, {}],
    ['one name for a list', {names: 'a.md'}, {names: ['a.md']}],
    ['a wikilink for a list', {names: '[[a]]'}, {names: ['[[a]]']}],
    ['a list that is written out', {names: '["a.md", "b.md"]'}, {names: ['a.md', 'b.md']}],
  ])('%s', (_, given, taken) => {
    expect(read({text: 't', ...given})).toEqual({text: 't', ...taken})
  })

  test('a number where a text is asked for', () => {
    expect(read({text: 802.11})).toEqual({text: '802.11'})
  })
})

describe('what is not is refused by name', () => {
  test.each<[string, unknown, RegExp, RegExp]>([
    ['what is missing', {}, /`keep` needs `text`/, /give a text/],
    ['null for what is needed', {text: null}, /needs `text`/, /give a text/],
    ['an empty text for what is needed', {text: ' '}, /needs `text`/, /give a text/],
    ['none for what is counted', {text: 't', most: 0}, /a whole number, 1 or more/, /0/],
    ['a name that there is not', {text: 't', limits: 3}, /no parameter `limits`/, /`limit`/],
    [
      'a name of every object',
      {text: 't', constructor: 3},
      /no parameter `constructor`/,
      /it takes/,
    ],
    [
      'a part of a number',
      {text: 't', limit: 1.5},
      /a whole number, 0 or more, for `limit`/,
      /1\.5/,
    ],
    ['less than nothing', {text: 't', limit: -1}, /`limit`/, /-1/],
    ['no number', {text: 't', limit: 'many'}, /`limit`/, /many/],
    ['an empty number', {text: 't', limit: ' '}, /`limit`/, /given/],
    ['too much', {text: 't', importance: 7}, /0 to 1/, /7/],
    ['an object for a text', {text: {a: 1}}, /a text for `text`/, /\{"a":1\}/],
    ['a list of numbers', {text: 't', names: [1]}, /list of texts/, /\[1\]/],
    ['another word', {text: 't', hall: 'fact'}, /does not know `fact`/, /did you mean `facts`/],
    ['a list for all of them', ['text'], /as an object/, /`text`/],
    ['a text for all of them', 'text', /as an object/, /`text`/],
  ])('%s', (_, given, message, hint) => {
    const error = refusal(given)
    expect(error.code).toBe('bad-argument')
    expect(error.message).toMatch(message)
    expect(error.hint).toMatch(hint)
  })

  test('and a value of a megabyte is told by its beginning', () => {
    expect(refusal({text: {a: 'x'.repeat(1 << 20)}}).hint!.length).toBeLessThan(200)
  })
})
