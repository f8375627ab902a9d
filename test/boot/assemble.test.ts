import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {type Amount, assemble, type Share} from '../../src/boot/assemble.js'
import type {LayerName, Passage} from '../../src/boot/context.js'

/** In these tests a character is a token. */
const count = (text: string) => text.length
const unlimited = Number.POSITIVE_INFINITY

function passage(source: string, cost: number, under: string[] = [], content = source): Passage {
  return {source, text: `${'x'.repeat(cost - 1)}\n`, under, order: [source], content}
}

function share(name: LayerName, part: number, ...passages: Passage[]): Share {
  return {layer: {name, passages, refused: []}, part}
}

/** What is carried of each layer, `facts: a b`. */
function carried(shares: readonly Share[], tokens: number, characters = unlimited): string[] {
  return assemble(shares, {tokens, characters}, count).map((layer) =>
    `${layer.name}: ${layer.carried.map(({source}) => source).join(' ')}`.trimEnd(),
  )
}

describe('a layer', () => {
  const layer = [share('facts', 1, passage('a', 10), passage('b', 20), passage('c', 5))]

  test.each([
    ['carries all that exactly fits', 35, 'facts: a b c'],
    ['lacks one token for the last', 34, 'facts: a b'],
    ['stops at the first that does not fit, though a later one would', 29, 'facts: a'],
    ['carries nothing where the first does not fit', 9, 'facts:'],
    ['carries nothing for nothing', 0, 'facts:'],
  ])('%s', (_, tokens, expected) => {
    expect(carried(layer, tokens)).toEqual([expected])
  })

  test('says of each what became of it, counted where it was tried', () => {
    const refused = [{source: 'old', reason: 'stale' as const, tokens: 3}]
    const [filled] = assemble(
      [{layer: {...layer[0]!.layer, refused}, part: 1}],
      {tokens: 12, characters: unlimited},
      count,
    )
    expect(filled!.lines.map((line) => Object.values(line))).toEqual([
      ['facts', 'a', 10, false, true, 'carried'],
      ['facts', 'b', 20, false, false, 'over-budget'],
      ['facts', 'c', 2, true, false, 'over-budget'],
      ['facts', 'old', 3, true, false, 'stale'],
    ])
  })

  test('charges a heading to the first passage that needs it, once', () => {
    const under = ['# file\n', '## part\n']
    const headed = [share('facts', 1, passage('a', 10, under), passage('b', 10, under))]
    expect(carried(headed, 34)).toEqual(['facts: a'])
    expect(carried(headed, 35)).toEqual(['facts: a b'])
  })
})

describe('layers', () => {
  test('hand on what they did not spend, once they have carried everything', () => {
    const shares = [share('user', 0.5, passage('a', 10)), share('facts', 0.5, passage('b', 90))]
    expect(carried(shares, 100)).toEqual(['user: a', 'facts: b'])
  })

  test('hand on nothing where they had to stop', () => {
    const shares = [
      share('user', 0.5, passage('a', 10), passage('b', 41)),
      share('facts', 0.5, passage('c', 51)),
    ]
    expect(carried(shares, 100)).toEqual(['user: a', 'facts:'])
  })

  test('fault 53: files that come first starve no layer after them', () => {
    const flood = Array.from({length: 1000}, (_, index) => passage(`flood ${index}`, 10))
    const shares = [share('procedures', 0.7, ...flood), share('facts', 0.3, passage('fact', 300))]
    expect(carried(shares, 1000)[1]).toBe('facts: fact')
  })

  test('fault 55: the same content in two layers is carried once, and said', () => {
    const shares = [
      share('facts', 0.5, passage('MEMORY.md:1', 10, [], 'same')),
      share('essentials', 0.5, passage('a.md:1', 10, [], 'same'), passage('b.md:1', 10)),
    ]
    expect(carried(shares, 100)).toEqual(['facts: MEMORY.md:1', 'essentials: b.md:1'])
    const [, essentials] = assemble(shares, {tokens: 100, characters: unlimited}, count)
    expect(essentials!.lines[0]).toMatchObject({carried: false, reason: 'duplicate'})
    expect(essentials!.spent.tokens).toBe(10)
  })

  test('the same words under another heading or in another room of a layer are not the same', () => {
    const passages = [
      passage('MEMORY.md:2', 10, ['## iOS\n'], 'same'),
      passage('MEMORY.md:3', 10, ['## iOS\n'], 'same'),
      passage('MEMORY.md:6', 10, ['## Android\n'], 'same'),
      passage('drawers/a/b/c.md:1', 10, ['## iOS\n'], 'same'),
    ]
    expect(carried([share('facts', 1, ...passages)], 100)).toEqual([
      'facts: MEMORY.md:2 MEMORY.md:6 drawers/a/b/c.md:1',
    ])
  })

  test('what is said already is a duplicate, also where the budget is spent', () => {
    const shares = [
      share('user', 0.5, passage('a', 10)),
      share('facts', 0.5, passage('b', 90), passage('c', 10, [], 'a')),
    ]
    const [, facts] = assemble(shares, {tokens: 100, characters: unlimited}, count)
    expect(facts!.lines.map(({reason}) => reason)).toEqual(['carried', 'duplicate'])
    const [, less] = assemble(shares, {tokens: 90, characters: unlimited}, count)
    expect(less!.lines.map(({reason}) => reason)).toEqual(['over-budget', 'duplicate'])
  })

  test('keep to a limit of characters as well, each to its part of it', () => {
    const shares = [
      share('user', 0.5, passage('a', 40), passage('b', 40)),
      share('facts', 0.5, passage('c', 40)),
    ]
    expect(carried(shares, 1000, 100)).toEqual(['user: a', 'facts: c'])
  })
})

