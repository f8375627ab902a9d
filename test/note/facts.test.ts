import {describe, expect, test} from 'vitest'
import {EARLIEST, readInstant} from '../../src/ground/instant.js'
import {factsOf, read, rulesOf} from './read.js'

describe('the blocks of MEMORY.md', () => {
  test.each<[string, string, string[]]>([
    ['list items', '- one\n- two\n', ['one', 'two']],
    ['other markers', '* one\n+ two\n3. three\n4) four\n', ['one', 'two', 'three', 'four']],
    ['nested items belong to theirs', '- one\n  - a\n    - b\n- two\n', ['one\n- a\n  - b', 'two']],
    [
      'a paragraph and a table',
      'Prose\nover lines.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
      ['Prose\nover lines.', '| a | b |\n|---|---|\n| 1 | 2 |'],
    ],
    [
      'a fence and a quote',
      '```js\n- no item\n```\n\n> said\n> so\n',
      ['```js\n- no item\n```', '> said\n> so'],
    ],
    [
      'code within an item',
      '- run:\n  ```sh\n  ls\n    -l\n  ```\n',
      ['run:\n```sh\nls\n  -l\n```'],
    ],
    ['wrapped lines', '- one\n  goes on\n  here\n', ['one\ngoes on\nhere']],
    ['CRLF', '- one\r\n  goes on\r\n- two\r\n', ['one\ngoes on', 'two']],
    ['tasks keep their box', '- [ ] open\n- [x] done\n', ['[ ] open', '[x] done']],
    ['definitions and breaks are none', '[a]: b.md\n\n---\n\n- one\n', ['one']],
    ['comments are kept', '<!-- note to self -->\n\n- one\n', ['<!-- note to self -->', 'one']],
    ['items of nothing but a field are none', '- [importance:: 1]\n- one\n', ['one']],
    ['nothing', '# Memory\n', []],
  ])('%s', (_, text, texts) => {
    expect(factsOf(text).map((fact) => fact.text)).toEqual(texts)
  })

  test('trails, spans and kinds', () => {
    const text = '# Memory\n\n## A\n\n- one\n  more\n\n### B\n\nProse.\n\n## C\n- two\n'
    expect(
      factsOf(text).map(({trail, kind, span}) => [trail, kind, span.fromLine, span.toLine]),
    ).toEqual([
      [['Memory', 'A'], 'item', 5, 6],
      [['Memory', 'A', 'B'], 'prose', 10, 10],
      [['Memory', 'C'], 'item', 13, 13],
    ])
    for (const {span} of factsOf(text)) expect(text.slice(span.start, span.end)).toMatch(/^(?:-|P)/)
  })

  test('only the root MEMORY.md has facts', () => {
    expect(read('- one\n', 'drawers/a/b/MEMORY.md').note.facts).toEqual([])
    expect(read('- one\n', 'USER.md').note).toMatchObject({facts: [], blocks: [{text: 'one'}]})
  })
})

