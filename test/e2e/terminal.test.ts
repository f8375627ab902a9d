/** The command as a process: fast paths, pipes, widths, shells. */

import {execFileSync, spawn, spawnSync} from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {version} from '../../src/index.js'
import {CLI, Sandbox} from '../support/sandbox.js'

test('--version', () => {
  const box = new Sandbox()
  expect(box.brain('--version')).toBe(`${version}\n`)
  expect(box.brain('-v')).toBe(`${version}\n`)
})

test('help, and a slip of the finger', () => {
  const box = new Sandbox()
  expect(box.run(['--help'])).toMatchObject({stderr: '', exit: 0})
  expect(box.brain('bot')).toMatchInlineSnapshot(`
    "--- stderr ---
    error: there is no command \`bot\`
      hint: did you mean \`boot\`?
    [exit 2]
    "
  `)
  expect(box.brain('boot', '--budget', 'abc')).toMatchInlineSnapshot(`
    "--- stderr ---
    error: \`--budget\` is \`abc\`, which is not a whole number of tokens
      hint: write digits alone: \`--budget 1500\`
    [exit 2]
    "
  `)
})

test('a language of the machine changes no word', () => {
  const box = new Sandbox()
  for (const args of [
    ['boot', '--nothing'],
    ['boot', '--budget'],
  ]) {
    const [here, there] = [
      box.run(args),
      box.run(args, {env: {LANG: 'it_IT.UTF-8', LC_ALL: 'it_IT.UTF-8'}}),
    ]
    expect(there).toEqual(here)
  }
})

test('a clock that is no instant is refused', () => {
  const box = new Sandbox()
  box.write({'SOUL.md': 'I am.\n'})
  const {exit, stderr} = box.run(['boot'], {env: {MDBRAIN_NOW: 'yesterday'}})
  expect([exit, stderr]).toEqual([
    2,
    'error: `MDBRAIN_NOW` is `yesterday`, which is not an instant with a zone\n  hint: it is for tests; unset it\n',
  ])
})

describe('a reader that goes away', () => {
  test('ends the command in silence', async () => {
    const box = new Sandbox()
    const notes = Array.from({length: 400}, (_, at) => [
      `notes/${'long-name-'.repeat(10)}${at}.md`,
      `# Title ${'word '.repeat(30)}\n`,
    ])
    box.write(Object.fromEntries(notes))
    box.write({'SOUL.md': 'I am.\n'})
    const child = spawn(process.execPath, [CLI, 'list', '--json'], {
      cwd: box.root,
      env: {HOME: box.home, PATH: process.env.PATH},
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stderr = ''
    child.stderr.on('data', (piece) => {
      stderr += piece
    })
    child.stdout.once('data', () => child.stdout.destroy())
    const exit = await new Promise((resolve) => child.on('exit', resolve))
    expect([exit, stderr]).toEqual([0, ''])
  })
})

describe('output', () => {
  test.runIf(fs.existsSync('/dev/full'))('an answer that finds no room is said to be lost', () => {
    const box = new Sandbox()
    box.write({'MEMORY.md': '- a\n'})
    const full = fs.openSync('/dev/full', 'w')
    const {status, stderr} = spawnSync(process.execPath, [CLI, 'boot'], {
      cwd: box.root,
      env: {HOME: box.home, PATH: process.env.PATH},
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    })
    fs.closeSync(full)
    expect(stderr).toMatch(/^error: the answer could not be written: ENOSPC.*\n {2}hint: /)
    expect(status).toBe(2)
  })

  test('has no colour in a pipe, whatever is set', () => {
    const box = new Sandbox()
    for (const env of [{}, {NO_COLOR: '1'}, {FORCE_COLOR: '3', TERM: 'xterm-256color'}]) {
      const {stdout, stderr} = box.run(['boot', '--help'], {env})
      expect(stdout + stderr).not.toContain('\x1b')
    }
  })

  test.each(['30', '60', '200'])('fits %s columns', (COLUMNS) => {
    const box = new Sandbox()
    box.write({
      'SOUL.md': 'I am.\n',
      'drawers/a/b/日本語のとても長いタイトル.md': '# 日本語のとても長いタイトルの覚え書き\n',
      'drawers/a/b/long.md': `# ${'A long title '.repeat(10)}\n`,
    })
    const {stdout} = box.run(['list'], {env: {COLUMNS}})
    expect(stdout).toContain('日本語')
    for (const line of stdout.split('\n')) {
      const wide = [...line].filter((letter) => '\u2e80' < letter && letter < '\uff00').length
      expect(line.length + wide).toBeLessThanOrEqual(Number(COLUMNS))
    }
  })
})

describe('completion', () => {
  test('answers before anything else is loaded', () => {
    const box = new Sandbox()
    expect(box.brain('__complete', 're')).toBe('recall\nremember\nreview\n')
    expect(box.brain('__complete', 'hook', 'install', 'cl')).toBe('claude-code\n')
  })

  test.each(['bash', 'zsh', 'fish'])('the script for %s is one that it understands', (shell) => {
    const box = new Sandbox()
    const {stdout} = box.run(['completion', shell])
    expect(stdout).toContain('brain __complete')
    if (spawnSync(shell, ['--version']).error !== undefined) return
    const file = path.join(box.home, 'script')
    fs.writeFileSync(file, stdout)
    execFileSync(shell, ['-n', file])
  })

  test('works in bash', () => {
    if (spawnSync('bash', ['--version']).error !== undefined) return
    const box = new Sandbox()
    const bin = path.join(box.home, 'bin')
    fs.mkdirSync(bin)
    fs.writeFileSync(
      path.join(bin, 'brain'),
      `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`,
    )
    fs.chmodSync(path.join(bin, 'brain'), 0o755)
    const script = `
      source <(brain completion bash)
      COMP_WORDS=(brain boot --for cl); COMP_CWORD=3
      _brain; echo "\${COMPREPLY[@]}"
      COMP_WORDS=(brain re); COMP_CWORD=1
      _brain; echo "\${COMPREPLY[@]}"`
    const env = {PATH: `${bin}:${process.env.PATH}`, HOME: box.home}
    expect(execFileSync('bash', ['-c', script], {env, encoding: 'utf8'})).toBe(
      'claude-code\nrecall remember review\n',
    )
  })
})