const someShares = fc
  .array(
    fc.record({
      weight: fc.integer({min: 0, max: 5}),
      passages: fc.array(
        fc.record({
          cost: fc.integer({min: 1, max: 30}),
          content: fc.integer({min: 0, max: 12}),
          under: fc.array(fc.constantFrom('# one\n', '## two\n'), {maxLength: 2}),
        }),
        {maxLength: 8},
      ),
    }),
    {minLength: 1, maxLength: 5},
  )
  .map((layers): Share[] => {
    const names: LayerName[] = ['identity', 'user', 'facts', 'essentials', 'recent']
    const whole = layers.reduce((sum, {weight}) => sum + weight, 0) || 1
    return layers.map(({weight, passages}, index) =>
      share(
        names[index]!,
        weight / whole,
        ...passages.map(({cost, content, under}, rank) =>
          passage(`${names[index]}:${rank}`, cost, under, `${content}`),
        ),
      ),
    )
  })
const someBudget = fc.integer({min: 0, max: 300})
const someCharacters = fc.oneof(fc.constant(unlimited), fc.integer({min: 0, max: 300}))

describe('laws', () => {
  test('never spends more than there is', () => {
    fc.assert(
      fc.property(someShares, someBudget, someCharacters, (shares, tokens, characters) => {
        const filled = assemble(shares, {tokens, characters}, count)
        expect(sum(filled.map(({spent}) => spent.tokens))).toBeLessThanOrEqual(tokens)
        expect(sum(filled.map(({spent}) => spent.characters))).toBeLessThanOrEqual(characters)
        for (const {spent, allowance} of filled) {
          expect(spent.tokens).toBeLessThanOrEqual(allowance.tokens)
        }
      }),
    )
  })

  test('a raised budget keeps, layer by layer, all that it carried', () => {
    fc.assert(
      fc.property(
        someShares,
        someBudget,
        fc.integer({min: 1, max: 100}),
        someCharacters,
        (shares, tokens, more, characters) => {
          const before = assemble(shares, {tokens, characters}, count)
          const after = assemble(shares, {tokens: tokens + more, characters}, count)
          const said = new Set<string>()
          for (const [index, layer] of before.entries()) {
            for (const {content} of after[index]!.carried) said.add(content)
            // What an earlier layer says now need not be said again here.
            for (const {content} of layer.carried) expect(said).toContain(content)
          }
        },
      ),
      {numRuns: 1000},
    )
  })

  test('every passage has one line, and the lines carried sum to what was spent', () => {
    fc.assert(
      fc.property(someShares, someBudget, (shares, tokens) => {
        const filled = assemble(shares, {tokens, characters: unlimited}, count)
        for (const [index, {lines, spent, carried}] of filled.entries()) {
          const sources = shares[index]!.layer.passages.map(({source}) => source)
          expect(lines.map(({source}) => source)).toEqual(sources)
          const costs = lines.filter((line) => line.carried).map((line) => line.tokens)
          expect(sum(costs)).toBe(spent.tokens)
          expect(carried.length).toBe(costs.length)
        }
      }),
    )
  })
})

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

test('an amount is of tokens and of characters', () => {
  const amount: Amount = {tokens: 1, characters: 2}
  expect(assemble([share('facts', 1, passage('a', 2))], amount, () => 1)[0]!.spent).toEqual(amount)
})
