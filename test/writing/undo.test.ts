import {existsSync} from 'node:fs'
import {expect, test} from 'vitest'
import {end} from '../../src/writing/end.js'
import {forget} from '../../src/writing/forget.js'
import {remember} from '../../src/writing/remember.js'
import {undo} from '../../src/writing/undo.js'
import {BrainBox, expectCommitted, refused} from './brain-box.js'

test('what was closed holds again, and what was new is gone', async () => {
  const box = new BrainBox()
  const first = await remember(box.scene, {text: 'CI is GitLab', key: 'ci'})
  const before = box.read(first.id)
  box.tick(60)
  const second = await remember(box.scene, {text: 'CI is Forgejo', key: 'ci'})
  box.tick(60)
  const undone = await undo(box.scene)
  expectCommitted(box, undone)
  expect(box.read(first.id)).toBe(before)
  expect(existsSync(`${box.top}/${second.id}`)).toBe(false)
  expect(undone.id.split(', ').sort()).toEqual([first.id, second.id].sort())
  expect(box.lastMessage()).toContain('undo: remember: CI is Forgejo')
})

test('twice goes back two steps', async () => {
  const box = new BrainBox({'a.md': 'a\n'})
  await end(box.scene, 'a.md')
  box.tick()
  await forget(box.scene, 'a.md')
  box.tick()
  await undo(box.scene)
  expect(box.read('a.md')).toContain('valid_to')
  box.tick()
  await undo(box.scene)
  expect(box.read('a.md')).toBe('a\n')
  await refused(undo(box.scene), 'nothing-to-undo')
})

test('a file that was changed since is left alone', async () => {
  const box = new BrainBox({'a.md': 'a\n'})
  await end(box.scene, 'a.md')
  const edited = `${box.read('a.md')}by hand\n`
  box.write({'a.md': edited})
  const {message, hint} = await refused(undo(box.scene), 'edit-conflict')
  expect(message).toMatch(/^`a\.md` is not as `[0-9a-f]{10}` \(end: a \(a\.md\)\) left it/)
  expect(hint).not.toContain('try again')
  expect(box.read('a.md')).toBe(edited)
})

test('what is taken back on disk, and not in Git, is said to be so', async () => {
  const box = new BrainBox({'a.md': 'a\n'})
  await end(box.scene, 'a.md')
  box.write({'a.md': 'a\n'})
  const {message, hint} = await refused(undo(box.scene), 'nothing-to-undo')
  expect(message).toContain('is taken back on disk already, which is not committed yet')
  expect(hint).toContain("git commit --only 'a.md'")
})

test('without Git there is nothing to take back', async () => {
  await refused(undo(new BrainBox({}, {git: false}).scene), 'no-history')
})
