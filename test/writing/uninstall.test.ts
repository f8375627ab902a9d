import {existsSync, mkdirSync, writeFileSync} from 'node:fs'
import path from 'node:path'
import {expect, test} from 'vitest'
import {trust, trusted} from '../../src/consent/consent.js'
import {log} from '../../src/writing/log.js'
import {uninstall} from '../../src/writing/uninstall.js'
import {BrainBox} from './brain-box.js'

test('only what is derived, and what was kept outside, goes', async () => {
  const box = new BrainBox({'brain.yaml': 'zone: UTC\n', 'a.md': 'a\n'})
  await log(box.scene, {text: 'x'})
  mkdirSync(path.join(box.scene.cacheDir, 'deep'), {recursive: true})
  writeFileSync(path.join(box.scene.cacheDir, 'deep', 'cache.json'), '{}')
  await trust(box.scene.stateDir, box.top, true, box.now())

  const {removed} = await uninstall(box.scene)
  expect(removed).toEqual([
    box.scene.cacheDir,
    `the trust in ${box.top}`,
    path.join(box.top, '.git', 'mdbrain'),
  ])
  expect(existsSync(box.scene.cacheDir)).toBe(false)
  expect(await trusted(box.scene.stateDir, box.top)).toBe(false)
  expect(box.read('a.md')).toBe('a\n')
  expect(box.read('brain.yaml')).toBe('zone: UTC\n')
  expect(box.status()).toBe('')
  expect(await uninstall(box.scene)).toEqual({removed: []})
})
