import {describe, expect, test} from 'vitest'
import {read, rulesOf} from './read.js'

const linksOf = (text: string) =>
  read(text).note.links.map(
    ({target, anchor, label, embed}) =>
      `${embed ? '!' : ''}${target}${anchor === undefined ? '' : `#${anchor}`}${label === undefined ? '' : `|${label}`}`,
  )

describe('links', () => {
  test.each<[string, string[]]>([
    ['[[Note]] and [[Other|label]]', ['Note', 'Other|label']],
    ['[[N#H#H2|label]]', ['N#H#H2|label']],
    ['[[N#^k3f]] ![[picture.png]]', ['N#^k3f', '!picture.png']],
    ['[[#Here]]', ['#Here']],
    ['[a](b.md) [c](../d%20e.md#f) [g](<h i.md>)', ['b.md|a', '../d e.md#f|c', 'h i.md|g']],
    ['[x](https://e.org/a.md) [y](z.png) [m](mailto:a@b.md)', []],
    ['[p](a(b).md)', ['a(b).md|p']],
    ['| [[A\\|b]] |\n|---|\n| [[C]] |', ['A|b', 'C']],
    ['`[[code]]` and ``[[a]] ` [[b]]`` [[real]]', ['real']],
    ['```\n[[code]]\n```\n[[real]]', ['real']],
    ['    [[indented]]\n', []],
    ['<!-- [[comment]] -->\n\n[[real]]', ['real']],
    ['- a ` b [[one]]\n- c ` d [[two]]\n', ['one', 'two']],
    ['---\nup: "[[Parent]]"\n---\n[[child]]', ['Parent', 'child']],
    ['[[a]b]] [[]] [[ ', []],
    ['[//begin]: # "x"\n[note]: note.md "Note"\n[//end]: # "y"\n', []],
  ])('%j', (text, links) => {
    expect(linksOf(text)).toEqual(links)
  })

  test('places are those of the brackets', () => {
    expect(read('a\r\n😀 [[B]]').note.links[0]?.place).toEqual({line: 2, column: 4})
  })
})

describe('tags', () => {
  test.each<[string, string[]]>([
    ['#a #b/c (#d) #A', ['a', 'b/c', 'd']],
    ['a#b #1 #1a # x', ['1a']],
    ['# Heading #tag', ['tag']],
    ['#日本 #größe #🌱', ['日本', 'größe', '🌱']],
    ['`#code` https://e.org/#anchor', []],
    ['---\ntags: [A]\n---\n#a #b', ['A', 'b']],
  ])('%j', (text, tags) => {
    expect(read(text).note.tags).toEqual(tags)
  })
})

describe('the extract', () => {
  test.each<[string, string, number]>([
    ['# T\n\nFirst **prose**\nof it.\n\nSecond.\n', 'First **prose** of it.', 3],
    ['```\ncode\n```\n\n| a |\n|---|\n\n<!-- c -->\n\nProse.\n', 'Prose.', 10],
    ['[[A]] | [[B]]\n\n![x](y.png)\n\nProse.\n', 'Prose.', 5],
    ['https://example.org\n\nProse.\n', 'Prose.', 3],
    ['- one\n- two\n  - three\n', 'one two three', 1],
    ['The steps:\n\n1. a\n2. b\n\nEnd.\n', 'The steps: a b End.', 1],
    ['> quoted\n> text\n', 'quoted text', 1],
    ['', '', 1],
    ['# Only a heading\n', '', 1],
    ['<!-- mdbrain:begin -->\nAsk `brain`.\n\n- so\n<!-- mdbrain:end -->\nProse.\n', 'Prose.', 6],
    ['```\n<!-- mdbrain:begin -->\n```\nProse.\n', 'Prose.', 4],
    ['---\na: 1\n---\n\nProse.\r\nMore.\r\n', 'Prose. More.', 5],
  ])('%j', (text, extract, line) => {
    expect(read(text).note.extract).toEqual({text: extract, line})
  })

  test('is cut after a word', () => {
    const {text} = read('word '.repeat(100)).note.extract
    expect(text).toMatch(/^(?:word )+word…$/)
    expect(text.length).toBeLessThanOrEqual(300)
  })

  test('is cut between graphemes where there are no words', () => {
    for (const one of ['漢', '👩‍👩‍👧', '🇩🇪', 'e\u0301']) {
      const {text} = read(one.repeat(400)).note.extract
      expect(text.length).toBeLessThanOrEqual(300)
      expect(text.slice(0, -1).replaceAll(one, '')).toBe('')
      expect(text.endsWith('…')).toBe(true)
    }
  })
})

