import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {afterEach, beforeEach, describe, expect, test} from 'vitest'
import {claudeCodeEntry, claudeCodeSettings} from '../../src/hooks/claude-code.js'
import {freshSettings} from '../../src/hooks/settings-edit.js'
import {carryOut, planInstall, planUninstall} from '../../src/hooks/settings-file.js'
import type {BrainError} from '../../src/index.js'

let folder: string
let file: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooks-'))
  file = claudeCodeSettings(folder)
})
afterEach(() => fs.rmSync(folder, {recursive: true, force: true}))

function put(content: string | Uint8Array, name = file): void {
  fs.mkdirSync(path.dirname(name), {recursive: true})
  fs.writeFileSync(name, content)
}

const install = () => carryOut(planInstall(file, claudeCodeEntry))
const uninstall = () => carryOut(planUninstall(file, claudeCodeEntry))
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
    expect(planInstall(file, claudeCodeEntry).action).toBe('create')
    install()
    expect(bytes().toString()).toBe(freshSettings(claudeCodeEntry))
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
    const plan = planInstall(file, claudeCodeEntry)
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
