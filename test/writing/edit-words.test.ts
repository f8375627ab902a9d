import {describe, expect, test} from 'vitest'
import {UTC} from '../../src/ground/day.js'
import {notePath} from '../../src/ground/note-path.js'
import type {Edited} from '../../src/writing/committed.js'
import {bodyOf, subjectOf} from '../../src/writing/edit-message.js'
import {type Told, tell} from '../../src/writing/edit-words.js'

function told(path: string, before: string | undefined, after: string | undefined): Told {
  const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text))
  const edit = {path: notePath(path), before: bytes(before), after: bytes(after), isLink: false}
  return tell(edit, UTC)
}

/** What is said of a change of `path`. */
function check(path: string, before: string, after: string, words: string): void {
  expect(told(path, before, after).words.join(', ')).toBe(words)
}

const facts: readonly (readonly [string, string, string, string])[] = [
  ['one more', '- a b c\n', '- a b c\n- d e f\n', '1 fact added'],
  ['one less', '- a b c\n- d e f\n', '- d e f\n', '1 fact removed'],
  ['reordered', '- a b c\n- d e f\n', '- d e f\n- a b c\n', 'text changed'],
  ['reworded', '- The office is in Lyon.\n', '- The office is in Nantes.\n', '1 fact changed'],
  ['another', '- The office is in Lyon.\n', '- Tea for Ada.\n', '1 fact added, 1 removed'],
  ['ended', '- a b c\n', '- a b c [valid_to:: 2026-03-01]\n', '1 fact ended'],
  ['no longer', '- a [valid_to:: 2026-03-01]\n', '- a\n', '1 fact no longer ended'],
  ['reviewed', '- a b c\n', '- a b c [reviewed:: 2026-03-01]\n', '1 fact reviewed'],
  ['weighed', '- a b c\n', '- a b c [importance:: 0.9]\n', '1 fact changed'],
  [
    'superseded, and what took over',
    '- The office is in Lyon. ^a\n',
    '- The office is in Lyon. [superseded_by:: MEMORY.md#^b] ^a\n- Now the office is in Nantes. ^b\n',
    '1 fact added, 1 superseded',
  ],
  ['by its id', '- one ^a\n', '- something else altogether ^a\n', '1 fact changed'],
  ['by its key', '- Lyon [key:: office]\n', '- Nantes! [key:: office]\n', '1 fact changed'],
  ['twice the same', '- a b\n- a b\n', '- a b\n', '1 fact removed'],
  ['a heading', '# One\n\n- a\n', '# Two\n\n- a\n', 'text changed'],
  [
    'ended by OpenClaw',
    '- a b c\n',
    '- a b c <!-- observed: 2026-03-01 | status: superseded -->\n',
    '1 fact ended',
  ],
  ['layout alone', '- a b c\n', '-   a b c\n', 'changed'],
  ['line ends alone', '- a\n- b\n', '- a\r\n- b\r\n', 'line ends changed'],
]
test.each(facts)('a fact: %s', (_, before, after, words) => {
  check('MEMORY.md', before, after, words)
})

const fields: readonly (readonly [string, string, string, string])[] = [
  ['ended', '', 'valid_to: 2026-03-01\n', 'ended'],
  ['reviewed', 'reviewed: 2026-01-01\n', 'reviewed: 2026-03-01\n', 'reviewed'],
  ['superseded', '', 'valid_to: 2026-03-01\nsuperseded_by: b.md\n', 'superseded'],
  ['one key', 'tags: [a]\n', 'tags: [b]\n', 'tags changed'],
  ['some keys', 'a: 1\nb: 1\n', 'a: 2\nc: 1\n', 'a, b, c changed'],
  ['many keys', '', 'a: 1\nb: 1\nc: 1\nd: 1\n', '4 keys changed'],
  ['what editors set alone', 'updated: 2026-01-01\n', 'updated: 2026-01-02\n', 'updated changed'],
  [
    'what editors set besides',
    'updated: 2026-01-01\n',
    'updated: 2026-01-02\ntags: [a]\n',
    'tags changed',
  ],
]
test.each(fields)('frontmatter: %s', (_, before, after, words) => {
  check('drawers/a/b/n.md', `---\n${before}---\n# N\n`, `---\n${after}---\n# N\n`, words)
})

test('text, and frontmatter with it', () => {
  const before = '# N\n\none\n'
  check('n.md', before, '# N\n\ntwo\n', 'text changed')
  check(
    'n.md',
    before,
    '---\nvalid_to: 2026-03-01\npinned: true\n---\n# N\n\ntwo\n',
    'ended, text changed, pinned changed',
  )
  check('n.md', before, '# N\n\none\n\n\n', 'changed')
})

test('entries of a log', () => {
  const path = 'daily/2026-03-01.md'
  check(path, '- 09:00 one\n', '- 09:00 one\n- 10:00 two\n- 11:00 three\n', '2 entries added')
  check(path, '- 09:00 one\n- 10:00 two\n', '- 09:00 one, mended\n', '1 entry changed, 1 removed')
})

test('what comes, goes, or is no note', () => {
  expect(told('n.md', undefined, '# N\n')).toMatchObject({kind: 'new', words: ['new'], title: 'N'})
  expect(told('n.md', '# N\n', undefined)).toMatchObject({kind: 'removed', words: ['removed']})
  expect(told('brain.yaml', 'zone: UTC\n', '')).toMatchObject({words: ['changed']})
  expect(told('n.md', '\u0000\u0001', 'x')).toMatchObject({kind: 'changed'})
})

describe('the subject', () => {
  test('of one note is its title and what happened, in 72 characters at most', () => {
    const long = `# ${'Long '.repeat(40)}\n`
    const subject = subjectOf([told('n.md', long, `${long}\nmore\n`)])
    expect(subject.length).toBeLessThanOrEqual(72)
    expect(subject).toMatch(/^edit: Long .*…: text changed$/)
    expect(subjectOf([told('n.md', undefined, '# Rate limits\n')])).toBe('edit: Rate limits: new')
    const keys = 'k'.repeat(100)
    const odd = told('n.md', '# N\n', `---\n${keys}: 1\n---\n# N\n`)
    expect(subjectOf([odd]).length).toBeLessThanOrEqual(72)
  })

  test('of several is how many of each kind', () => {
    const made = told('n.md', undefined, 'n')
    const changed = told('c.md', 'a', 'b')
    const settings = told('brain.yaml', 'a', 'b')
    const rules = told('.gitignore', 'a', 'b')
    expect(subjectOf([made, made])).toBe('edit: 2 new notes')
    expect(subjectOf([changed, made, made])).toBe('edit: 1 note changed, 2 new')
    expect(subjectOf([changed, settings])).toBe('edit: 1 note changed, brain.yaml')
    expect(subjectOf([settings, rules])).toBe('edit: 2 files beside the notes')
    expect(subjectOf([rules, changed])).toBe('edit: 1 note changed, .gitignore')
  })
})

test('the body has a line for each file, and counts what is too much', () => {
  const edits = Array.from({length: 120}, (_, at): Edited => {
    return {path: notePath(`n${at}.md`), kind: 'new', words: ['new']}
  })
  const lines = bodyOf(edits)
  expect(lines).toHaveLength(101)
  expect(lines[0]).toBe('- n0.md: new')
  expect(lines.at(-1)).toBe('- and 20 more')
})
