import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {afterEach, beforeEach, describe, expect, test} from 'vitest'
import {harnesses} from '../../src/hooks/harnesses.js'
import {freshSettings} from '../../src/hooks/settings-edit.js'
import {
  carryOut,
  hooksIn,
  planInstall,
  planUninstall,
  planWhole,
} from '../../src/hooks/settings-file.js'
import type {BrainError} from '../../src/index.js'

const hooks = {all: harnesses[0]!.entries, wanted: harnesses[0]!.entries, head: {}}

let folder: string
let file: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooks-'))
  file = path.join(folder, '.claude', 'settings.json')
})
afterEach(() => fs.rmSync(folder, {recursive: true, force: true}))

function put(content: string | Uint8Array, name = file): void {
  fs.mkdirSync(path.dirname(name), {recursive: true})
  fs.writeFileSync(name, content)
}

const install = () => carryOut(planInstall(file, hooks))
const uninstall = () => carryOut(planUninstall(file, hooks))
const bytes = () => fs.readFileSync(file)

function codeOf(act: () => void): string {
  try {
    act()
  } catch (error) {
    return `${(error as BrainError).code}: ${(error as BrainError).message.replaceAll(folder, '')}`
  }
  return 'nothing thrown'
}

describe('a settings file', () => {
  test('is made where there is none, and taken away again', () => {
    expect(planInstall(file, hooks).action).toBe('create')
    install()
    expect(bytes().toString()).toBe(freshSettings(hooks.all))
    uninstall()
    expect(fs.readdirSync(folder)).toEqual([])
  })

  test('stays where other files share its folder', () => {
    put('x', path.join(folder, '.claude/agents.md'))
    install()
    uninstall()
    expect(fs.readdirSync(path.join(folder, '.claude'))).toEqual(['agents.md'])
  })

  test.each([
    ['a BOM', '\ufeff{\n  "a": 1\n}'],
    ['CRLF and tabs', '{\r\n\t"a": 1,\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}\r\n'],
    ['comments', '// mine\n{ /* nothing */ }'],
    ['no final newline', '{"hooks": {"SessionStart": []}}'],
  ])('with %s is as before after install and uninstall', (_, content) => {
    put(content)
    const before = bytes()
    install()
    expect(bytes().equals(before)).toBe(false)
    install()
    uninstall()
    expect(bytes().equals(before)).toBe(true)
  })

  test('that is a link stays a link, and what it leads to is changed', () => {
    const real = path.join(folder, 'dotfiles/settings.json')
    put('{}', real)
    fs.mkdirSync(path.dirname(file))
    fs.symlinkSync(real, file)
    install()
    expect(fs.lstatSync(file).isSymbolicLink()).toBe(true)
    expect(fs.readFileSync(real, 'utf8')).toContain('brain hook run claude-code')
    expect(fs.readdirSync(path.dirname(real))).toEqual(['settings.json'])
  })

  test.skipIf(process.platform === 'win32')('keeps its mode', () => {
    put('{}')
    fs.chmodSync(file, 0o600)
    install()
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  })
})

describe('of several hooks', () => {
  const begin = hooks.all.slice(0, 1)

  test('those that an older program put in stay, and the others come', () => {
    carryOut(planInstall(file, {...hooks, wanted: begin}))
    expect(bytes().toString()).toBe(freshSettings(begin))
    expect(planInstall(file, hooks).action).toBe('change')
    install()
    expect(bytes().toString()).toBe(freshSettings(hooks.all))
    expect(planUninstall(file, hooks).action).toBe('remove')
  })

  test('those that are not wanted any more go', () => {
    put('{"model": "opus"}')
    install()
    carryOut(planInstall(file, {...hooks, wanted: begin}))
    const {held} = hooksIn(file, hooks.all)
    expect(held).toEqual(begin)
    uninstall()
    expect(bytes().toString()).toBe('{"model": "opus"}')
  })

  test('nothing is said of a file that cannot be read', () => {
    put('nonsense')
    expect(hooksIn(file, hooks.all)).toEqual({held: [], off: false})
    expect(hooksIn(path.join(folder, 'gone'), hooks.all)).toEqual({held: [], off: false})
  })

  test('a file without what they need beside them is refused', () => {
    put('{"hooks": {}}')
    expect(codeOf(() => planInstall(file, {...hooks, head: {version: 1}}))).toBe(
      'not-editable: `/.claude/settings.json` was left alone: it has no `"version": 1`, without which no hook of it runs',
    )
  })
})

describe('a file of our own', () => {
  const text = 'ours: a\n'
  const whole = (wanted: string | undefined) => planWhole(file, wanted, 'ours')

  test('is made, changed and taken away', () => {
    const actions = [text, text, 'ours: b\n', undefined, undefined].map((wanted) => {
      const plan = whole(wanted)
      carryOut(plan)
      return plan.action
    })
    expect(actions).toEqual(['create', 'none', 'change', 'remove', 'none'])
    expect(fs.readdirSync(folder)).toEqual([])
  })

  test("another's is neither changed nor taken away", () => {
    put('theirs')
    expect(codeOf(() => whole(text))).toMatch(/^not-editable: .*it is not ours$/)
    expect(whole(undefined).action).toBe('none')
  })
})

describe('is left alone', () => {
  test('where it cannot be parsed', () => {
    put('{"a": ')
    expect(codeOf(install)).toMatchInlineSnapshot(
      '"not-editable: `/.claude/settings.json:1` was left alone: it is not JSON: value expected"',
    )
    expect(bytes().toString()).toBe('{"a": ')
  })

  test('where it is not UTF-8', () => {
    put(new Uint8Array([0x7b, 0xff, 0x7d]))
    expect(codeOf(install)).toBe(
      'not-editable: `/.claude/settings.json` was left alone: it is not UTF-8',
    )
  })

  test('where it is a link that leads nowhere', () => {
    fs.mkdirSync(path.dirname(file))
    fs.symlinkSync(path.join(folder, 'gone'), file)
    expect(codeOf(install)).toMatch(/^not-editable: .*leads nowhere$/)
  })

  test('where somebody changed it meanwhile', () => {
    put('{}')
    const plan = planInstall(file, hooks)
    put('{"theirs": true}')
    expect(codeOf(() => carryOut(plan))).toMatch(/^edit-conflict/)
    expect(bytes().toString()).toBe('{"theirs": true}')
  })

  test('where its folder is a file', () => {
    put('x', path.join(folder, '.claude'))
    expect(codeOf(install)).toMatch(/^(?:not-editable|write-failed)/)
    expect(fs.readFileSync(path.join(folder, '.claude'), 'utf8')).toBe('x')
  })
})
