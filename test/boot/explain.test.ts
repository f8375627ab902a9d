import {expect, test} from 'vitest'
import type {BootContext} from '../../src/boot/context.js'
import {explain} from '../../src/boot/explain.js'

const line = {layer: 'facts', estimated: false, carried: true, reason: 'carried'} as const
const context: BootContext = {
  budget: 900,
  tokens: 120,
  tokenizer: 'o200k_base',
  heldAt: '2026-11-29T12:00:00.000Z',
  text: '',
  layers: [
    {name: 'facts', allowance: 200, tokens: 100},
    {name: 'recent', allowance: 80, tokens: 0},
  ],
  ledger: [
    {...line, source: 'MEMORY.md:1', tokens: 60},
    {...line, source: 'MEMORY.md:2', tokens: 40},
    {...line, source: 'MEMORY.md:3', tokens: 7, estimated: true, carried: false, reason: 'stale'},
  ],
  messages: [],
}

test('shows a bar for each layer, and everything considered with its reason', () => {
  expect(
    explain(context, {width: 50}),
  ).toBe(`120 of 900 tokens (o200k_base), as of 2026-11-29T12:00:00.000Z
facts      ██████████████░░░░░░░░░░░░░░ 100 of 200
recent     ░░░░░░░░░░░░░░░░░░░░░░░░░░░░   0 of  80

facts
  carried (2)
        60  MEMORY.md:1
        40  MEMORY.md:2
  stale (1)
        ~7  MEMORY.md:3
`)
})

test('draws in ASCII where asked to, and no bar where there is no room for one', () => {
  expect(explain(context, {width: 40, ascii: true})).toContain(
    'facts      #########......... 100 of 200\n',
  )
  expect(explain(context, {width: 20})).toContain(
    '\nfacts      100 of 200\nrecent       0 of  80\n',
  )
})

test.each([30, 40, 80, 200])('bars fit a terminal of %i columns', (width) => {
  const bars = explain(context, {width}).split('\n').slice(1, 3)
  for (const bar of bars) expect(bar.length).toBeLessThanOrEqual(width)
})

test('shows at most so many lines of each reason', () => {
  expect(explain(context, {most: 1})).toContain('        60  MEMORY.md:1\n    … 1 more\n')
})

test('a name with controls in it moves no cursor', () => {
  const ledger = [{...line, source: 'a\u001b[2J\nb.md', tokens: 1}]
  expect(explain({...context, ledger})).toContain('a\u241b[2J b.md')
})
