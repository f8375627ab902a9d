import {describe, expect, test} from 'vitest'
import {
  type FieldEdit,
  rewriteFact,
  rewriteFields,
  rewriteReferences,
} from '../../src/note/rewrite.js'
import {composeNote} from '../../src/note/write.js'
import {factsOf, read} from './read.js'

const on = (text: string, ...edits: [string, FieldEdit['value']][]) => {
  const result = rewriteFields(
    text,
    edits.map(([key, value]) => ({key, value})),
  )
  return result.ok ? result.text : `refused: ${result.why}`
}

describe('a key that is there', () => {
  test.each<[string, string, FieldEdit['value'], string]>([
    ['plain', 'a: old', 'new', 'a: new'],
    ['its comment and blanks', 'a:   old   # why', 'new', 'a:   new   # why'],
    ['double quotes', 'a: "old" # x', 'new', 'a: "new" # x'],
    ['single quotes', "a: 'old'", "it's", "a: 'it''s'"],
    ['nothing', 'a:', 'new', 'a: new'],
    ['nothing with a comment', 'a: # why', 'new', 'a: new # why'],
    ['null', 'a: ~', 'new', 'a: new'],
    ['a number', 'a: 1', 0.9, 'a: 0.9'],
    ['a boolean', 'a: yes', true, 'a: true'],
    ['a day', 'a: x', '2026-03-31', 'a: 2026-03-31'],
    ['an instant', 'a: x', '2026-11-29T09:00:00Z', 'a: 2026-11-29T09:00:00Z'],
    ['a text that looks like a number', 'a: x', '007', 'a: "007"'],
    ['a text that looks like a boolean', 'a: x', 'yes', 'a: "yes"'],
    ['a text with a colon', 'a: x', 'b: c', 'a: "b: c"'],
    ['a wikilink', 'a: x', '[[N]]', 'a: "[[N]]"'],
    ['a fact', 'a: x', 'MEMORY.md#^k3f', 'a: MEMORY.md#^k3f'],
    ['a path in Japanese', 'a: x', 'drawers/ä/円に.md', 'a: drawers/ä/円に.md'],
    ['a list in one line', 'a: [x, "y"]', ['p', 'q, r'], 'a: [p, "q, r"]'],
    ['a list over lines', 'a: [\n  x,\n  y\n]', ['p'], 'a: [p]'],
    ['a block list', 'a:\n  - x\n  - y', ['p', 'q'], 'a:\n  - p\n  - q'],
    ['an item more', 'a:\n- x # why\n- y', ['x', 'y', 'z'], 'a:\n- x # why\n- y\n- z'],
    ['a block list by a text', 'a:\n  - x', 'p', 'a: p'],
    ['a block list by none', 'a:\n  - x', [], 'a: []'],
    ['a literal', 'a: |\n  x\n  y', 'p', 'a: p'],
    ['a folded text over lines', 'a: one\n  two', 'p', 'a: p'],
    ['the value it has', 'a:   "same"', 'same', 'a:   "same"'],
    ['the list it has', 'a: [ x,y ]', ['x', 'y'], 'a: [ x,y ]'],
  ])('%s', (_, before, value, after) => {
    for (const eol of ['\n', '\r\n']) {
      const frame = (block: string) =>
        `---\n# top\nfirst: 1\n${block}\n\n# middle\nlast: 'x' # end\n---\nbody: [[x]]\n`.replaceAll(
          '\n',
          eol,
        )
      expect(on(frame(before), ['a', value])).toBe(frame(after))
    }
  })

  test.each<[string, string]>([
    ['a: 1', ''],
    ['a: 1 # with it', ''],
    ['a:\n  - x\n  - y', ''],
    ['a: |\n  x', ''],
    ['a: [\n  x\n]', ''],
    ['a:', ''],
    ['a: {b: 1}', ''],
    ['a:\n  b: 1', ''],
    ['b: 1', 'b: 1\n'],
  ])('%j is taken out', (before, after) => {
    const frame = (block: string) => `---\n# top\n${block}# below\nz: 1\n---\nbody\n`
    expect(on(frame(`${before}\n`), ['a', undefined])).toBe(frame(after))
  })
})

