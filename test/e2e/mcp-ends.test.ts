/** `brain mcp` ends when it is told to, whatever its client does. */

import {spawn} from 'node:child_process'
import {expect, onTestFinished, test} from 'vitest'
import {CLI, Sandbox} from '../support/sandbox.js'

function started() {
  const made = new Sandbox()
  const child = spawn(process.execPath, [CLI, 'mcp'], {cwd: made.home, env: made.environment()})
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.on('error', () => undefined)
  const ended = new Promise((resolve) => child.on('close', resolve))
  const heard = (wanted: RegExp) =>
    new Promise<void>((resolve) => {
      let out = ''
      child.stdout.on('data', (piece: Buffer) => {
        out += piece.toString('utf8')
        if (wanted.test(out)) resolve()
      })
    })
  const say = (id: number, method: string, params: object) =>
    child.stdin.write(`${JSON.stringify({jsonrpc: '2.0', id, method, params})}\n`)
  const initialize = (capabilities: object) =>
    say(1, 'initialize', {
      ...{protocolVersion: '2025-06-18', capabilities},
      clientInfo: {name: 'x', version: '1'},
    })
  return {child, ended, heard, say, initialize}
}

test('a client that was asked for its folders and goes is not waited for', async () => {
  const {child, ended, heard, say, initialize} = started()
  const asked = heard(/roots\/list/)
  initialize({roots: {}})
  say(2, 'tools/call', {name: 'boot', arguments: {}})
  await asked
  child.stdin.end()
  expect(await ended).toBe(0)
}, 20_000)

test('a client that goes on asking does not keep it', async () => {
  const {child, ended, heard, say, initialize} = started()
  const answered = heard(/"id":1\b/)
  initialize({})
  await answered
  let id = 1
  const asking = setInterval(() => say(++id, 'tools/call', {name: 'boot', arguments: {}}), 1)
  onTestFinished(() => clearInterval(asking))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}, 20_000)
