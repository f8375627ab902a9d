import {describe, expect, test} from 'vitest'
import {
  EARLIEST,
  formatInstant,
  type Instant,
  LATEST,
  readInstant,
} from '../../src/ground/instant.js'
import {type Claim, trace} from '../../src/validity/lineage.js'
import {type ClaimId, standingAt} from '../../src/validity/validity.js'
import {type DateKey, UNWRITTEN} from '../../src/validity/written.js'

const on = (day: string): Instant => readInstant(`${day}T00:00Z`)!

interface Sketch {
  readonly from?: string
  /** Excluded. */
  readonly until?: string
  readonly created?: string
  readonly recorded?: string
  readonly key?: string
  readonly supersedes?: readonly string[]
  readonly supersededBy?: readonly (string | undefined)[]
  readonly partOf?: string
  readonly unreadable?: readonly DateKey[]
}

function claim(id: string, sketch: Sketch = {}): Claim {
  const {from, until, created, recorded, key, partOf} = sketch
  return {
    id: id as ClaimId,
    written: {
      ...UNWRITTEN,
      ...(from === undefined ? {} : {validFrom: on(from)}),
      ...(until === undefined ? {} : {validUntil: on(until)}),
      ...(created === undefined ? {} : {created: on(created)}),
      unreadable: sketch.unreadable ?? [],
    },
    ...(recorded === undefined ? {} : {recorded: on(recorded)}),
    ...(key === undefined ? {} : {key}),
    ...(partOf === undefined ? {} : {partOf: partOf as ClaimId}),
    supersedes: (sketch.supersedes ?? []) as ClaimId[],
    supersededBy: (sketch.supersededBy ?? []) as (ClaimId | undefined)[],
  }
}

/** Writes a lineage as `a: 2026-01-01 – 2026-02-01 > b`; an open end is a dot. */
function written(...claims: Claim[]): string[] {
  const {validities, unreadable, troubles} = trace(claims)
  const end = (at: Instant) =>
    at === EARLIEST || at === LATEST ? '.' : formatInstant(at).slice(0, 10)
  const spans = claims.map(({id}) => {
    const {from, until, closedBy} = validities.get(id)!
    const never = until === EARLIEST ? 'never' : `${end(from)} – ${end(until)}`
    const by = closedBy === undefined ? '' : ` > ${closedBy}`
    return `${id}: ${never}${by}${unreadable.has(id) ? ' (unreadable)' : ''}`
  })
  const told = troubles.map((trouble) => `${trouble.rule}: ${[trouble.claim, ...trouble.others]}`)
  expect(trace([...claims].reverse())).toEqual({validities, unreadable, troubles})
  return [...spans, ...told]
}

describe('a successor begins', () => {
  test('at its valid_from, else its created, else when first recorded, else always', () => {
    const dates = {from: '2026-03-01', created: '2026-02-01', recorded: '2026-01-01'}
    const check = (sketch: Sketch, expected: string[]) =>
      expect(written(claim('a'), claim('b', {...sketch, supersedes: ['a']}))).toEqual(expected)
    check(dates, ['a: . – 2026-03-01 > b', 'b: 2026-03-01 – .'])
    const {from: _from, ...undated} = dates
    check(undated, ['a: . – 2026-02-01 > b', 'b: 2026-02-01 – .'])
    check({recorded: '2026-01-01'}, ['a: . – 2026-01-01 > b', 'b: 2026-01-01 – .'])
    check({}, ['a: never > b', 'b: . – .'])
  })

  test('and what replaces nothing has always held, whenever it was written down', () => {
    expect(written(claim('a', {created: '2026-02-01', recorded: '2026-02-02'}))).toEqual([
      'a: . – .',
    ])
  })
})

test('a link may be written at either end, or at both', () => {
  const expected = ['a: . – 2026-03-01 > b', 'b: 2026-03-01 – .']
  const from = '2026-03-01'
  expect(written(claim('a', {supersededBy: ['b']}), claim('b', {from}))).toEqual(expected)
  expect(written(claim('a', {supersededBy: ['b']}), claim('b', {from, supersedes: ['a']}))).toEqual(
    expected,
  )
})

test('lapsed stays lapsed: a successor that came later has not replaced it', () => {
  expect(
    written(claim('a', {until: '2026-02-01'}), claim('b', {from: '2026-03-01', supersedes: ['a']})),
  ).toEqual(['a: . – 2026-02-01', 'b: 2026-03-01 – .'])
})

test('what is superseded before it begins never holds', () => {
  const {validities} = trace([
    claim('a', {from: '2026-06-01'}),
    claim('b', {from: '2026-03-01', supersedes: ['a']}),
  ])
  const standings = ['2026-02-01', '2026-04-01', '2026-07-01'].map((day) =>
    standingAt(validities.get('a' as ClaimId)!, on(day)),
  )
  expect(standings).toEqual(['upcoming', 'superseded', 'superseded'])
})