describe('fault 51: an unfinished merge', () => {
  test.each<[string, string[]]>([
    ['a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n', ['conflict-marker 2:1']],
    [
      '---\ntitle: T\n<<<<<<< HEAD\nkey: a\n=======\nkey: b\n>>>>>>> x\n---\n',
      ['invalid-frontmatter', 'conflict-marker 3:1'],
    ],
    ['a\r\n=======\r\nc\r\n>>>>>>> x\r\n', ['conflict-marker 4:1']],
    ['```\n<<<<<<< HEAD\n```\n', []],
    ['Heading\n=======\n', []],
    ['>>>>>>> seven quotes\n', []],
    ['<<<<<<<HEAD\n', []],
  ])('%j', (text, rules) => {
    const found = rulesOf(text)
    expect(found).toHaveLength(rules.length)
    for (const [index, rule] of rules.entries()) expect(found[index]).toContain(rule)
    expect(read(text).note.conflicted).toBe(rules.some((rule) => rule.startsWith('conflict')))
  })
})

test('bytes that are no UTF-8 are said, and the rest is a note', () => {
  const {note, messages} = read(Buffer.from('title\n\nGr\xfc\xdfe [[link]]\n', 'latin1'))
  expect(messages.map(({rule, severity}) => [rule, severity])).toEqual([['not-utf8', 'warning']])
  expect(note.links).toHaveLength(1)
})

test('a note over 10 MB is said, and still one', () => {
  const {note, messages} = read(`# Big\n\nFirst words.\n\n${'more words\n'.repeat(1_000_000)}`)
  expect(messages.map(({rule}) => rule)).toEqual(['oversized-note'])
  expect(note).toMatchObject({title: 'Big', extract: {text: expect.stringMatching(/^First/)}})
})

describe('structure that remark would take minutes for is read line by line', () => {
  test.each([
    ['quotes', '>'.repeat(50_000)],
    ['emphasis', '*a_'.repeat(20_000)],
    ['brackets', '['.repeat(100_000)],
    ['deep lists', Array.from({length: 2000}, (_, i) => `${' '.repeat(2 * i)}- a`).join('\n')],
    ['a long file', '- item\n'.repeat(60_000)],
  ])('%s', (_, text) => {
    const {note, messages} = read(`- First [key:: k]\n\n## H\n\n${text}\n`, 'MEMORY.md')
    expect(messages.map(({rule, severity}) => [rule, severity])).toEqual([
      ['structure-capped', 'info'],
    ])
    expect(note.facts[0]).toMatchObject({text: 'First', key: 'k'})
  })

  test('drawers need no structure, and say nothing', () => {
    expect(rulesOf('*a_'.repeat(20_000))).toEqual([])
    expect(read('[[x]] '.repeat(20_000)).note.links).toHaveLength(20_000)
  })
})

test('of a long session the blocks at its beginning and at its end are known', () => {
  const turns = Array.from({length: 1000}, (_, at) => `**user:** ${at} ${'word '.repeat(20)}`)
  const {blocks} = read(
    `# Tasks\n\n- a\n\n# Turns\n\n${turns.join('\n\n')}\n`,
    'sessions/s.md',
  ).note
  expect(blocks[0]!.text).toBe('a')
  expect(blocks.at(-1)!.text).toMatch(/^\*\*user:\*\* 999 /)
  const length = blocks.reduce((sum, {text}) => sum + text.length, 0)
  expect(length).toBeGreaterThan(39_000)
  expect(length).toBeLessThan(40_001)
  const fromLine = blocks.map(({span}) => span.fromLine)
  expect(fromLine).toEqual(fromLine.toSorted((a, b) => a - b))
})

test('the digest of the words knows neither frontmatter nor whitespace', () => {
  const words = (text: string) => read(text).note.words
  expect(words('---\na: 1\n---\nSome  words\n')).toBe(words('Some words'))
  expect(words('Some words')).not.toBe(words('Other words'))
})
