import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {expect, test} from 'vitest'
import {completionsFor} from '../../src/cli/complete.js'

const HARNESSES = ['claude-code', 'codex', 'copilot', 'cursor', 'json', 'openclaw', 'plain']
const check = (line: string, expected: readonly string[], env = {}) => {
  expect(completionsFor(line.split(' '), env)).toEqual(expected)
}

test.each([
  ['bo', ['boot']],
  ['he', ['help']],
  ['re', ['recall', 'remember', 'review']],
  ['hook ', ['install', 'keep', 'run', 'status', 'uninstall']],
  ['hook install ', ['claude-code', 'codex', 'copilot', 'cursor', 'openclaw']],
  ['boot --b', ['--brain', '--budget']],
  ['boot --for ', HARNESSES],
  ['boot --for cl', ['claude-code']],
  ['boot --json --for ', HARNESSES],
  ['boot --for=cl', ['--for=claude-code']],
  ['boot --for = cl', ['claude-code']],
  ['boot --for =', HARNESSES],
  ['list --standing s', ['superseded']],
  ['list --role d', ['daily', 'drawer']],
  ['remember --hall e', ['events']],
  ['init --template m', ['minimal']],
  ['completion z', ['zsh']],
  ['-C somewhere sta', ['stale', 'status']],
  // Files are offered by the shell.
  ['show ', []],
  ['boot --brain ', []],
  ['nonsense --', ['--brain', '--debug', '--help', '--json', '--no-color']],
])('`brain %s`', check)

test('every command is offered at the start', () => {
  expect(completionsFor([''], {})).toContain('supersede')
})

test('wings and rooms by the names of their folders', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'complete-'))
  try {
    for (const folder of ['atlas/api', 'atlas/deploy', 'borealis/api', '.hidden/x']) {
      fs.mkdirSync(path.join(root, 'drawers', folder), {recursive: true})
    }
    check(`-C ${root} boot --wing `, ['atlas', 'borealis'])
    check(`boot --wing a`, ['atlas'], {MDBRAIN_DIR: root})
    check(`boot -C ${root} --wing borealis --room `, ['api'])
    check(`boot -C ${root} --room `, ['api', 'deploy'])
    check(`boot -C ${root}/nowhere --wing `, [])
  } finally {
    fs.rmSync(root, {recursive: true})
  }
})