test('fault 35: under one key a chain has one current head', () => {
  expect(
    written(
      claim('b', {key: 'zone', from: '2026-02-01'}),
      claim('a', {key: 'zone'}),
      claim('c', {key: 'zone', created: '2026-03-01'}),
      claim('d', {key: 'other', from: '2026-04-01'}),
    ),
  ).toEqual([
    'b: 2026-02-01 – 2026-03-01 > c',
    'a: . – 2026-02-01 > b',
    'c: 2026-03-01 – .',
    'd: . – .'.replace('. –', '2026-04-01 –'),
  ])
})

test('fault 36: nothing but a link or an equal key ever closes anything', () => {
  expect(
    written(
      claim('drawers/a/office.md', {from: '2026-01-01'}),
      claim('drawers/a/office-2.md', {from: '2026-02-01'}),
      claim('MEMORY.md#1', {key: 'office', from: '2026-03-01'}),
      claim('MEMORY.md#2', {key: 'Office', from: '2026-04-01'}),
      claim('MEMORY.md#3', {key: 'office.city', from: '2026-05-01', supersedes: ['gone.md']}),
    ),
  ).toEqual([
    'drawers/a/office.md: 2026-01-01 – .',
    'drawers/a/office-2.md: 2026-02-01 – .',
    'MEMORY.md#1: 2026-03-01 – .',
    'MEMORY.md#2: 2026-04-01 – .',
    'MEMORY.md#3: 2026-05-01 – .',
  ])
})

test('fault 37: works, left, works again are three intervals', () => {
  const lines = written(
    claim('works', {key: 'mara.job', from: '2019-01-01'}),
    claim('left', {key: 'mara.job', from: '2021-06-01'}),
    claim('works-again', {key: 'mara.job', from: '2023-01-01'}),
  )
  expect(lines).toEqual([
    'works: 2019-01-01 – 2021-06-01 > left',
    'left: 2021-06-01 – 2023-01-01 > works-again',
    'works-again: 2023-01-01 – .',
  ])
  // And with the gap as a gap.
  expect(
    written(
      claim('works', {key: 'mara.job', from: '2019-01-01', until: '2021-06-01'}),
      claim('works-again', {key: 'mara.job', from: '2023-01-01'}),
    ),
  ).toEqual(['works: 2019-01-01 – 2021-06-01', 'works-again: 2023-01-01 – .'])
})

describe('two that begin together under one key', () => {
  test('are reported where both held before that, since neither says from when', () => {
    expect(
      written(
        claim('b', {key: 'k', until: '2020-01-01', recorded: '2026-01-01'}),
        claim('c', {key: 'k', created: '2026-01-01'}),
      ),
    ).toEqual(['b: . – 2020-01-01', 'c: . – .', 'two-current: b,c'])
  })
  test('are both reported, and close what came before', () => {
    expect(
      written(
        claim('a', {key: 'k'}),
        claim('c', {key: 'k', from: '2026-02-01'}),
        claim('b', {key: 'k', from: '2026-02-01'}),
      ),
    ).toEqual([
      'a: . – 2026-02-01 > b',
      'c: 2026-02-01 – .',
      'b: 2026-02-01 – .',
      'two-current: b,c',
    ])
  })
  test('are no trouble where a link says which is the newer', () => {
    expect(
      written(
        claim('b', {key: 'k', from: '2026-02-01'}),
        claim('c', {key: 'k', from: '2026-02-01', supersedes: ['b']}),
      ),
    ).toEqual(['b: 2026-02-01 – 2026-02-01 > c', 'c: 2026-02-01 – .'])
  })
  test('are no trouble where they never hold together', () => {
    expect(written(claim('b', {key: 'k', until: '2020-01-01'}), claim('c', {key: 'k'}))).toEqual([
      'b: . – 2020-01-01',
      'c: . – .',
      'two-current: b,c',
    ])
    expect(
      written(
        claim('b', {key: 'k', from: '2026-01-01', until: '2026-01-01'}),
        claim('c', {key: 'k', from: '2026-01-01'}),
      ),
    ).toEqual(['b: 2026-01-01 – 2026-01-01', 'c: 2026-01-01 – .'])
    expect(
      written(
        claim('b', {key: 'k', until: '2020-01-01', recorded: '2026-01-01'}),
        claim('c', {key: 'k', from: '2026-01-01'}),
      ),
    ).toEqual(['b: . – 2020-01-01', 'c: 2026-01-01 – .'])
  })
})

test('a lost successor closes nothing new and revives nothing closed', () => {
  expect(written(claim('a', {supersededBy: [undefined]}))).toEqual(['a: never > a'])
  expect(written(claim('a', {supersededBy: [undefined], until: '2026-02-01'}))).toEqual([
    'a: . – 2026-02-01 > a',
  ])
})