describe('a key that is not there', () => {
  test.each<[string, string, string]>([
    ['comes last', '---\na: 1\n# end\n---\nbody\n', '---\na: 1\n# end\nk: v\n---\nbody\n'],
    ['goes into an empty block', '---\n---\nbody\n', '---\nk: v\n---\nbody\n'],
    ['goes under comments', '---\n# c\n---\n', '---\n# c\nk: v\n---\n'],
    ['as far in as the others', '---\n  a: 1\n---\n', '---\n  a: 1\n  k: v\n---\n'],
    ['makes a block', 'body\n', '---\nk: v\n---\nbody\n'],
    ['makes a block of CRLF', 'body\r\nx\r\n', '---\r\nk: v\r\n---\r\nbody\r\nx\r\n'],
    ['makes a block in an empty file', '', '---\nk: v\n---\n'],
    ['makes a block after a byte order mark', '\uFEFFbody', '\uFEFF---\nk: v\n---\nbody'],
    [
      'makes a block above a thematic break',
      '---\n\nProse.\n\n---\n',
      '---\nk: v\n---\n---\n\nProse.\n\n---\n',
    ],
    ['after a literal', '---\na: |\n  x\n\n---\n', '---\na: |\n  x\n\nk: v\n---\n'],
    ['before dots', '---\na: 1\n...\nbody', '---\na: 1\nk: v\n...\nbody'],
    ['into a block that ends the file', '---\na: 1\n---', '---\na: 1\nk: v\n---'],
  ])('%s', (_, before, after) => {
    expect(on(before, ['k', 'v'])).toBe(after)
  })

  test('several at once, and taking out what is not there', () => {
    expect(on('---\na: 1\n---\n', ['b', 2], ['a', undefined], ['c', ['x']], ['d', undefined])).toBe(
      '---\nb: 2\nc: [x]\n---\n',
    )
    expect(on('body', ['a', undefined])).toBe('body')
  })
})

describe('is refused', () => {
  test.each<[string, string, RegExp]>([
    ['braces', '---\n{a: 1}\n---\n', /braces/],
    ['an anchor', '---\na: &x 1\nb: *x\n---\n', /anchor/],
    ['an alias', '---\nb: &x 1\na: *x\n---\n', /alias/],
    ['a tag', '---\na: !!str 1\n---\n', /tag/],
    ['a key written twice', '---\na: 1\na: 2\n---\n', /twice/],
    ['YAML that is none', '---\na: 1\nt: @x\n---\n', /no YAML/],
    ['a block without an end', '---\na: 1\n\nProse\n', /closing line/],
    ['a mapping', '---\na:\n  b: 1\n---\n', /mapping/],
    ['a list with comments', '---\na:\n  - x # why\n  - y\n---\n', /comments/],
    ['a question mark', '---\n? a\n: 1\n---\n', /\?/],
  ])('%s', (_, text, why) => {
    const result = rewriteFields(text, [{key: 'a', value: ['p', 'q']}])
    expect(result).toEqual({ok: false, why: expect.stringMatching(why)})
  })

  test('a number that is none', () => {
    expect(on('---\na: 1\n---\n', ['a', Number.NaN])).toMatch(/^refused/)
  })
})

describe('a fact', () => {
  const change = (text: string, edits: [string, FieldEdit['value']][], block?: string, at = 0) => {
    const fact = factsOf(text)[at]!
    const result = rewriteFact(
      text,
      fact,
      edits.map(([key, value]) => ({key, value})),
      block,
    )
    return result.ok ? result.text : `refused: ${result.why}`
  }

  test.each<[string, [string, FieldEdit['value']][], string | undefined, string]>([
    ['- a\n- b\n', [['valid_to', '2026-01-01']], undefined, '- a [valid_to:: 2026-01-01]\n- b\n'],
    ['- a ^id\n', [['key', 'k']], undefined, '- a [key:: k] ^id\n'],
    ['- a [key:: k] more\n', [['ttl', '90d']], undefined, '- a [key:: k] [ttl:: 90d] more\n'],
    ['- a (key:: k)\r\n- b\r\n', [['key', 'j']], undefined, '- a (key:: j)\r\n- b\r\n'],
    ['- a [key::k] b\n', [['key', 'j']], undefined, '- a [key:: j] b\n'],
    ['- a [key:: k] b\n', [['key', undefined]], undefined, '- a b\n'],
    ['- [key:: k] b\n', [['key', undefined]], undefined, '- b\n'],
    [
      '- a\n  wrapped\n  - nested\n',
      [['key', 'k']],
      undefined,
      '- a\n  wrapped [key:: k]\n  - nested\n',
    ],
    ['- a', [['superseded_by', 'MEMORY.md#^x']], 'y', '- a [superseded_by:: MEMORY.md#^x] ^y'],
    ['- a\n', [], 'y', '- a ^y\n'],
    ['- a ^y\n', [], 'y', '- a ^y\n'],
    [
      '- a\n',
      [['supersedes', ['b.md', '[[C]]']]],
      undefined,
      '- a [supersedes:: b.md] [supersedes:: [[C]]]\n',
    ],
    [
      '- a <!-- observed: 2026-01-01 -->\n',
      [['reviewed', '2026-02-01']],
      undefined,
      '- a <!-- observed: 2026-01-01 --> [reviewed:: 2026-02-01]\n',
    ],
    ['Prose here.\n\n- b\n', [['key', 'k']], 'p', 'Prose here. [key:: k] ^p\n\n- b\n'],
    ['- a [key:: k]\n', [['key', 'k']], undefined, '- a [key:: k]\n'],
    [
      '---\nttl: 90d\n---\n\n- a\n',
      [['pinned', true]],
      undefined,
      '---\nttl: 90d\n---\n\n- a [pinned:: true]\n',
    ],
  ])('%j %j', (text, edits, block, after) => {
    expect(change(text, edits, block)).toBe(after)
  })

  test('a nested one', () => {
    expect(change('- a\n  - b [key:: k]\n    - c\n', [['ttl', '1d']], 'n', 1)).toBe(
      '- a\n  - b [key:: k] [ttl:: 1d] ^n\n    - c\n',
    )
  })

  test.each<[string, [string, FieldEdit['value']][], string | undefined, RegExp]>([
    ['```\ncode\n```\n', [['key', 'k']], undefined, /list items and paragraphs/],
    ['- a\n', [['key', 'x] y']], undefined, /cannot stand/],
    ['- a\n', [['key', 'two\nlines']], undefined, /cannot stand/],
    ['- a ^x\n', [], 'y', /already/],
    ['- a\n', [], 'no id', /no block id/],
    ['- a <!-- ttl: 90d -->\n', [['ttl', undefined]], undefined, /comment/],
  ])('%j %j is refused', (text, edits, block, why) => {
    expect(change(text, edits, block)).toMatch(why)
  })

  test('that is not there any more', () => {
    const fact = factsOf('- a\n- b\n')[1]!
    expect(rewriteFact('- b\n', fact, [{key: 'key', value: 'k'}])).toMatchObject({ok: false})
  })
})

