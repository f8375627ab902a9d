import {describe, expect, onTestFinished, test, vi} from 'vitest'
import * as bounds from '../../src/ground/bounded.js'
import {read, rulesOf} from './read.js'

describe('where the frontmatter is', () => {
  test.each<[string, string, object, number]>([
    ['a block', '---\na: 1\n---\nbody\n', {a: 1}, 4],
    ['closed by dots', '---\na: 1\n...\nbody\n', {a: 1}, 4],
    ['blanks after the lines', '---  \na: 1\n---\t\nbody\n', {a: 1}, 4],
    ['CRLF', '---\r\na: 1\r\n---\r\nbody\r\n', {a: 1}, 4],
    ['a byte order mark', '\uFEFF---\na: 1\n---\nbody\n', {a: 1}, 4],
    ['at the end of the file', '---\na: 1\n---', {a: 1}, 3],
    ['empty', '---\n---\nbody\n', {}, 3],
    ['comments only', '---\n# nothing\n---\nbody\n', {}, 4],
    ['none', 'body\n', {}, 1],
    ['after a blank line there is none', '\n---\na: 1\n---\n', {}, 1],
    ['after a blank there is none', ' ---\na: 1\n---\n', {}, 1],
    ['four dashes', '----\na: 1\n----\n', {}, 1],
    ['a language after the dashes', '---js\n({a: 1})\n---\n', {}, 1],
    ['a title after the dashes', '--- title\na: 1\n---\n', {}, 1],
    ['a thematic break before prose', '---\n\nSome text: here\n\n---\nmore\n', {}, 1],
    ['a thematic break before a sentence', '---\nJust prose.\n---\nmore\n', {}, 1],
    ['a thematic break before a list', '---\n- one\n- two\n---\n', {}, 1],
    ['a thematic break alone', '---\n', {}, 1],
    [
      'dashes in a string do not close it',
      '---\na: |\n  x\n  ---\nb: 2\n---\n',
      {a: 'x\n---\n', b: 2},
      7,
    ],
    ['dashes with a word do not close it', '---\na: 1\nb: x\n---\n---foo\n', {a: 1, b: 'x'}, 5],
    ['written in braces', '---\n{a: 1, b: [x]}\n---\nbody\n', {a: 1, b: ['x']}, 4],
  ])('%s', (_, text, fields, line) => {
    const {note, messages} = read(text)
    expect(note.fields).toEqual(fields)
    expect(note.body.line).toBe(line)
    expect(messages).toEqual([])
  })

  test('unterminated: said, and what looks like keys still counts', () => {
    const {note} = read('---\nvalid_to: 2026-01-01\ntitle: T\n\nProse goes on.\n')
    expect(note.fields).toEqual({valid_to: '2026-01-01', title: 'T'})
    expect(note.extract.text).toBe('Prose goes on.')
    expect(rulesOf('---\ntitle: T\n\nProse.\n')).toEqual(['unterminated-frontmatter 1:1'])
  })

  test('longer than 64 KB: said', () => {
    const {messages} = read(`---\na: 1\n${'k: v\n'.repeat(14_000)}---\nbody\n`)
    expect(messages.map(({rule}) => rule)).toContain('unterminated-frontmatter')
    expect(messages[0]?.reason).toContain('64 KB')
    expect(messages[0]?.hint).toContain('in the text below it')
  })

  test.each([
    ['an alias of nothing', '---\na: 1\nb: *nope\n---\n', 'write the values out'],
    [
      'brackets in brackets',
      `---\na: ${'['.repeat(100)}${']'.repeat(100)}\n---\n`,
      'keep the frontmatter flat',
    ],
    ['an @ without quotes', '---\na: @nobody\n---\n', 'in double quotes'],
  ])('the cure is for the trouble: %s', (_, text, hint) => {
    const [message] = read(text).messages
    expect(message?.rule).toBe('invalid-frontmatter')
    expect(message?.hint).toContain(hint)
  })

  test('fault 1: a second block under the first is said, and read as text', () => {
    const text = '---\ntitle: One\n---\n\n---\ntitle: Two\n---\n\nProse.\n'
    const {note} = read(text)
    expect(rulesOf(text)).toEqual(['duplicate-frontmatter 5:1'])
    expect(note.title).toBe('One')
    expect(note.extract).toEqual({text: 'Prose.', line: 9})
  })

  test('a thematic break under the block is no second one', () => {
    expect(rulesOf('---\na: 1\n---\n\n---\n\nProse, then: more.\n\n---\n')).toEqual([])
  })
})

