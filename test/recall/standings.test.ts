import {describe, expect, test} from 'vitest'
import type {Stood} from '../../src/catalog/standings.js'
import type {NotePath} from '../../src/ground/note-path.js'
import type {Note} from '../../src/note/note.js'
import {idOf, sightOf, standingsFrom, standsOf} from '../../src/recall/standings.js'

/**
 * `a.md superseded`, `MEMORY.md#^k3f lapsed stale`. Of a note with an anchor the lines are facts, in their
 * order; what is `current` and nothing else is not told.
 */
function standingsLike(...lines: string[]) {
  const notes = new Map<string, {path: string; facts: {block?: string; span: object}[]}>()
  const stood: Stood[] = []
  for (const line of lines) {
    const [id = '', standing = 'current', ...flags] = line.split(' ')
    const [path = '', anchor] = id.split('#')
    const note = notes.get(path) ?? {path, facts: []}
    notes.set(path, note)
    if (anchor !== undefined) {
      const span = {start: note.facts.length, end: note.facts.length}
      note.facts.push(anchor.startsWith('^') ? {block: anchor.slice(1), span} : {span})
    }
    if (standing === 'current' && flags.length === 0) continue
    stood.push({
      id,
      path,
      ...(anchor === undefined ? {} : {fact: note.facts.length}),
      standing,
      stale: flags.includes('stale'),
      unreadable: flags.includes('unreadable'),
    } as Stood)
  }
  const withFacts = [...notes.values()].filter(({facts}) => facts.length !== 0)
  return standingsFrom(stood, withFacts as unknown as Note[])
}

const standings = standingsLike(
  'MEMORY.md current',
  'MEMORY.md#^k3f superseded',
  'MEMORY.md#2 current stale',
  'MEMORY.md#3 current',
  'a.md current',
  'b.md lapsed',
  'c.md current unreadable',
  'd.md upcoming stale',
)
const paths = ['MEMORY.md', 'a.md', 'b.md', 'c.md', 'd.md'] as NotePath[]

describe('what is hidden and what is doubted', () => {
  function check(asked: Parameters<typeof sightOf>[1], hidden: string[], doubted: string[]) {
    const sight = sightOf(standings, asked, paths)
    expect([[...sight.hidden].sort(), [...sight.doubted].sort()]).toEqual([hidden, doubted])
  }
  const doubted = ['MEMORY.md#1', 'MEMORY.md#2', 'b.md', 'c.md', 'd.md']

  test('what does not hold, by default', () => {
    check({}, ['MEMORY.md#1', 'b.md', 'd.md'], doubted)
  })
  test('nothing, with the past', () => {
    check({includePast: true}, [], doubted)
  })
  test('whatever stands otherwise than asked', () => {
    check(
      {standing: 'superseded'},
      ['MEMORY.md#2', 'MEMORY.md#3', 'a.md', 'b.md', 'c.md', 'd.md'],
      doubted,
    )
    check({standing: 'lapsed', includePast: true}, ['MEMORY.md', 'a.md', 'c.md', 'd.md'], doubted)
  })
  test('a note whose facts are all of a kind is named once', () => {
    const past = standingsLike('M.md lapsed', 'M.md#1 lapsed', 'M.md#2 lapsed')
    expect([...sightOf(past, {}, []).hidden]).toEqual(['M.md'])
  })
  test('a note is not named for a fact that still holds in it', () => {
    const mixed = standingsLike('M.md lapsed', 'M.md#1 current', 'M.md#2 lapsed')
    expect([...sightOf(mixed, {}, []).hidden]).toEqual(['M.md#2'])
  })
})

test('says of each how it stands, and what it is called', () => {
  const of = (path: string, fact?: number) => [
    standsOf(standings, path as NotePath, fact).standing,
    idOf(standings, path as NotePath, fact),
  ]
  expect([
    of('MEMORY.md', 1),
    of('MEMORY.md', 2),
    of('MEMORY.md'),
    of('b.md'),
    of('e.md', 4),
  ]).toEqual([
    ['superseded', 'MEMORY.md#^k3f'],
    ['current', 'MEMORY.md#2'],
    ['current', 'MEMORY.md'],
    ['lapsed', 'b.md'],
    ['current', 'e.md#4'],
  ])
})
