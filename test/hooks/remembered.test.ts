import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {afterEach, beforeEach, expect, onTestFinished, test, vi} from 'vitest'
import {rememberedOf} from '../../src/hooks/remembered.js'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'remembered-'))
})
afterEach(() => fs.rmSync(folder, {recursive: true, force: true}))

const of = (session: string | undefined, harness: 'codex' | 'cursor' = 'codex') =>
  rememberedOf({XDG_STATE_HOME: folder}, harness, session)
const files = () => fs.readdirSync(path.join(folder, 'mdbrain/sessions'))

test('what a session was given, and how far it was read, is known by the next', () => {
  of('a').give(['n1'])
  of('a').give(['n2'])
  of('a').readTo('/t', 42)
  expect(of('a').given()).toEqual(['n1', 'n2'])
  expect(of('a').transcript()).toEqual({file: '/t', from: 42})
  for (const other of [of('b'), of('a', 'cursor')]) {
    expect([other.given(), other.transcript()]).toEqual([[], {}])
  }
  of('a').forgetGiven()
  expect(of('a').given()).toEqual([])
  expect(of('a').transcript()).toEqual({file: '/t', from: 42})
})

test('of a session without a name nothing is', () => {
  of(undefined).give(['n1'])
  expect(of(undefined).given()).toEqual([])
  expect(fs.existsSync(path.join(folder, 'mdbrain'))).toBe(false)
})

test('what was begun is not begun again for a while, by no session', () => {
  expect([of('a').isDue('x'), of('a').isDue('x'), of('b').isDue('x')]).toEqual([true, false, false])
  expect(of('a').isDue('y')).toBe(true)
  vi.setSystemTime(Date.now() + 11 * 60_000)
  onTestFinished(() => {
    vi.useRealTimers()
  })
  expect([of('b').isDue('x'), of('a').isDue('x')]).toEqual([true, false])
})

test('only its own user can read it', () => {
  of('a').give(['n1'])
  const [file] = files()
  expect(fs.statSync(path.join(folder, 'mdbrain/sessions', file!)).mode & 0o077).toBe(0)
  expect(file).not.toContain('a.')
})

test('whatever is there is taken for nothing, and nothing fails', () => {
  of('a').give(['n1'])
  const [file] = files()
  for (const odd of ['', 'nonsense', '[]', '{"names": 3}', '{"names": [1, {}]}']) {
    fs.writeFileSync(path.join(folder, 'mdbrain/sessions', file!), odd)
    expect(of('a').given()).toEqual([])
  }
  fs.rmSync(path.join(folder, 'mdbrain'), {recursive: true})
  fs.writeFileSync(path.join(folder, 'mdbrain'), 'a file')
  of('a').give(['n1'])
  of('a').readTo('/t', 1)
  expect([of('a').given(), of('a').transcript()]).toEqual([[], {}])
})

test('only so much is kept', () => {
  of('a').give(Array.from({length: 1000}, (_, at) => `n${at}`))
  expect(of('a').given()).toHaveLength(400)
  expect(of('a').given().at(-1)).toBe('n999')
  for (let at = 0; at < 700; at++) of(`s${at}`).readTo('/t', at)
  expect(files().length).toBeLessThanOrEqual(500)
  expect(of('s699').transcript().from).toBe(699)
})
