import {describe, expect, test} from 'vitest'
import {instant, readInstant} from '../../src/ground/instant.js'
import {read, rulesOf} from './read.js'

const of = (block: string) => read(`---\n${block}\n---\n`).note

describe('fault 4: any scalar is a title, a tag, an alias', () => {
  test.each([
    ['2024-01-01', '2024-01-01'],
    ['802.11', '802.11'],
    ['802.10', '802.10'],
    ['null', 'null'],
    ['yes', 'yes'],
    ['true', 'true'],
    ['007', '007'],
    ['12345678901234567890', '12345678901234567890'],
    ['"quoted: text"', 'quoted: text'],
    ["'it''s'", "it's"],
    ['>\n  folded\n  text', 'folded text'],
  ])('title: %s', (written, title) => {
    expect(of(`title: ${written}`).title).toBe(title)
    expect(rulesOf(`---\ntitle: ${written}\n---\n`)).toEqual([])
  })

  test.each([['title:'], ['title: ~'], ['title: ""'], ['title: {a: 1}']])('%s is none', (block) => {
    expect(of(block).title).toBe('note')
  })

  test.each<[string, string[]]>([
    ['tags: [a, b/c]', ['a', 'b/c']],
    ['tags:\n  - a\n  - 2024\n  - 1.10', ['a', '2024', '1.10']],
    ['tags: a, b', ['a', 'b']],
    ['tags: a b', ['a', 'b']],
    ['tags: "#a #b"', ['a', 'b']],
    ['tags:', []],
    ['tags: null', []],
    ['tags:\n- ', []],
    ['tags: [A, a, "#A"]', ['A']],
    ['tag: one', ['one']],
    ['tags: 2024', ['2024']],
    ['tags: {a: 1}', []],
  ])('%s', (block, tags) => {
    expect(of(block).tags).toEqual(tags)
  })

  test.each<[string, string[]]>([
    ['aliases: [A b, C]', ['A b', 'C']],
    ['aliases: A, B', ['A', 'B']],
    ['aliases:\n- ', []],
    ['alias: 802.11', ['802.11']],
  ])('%s', (block, aliases) => {
    expect(of(block).aliases).toEqual(aliases)
  })
})

describe('a title where none is written', () => {
  test.each([
    ['# Heading\n\nx', 'Heading'],
    ['intro\n\n# Later', 'Later'],
    ['Setext\n===\n', 'Setext'],
    ['## Second\n', 'note'],
    ['```\n# no\n```\n', 'note'],
    ['', 'note'],
  ])('%j', (text, title) => {
    expect(read(text).note.title).toBe(title)
  })
})

describe('importance and pinned', () => {
  test.each<[string, number, string[]]>([
    ['importance: 0.9', 0.9, []],
    ['importance: 1', 1, []],
    ['importance: 0', 0, []],
    ['importance: "0.25"', 0.25, []],
    ['importance:', 0.5, []],
    ['other: 1', 0.5, []],
    ['importance: 5', 0.5, ['invalid-importance 2:13']],
    ['importance: high', 0.5, ['invalid-importance 2:13']],
    ['importance: -0.1', 0.5, ['invalid-importance 2:13']],
    ['importance: .nan', 0.5, ['invalid-importance 2:13']],
  ])('%s', (block, importance, rules) => {
    expect(of(block).importance).toBe(importance)
    expect(rulesOf(`---\n${block}\n---\n`)).toEqual(rules)
  })

  test.each([
    ['pinned: true', true],
    ['pinned: yes', true],
    ['pinned: false', false],
    ['pinned:', false],
  ])('%s', (block, pinned) => {
    expect(of(block).pinned).toBe(pinned)
  })
})

