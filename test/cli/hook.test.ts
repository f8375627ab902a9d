import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {PassThrough} from 'node:stream'
import {describe, expect, onTestFinished, test} from 'vitest'
import {projectOf} from '../../src/cli/hook.js'
import {inputWithin} from '../../src/cli/run-hook.js'

describe('the project of a folder', () => {
  const check = (folders: readonly string[], from: string, expected: string) => {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'project-'))
    onTestFinished(() => fs.rmSync(home, {recursive: true}))
    for (const folder of [...folders, from])
      fs.mkdirSync(path.join(home, folder), {recursive: true})
    expect(path.relative(home, projectOf(path.join(home, from), home))).toBe(expected)
  }
  test('is the nearest repository', () => check(['a/.git'], 'a/b/c', 'a'))
  test('is the nearest folder with settings', () =>
    check(['a/.git', 'a/b/.claude'], 'a/b/c', 'a/b'))
  test('is the folder itself where there is neither', () => check([], 'a/b', 'a/b'))
  test('is never the home folder', () => check(['.git', '.claude'], 'a/b', 'a/b'))
})

describe('what a harness says', () => {
  const stream = () => new PassThrough() as unknown as NodeJS.ReadStream & PassThrough
  test('is read to its end', async () => {
    const input = stream()
    input.write('{"a":')
    input.end('1}')
    expect(await inputWithin(() => input, 10_000)).toBe('{"a":1}')
  })
  test('is waited for no longer than said', async () => {
    const input = stream()
    input.write('{"a":')
    expect(await inputWithin(() => input, 10)).toBe('{"a":')
    expect(input.destroyed).toBe(true)
  })
  test('is enough as soon as it is whole', async () => {
    const input = stream()
    input.write('{"a": {"b": 1}')
    const read = inputWithin(() => input, 60_000)
    setImmediate(() => input.write('}\n'))
    expect(await read).toBe('{"a": {"b": 1}}\n')
  })
  test('may be nothing, a terminal, or closed', async () => {
    const ended = stream()
    ended.end()
    expect(await inputWithin(() => ended, 10_000)).toBeUndefined()
    expect(await inputWithin(() => Object.assign(stream(), {isTTY: true}), 10_000)).toBeUndefined()
    const closed = () => {
      throw new Error('EBADF')
    }
    expect(await inputWithin(closed, 10_000)).toBeUndefined()
  })
  test('has a size', async () => {
    const input = stream()
    input.write(Buffer.alloc(2 * 1024 * 1024, 'x'))
    expect((await inputWithin(() => input, 10_000))?.length ?? 0).toBeLessThanOrEqual(1024 * 1024)
  })
  test('that breaks off is what came', async () => {
    const input = stream()
    input.write('half')
    setImmediate(() => input.destroy(new Error('reset')))
    expect(await inputWithin(() => input, 10_000)).toBe('half')
  })
})
