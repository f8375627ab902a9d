import fs from 'node:fs'
import path from 'node:path'
import {expect, test} from 'vitest'
import {commitEdits} from '../../src/consent/consent.js'
import {commitQuietly, commitsQuietly, quietCommit} from '../../src/writing/quiet-commit.js'
import {BrainBox, refused} from './brain-box.js'

test('nothing is committed by itself before the owner says so, nor after he takes it back', async () => {
  const box = new BrainBox({'a.md': '# A\n'})
  box.write({'a.md': '# A\n\nmore\n'})
  const head = box.git('rev-parse', 'HEAD').trim()
  expect(await commitsQuietly(box.scene)).toBe(false)
  const refusal = await quietCommit(box.scene)
  expect(refusal).toMatchObject({committed: false, why: 'not-wanted'})
  expect(refusal.detail).toContain('brain commit --when-quiet yes')
  expect(box.git('rev-parse', 'HEAD').trim()).toBe(head)

  await commitQuietly(box.scene, true)
  expect(await commitsQuietly(box.scene)).toBe(true)
  expect(await quietCommit(box.scene)).toMatchObject({subject: 'edit: A: text changed'})
  expect(box.status()).toBe('')

  await commitQuietly(box.scene, false)
  box.write({'a.md': '# A\n\nstill more\n'})
  expect(await quietCommit(box.scene)).toMatchObject({committed: false, why: 'not-wanted'})
  expect(box.status()).toBe(' M a.md\n')
})

test('what refuses a commit refuses this one', async () => {
  const box = new BrainBox({'a.md': '# A\n'})
  await commitQuietly(box.scene, true)
  box.git('checkout', '--quiet', '--detach')
  box.write({'a.md': '# A\n\nmore\n'})
  expect(await quietCommit(box.scene)).toMatchObject({committed: false, why: 'detached'})
})

test('in a larger repository only where it was said of that one', async () => {
  const box = new BrainBox({'brain/a.md': '# A\n', 'README.md': 'x\n'})
  const root = path.join(box.top, 'brain')
  const scene = {
    ...box.scene,
    root,
    cacheDir: path.join(root, '.brain'),
    history: () => box.history('brain'),
  }
  box.write({'brain/a.md': '# A\n\nmore\n', 'README.md': 'y\n'})
  // As it would be where the brain had a repository of its own when it was said.
  await commitEdits(scene.stateDir, root, root, box.now())
  expect(await quietCommit(scene)).toMatchObject({committed: false, why: 'not-wanted'})
  await commitQuietly(scene, true)
  expect((await quietCommit(scene)).committed).not.toBe(false)
  expect(box.status()).toBe(' M README.md\n')
})

test('without Git there is nothing to agree to', async () => {
  const box = new BrainBox({'a.md': '# A\n'}, {git: false})
  await refused(commitQuietly(box.scene, true), 'no-history')
  await commitQuietly(box.scene, false)
  expect(await quietCommit(box.scene)).toMatchObject({committed: false, why: 'not-wanted'})
})

test('whoever has the message of a commit in his editor is waited for, and not for ever', async () => {
  const box = new BrainBox({'a.md': '# A\n'})
  await commitQuietly(box.scene, true)
  box.write({'a.md': '# A\n\nmore\n'})
  const message = path.join(box.top, '.git/COMMIT_EDITMSG')
  const written = (secondsAgo: number, text: string) => {
    const at = (each: number) => box.now() / 1000 - each
    fs.writeFileSync(message, text)
    fs.utimesSync(message, at(secondsAgo), at(secondsAgo))
    fs.utimesSync(path.join(box.top, '.git/logs/HEAD'), at(300), at(300))
  }
  const open = '\n# Please enter the commit message for your changes.\n'
  written(60, open)
  expect(await quietCommit(box.scene)).toMatchObject({why: 'in-progress'})
  written(599, open)
  // HEAD moved since: it was committed.
  expect((await quietCommit(box.scene)).committed).not.toBe(false)
  box.write({'a.md': '# A\n\nstill more\n'})
  written(200, 'A commit without an editor.\n')
  expect((await quietCommit(box.scene)).committed).not.toBe(false)
  box.write({'a.md': '# A\n\nand more\n'})
  written(60, open)
  box.tick(700)
  expect((await quietCommit(box.scene)).committed).not.toBe(false)
})
