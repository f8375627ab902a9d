import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {afterEach, beforeEach, expect, test} from 'vitest'
import {
  appendCacheFile,
  openCacheDir,
  readCacheBytes,
  readCacheFile,
  readCacheJson,
  removeCacheFile,
  writeCacheFile,
} from '../../src/ground/cache-file.js'

let place: string
let cache: string
beforeEach(() => {
  place = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-cache-'))
  cache = path.join(place, '.brain')
})
afterEach(() => {
  chmodSync(place, 0o700)
  rmSync(place, {recursive: true, force: true})
})

test('the folder is made when something is kept, and keeps itself out of repositories', () => {
  expect(readCacheFile(cache, 'a.json')).toBeUndefined()
  expect(existsSync(cache)).toBe(false)
  expect(writeCacheFile(cache, 'boot/a.json', '{"a":1}')).toBe(true)
  expect(readFileSync(path.join(cache, '.gitignore'), 'utf8')).toBe('*\n')
  expect(readCacheJson(cache, 'boot/a.json')).toEqual({a: 1})
})

test('a .gitignore that is there stays as it is', () => {
  mkdirSync(cache)
  writeFileSync(path.join(cache, '.gitignore'), '# mine\n')
  expect(openCacheDir(cache)).toBe(true)
  expect(readFileSync(path.join(cache, '.gitignore'), 'utf8')).toBe('# mine\n')
})

test('a file is replaced whole, and nothing is left beside it', () => {
  writeCacheFile(cache, 'a', 'one, and longer')
  writeCacheFile(cache, 'a', new TextEncoder().encode('two'))
  expect(readCacheFile(cache, 'a')).toBe('two')
  expect(readdirSync(cache).sort()).toEqual(['.gitignore', 'a'])
})

test('bytes come back as they are', () => {
  expect(readCacheBytes(cache, 'a')).toBeUndefined()
  writeCacheFile(cache, 'a', new Uint8Array([0, 255, 10]))
  expect([...readCacheBytes(cache, 'a')!]).toEqual([0, 255, 10])
})

test('only what is there is added to', () => {
  expect(appendCacheFile(cache, 'a', 'x')).toBe(false)
  expect(existsSync(cache)).toBe(false)
  writeCacheFile(cache, 'a', 'one')
  expect(appendCacheFile(cache, 'a', ', two')).toBe(true)
  expect(readCacheFile(cache, 'a')).toBe('one, two')
  mkdirSync(path.join(cache, 'b'))
  expect(appendCacheFile(cache, 'b', 'x')).toBe(false)
})

test('what is removed is gone, and what is not there stays so', () => {
  removeCacheFile(cache, 'a')
  writeCacheFile(cache, 'a', 'one')
  removeCacheFile(cache, 'a')
  removeCacheFile(cache, 'a')
  expect(readdirSync(cache)).toEqual(['.gitignore'])
})

test('what is broken, or is no file, was empty', () => {
  writeCacheFile(cache, 'a', '{"a":')
  expect(readCacheJson(cache, 'a')).toBeUndefined()
  mkdirSync(path.join(cache, 'b'))
  expect(readCacheFile(cache, 'b')).toBeUndefined()
})

test('where it cannot be written nothing fails and nothing is left', () => {
  writeFileSync(cache, 'a file in the way')
  expect(openCacheDir(cache)).toBe(false)
  expect(writeCacheFile(cache, 'a', 'b')).toBe(false)
  expect(readFileSync(cache, 'utf8')).toBe('a file in the way')
  rmSync(cache)

  writeCacheFile(cache, 'a', 'b')
  mkdirSync(path.join(cache, 'folder'))
  expect(writeCacheFile(cache, 'folder', 'b')).toBe(false)
  expect(writeCacheFile(cache, 'a/c', 'b')).toBe(false)
  expect(readdirSync(cache).sort()).toEqual(['.gitignore', 'a', 'folder'])
})

test('fault 62: a cache that is a link, or has one in it, leads nowhere', () => {
  const outside = path.join(place, 'outside')
  mkdirSync(path.join(outside, 'boot'), {recursive: true})
  writeFileSync(path.join(outside, 'a'), 'not ours')
  const before = () => readdirSync(outside, {recursive: true}).sort()
  const untouched = before()

  symlinkSync(outside, cache)
  expect(openCacheDir(cache)).toBe(false)
  expect(readCacheFile(cache, 'a')).toBeUndefined()
  expect(writeCacheFile(cache, 'a', 'ours')).toBe(false)
  expect(writeCacheFile(cache, 'boot/b', 'ours')).toBe(false)
  expect(before()).toEqual(untouched)

  rmSync(cache)
  mkdirSync(cache)
  symlinkSync(path.join(outside, 'boot'), path.join(cache, 'boot'))
  symlinkSync(path.join(outside, 'a'), path.join(cache, 'a'))
  expect(readCacheFile(cache, 'a')).toBeUndefined()
  expect(readCacheBytes(cache, 'a')).toBeUndefined()
  expect(appendCacheFile(cache, 'a', 'ours')).toBe(false)
  expect(writeCacheFile(cache, 'boot/b', 'ours')).toBe(false)
  writeFileSync(path.join(outside, 'boot/c'), '')
  removeCacheFile(cache, 'boot/c')
  expect(existsSync(path.join(outside, 'boot/c'))).toBe(true)
  rmSync(path.join(outside, 'boot/c'))
  expect(writeCacheFile(cache, 'a', 'ours')).toBe(true)
  expect(readFileSync(path.join(outside, 'a'), 'utf8')).toBe('not ours')
  expect(before()).toEqual(untouched)
})

test('a folder that was left without its .gitignore gets one', () => {
  mkdirSync(cache)
  expect(writeCacheFile(cache, 'a', '1')).toBe(true)
  expect(readFileSync(path.join(cache, '.gitignore'), 'utf8')).toBe('*\n')
})