describe('dates', () => {
  test('are read in the zone of the brain, a day in valid_to through that day', () => {
    const {written} = of('valid_from: 2026-03-01\nvalid_to: 2026-03-31\nttl: 90d')
    expect(written).toMatchObject({
      validFrom: readInstant('2026-03-01T00:00Z'),
      validUntil: readInstant('2026-04-01T00:00Z'),
      ttl: {days: 90},
      unreadable: [],
    })
  })

  test('of Dendron are milliseconds', () => {
    expect(of('created: 1615000000000').written.created).toBe(instant(1615000000000))
  })

  test.each<[string, string]>([
    ['valid_to: next tuesday', 'unreadable-date 2:11'],
    ['valid_to: "2026-02-31"', 'unreadable-date 2:12'],
    ['valid_to: {a: 1}', 'unreadable-date 2:11'],
    ['valid_to: [2026-01-01, 2026-01-02]', 'unreadable-date 2:12'],
    ['created: {{date}}', 'unreadable-date 2:10'],
    ['ttl: 90', 'unreadable-ttl 2:6'],
    ['valid_from: 2026-02-01\nvalid_to: 2026-01-01', 'inverted-span 3:11'],
  ])('%s', (block, rule) => {
    expect(rulesOf(`---\n${block}\n---\n`)).toEqual([rule])
  })

  test.each(['valid_to:', 'valid_to: ~', 'valid_to: null', 'valid_to: ""'])(
    '%s is none',
    (block) => {
      expect(of(block).written).toEqual({unreadable: []})
      expect(rulesOf(`---\n${block}\n---\n`)).toEqual([])
    },
  )

  test('the message says what was found and what to write', () => {
    expect(read('---\nvalid_to: next tuesday\n---\n').messages[0]).toMatchObject({
      severity: 'error',
      reason: '`valid_to` is `next tuesday`, which is not a date',
      hint: 'write a day (`2026-03-31`) or an instant with a zone (`2026-03-31T09:00Z`)',
    })
  })
})

describe('supersedes', () => {
  test.each<[string, string[]]>([
    ['supersedes: drawers/a/b.md', ['drawers/a/b.md']],
    ['supersedes: MEMORY.md#^k3f', ['MEMORY.md#^k3f']],
    ['supersedes: "[[Old note]]"', ['Old note']],
    ['supersedes: "[[Old note#^b1|label]]"', ['Old note#^b1']],
    ['supersedes: [[Old note]]', ['Old note']],
    ['supersedes: [[Smith, John]]', ['Smith, John']],
    ['supersedes: [["Old note"]]', ['Old note']],
    ['supersedes: "[[A]], [[B]]"', ['A', 'B']],
    ['supersedes:\n- "[[A]]"\n- b.md\n- [[C d]]', ['A', 'b.md', 'C d']],
    ['supersedes: [a.md, "[[B]]"]', ['a.md', 'B']],
    ['supersedes: "[label](x/y.md)"', ['x/y.md']],
    ['supersedes: 2024-01-01', ['2024-01-01']],
    ['supersedes:', []],
    ['supersedes: null', []],
    ['supersedes: []', []],
  ])('%s', (block, targets) => {
    expect(of(block).supersedes.map(({target}) => target)).toEqual(targets)
    expect(of(block.replaceAll('supersedes', 'superseded_by')).supersededBy).toHaveLength(
      targets.length,
    )
  })

  test('the place is that of the target', () => {
    expect(of('supersedes: "[[Old]]"').supersedes[0]?.place).toEqual({line: 2, column: 16})
    expect(of('supersedes:\n  - x.md').supersedes[0]?.place).toEqual({line: 3, column: 5})
  })
})

test('frontmatter overrides the place that the path says', () => {
  expect(read('x', 'drawers/w/r/n.md').note.place).toEqual({wing: 'w', room: 'r'})
  expect(read('---\nwing: other\nhall: facts\n---\n', 'drawers/w/r/n.md').note.place).toEqual({
    wing: 'other',
    room: 'r',
    hall: 'facts',
  })
})

test('unknown keys are kept and not remarked on', () => {
  const {note, messages} = read(
    '---\nid: dendron.x\ncssclass: wide\nnested: {a: [1]}\n---\nlogseq:: text\n',
  )
  expect(note.fields).toEqual({id: 'dendron.x', cssclass: 'wide', nested: {a: [1]}})
  expect(messages).toEqual([])
  expect(note.extract.text).toBe('logseq:: text')
})
