import {execFileSync} from 'node:child_process'
import {
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
  listCacheFiles,
  readCacheBytes,
  statCacheFile,
  writeCacheFile,
} from '../../src/ground/cache-file.js'

let place: string
let cache: string
beforeEach(() => {
  place = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-cache-'))
  cache = path.join(place, '.brain')
})
afterEach(() => rmSync(place, {recursive: true, force: true}))

test('a stretch of a file is read, or as much of it as there is', () => {
  writeCacheFile(cache, 'a', 'abcdef')
  const check = (from: number, to: number | undefined, expected: string) =>
    expect(readCacheBytes(cache, 'a', from, to)?.toString(), `${from}–${to}`).toBe(expected)
  check(0, undefined, 'abcdef')
  check(2, 4, 'cd')
  check(4, 100, 'ef')
  check(6, undefined, '')
  check(9, undefined, '')
  check(4, 2, '')
})

test('bytes begin where numbers can be read in their place', () => {
  for (const size of [1, 9, 100, 5000]) {
    writeCacheFile(cache, 'a', new Uint8Array(size))
    expect(readCacheBytes(cache, 'a')!.byteOffset % 8).toBe(0)
  }
})

test('parts are written one after the other', () => {
  const parts = ['one, ', '', 'two'].map((text) => new TextEncoder().encode(text))
  expect(writeCacheFile(cache, 'a', parts)).toBe(true)
  expect(readFileSync(path.join(cache, 'a'), 'utf8')).toBe('one, two')
  expect(readdirSync(cache).sort()).toEqual(['.gitignore', 'a'])
})

test('a file is made by what is added to it, where that is said', () => {
  expect(appendCacheFile(cache, 'log', 'one')).toBe(false)
  expect(existsSync(cache)).toBe(false)
  expect(appendCacheFile(cache, 'log', 'one', {create: true})).toBe(true)
  expect(appendCacheFile(cache, 'log', 'two', {create: true})).toBe(true)
  expect(readFileSync(path.join(cache, 'log'), 'utf8')).toBe('onetwo')
  expect(statCacheFile(cache, 'log')?.size).toBe(6)
  expect(listCacheFiles(cache)).toEqual(['.gitignore', 'log'])
})

test('what is no file has no bytes and no size', () => {
  expect(readCacheBytes(cache, 'a')).toBeUndefined()
  expect(statCacheFile(cache, 'a')).toBeUndefined()
  expect(listCacheFiles(cache)).toEqual([])
  mkdirSync(path.join(cache, 'folder'), {recursive: true})
  expect(readCacheBytes(cache, 'folder')).toBeUndefined()
  expect(statCacheFile(cache, 'folder')).toBeUndefined()
  expect(appendCacheFile(cache, 'folder', 'x', {create: true})).toBe(false)
  if (process.platform === 'win32') return
  execFileSync('mkfifo', [path.join(cache, 'pipe')])
  expect(readCacheBytes(cache, 'pipe')).toBeUndefined()
})

test('fault 62: nothing is read, measured, listed or added through a link', () => {
  const outside = path.join(place, 'outside')
  mkdirSync(outside)
  writeFileSync(path.join(outside, 'a'), 'not ours')
  symlinkSync(outside, cache)
  expect(readCacheBytes(cache, 'a')).toBeUndefined()
  expect(statCacheFile(cache, 'a')).toBeUndefined()
  expect(listCacheFiles(cache)).toEqual([])
  expect(appendCacheFile(cache, 'b', 'ours', {create: true})).toBe(false)

  rmSync(cache)
  mkdirSync(cache)
  symlinkSync(path.join(outside, 'a'), path.join(cache, 'a'))
  symlinkSync(path.join(outside, 'c'), path.join(cache, 'c'))
  symlinkSync(outside, path.join(cache, 'folder'))
  for (const name of ['a', 'c', 'folder/a', 'folder/c']) {
    expect(statCacheFile(cache, name), name).toBeUndefined()
    expect(appendCacheFile(cache, name, 'ours', {create: true}), name).toBe(false)
  }
  expect(readdirSync(outside)).toEqual(['a'])
  expect(readFileSync(path.join(outside, 'a'), 'utf8')).toBe('not ours')
})