describe('what YAML makes of it', () => {
  test('dates stay as they were written', () => {
    const {note} = read('---\ncreated: 2026-01-02\nat: 10:30\nzip: 0123\n---\n')
    expect(note.fields).toEqual({created: '2026-01-02', at: '10:30', zip: 123})
  })

  test('code is never run', () => {
    for (const language of ['js', 'javascript', 'JS', 'coffee', 'json']) {
      const {note} = read(`---${language}\n{"a": 1}\n---\n`)
      expect(note.fields).toEqual({})
    }
  })

  test('nothing is cached: an error is told each time', () => {
    const text = '---\ntitle: @me\nkey: [\n---\n'
    expect(rulesOf(text)).toEqual(rulesOf(text))
    expect(rulesOf(text)).toHaveLength(1)
  })

  test('a key named `__proto__` is a key', () => {
    const {note} = read('---\n__proto__: {polluted: true}\ntitle: T\n---\n')
    expect(Object.keys(note.fields)).toEqual(['__proto__', 'title'])
    expect(({} as {polluted?: boolean}).polluted).toBeUndefined()
  })

  test('what would not survive JSON is kept as written', () => {
    const {note} = read('---\na: .inf\nb: .nan\nc: 12\n---\n')
    expect(JSON.parse(JSON.stringify(note.fields))).toEqual(note.fields)
  })

  test('places point at the values', () => {
    const {note} = read(
      '---\ntitle: "Quoted"\nvalid_to:   2026-01-01 # why\ntags:\n  - a\nx:\n---\n',
    )
    expect(note.places).toMatchObject({
      title: {line: 2, column: 8},
      valid_to: {line: 3, column: 13},
      tags: {line: 5, column: 5},
      x: {line: 6, column: 1},
    })
  })
})

describe('YAML that is none', () => {
  test('fault 2: colon, @ and % in a title leave the note readable, with a warning at its line', () => {
    for (const title of ['Re: lunch: today', '@alice on call', '%done', '`code` first', '*star']) {
      const {note, messages} = read(
        `---\nkey: k\ntitle: ${title}\nvalid_to: 2026-01-01\n---\nProse.\n`,
      )
      expect(note.title).toBe(title)
      expect(note.key).toBe('k')
      expect(note.written.validUntil).toBeDefined()
      expect(note.extract.text).toBe('Prose.')
      expect(messages.map(({rule, severity}) => [rule, severity])).toEqual([
        ['invalid-frontmatter', 'warning'],
      ])
      expect(messages[0]?.place?.line).toBe(3)
    }
  })

  test('the items of a list are read too', () => {
    const {note, messages} = read('---\naliases:\n- @me\n- you\ntags: [a]\n---\n')
    expect(note.aliases).toEqual(['@me', 'you'])
    expect(note.tags).toEqual(['a'])
    expect(messages[0]).toMatchObject({severity: 'warning', place: {line: 3, column: 3}})
  })

  test('what is lost is named, and a lost date keeps it out of boot', () => {
    const {note, messages} = read('---\ntitle: T\nvalid_to: [\n  x: }\n---\nProse.\n')
    expect(messages[0]).toMatchObject({rule: 'invalid-frontmatter', severity: 'error'})
    expect(messages[0]?.reason).toContain('`valid_to`')
    expect(note.written.unreadable).toEqual(['valid_to'])
    expect(note.title).toBe('T')
  })

  test('a key written twice is said, and a date written twice is not believed', () => {
    const text = '---\nvalid_to: 2026-01-01\nvalid_to: 2027-01-01\n---\n'
    expect(rulesOf(text)).toEqual(['duplicate-key 3:1'])
    expect(read(text).note.written.unreadable).toEqual(['valid_to'])
  })

  test.each([
    [
      'alias bombs',
      `a: &a [x,x,x,x,x,x,x,x]\n${'bcdefghi'
        .split('')
        .map((c, i) => `${c}: &${c} [${Array(8).fill(`*${'abcdefgh'[i]}`).join(',')}]\n`)
        .join('')}`,
    ],
    ['deep brackets', `a: ${'['.repeat(30_000)}\n`],
    ['deep lists', `a:\n  ${'- '.repeat(20_000)}\n`],
    ['deep keys', `${Array.from({length: 200}, (_, i) => `${' '.repeat(i)}a:`).join('\n')}\n`],
    ['an alias to what holds it', 'a: &a [*a]\n'],
  ])('%s are refused, and the note is still one', (_, block) => {
    const {note, messages} = read(`---\ntitle: T\n${block}---\nProse.\n`)
    expect(messages[0]?.rule).toBe('invalid-frontmatter')
    expect(note.title).toBe('T')
    expect(note.extract.text).toBe('Prose.')
  })
})

describe('what takes too long to be read', () => {
  const long = Array.from({length: 500}, (_, at) => `word${at}`).join(', ')
  test.each<[string, string, string[]]>([
    ['a block', `---\ntags: [${long}]\nodd: {a: 1}\n---\nbody\n`, ['invalid-frontmatter']],
    ['a block that does not end', `---\ntags: [${long}]\n\nbody\n`, ['unterminated-frontmatter']],
    ['what may be prose', `---\n{a: 1}\n${'words and words\n'.repeat(400)}---\nbody\n`, []],
  ])('%s is said to be read in part, and is read again another time', (_, text, rules) => {
    const reading = vi.spyOn(bounds, 'bounded').mockImplementation(() => undefined)
    onTestFinished(() => reading.mockRestore())
    const rulesNow = () => read(text).messages.map(({rule}) => rule)
    expect(rulesNow()).toEqual([...rules, 'structure-capped'])
    reading.mockRestore()
    expect(rulesNow()).not.toContain('structure-capped')
  })
})