describe('what a fact says of itself', () => {
  test('inline fields, in brackets and parentheses', () => {
    const [fact] = factsOf(
      '- The API is gRPC [valid_from:: 2026-03-01] (valid_to:: 2026-12-31) [ttl:: 90d] [reviewed:: 2026-04-01] [importance:: 0.9] [key:: api.protocol] [pinned:: true] ^k3f\n',
    )
    expect(fact).toMatchObject({
      text: 'The API is gRPC',
      block: 'k3f',
      key: 'api.protocol',
      importance: 0.9,
      pinned: true,
      written: {
        validFrom: readInstant('2026-03-01T00:00Z'),
        validUntil: readInstant('2027-01-01T00:00Z'),
        reviewed: readInstant('2026-04-01T00:00Z'),
        ttl: {days: 90},
      },
    })
  })

  test.each<[string, string]>([
    ['- [key:: k] At the start\n', 'At the start'],
    ['- In [key:: k] the middle\n', 'In the middle'],
    ['- On a line of its own\n  [key:: k]\n', 'On a line of its own'],
    ['- Case and dashes [Valid-From:: 2026-01-01]\n', 'Case and dashes'],
    ['- Code `[key:: k]` stays\n', 'Code `[key:: k]` stays'],
    ['- Unknown [author:: Bob] stays\n', 'Unknown [author:: Bob] stays'],
    ['- A scope std::vector stays\n', 'A scope std::vector stays'],
    ['- Logseq\n  key:: k\n', 'Logseq\nkey:: k'],
    ['- Linked [supersedes:: [[Old, note]]]\n', 'Linked'],
    ['- Unclosed [key:: k\n', 'Unclosed [key:: k'],
  ])('%j', (text, rest) => {
    expect(factsOf(text).map((fact) => fact.text)).toEqual([rest])
  })

  test.each<[string, string | undefined]>([
    ['- a ^id-1\n', 'id-1'],
    ['- a\n  b ^x\n', 'x'],
    ['- a ^x\n  - b\n', 'x'],
    ['a para ^p1\n', 'p1'],
    ['| a |\n|---|\n\n^t1\n', 't1'],
    ['- 2^10 is 1024\n', undefined],
    ['- a^b\n', undefined],
    ['- ends in ^\n', undefined],
  ])('block id of %j', (text, block) => {
    expect(factsOf(text).map((fact) => fact.block)).toEqual([block])
  })

  test('a nested item with fields of its own is a fact of its own', () => {
    const facts = factsOf(
      '# M\n\n- Parent [key:: p]\n  - plain child\n  - child [valid_to:: 2026-01-01]\n    - grandchild\n  - last\n- Next\n',
    )
    expect(facts.map(({text, trail}) => [text, trail])).toEqual([
      ['Parent\n- plain child\n- last', ['M']],
      ['child\n- grandchild', ['M', 'Parent']],
      ['Next', ['M']],
    ])
    expect(facts[0]?.written.validUntil).toBeUndefined()
    expect(facts[1]?.written.validUntil).toBe(readInstant('2026-01-02T00:00Z'))
  })

  test('references, with their places', () => {
    const [fact] = factsOf('- a [supersedes:: MEMORY.md#^old] [superseded_by:: [[New|n]]]\n')
    expect(fact?.supersedes).toEqual([{target: 'MEMORY.md#^old', place: {line: 1, column: 19}}])
    expect(fact?.supersededBy).toEqual([{target: 'New', place: {line: 1, column: 54}}])
  })

  test('OpenClaw: observed is valid_from and created', () => {
    const [fact] = factsOf('- a <!-- observed: 2026-03-01 | status: current -->\n')
    const at = readInstant('2026-03-01T00:00Z')
    expect(fact?.text).toBe('a')
    expect(fact?.written).toEqual({validFrom: at, created: at, unreadable: []})
    const [inline] = factsOf('- a [valid_from:: 2026-01-01] <!-- observed: 2026-03-01 -->\n')
    expect(inline?.written.validFrom).toBe(readInstant('2026-01-01T00:00Z'))
  })

  test('OpenClaw: superseded without a link is closed, and never holds', () => {
    const [dated, bare, linked] = factsOf(
      '- a <!-- observed: 2026-03-01 | status: superseded -->\n- b <!-- status: superseded -->\n- c [superseded_by:: x.md] <!-- status: superseded -->\n',
    )
    expect(dated?.written.validUntil).toBe(readInstant('2026-03-01T00:00Z'))
    expect(bare?.written.validUntil).toBe(EARLIEST)
    expect(linked?.written.validUntil).toBeUndefined()
  })

  test('fault 39: an unreadable date is said at its place', () => {
    expect(rulesOf('- a [valid_to:: soon]\n- b [ttl:: x]\n', 'MEMORY.md')).toEqual([
      'unreadable-date 1:17',
      'unreadable-ttl 2:12',
    ])
    expect(factsOf('- a [valid_to:: soon]\n')[0]?.written.unreadable).toEqual(['valid_to'])
  })

  test('two dates for one key are not believed', () => {
    expect(
      factsOf('- a [valid_to:: 2026-01-01] [valid_to:: 2027-01-01]\n')[0]?.written.unreadable,
    ).toEqual(['valid_to'])
  })
})

describe('sections', () => {
  test('each heading with what stands under it', () => {
    const text = 'Above.\n\n# One\n\nText.\n\n```\n# no heading\n```\n\n## Two\n\nThree\n---\nx\n'
    expect(
      read(text, 'AGENTS.md').note.sections.map(({title, depth, text: own}) => [title, depth, own]),
    ).toEqual([
      ['', 0, 'Above.'],
      ['One', 1, 'Text.\n\n```\n# no heading\n```'],
      ['Two', 2, ''],
      ['Three', 2, 'x'],
    ])
  })

  test('of a wing are its own', () => {
    const {note} = read('# Build\nmake\n', 'drawers/atlas/AGENTS.md')
    expect(note).toMatchObject({role: 'procedures', place: {wing: 'atlas'}})
    expect(note.sections).toHaveLength(1)
  })
})
