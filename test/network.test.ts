/** Tests reach no network, and neither does what they start. `192.0.2.0/24` is nobody's. */

import {execFile, execFileSync, execSync, spawnSync} from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import {mkdtempSync, rmSync} from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net, {type AddressInfo} from 'node:net'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import {promisify} from 'node:util'
import {describe, expect, onTestFinished, test} from 'vitest'
import {takeAttempts} from './support/network.js'
import {CLI, Sandbox} from './support/sandbox.js'

/** Both what is thrown at once and what is told later. */
async function tried(attempt: () => unknown): Promise<unknown> {
  try {
    return await attempt()
  } catch (error) {
    return error
  }
}

describe('in a test', () => {
  const ways: Readonly<Record<string, readonly [attempt: () => unknown, told: string]>> = {
    'net, by port and host': [() => net.connect(80, '192.0.2.1'), 'a connection to 192.0.2.1:80'],
    'net, by options': [
      () => new net.Socket().connect({port: 80, host: 'example.com'}),
      'a connection to example.com:80',
    ],
    tls: [() => tls.connect(443, '192.0.2.1'), 'a connection to 192.0.2.1:443'],
    http: [() => http.get('http://192.0.2.1/'), 'a connection to 192.0.2.1:80'],
    https: [() => https.get('https://example.com/'), 'a connection to example.com:443'],
    fetch: [() => fetch('http://192.0.2.1/'), 'a connection to 192.0.2.1:80'],
    'fetch, by name': [() => fetch('https://example.com/'), 'a connection to example.com:443'],
    'the name of a machine that only seems to be this one': [
      () => net.connect(80, '127.0.0.1.example.com'),
      'a connection to 127.0.0.1.example.com:80',
    ],
    'dns.lookup': [() => dns.lookup('example.com', () => {}), 'a question for example.com'],
    'dns.promises.resolve4': [
      () => dns.promises.resolve4('example.com'),
      'a question for example.com',
    ],
    'a resolver': [
      () => new dns.promises.Resolver().resolveTxt('example.com'),
      'a question for example.com',
    ],
    'a datagram': [
      () => {
        const socket = dgram.createSocket('udp4')
        onTestFinished(() => void socket.close())
        socket.send('x', 53, '192.0.2.1')
      },
      'a datagram to 192.0.2.1',
    ],
  }

  test.each(Object.entries(ways))('is refused: %s', async (_name, [attempt, told]) => {
    const error = await tried(attempt)
    expect(String((error as Error).cause ?? error)).toContain(told)
    expect(takeAttempts()).toEqual([told])
  })

  test('loopback and sockets of the file system are none', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'socket-'))
    onTestFinished(() => rmSync(folder, {recursive: true}))
    const server = http.createServer((_request, response) => response.end('here'))
    for (const place of [{port: 0, host: '127.0.0.1'}, {path: path.join(folder, 's')}]) {
      await new Promise<void>((resolve) => server.listen(place, resolve))
      const address = server.address() as AddressInfo | string
      if (typeof address === 'string') await opened({path: address})
      else {
        expect(await (await fetch(`http://127.0.0.1:${address.port}/`)).text()).toBe('here')
        expect(await (await fetch(`http://localhost:${address.port}/`)).text()).toBe('here')
        await opened({port: address.port})
      }
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    expect(takeAttempts()).toEqual([])
  })
})

async function opened(to: net.NetConnectOpts): Promise<void> {
  const socket = net.connect(to)
  await new Promise<void>((resolve, reject) => socket.on('connect', resolve).on('error', reject))
  socket.destroy()
}

describe('in a process that a test starts', () => {
  const reaching = "fetch('http://192.0.2.1/').catch(() => {}).then(() => console.log('went on'))"
  const refusal = 'tests reach no network, and this is one: a connection to 192.0.2.1:80'
  // Whatever environment it is given, and however it is started.
  const env = {PATH: process.env.PATH}

  test('even an attempt that it would have swallowed ends it', () => {
    for (const options of [{}, {env}, {env: {...env, NODE_OPTIONS: '--no-deprecation'}}]) {
      const {status, stdout, stderr} = spawnSync(process.execPath, ['-e', reaching], options)
      expect([status, String(stdout), String(stderr).trim()]).toEqual([99, '', refusal])
    }
    expect(() => execFileSync(process.execPath, ['-e', reaching], {env, stdio: 'pipe'})).toThrow(
      refusal,
    )
    expect(() => execSync(`"${process.execPath}" -e "${reaching}"`, {env, stdio: 'pipe'})).toThrow(
      refusal,
    )
  })

  test('the same where nobody waits for it', async () => {
    const started = promisify(execFile)(process.execPath, ['-e', reaching], {env})
    await expect(started).rejects.toMatchObject({code: 99, stdout: '', stderr: `${refusal}\n`})
  })

  test('and one that it starts in turn', () => {
    const inner = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(
      reaching,
    )}], {env: {}}).status`
    const {stdout} = spawnSync(process.execPath, ['-p', inner], {env, encoding: 'utf8'})
    expect(stdout).toBe('99\n')
  })

  test('the built command is such a process', () => {
    const box = new Sandbox()
    const script = `process.argv = [process.execPath, ${JSON.stringify(CLI)}, '--version']
      import(${JSON.stringify(CLI)}).then(() => fetch('http://192.0.2.1/'))`
    const {status, stderr} = spawnSync(process.execPath, ['-e', script], {cwd: box.root, env})
    expect([status, String(stderr)]).toEqual([99, `${refusal}\n`])
  })

  test('Git fetches from folders alone', () => {
    const box = new Sandbox()
    expect(() => box.git('ls-remote', 'https://192.0.2.1/brain.git')).toThrow(
      "transport 'https' not allowed",
    )
    box.commit('first')
    expect(box.git('ls-remote', box.root)).toMatch(/HEAD/)
  })
})
