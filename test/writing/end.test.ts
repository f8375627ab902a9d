import {describe, expect, test} from 'vitest'
import {end} from '../../src/writing/end.js'
import {review} from '../../src/writing/review.js'
import {BrainBox, expectCommitted, refused} from './brain-box.js'

const MEMORY = `# What holds

- The API is gRPC. [importance:: 0.9]
- The office is in Lyon. [valid_from:: 2025-03-01] ^office
- Starts later. [valid_from:: 2027-01-01]
`

const NOTE = '---\n# a comment\ntitle: "Note"   # kept\ntags: [a,b]\n---\n\nBody\n'

function sample(): BrainBox {
  const box = new BrainBox({'MEMORY.md': MEMORY, 'drawers/a/b/note.md': NOTE})
  box.tick(3599)
  return box
}

describe('end', () => {
  test('writes the present instant, and nothing else', async () => {
    const box = sample()
    const written = await end(box.scene, 'drawers/a/b/note.md', {agent: 'pirol'})
    expectCommitted(box, written)
    expect(written).toMatchObject({id: 'drawers/a/b/note.md', closed: [], changed: true})
    expect(box.read('drawers/a/b/note.md')).toBe(
      NOTE.replace('tags: [a,b]\n', 'tags: [a,b]\nvalid_to: 2026-01-01T01:00:00Z\n'),
    )
    expect(box.lastMessage()).toContain('end: Note (drawers/a/b/note.md)')
    expect(await box.standingOf('drawers/a/b/note.md')).toBe('lapsed')
  })

  test('of a fact stands in its item', async () => {
    const box = sample()
    const written = await end(box.scene, 'MEMORY.md#^office')
    expect(written.id).toBe('MEMORY.md#^office')
    expect(box.read('MEMORY.md')).toContain('[valid_to:: 2026-01-01T01:00:00Z]')
    expect(box.read('MEMORY.md').split('\n')).toHaveLength(MEMORY.split('\n').length)
    expect(await box.standingOf('MEMORY.md#^office')).toBe('lapsed')
  })

  test('of one of two facts that a hand gave the same id changes the one that was named', async () => {
    const box = new BrainBox({'MEMORY.md': '- One ^dup\n- Two ^dup\n- Three ^dup\n'})
    await end(box.scene, 'MEMORY.md:2', {on: '2026-01-01'})
    expect(box.read('MEMORY.md')).toBe(
      '- One ^dup\n- Two [valid_to:: 2026-01-01] ^dup\n- Three ^dup\n',
    )
    expect((await box.troubles()).filter(({rule}) => rule === 'duplicate-block')).toMatchObject([
      {path: 'MEMORY.md', place: {line: 2}},
      {path: 'MEMORY.md', place: {line: 3}},
    ])
  })

  test.each([
    ['a note', 'drawers/a/b/note.md'],
    ['a fact', 'MEMORY.md:2'],
  ])('of %s in the midst of a merge is refused', async (_, name) => {
    const sides = '<<<<<<< ours\n- One\n=======\n- Two\n>>>>>>> theirs\n'
    const box = new BrainBox({'MEMORY.md': sides, 'drawers/a/b/note.md': sides})
    const {message} = await refused(end(box.scene, name), 'not-editable')
    expect(message).toContain('a merge was left unfinished')
    expect(box.read(name.replace(':2', ''))).toBe(sides)
  })

  test('on a day holds through that day', async () => {
    const box = sample()
    await end(box.scene, 'Note', {on: '2026-01-01'})
    expect(box.read('drawers/a/b/note.md')).toContain('valid_to: 2026-01-01\n')
    expect(await box.standingOf('drawers/a/b/note.md')).toBe('current')
    box.tick(86_400)
    expect(await box.standingOf('drawers/a/b/note.md')).toBe('lapsed')
  })

  test('of what ended before changes nothing', async () => {
    const box = sample()
    await end(box.scene, 'Note')
    const before = box.bytes('drawers/a/b/note.md')
    box.tick(60)
    expect(await end(box.scene, 'Note')).toMatchObject({changed: false, committed: false})
    expect(box.bytes('drawers/a/b/note.md')).toBe(before)
  })

  test('before it begins is refused', async () => {
    const box = sample()
    await refused(end(box.scene, 'MEMORY.md#3'), 'bad-argument')
    await refused(end(box.scene, 'MEMORY.md#^office', {on: '2024-01-01'}), 'bad-argument')
    expect(box.read('MEMORY.md')).toBe(MEMORY)
  })

  test('wants a day and a name', async () => {
    const box = sample()
    const error = await refused(end(box.scene, 'Note', {on: 'yesterday'}), 'bad-argument')
    expect(error.message).toContain('--on')
    await refused(end(box.scene, 'Nobody'), 'unknown-name')
  })

  test('of a line between facts does not close the whole file', async () => {
    const box = sample()
    const error = await refused(end(box.scene, 'MEMORY.md:1'), 'unknown-name')
    expect(error.message).toContain('line 1')
    expect(box.read('MEMORY.md')).toBe(MEMORY)
  })

  test('of a note that is not UTF-8 is refused with the reason', async () => {
    const box = sample()
    box.write({'latin.md': new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a])})
    const error = await refused(end(box.scene, 'latin.md'), 'not-editable')
    expect(error.message).toContain('UTF-8')
  })
})

describe('review', () => {
  test('of several is one commit', async () => {
    const box = sample()
    const commits = Number(box.git('rev-list', '--count', 'HEAD'))
    const written = await review(box.scene, ['Note', 'MEMORY.md#1', 'MEMORY.md#^office'])
    expectCommitted(box, written)
    expect(Number(box.git('rev-list', '--count', 'HEAD'))).toBe(commits + 1)
    expect(box.read('drawers/a/b/note.md')).toContain('reviewed: 2026-01-01T01:00:00Z\n')
    expect(box.read('MEMORY.md').match(/\[reviewed:: 2026-01-01T01:00:00Z\]/g)).toHaveLength(2)
    expect(box.lastMessage()).toContain('review: 3 memories')
    expect(written.id).toBe('drawers/a/b/note.md, MEMORY.md#1, MEMORY.md#^office')
  })

  test('twice in one second changes nothing the second time', async () => {
    const box = sample()
    await review(box.scene, ['Note', 'drawers/a/b/note.md'])
    expect(await review(box.scene, ['Note'])).toMatchObject({changed: false})
  })

  test('on a day that is still to come is refused', async () => {
    const box = sample()
    await review(box.scene, ['Note'], {on: '2026-01-01'})
    expect(box.read('drawers/a/b/note.md')).toContain('reviewed: 2026-01-01\n')
    await refused(review(box.scene, ['Note'], {on: '2026-01-02'}), 'bad-argument')
  })

  test('of a name that is not there writes none', async () => {
    const box = sample()
    await refused(review(box.scene, ['Note', 'Nobody']), 'unknown-name')
    await refused(review(box.scene, []), 'bad-argument')
    expect(box.status()).toBe('')
  })
})
