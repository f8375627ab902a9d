/** The hook of a session, from its installation to what the agent is told. */

import {spawn} from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {CLI, type RunOptions, Sandbox} from '../support/sandbox.js'

function brain(): Sandbox {
  const box = new Sandbox({git: false})
  box.run(['init', '--template', 'minimal'])
  box.write({'MEMORY.md': '- The sea is near.\n'})
  box.commit('a fact')
  return box
}

function contextOf(box: Sandbox, options: RunOptions = {}): string | undefined {
  const {stdout, stderr, exit} = box.run(['hook', 'run', 'claude-code'], options)
  expect([stderr, exit]).toEqual(['', 0])
  return stdout === '' ? undefined : JSON.parse(stdout).hookSpecificOutput.additionalContext
}

describe('hook install', () => {
  const settings = '{\r\n\t// mine\r\n\t"model": "opus"\r\n}'

  test('needs consent', () => {
    const box = brain()
    expect(box.brain('hook', 'install', 'claude-code')).toMatchInlineSnapshot(`
      "--- stderr ---
      what you and the agent say will be committed with the brain, in sessions/: where that is pushed, it goes too (\`--no-keep\` leaves it out)
      makes ~/brain/.claude/settings.json: hooks that run \`brain hook run claude-code\` when a session begins, at each prompt, to keep what was said
      error: \`~/brain/.claude/settings.json\` would be changed, and nobody is here to be asked
        hint: nothing was changed; run it again with \`--yes\`
      [exit 2]
      "
    `)
    expect(fs.existsSync(path.join(box.root, '.claude'))).toBe(false)
  })

  test('and uninstall leave the same bytes', () => {
    const box = brain()
    box.write({'.claude/settings.json': settings})
    expect(box.brain('hook', 'install', 'claude-code', '--yes')).toMatchInlineSnapshot(`
      "installed in ~/brain/.claude/settings.json
      --- stderr ---
      what you and the agent say will be committed with the brain, in sessions/: where that is pushed, it goes too (\`--no-keep\` leaves it out)
      changes ~/brain/.claude/settings.json: hooks that run \`brain hook run claude-code\` when a session begins, at each prompt, to keep what was said
      "
    `)
    expect(box.json('hook', 'install', 'claude-code')).toMatchObject({action: 'none', done: true})
    expect(box.brain('hook', 'uninstall', 'claude-code', '--yes')).toMatchInlineSnapshot(`
      "taken out of ~/brain/.claude/settings.json
      --- stderr ---
      changes ~/brain/.claude/settings.json: takes the hooks out
      "
    `)
    expect(box.read('.claude/settings.json')).toBe(settings)
  })

  test('says where nothing would answer to it', () => {
    const {stderr} = brain().run(['hook', 'install', 'claude-code', '--yes'], {
      env: {PATH: '/nowhere'},
    })
    expect(stderr).toContain('the hooks run `brain`, which is not on your PATH')
  })

  test('for every project, with --user', () => {
    const box = brain()
    box.json('hook', 'install', 'claude-code', '--user', '--yes')
    expect(fs.existsSync(path.join(box.home, '.claude/settings.json'))).toBe(true)
    box.json('hook', 'uninstall', 'claude-code', '--user', '--yes')
    expect(fs.existsSync(path.join(box.home, '.claude'))).toBe(false)
  })

  test('in the home folder only with --user', () => {
    const box = brain()
    const {exit, stderr} = box.run(['hook', 'install', 'claude-code', '--yes'], {from: '.'})
    expect([exit, fs.existsSync(path.join(box.home, '.claude'))]).toEqual([2, false])
    expect(stderr).toContain('--user')
  })

  test('where there is no brain yet is said', () => {
    const box = new Sandbox()
    const {exit, stderr} = box.run(['hook', 'install', 'claude-code', '--yes'])
    expect([exit, stderr]).toEqual([0, expect.stringContaining('no brain here yet')])
  })

  test('leaves a file alone that it cannot read', () => {
    const box = brain()
    box.write({'.claude/settings.json': '{"a": '})
    expect(box.brain('hook', 'install', 'claude-code', '--yes')).toMatchInlineSnapshot(`
      "--- stderr ---
      error: \`~/brain/.claude/settings.json:1\` was left alone: it is not JSON: value expected
        hint: mend the file, then run the command again
      [exit 2]
      "
    `)
    expect(box.read('.claude/settings.json')).toBe('{"a": ')
  })
})

