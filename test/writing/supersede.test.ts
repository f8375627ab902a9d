import {describe, expect, test} from 'vitest'
import {supersede} from '../../src/writing/supersede.js'
import {BrainBox, expectCommitted, refused} from './brain-box.js'

const MEMORY = `# What holds

- The API is REST. [key:: api] [ttl:: 90d] [importance:: 0.9]
  - Nested words.
- The office is in Lyon. ^office

1. Step one.
2. Step two.

A paragraph that holds.
`

const DRAWER = `---
title: CI is GitLab
hall: facts
key: ci
ttl: 90d
tags: [ops]
---

CI is GitLab, on the office runner.
`

function sample(): BrainBox {
  const box = new BrainBox({'MEMORY.md': MEMORY, 'drawers/a/ops/ci.md': DRAWER, 'Plain.md': 'x\n'})
  box.tick(3599)
  return box
}

describe('a fact by a text', () => {
  test('stands right after it, with links both ways', async () => {
    const box = sample()
    const written = await supersede(box.scene, {older: 'MEMORY.md:3', text: 'The API is gRPC.'})
    expectCommitted(box, written)
    const [older, newer] = [written.closed[0]!, written.id]
    expect(older).toMatch(/^MEMORY\.md#\^[0-9a-z]{6}$/)
    expect(newer).toMatch(/^MEMORY\.md#\^[0-9a-z]{6}$/)
    const lines = box.read('MEMORY.md').split('\n')
    expect(lines[2]).toContain(`[superseded_by:: ${newer}]`)
    expect(lines[2]).toContain('[valid_to:: 2026-01-01T01:00:00Z]')
    expect(lines[3]).toBe('  - Nested words.')
    expect(lines[4]).toMatch(/^- The API is gRPC\. /)
    expect(lines[4]).toContain(`[supersedes:: ${older}]`)
    expect(lines[4]).toContain('[valid_from:: 2026-01-01T01:00:00Z]')
    expect(lines[4]).toContain('[key:: api]')
    expect(lines[4]).toContain('[ttl:: 90d]')
    expect(lines[4]).toContain('[importance:: 0.9]')
    expect(lines[4]).toMatch(/ \^[0-9a-z]{6}$/)
    expect(lines.slice(5).join('\n')).toBe(MEMORY.split('\n').slice(4).join('\n'))
    expect(await box.standingOf(older)).toBe('superseded')
    expect(await box.standingOf(newer)).toBe('current')
    expect(box.lastMessage()).toContain('supersede: The API is REST. by The API is gRPC.')
  })

  test('twice makes a chain with one head', async () => {
    const box = sample()
    const first = await supersede(box.scene, {older: 'api', text: 'The API is gRPC.'})
    box.tick(60)
    const second = await supersede(box.scene, {older: first.id, text: 'The API is Cap’n Proto.'})
    expect(second.closed).toEqual([first.id])
    const under = (await box.memories()).filter(({fact}) => fact?.key === 'api')
    expect(under.map(({standing}) => standing)).toEqual(['superseded', 'superseded', 'current'])
    expect(await box.troubles()).toEqual([])
  })

  test.each([
    ['a numbered one', 'Step one.', 'MEMORY.md:7', '2. Step 1.'],
    ['a paragraph', 'A paragraph', 'MEMORY.md:10', 'Another.'],
  ])('%s', async (_, words, older, line) => {
    const box = sample()
    const text = line.replace(/^\d+\. /, '')
    const written = await supersede(box.scene, {older, text})
    const stands = box.read('MEMORY.md').split('\n')
    const at = stands.findIndex((each) => each.startsWith(line))
    expect(at).toBeGreaterThan(stands.findIndex((each) => each.includes(words)))
    expect(await box.standingOf(written.id)).toBe('current')
    expect(await box.standingOf(written.closed[0]!)).toBe('superseded')
  })

  test('of several lines stays one item', async () => {
    const box = sample()
    const facts = (await box.memories()).filter(({fact}) => fact !== undefined).length
    await supersede(box.scene, {older: 'MEMORY.md#^office', text: 'In Nantes.\n\nSince May.'})
    const after = (await box.memories()).filter(({fact}) => fact !== undefined)
    expect(after).toHaveLength(facts + 1)
    expect(box.read('MEMORY.md')).toContain('\n  Since May.\n')
  })

  test('at the end of a file in CRLF without a last line ending', async () => {
    const box = new BrainBox({'MEMORY.md': '- One.\r\n- Two.'})
    await supersede(box.scene, {older: 'MEMORY.md#2', text: 'Three.'})
    const text = box.read('MEMORY.md')
    expect(text).toMatch(/^- One\.\r\n- Two\. .*\r\n- Three\. .*$/s)
    expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  })
})

describe('a drawer by a text', () => {
  test('becomes a new drawer in its room, which inherits what it is', async () => {
    const box = sample()
    const text = 'CI is Forgejo.\n\n---\nSince today.\n'
    const written = await supersede(box.scene, {older: 'drawers/a/ops/ci.md', text})
    expectCommitted(box, written)
    expect(written.id).toMatch(/^drawers\/a\/ops\/.+\.md$/)
    expect(written.closed).toEqual(['drawers/a/ops/ci.md'])
    const newer = box.read(written.id)
    expect(newer).toContain(text)
    for (const line of ['hall: facts', 'key: ci', 'ttl: 90d', 'supersedes: drawers/a/ops/ci.md']) {
      expect(newer).toContain(`${line}\n`)
    }
    expect(box.read('drawers/a/ops/ci.md')).toContain(`superseded_by: ${written.id}\n`)
    expect(await box.standingOf('drawers/a/ops/ci.md')).toBe('superseded')
    expect(await box.standingOf(written.id)).toBe('current')
  })

  test('from a day on: fault 38, on no day do both hold', async () => {
    const box = sample()
    const written = await supersede(box.scene, {older: 'ci', text: 'Forgejo', on: '2026-01-03'})
    expect(box.read('drawers/a/ops/ci.md')).toContain('valid_to: 2026-01-02\n')
    expect(box.read(written.id)).toContain('valid_from: 2026-01-03\n')
    const both = async () => [
      await box.standingOf('drawers/a/ops/ci.md'),
      await box.standingOf(written.id),
    ]
    expect(await both()).toEqual(['current', 'upcoming'])
    box.tick(2 * 86_400)
    expect(await both()).toEqual(['superseded', 'current'])
  })

  test('of the brain’s own files is refused', async () => {
    const box = sample()
    await refused(supersede(box.scene, {older: 'MEMORY.md', text: 'x'}), 'bad-argument')
  })
})

describe('by a memory that there is', () => {
  test('a fact by a drawer', async () => {
    const box = sample()
    const by = 'drawers/a/ops/ci.md'
    const written = await supersede(box.scene, {older: 'MEMORY.md#^office', by})
    expect(written).toMatchObject({id: by, closed: ['MEMORY.md#^office']})
    expect(box.read('MEMORY.md')).toContain(`[superseded_by:: ${by}]`)
    expect(box.read(by)).toContain('supersedes: MEMORY.md#^office')
    expect(await box.standingOf('MEMORY.md#^office')).toBe('superseded')
  })

  test('a fact by a fact of the same file, each with a name', async () => {
    const box = sample()
    const written = await supersede(box.scene, {older: 'MEMORY.md#1', by: 'MEMORY.md#^office'})
    expect(written.id).toBe('MEMORY.md#^office')
    expect(await box.standingOf(written.closed[0]!)).toBe('superseded')
  })

  test('two by one', async () => {
    const box = sample()
    await supersede(box.scene, {older: 'Plain.md', by: 'MEMORY.md#^office'})
    const written = await supersede(box.scene, {older: 'MEMORY.md#1', by: 'MEMORY.md#^office'})
    expect(await box.standingOf('Plain.md')).toBe('superseded')
    expect(await box.standingOf(written.closed[0]!)).toBe('superseded')
  })

  test('its own beginning decides', async () => {
    const box = new BrainBox({
      'old.md': 'old\n',
      'new.md': '---\nvalid_from: 2025-12-01\n---\nnew\n',
    })
    await supersede(box.scene, {older: 'old.md', by: 'new.md'})
    expect(box.read('old.md')).toContain('valid_to: 2025-11-30\n')
    expect(box.read('new.md')).toContain('valid_from: 2025-12-01\n')
  })

  test('a loop is refused, of one or of three', async () => {
    const box = new BrainBox({'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n'})
    box.tick(10)
    await refused(supersede(box.scene, {older: 'a.md', by: 'a.md'}), 'bad-argument')
    await supersede(box.scene, {older: 'a.md', by: 'b.md'})
    await supersede(box.scene, {older: 'b.md', by: 'c.md'})
    await refused(supersede(box.scene, {older: 'c.md', by: 'a.md'}), 'bad-argument')
  })

  test('what is superseded already is refused, with what took over', async () => {
    const box = sample()
    await supersede(box.scene, {older: 'Plain.md', by: 'drawers/a/ops/ci.md'})
    box.tick()
    const again = supersede(box.scene, {older: 'Plain.md', text: 'y'})
    const error = await refused(again, 'already-superseded')
    expect(error.message).toContain('drawers/a/ops/ci.md')
  })
})

test('exactly one of by and text', async () => {
  const box = sample()
  await refused(supersede(box.scene, {older: 'ci'}), 'bad-argument')
  await refused(supersede(box.scene, {older: 'ci', by: 'Plain', text: 'x'}), 'bad-argument')
})
