/** A brain that stays open is asked the same again: nothing is searched twice, and nothing that changed is missed. */

import fs from 'node:fs'
import path from 'node:path'
import {expect, onTestFinished, test, vi} from 'vitest'
import {openBrain} from '../../src/open.js'
import {GitBox} from '../support/git-box.js'

const FILES = {
  'brain.yaml': 'zone: UTC\n',
  'MEMORY.md': '- The hull is of oak. ^hull\n',
  'drawers/ship/rig/mast.md': '---\ntitle: Mast\nttl: 30d\nreviewed: 2026-01-01\n---\nOf spruce.\n',
  'drawers/ship/rig/sail.md': '---\ntitle: Sail\nvalid_to: 2026-01-10\n---\nThe sail is of hemp.\n',
}

async function kept() {
  const box = new GitBox()
  box.commit(FILES)
  const brain = await openBrain({root: box.top, env: box.env, clock: {now: () => box.now()}})
  onTestFinished(() => brain.close())
  for (let time = 0; time < 4; time++) await brain.search('hull')
  return {box, brain}
}

test('the same question again reads no note', async () => {
  const {box, brain} = await kept()
  const first = await brain.search('hull')
  const read = vi.spyOn(fs, 'readFileSync')
  onTestFinished(() => void vi.restoreAllMocks())
  box.tick(1)
  const again = await brain.search('hull')
  const notes = read.mock.calls.filter(([file]) => String(file).endsWith('.md'))
  expect(notes).toEqual([])
  expect({...again, heldAt: ''}).toEqual({...first, heldAt: ''})
  expect(again.heldAt).not.toBe(first.heldAt)
})

test('an answer is the asker’s own', async () => {
  const {brain} = await kept()
  const first = await brain.search('hull')
  ;(first.hits as unknown[]).length = 0
  expect((await brain.search('hull')).hits).toHaveLength(1)
})

test('whatever changes is in the next answer', async () => {
  const {box, brain} = await kept()
  const ids = async (options = {}) => (await brain.search('hull', options)).hits.map(({id}) => id)
  expect(await ids()).toEqual(['MEMORY.md#^hull'])
  fs.writeFileSync(path.join(box.top, 'new.md'), 'The hull was painted.\n')
  expect((await ids()).sort()).toEqual(['MEMORY.md#^hull', 'new.md'])
  expect(await ids({role: 'plain'})).toEqual(['new.md'])
  box.tick(5)
  await brain.end('MEMORY.md#^hull')
  expect(await ids()).toEqual(['new.md'])
  expect((await ids({includePast: true})).sort()).toEqual(['MEMORY.md#^hull', 'new.md'])
})

test('what time does to a memory is in the next answer', async () => {
  const {box, brain} = await kept()
  const sail = async () => (await brain.search('hemp')).hits.map(({standing}) => standing)
  const {heldAt} = await brain.search('hemp')
  const before = Date.parse(heldAt) < Date.parse('2026-01-11T00:00:00Z')
  expect(await sail()).toEqual(before ? ['current'] : [])
  box.tick(40 * 86_400)
  expect(await sail()).toEqual([])
})
