/** `brain mcp` ends when it is told to, whatever its client does. */

import {spawn} from 'node:child_process'
import {expect, onTestFinished, test} from 'vitest'
import {CLI, Sandbox} from '../support/sandbox.js'

function started(hasBrain: boolean) {
  const made = new Sandbox()
  if (hasBrain) made.write({'MEMORY.md': '- The hull is of oak\n'})
  const child = spawn(process.execPath, [CLI, 'mcp'], {cwd: made.root, env: made.environment()})
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
  const {child, ended, heard, say, initialize} = started(false)
  const asked = heard(/roots\/list/)
  initialize({roots: {}})
  say(2, 'tools/call', {name: 'boot', arguments: {}})
  await asked
  child.stdin.end()
  expect(await ended).toBe(0)
}, 20_000)

test('a client that goes on asking does not keep it', async () => {
  const {child, ended, heard, say, initialize} = started(true)
  const answered = heard(/"id":9\b/)
  initialize({})
  let id = 1
  // More than can be answered.
  const asking = setInterval(() => {
    for (let some = 0; some < 5; some++) {
      say(++id, 'tools/call', {name: 'search', arguments: {query: `oak ${id}`}})
    }
  }, 5)
  onTestFinished(() => clearInterval(asking))
  await answered
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}, 20_000)
