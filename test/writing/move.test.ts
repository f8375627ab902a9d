import {describe, expect, test} from 'vitest'
import {move} from '../../src/writing/move.js'
import {BrainBox, expectCommitted, refused} from './brain-box.js'

const FROM = 'drawers/a/api/limits.md'
const LIMITS = `---
title: Rate limits
supersedes: drawers/a/api/old.md
---

See [the old](old.md), [[Retries]] and ![a chart](img/chart.png).
`

function sample(more: Readonly<Record<string, string>> = {}): BrainBox {
  return new BrainBox({
    [FROM]: LIMITS,
    'drawers/a/api/old.md': '---\nsuperseded_by: "[[limits]]" # kept\n---\n\nold\n',
    'drawers/a/Retries.md': '[[limits]], [[limits|short]], [[drawers/a/api/limits#Top]]\n',
    'Index.md': '[l](drawers/a/api/limits.md#top) and `[[limits]]` and [[Rate limits]]\n',
    'MEMORY.md': '- A fact. [superseded_by:: drawers/a/api/limits.md]\n',
    'Bystander.md': 'No [[reference]] to it; the word limits.\n',
    ...more,
  })
}

test('a name can change by its case alone, but not into the twin of another', async () => {
  const box = new BrainBox({'drawers/a/b/Case.md': 'one\n', 'drawers/a/b/Other.md': 'two\n'})
  const written = await move(box.scene, 'Case', 'drawers/a/b/case.md')
  expectCommitted(box, written)
  expect(box.git('ls-files').trim().split('\n')).toEqual([
    'drawers/a/b/Other.md',
    'drawers/a/b/case.md',
  ])
  await refused(move(box.scene, 'case', 'drawers/a/b/other.md'), 'file-exists')
})

test('every reference leads to the new place; all else stays as it was', async () => {
  const box = sample()
  const written = await move(box.scene, FROM, 'drawers/b/net/throttling')
  expectCommitted(box, written)
  const to = 'drawers/b/net/throttling.md'
  expect(written.id).toBe(to)
  expect(box.git('ls-files').split('\n')).not.toContain(FROM)
  expect(box.read('drawers/a/api/old.md')).toBe(
    '---\nsuperseded_by: "[[throttling]]" # kept\n---\n\nold\n',
  )
  expect(box.read('drawers/a/Retries.md')).toBe(
    '[[throttling]], [[throttling|short]], [[drawers/b/net/throttling#Top]]\n',
  )
  expect(box.read('Index.md')).toBe(
    '[l](drawers/b/net/throttling.md#top) and `[[limits]]` and [[Rate limits]]\n',
  )
  expect(box.read('MEMORY.md')).toBe(`- A fact. [superseded_by:: ${to}]\n`)
  expect(box.read(to)).toContain('supersedes: drawers/a/api/old.md\n')
  expect(box.read(to)).toMatch(/\[the old\]\((?:\.\.\/\.\.\/|drawers\/)a\/api\/old\.md\)/)
  expect(box.read(to)).toContain('[[Retries]]')
  expect(written.paths).not.toContain('Bystander.md')
  expect(box.lastMessage()).toContain(`move: ${FROM} → ${to}`)
  expect(await box.standingOf('drawers/a/api/old.md')).toBe('superseded')
})

test('a picture that stays behind is reported', async () => {
  const box = sample({'drawers/a/api/img/chart.png': 'x'})
  const {messages} = await move(box.scene, FROM, 'drawers/b/net/')
  expect(messages).toMatchObject([
    {rule: 'lost-reference', severity: 'warning', path: 'drawers/b/net/limits.md'},
  ])
  expect(messages[0]?.hint).toContain('../../a/api/img/chart.png')
})

test('a stem that becomes ambiguous is spelled out where it meant another note', async () => {
  const box = new BrainBox({
    'a/first.md': 'first\n',
    'b/second.md': 'second\n',
    'Index.md': '[[second]] and [[first]]\n',
  })
  await move(box.scene, 'a/first.md', 'a/second.md')
  const index = box.read('Index.md')
  expect(index).toMatch(/^\[\[(?:b\/)?second\]\] and \[\[a\/second\]\]\n$/)
})

test('an old file name is rewritten though an alias says the same; an alias is left alone', async () => {
  const box = new BrainBox({
    'plugins/dataview.md': '---\naliases: [Dataview, DV]\n---\n\n# Dataview\n',
    'Index.md': '[[dataview]], [[Dataview|it]] and [[DV]]\n',
  })
  await move(box.scene, 'plugins/dataview.md', 'plugins/queries')
  expect(box.read('Index.md')).toBe('[[queries]], [[queries|it]] and [[DV]]\n')
})

describe('fault 6: a dotted name keeps its ending', () => {
  test.each([
    ['v1.2 notes', 'v1.2 notes.md'],
    ['v1.2 notes.md', 'v1.2 notes.md'],
    ['v1.2 notes.MD', 'v1.2 notes.MD'],
  ])('%s', async (to, path) => {
    const box = new BrainBox({'a.md': 'a\n'})
    expect((await move(box.scene, 'a.md', to)).id).toBe(path)
    expect(box.read(path)).toBe('a\n')
  })
})

test('a byte order mark and CRLF move along', async () => {
  const box = new BrainBox({'a.md': '\uFEFF---\r\ntitle: A\r\n---\r\nbody\r\n'})
  const before = box.bytes('a.md')
  await move(box.scene, 'A', 'b/c.md')
  expect(box.bytes('b/c.md')).toBe(before)
})

test('onto itself changes nothing', async () => {
  const box = sample()
  expect(await move(box.scene, FROM, FROM)).toMatchObject({changed: false})
})

describe('is refused', () => {
  test.each([
    ['onto a note', 'Index.md', 'file-exists'],
    ['onto a note but for its case', 'INDEX', 'file-exists'],
    ['out of the brain', '../out.md', 'path-outside-brain'],
    ['to an absolute path', '/tmp/out.md', 'path-outside-brain'],
    ['into a folder that is not read', '.hidden/x.md', 'path-outside-brain'],
  ] as const)('%s', async (_, to, code) => {
    const box = sample()
    await refused(move(box.scene, FROM, to), code)
    expect(box.read(FROM)).toBe(LIMITS)
    expect(box.status()).toBe('')
  })

  test('for one fact', async () => {
    await refused(move(sample().scene, 'MEMORY.md#1', 'x.md'), 'bad-argument')
  })
})
