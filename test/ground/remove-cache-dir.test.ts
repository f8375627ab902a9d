import {spawn} from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {expect, onTestFinished, test} from 'vitest'
import {removeCacheDir} from '../../src/ground/remove-cache-dir.js'

function place(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mdbrain-gone-'))
  onTestFinished(() => fs.rmSync(folder, {recursive: true, force: true, maxRetries: 10}))
  return path.join(folder, '.brain')
}

test('what is there goes, also what was left of an earlier time, and nothing else', async () => {
  const cacheDir = place()
  const top = path.dirname(cacheDir)
  for (const name of ['.brain/boot', '.brain.gone-0123456789ab', '.brain.mine']) {
    fs.mkdirSync(path.join(top, name), {recursive: true})
  }
  fs.writeFileSync(path.join(cacheDir, 'index.bin'), 'x')
  await removeCacheDir(cacheDir)
  expect(fs.readdirSync(top)).toEqual(['.brain.mine'])
  await removeCacheDir(cacheDir)
  expect(fs.readdirSync(top)).toEqual(['.brain.mine'])
})

test('a link goes, and not what it leads to', async () => {
  const cacheDir = place()
  const other = path.join(path.dirname(cacheDir), 'other')
  fs.mkdirSync(other)
  fs.writeFileSync(path.join(other, 'a.md'), 'a')
  fs.symlinkSync(other, cacheDir)
  await removeCacheDir(cacheDir)
  expect(fs.readdirSync(path.dirname(cacheDir))).toEqual(['other'])
  expect(fs.readdirSync(other)).toEqual(['a.md'])
})

test('it goes while another process writes to it', {timeout: 30_000}, async () => {
  const cacheDir = place()
  const program = `const fs = require('fs'); const d = process.argv[1]
    for (let i = 0; ; i++) try {
      fs.mkdirSync(d, {recursive: true}); fs.writeFileSync(d + '/f' + (i % 50), 'x')
    } catch {}`
  const child = spawn(process.execPath, ['-e', program, cacheDir])
  onTestFinished(() => void child.kill('SIGKILL'))
  while (!fs.existsSync(cacheDir)) await new Promise((done) => setTimeout(done, 5))
  for (let time = 0; time < 30; time++) {
    await removeCacheDir(cacheDir)
    await new Promise((done) => setTimeout(done, 10))
  }
})
