/** Making a brain, adopting one, and what is said where there is none. */

import fs from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {Sandbox} from '../support/sandbox.js'

describe('init', () => {
  test('lays out a brain that boots', () => {
    const box = new Sandbox({git: false})
    expect(box.brain('init')).toMatchInlineSnapshot(`
      "brain in ~/brain
        made AGENTS.md
        made MEMORY.md
        made SOUL.md
        made USER.md
        made brain.yaml
        committed <commit>
      --- stderr ---
      next: write into its files, see \`brain boot\`, then \`brain hook install claude-code\` or \`brain setup\`
      "
    `)
    expect(box.git('log', '--format=%s')).toMatchInlineSnapshot(`
      "init: coding-agent
      "
    `)
    expect(box.git('status', '--porcelain')).toBe('')
    expect(box.run(['boot']).stdout).toContain('SOUL.md')
  })

  test.each(['coding-agent', 'assistant', 'minimal'])('from the template %s', (template) => {
    const box = new Sandbox()
    expect(box.json('init', '--template', template)).toMatchObject({template, changed: true})
    expect(box.run(['check']).exit).toBe(0)
  })

  test('in a folder that is named, and without Git', () => {
    const box = new Sandbox({git: false})
    expect(box.json('init', 'new/brain', '--no-git')).toMatchObject({
      root: path.join(box.root, 'new/brain'),
      repository: 'none',
      committed: false,
    })
    expect(fs.existsSync(path.join(box.root, 'new/brain/.git'))).toBe(false)
  })

  test('fault 52: init overwrites nothing, and a second run changes nothing', () => {
    const box = new Sandbox()
    box.write({'SOUL.md': 'Mine.\n', 'notes/a.md': 'a\n'})
    const before = box.digest()
    expect(box.brain('init')).toMatchInlineSnapshot(`
      "--- stderr ---
      error: \`~/brain\` holds 2 markdown files already
        hint: to make a brain of it as it is, say \`--adopt\`: that adds brain.yaml, and with \`--template\` what is missing of a template; no file that is there is changed
      [exit 2]
      "
    `)
    expect(box.brain('init', '--yes')).toContain('[exit 2]')
    expect(box.digest()).toBe(before)

    expect(box.brain('init', '--adopt', '--template', 'minimal')).toMatchInlineSnapshot(`
      "brain in ~/brain
        made AGENTS.md
        made MEMORY.md
        made brain.yaml
        kept SOUL.md
        adopted 2 notes as they are
        committed <commit>
      --- stderr ---
      next: write into its files, see \`brain boot\`, then \`brain hook install claude-code\` or \`brain setup\`
      "
    `)
    expect(box.read('SOUL.md')).toBe('Mine.\n')
    const adopted = box.digest()
    expect(box.json('init', '--adopt', '--template', 'minimal')).toMatchObject({changed: false})
    expect(box.digest()).toBe(adopted)
  })

  test('never makes a brain of the home folder', () => {
    const box = new Sandbox()
    const {exit, stderr} = box.run(['init', '--yes'], {from: '.'})
    expect([exit, fs.readdirSync(box.home).sort()]).toEqual([2, ['.bin', '.gitconfig', 'brain']])
    expect(stderr).toContain('home folder')
  })
})

describe('a folder that is no brain', () => {
  test.each([['boot'], ['status'], ['remember', 'x'], ['check']])('is said by %s', (...args) => {
    const box = new Sandbox()
    expect(box.brain(...args)).toBe(
      '--- stderr ---\n' +
        'error: there is no brain in `~/brain` or above it\n' +
        '  hint: make one here with `brain init`, or name one with `--brain FOLDER`\n' +
        '[exit 2]\n',
    )
    expect(box.files()).toEqual([])
  })

  test('is said in JSON with --json', () => {
    const box = new Sandbox()
    const {stdout, stderr, exit} = box.run(['boot', '--json'])
    expect([stdout, exit]).toEqual(['', 2])
    expect(JSON.parse(stderr)).toMatchObject({error: {code: 'not-a-brain'}})
  })

  test('can be named from elsewhere', () => {
    const box = new Sandbox()
    box.write({'MEMORY.md': '- The sea is near.\n'})
    for (const [args, env] of [
      [['boot', '--brain', 'brain'], {}],
      [['-C', 'brain', 'boot'], {}],
      [['boot'], {MDBRAIN_DIR: box.root}],
    ] as const) {
      expect(box.run(args, {env, from: '.'}).stdout).toContain('The sea is near.')
    }
  })
})

describe('setup', () => {
  test('shows a plan, and writes nothing unasked', () => {
    const box = new Sandbox()
    box.write({'MEMORY.md': '- a\n', 'CLAUDE.md': '# Mine\n'})
    const before = box.digest()
    expect(box.brain('setup')).toMatchInlineSnapshot(`
      "project ~/brain
        CLAUDE.md  add
        | ## Memory
        | 
        | This project has a memory for agents, kept as markdown. Use it by these commands:
        | 
        | - \`brain boot\` at the start: who you are here, how to work, and what holds today.
        | - \`brain recall --wing NAME --room NAME\` in the middle of the work.
        | - \`brain remember "…"\` for what will be needed again, \`brain log "…"\` for what happened.
        | - \`brain supersede OLD --text "NEW"\` when something is no longer so.
      --- stderr ---
      1 file would be written; run it again with \`--yes\` to write
      "
    `)
    expect(box.digest()).toBe(before)
  })

  test('fault 57: writes only between its markers, and takes it out again', () => {
    const box = new Sandbox()
    const mine = '# Mine\r\n\r\nNo final newline'
    box.write({'MEMORY.md': '- a\n', 'CLAUDE.md': mine})
    expect(box.json('setup', '--yes')).toMatchObject({applied: true, paths: ['CLAUDE.md']})
    box.write({'CLAUDE.md': `Above.\n${box.read('CLAUDE.md')}\nBelow.\n`})
    expect(box.json('setup', '--yes')).toMatchObject({applied: false})
    expect(box.brain('setup', '--yes', '--remove')).toMatchInlineSnapshot(`
      "project ~/brain
        CLAUDE.md  remove
      took it out of CLAUDE.md
      "
    `)
    expect(box.read('CLAUDE.md')).toContain(mine)
    expect(box.read('CLAUDE.md')).toMatch(/^Above\.\n[\s\S]*\nBelow\.\n$/)
    expect(box.read('CLAUDE.md')).not.toContain('mdbrain')
  })
})