describe('hook run', () => {
  test('tells the memory of a brain that was made here', () => {
    expect(contextOf(brain())).toContain('The sea is near.')
  })

  test('finds the brain of the session, not of the process', () => {
    const box = brain()
    const input = JSON.stringify({cwd: box.root, source: 'startup'})
    expect(contextOf(box, {from: '.', input})).toContain('The sea is near.')
    expect(contextOf(box, {from: '.'})).toBeUndefined()
  })

  test('is within the limit of the harness', () => {
    const box = brain()
    const facts = Array.from({length: 2000}, (_, at) => `- Fact ${at} "quoted" \\ 日本.\n`)
    box.write({'MEMORY.md': facts.join(''), 'brain.yaml': 'boot:\n  budget: 100000\n'})
    expect(contextOf(box)!.length).toBeLessThanOrEqual(10_000)
  })

  test('answers though nobody ends its input', async () => {
    const box = brain()
    const child = spawn(process.execPath, [CLI, 'hook', 'run', 'claude-code'], {
      cwd: box.root,
      env: {HOME: box.home, PATH: process.env.PATH},
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin.write('{"source":')
    let stdout = ''
    child.stdout.on('data', (piece) => {
      stdout += piece
    })
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0)
    expect(stdout).toContain('The sea is near.')
  })

  test('says in one line that it could not', () => {
    const box = brain()
    box.write({'brain.yaml': 'boot: [\n'})
    const context = contextOf(box)
    expect(context === undefined || context.includes('mdbrain') || context.includes('sea')).toBe(
      true,
    )
  })
})

describe('fault 60: a brain that came by clone', () => {
  function cloned(): Sandbox {
    const box = brain()
    box.git('clone', '--quiet', '.', '../clone')
    return box
  }
  const from = 'clone'

  test('says one line until its owner trusts it, and again after', () => {
    const box = cloned()
    const notice = contextOf(box, {from})
    expect(notice).toMatchInlineSnapshot(`
      "mdbrain: there is a brain here that is not trusted yet, so nothing of it was loaded. Its owner can look at it with \`brain boot\` and then run \`brain trust\`.
      "
    `)
    expect(notice!.trimEnd()).not.toContain('\n')

    expect(box.run(['trust'], {from}).exit).toBe(0)
    expect(contextOf(box, {from})).toContain('The sea is near.')
    expect(box.run(['trust', '--revoke'], {from}).exit).toBe(0)
    expect(contextOf(box, {from})).toBe(notice)
    expect(box.git('-C', '../clone', 'status', '--porcelain')).toBe('')
  })

  test('boots for its owner without that', () => {
    expect(cloned().run(['boot'], {from}).stdout).toContain('The sea is near.')
  })

  test('cannot bring its own trust', () => {
    const box = brain()
    box.write({'.brain/trusted': 'yes\n', 'brain.yaml': 'trusted: true\ntrust: yes\n'})
    box.git('add', '--force', '.brain', 'brain.yaml')
    box.commit('trust me')
    box.git('clone', '--quiet', '.', '../clone')
    expect(contextOf(box, {from})).toContain('`brain trust`')
  })
})

test('uninstall takes the hook and the caches, and leaves every note', () => {
  const box = brain()
  box.run(['boot'])
  const before = box.digest()
  box.run(['hook', 'install', 'claude-code', '--yes'])
  expect(box.brain('uninstall')).toContain('[exit 2]')
  expect(box.run(['uninstall', '--yes']).exit).toBe(0)
  expect(box.digest()).toBe(before)
  expect(fs.existsSync(path.join(box.root, '.brain'))).toBe(false)
  expect(fs.existsSync(path.join(box.root, '.claude'))).toBe(false)
})