describe('references', () => {
  const rename = (target: string) =>
    ({
      old: 'new',
      'a/old.md': 'b/new.md',
      'a/sp ace.md': 'b/sp ace(1).md',
      'MEMORY.md': 'FACTS.md',
    })[target]

  test.each<[string, string]>([
    ['[[old]] [[old#H|l]] ![[old]] [[other]]', '[[new]] [[new#H|l]] ![[new]] [[other]]'],
    ['[x](a/old.md#h) [y](<a/old.md>)', '[x](b/new.md#h) [y](<b/new.md>)'],
    ['[x](a/sp%20ace.md)', '[x](b/sp%20ace%281%29.md)'],
    ['`[[old]]` and\n```\n[[old]]\n```\n', '`[[old]]` and\n```\n[[old]]\n```\n'],
    ['| [[old\\|x]] |\n|---|\n', '| [[new\\|x]] |\n|---|\n'],
    [
      '---\nsupersedes: a/old.md # c\nup: "[[old|x]]"\n---\n',
      '---\nsupersedes: b/new.md # c\nup: "[[new|x]]"\n---\n',
    ],
    [
      '---\nsuperseded_by:\r\n  - [[old]]\r\n  - "a/old.md"\r\n---\n',
      '---\nsuperseded_by:\r\n  - [[new]]\r\n  - "b/new.md"\r\n---\n',
    ],
    [
      '- f [supersedes:: MEMORY.md#^a] [superseded_by:: [[old]]]\n',
      '- f [supersedes:: FACTS.md#^a] [superseded_by:: [[new]]]\n',
    ],
    ['old a/old.md', 'old a/old.md'],
  ])('%j', (before, after) => {
    expect(rewriteReferences(before, rename)).toEqual({ok: true, text: after})
  })

  test('what cannot be written where it stands is refused', () => {
    expect(rewriteReferences('[[old]]', () => 'a|b')).toMatchObject({ok: false})
    expect(rewriteReferences('---\nup: "[[old]]"\n---\n', () => 'a"b')).toMatchObject({ok: false})
  })
})

describe('a new note', () => {
  test('is what it was made of', () => {
    const text = composeNote(
      [
        {key: 'title', value: 'Re: "lunch" # 1'},
        {key: 'key', value: undefined},
        {key: 'tags', value: ['a', 'b, c']},
        {key: 'importance', value: 0.9},
      ],
      '---\nnot: frontmatter\n---\n\n> kept\tas is',
    )
    expect(text).toBe(
      '---\ntitle: "Re: \\"lunch\\" # 1"\ntags: [a, "b, c"]\nimportance: 0.9\n---\n\n---\nnot: frontmatter\n---\n\n> kept\tas is\n',
    )
    expect(read(text).note).toMatchObject({
      title: 'Re: "lunch" # 1',
      tags: ['a', 'b, c'],
      importance: 0.9,
    })
  })

  test('has a frontmatter even where it says nothing', () => {
    expect(composeNote([], '---\nx\n---\n')).toBe('---\n---\n\n---\nx\n---\n')
  })
})
