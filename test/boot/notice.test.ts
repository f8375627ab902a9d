import {expect, test} from 'vitest'
import type {Filled} from '../../src/boot/assemble.js'
import type {LayerName, Reason} from '../../src/boot/context.js'
import {noticesOf, quotedName} from '../../src/boot/notice.js'
import {FRAME_END, FRAME_START, RESERVE} from '../../src/boot/render.js'
import {openTokenizer} from '../../src/ground/tokens.js'

const retry = {command: 'brain boot --explain'}
const none = {tokens: 0, characters: 0}
const tokenizer = openTokenizer()

function layer(name: LayerName, ...reasons: [Reason, string][]): Filled {
  const lines = reasons.map(([reason, source]) => {
    return {layer: name, source, tokens: 1, estimated: true, carried: false, reason}
  })
  return {name, allowance: none, spent: none, carried: [], lines}
}

test('says how many of each layer are missing and why, the fullest notice first', () => {
  const layers = [
    layer('procedures', ['over-budget', 'AGENTS.md:3'], ['over-budget', 'AGENTS.md:9']),
    layer('facts', ['stale', 'MEMORY.md:1'], ['over-budget', 'MEMORY.md:2']),
    layer('recent'),
  ]
  expect(noticesOf(layers, retry)).toEqual([
    'Left out: procedures 2 over budget; facts 1 stale, 1 over budget. `brain boot --explain` lists them.\nNot whole above: `brain show AGENTS.md`.\n',
    'Left out: 4 passages. `brain boot --explain` lists them.\nNot whole above: `brain show AGENTS.md`.\n',
    'Left out: 4 passages. `brain boot --explain` lists them.\nNot whole above: AGENTS.md.\n',
    'Left out: 4 passages. `brain boot --explain` lists them.\n',
    'Left out: 4 passages.\n',
  ])
})

test('says nothing where nothing is missing', () => {
  const layers = [
    layer('procedures', ['carried', 'AGENTS.md:1'], ['loaded-by-harness', 'TOOLS.md']),
    layer('facts', ['duplicate', 'MEMORY.md:1']),
  ]
  expect(noticesOf(layers, retry)).toEqual([])
})

test('the reserve holds the frame and the shortest notice, however much is missing', () => {
  const shortest = noticesOf([layer('facts', ['stale', 'MEMORY.md:1'])], retry).at(-1)!
  const texts = [FRAME_START, FRAME_END, shortest.replace('1 passages', '9999999 passages')]
  expect(texts.reduce((sum, text) => sum + tokenizer.count(text), 0)).toBeLessThan(RESERVE.tokens)
  expect(texts.join('').length).toBeLessThan(RESERVE.characters)
})

test('the reserve names every order that was cut, however far away the brain is', () => {
  const cut = (name: LayerName, files: readonly string[]) =>
    layer(name, ...files.map((file): [Reason, string] => ['over-budget', `${file}:1`]))
  const layers = [
    cut('identity', ['SOUL.md', 'IDENTITY.md', 'ABOUT.md']),
    cut('procedures', ['AGENTS.md', 'TOOLS.md']),
    cut(
      'facts',
      Array.from({length: 100_000}, (_, index) => `MEMORY.md:${index}`),
    ),
  ]
  const far = {...retry, show: `brain show --brain "${'/a folder'.repeat(50)}"`}
  const fitting = noticesOf(layers, far).find((notice) => {
    const texts = [FRAME_START, FRAME_END, notice]
    const tokens = texts.reduce((sum, text) => sum + tokenizer.count(text), 0)
    return tokens <= RESERVE.tokens && texts.join('').length <= RESERVE.characters
  })
  expect(fitting).toMatch(/Not whole above: SOUL.md, IDENTITY.md, ABOUT.md, AGENTS.md, TOOLS.md/)
})

test.each([
  ['atlas', 'atlas'],
  ['日本', '日本'],
  ['two words', '"two words"'],
  ['$(rm) `x` "y"', '"\\$(rm) \\`x\\` \\"y\\""'],
])('a shell takes %s as %s', (name, expected) => {
  expect(quotedName(name)).toBe(expected)
})
