import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {afterEach, beforeEach, expect, test} from 'vitest'
import {DEFAULT_SETTINGS} from '../../src/settings/defaults.js'
import {loadSettings} from '../../src/settings/load.js'

let root: string
let cacheDir: string

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'settings-'))
  cacheDir = path.join(root, '.brain')
})

afterEach(() => fs.rmSync(root, {recursive: true, force: true}))

const write = (text: string) => fs.writeFileSync(path.join(root, 'brain.yaml'), text)
const load = () => loadSettings(root, cacheDir)
const cache = () => path.join(cacheDir, 'settings.json')

test('without a file there are the defaults, and nothing is kept', async () => {
  expect(await load()).toEqual({settings: DEFAULT_SETTINGS, messages: []})
  expect(fs.existsSync(cacheDir)).toBe(false)
})

test('the second time they are the same, and come from what was kept', async () => {
  write('zone: Asia/Tokyo\nttl: {halls: {facts: P3M}}\nnope: 1\n')
  const first = await load()
  expect(first.settings.zone).toBe('Asia/Tokyo')
  expect(await load()).toEqual(first)
  fs.writeFileSync(cache(), fs.readFileSync(cache(), 'utf8').replace('Asia/Tokyo', 'Asia/Seoul'))
  expect((await load()).settings.zone).toBe('Asia/Seoul')
})

test('a changed file is read anew', async () => {
  write('boot: {budget: 900}\n')
  await load()
  write('boot: {budget: 901}\n')
  expect((await load()).settings.boot.budget).toBe(901)
})

test.each(['', 'null', '{', '[]', '{"key":1}'])('what was kept may be broken: %j', async (text) => {
  write('boot: {budget: 900}\n')
  await load()
  fs.writeFileSync(cache(), text)
  expect((await load()).settings.boot.budget).toBe(900)
})

test('a kept answer without its parts is no answer', async () => {
  write('boot: {budget: 900}\n')
  await load()
  const {key} = JSON.parse(fs.readFileSync(cache(), 'utf8'))
  fs.writeFileSync(cache(), JSON.stringify({key}))
  expect((await load()).settings.boot.budget).toBe(900)
})

test('a file that is there and cannot be read is reported', async () => {
  fs.mkdirSync(path.join(root, 'brain.yaml'))
  const {settings, messages} = await load()
  expect(settings).toEqual(DEFAULT_SETTINGS)
  expect(messages).toMatchObject([{rule: 'unreadable-file', path: 'brain.yaml'}])
})