describe('loops', () => {
  test('never both hold, and are reported once', () => {
    expect(
      written(
        claim('a', {from: '2026-01-01', supersedes: ['b']}),
        claim('b', {from: '2026-02-01', supersedes: ['a']}),
      ),
    ).toEqual([
      'a: 2026-01-01 – 2026-02-01 > b',
      'b: 2026-02-01 – 2026-01-01 > a',
      'supersedes-loop: a,b',
    ])
  })
  test('a claim that replaces itself keeps its span', () => {
    expect(
      written(claim('a', {from: '2026-01-01', supersedes: ['a'], supersededBy: ['a']})),
    ).toEqual(['a: 2026-01-01 – .', 'supersedes-loop: a'])
  })
})

describe('unreadable dates', () => {
  const unreadable: DateKey[] = ['valid_from']
  test('of a successor close the older, and neither is carried', () => {
    expect(
      written(
        claim('a'),
        claim('b', {created: '2026-02-01', unreadable, supersedes: ['a', 'c']}),
        claim('c'),
      ),
    ).toEqual([
      'a: . – 2026-02-01 > b (unreadable)',
      'b: 2026-02-01 – . (unreadable)',
      'c: . – 2026-02-01 > b (unreadable)',
      'unreadable-successor: b,a,c',
    ])
  })
  test('under a key reach all that went before, also past a readable twin', () => {
    expect(
      written(
        claim('a1', {key: 'k'}),
        claim('a2', {key: 'k'}),
        claim('b', {key: 'k', created: '2026-02-01'}),
        claim('c', {key: 'k', created: '2026-02-01', unreadable}),
      ),
    ).toEqual([
      'a1: . – 2026-02-01 > b (unreadable)',
      'a2: . – 2026-02-01 > b (unreadable)',
      'b: 2026-02-01 – .',
      'c: 2026-02-01 – . (unreadable)',
      'two-current: a1,a2',
      'two-current: b,c',
      'unreadable-successor: c,a1,a2',
    ])
  })
  test('of a file reach its facts, and the facts within them', () => {
    expect(
      written(
        claim('MEMORY.md#2', {partOf: 'MEMORY.md#1'}),
        claim('MEMORY.md#1', {partOf: 'MEMORY.md'}),
        claim('MEMORY.md', {unreadable}),
      ),
    ).toEqual([
      'MEMORY.md#2: . – . (unreadable)',
      'MEMORY.md#1: . – . (unreadable)',
      'MEMORY.md: . – . (unreadable)',
    ])
  })
})

test('a fact holds only while its file does, and a nested fact while its parent does', () => {
  expect(
    written(
      claim('MEMORY.md#2', {partOf: 'MEMORY.md#1', until: '2026-12-01'}),
      claim('MEMORY.md#1', {partOf: 'MEMORY.md', until: '2026-06-01'}),
      claim('MEMORY.md', {from: '2026-01-01'}),
    ),
  ).toEqual([
    'MEMORY.md#2: 2026-01-01 – 2026-06-01',
    'MEMORY.md#1: 2026-01-01 – 2026-06-01',
    'MEMORY.md: 2026-01-01 – .',
  ])
})

describe('large lineages are traced without a square and without recursion', () => {
  const size = 20_000
  const many = (sketch: (index: number) => Sketch) =>
    Array.from({length: size}, (_, index) => claim(`n${index}`, sketch(index)))
  const holding = (claims: Claim[]) => {
    const {validities} = trace(claims)
    const asked = on('2026-11-29')
    return claims.filter(({id}) => standingAt(validities.get(id)!, asked) === 'current').length
  }
  const day = (index: number) => new Date(index * 60_000_000).toISOString().slice(0, 10)

  test('one key, each beginning at its own time', () => {
    expect(holding(many((index) => ({key: 'k', recorded: day(index * 2)})))).toBe(1)
  })
  test('one key, all beginning together', () => {
    expect(trace(many(() => ({key: 'k', recorded: '2026-01-01'}))).troubles).toHaveLength(1)
  })
  test('one key, two generations of ten thousand', () => {
    expect(holding(many((index) => ({key: 'k', recorded: day((index % 2) * 2)})))).toBe(size / 2)
  })
  test('one chain of links', () => {
    expect(
      holding(
        many((index) => ({
          recorded: day(index * 2),
          ...(index === 0 ? {} : {supersedes: [`n${index - 1}`]}),
        })),
      ),
    ).toBe(1)
  })
  test('one claim that replaces all others, and one that all others replace', () => {
    const others = Array.from({length: size - 1}, (_, index) => `n${index + 1}`)
    expect(holding(many((index) => (index === 0 ? {supersedes: others} : {})))).toBe(1)
    expect(holding(many((index) => (index === 0 ? {supersededBy: others} : {})))).toBe(size - 1)
  })
  test('facts within facts', () => {
    const claims = many((index) =>
      index === 0 ? {until: '2026-01-01'} : {partOf: `n${index - 1}`},
    )
    expect(holding(claims)).toBe(0)
    expect(holding(claims.reverse())).toBe(0)
  })
})
