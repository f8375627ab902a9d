/** The hooks of every harness: put in, looked at, and taken out again. */

import fs from 'node:fs'
import path from 'node:path'
import {pathToFileURL} from 'node:url'
import {describe, expect, test} from 'vitest'
import type {HarnessName} from '../../src/hooks/harness.js'
import {Sandbox} from '../support/sandbox.js'

/** Where each has its settings, from a project and from the home folder. */
const files: Readonly<Record<HarnessName, readonly [project: string, user: string]>> = {
  'claude-code': ['.claude/settings.json', '.claude/settings.json'],
  codex: ['.codex/hooks.json', '.codex/hooks.json'],
  cursor: ['.cursor/hooks.json', '.cursor/hooks.json'],
  copilot: ['.github/hooks/mdbrain.json', '.copilot/hooks/mdbrain.json'],
  openclaw: ['hooks/mdbrain/HOOK.md', '.openclaw/hooks/mdbrain/HOOK.md'],
}
const names = Object.keys(files) as HarnessName[]

function brain(): Sandbox {
  const box = new Sandbox({git: false})
  box.run(['init', '--template', 'minimal'])
  box.write({
    'MEMORY.md': '- The sea is near.\n',
    'drawers/atlas/sea/a.md': '# Sea\n\nIt is far.\n',
  })
  box.commit('a fact')
  return box
}

interface Status {
  readonly on_path: boolean
  readonly brain: {readonly trusted: boolean} | null
  readonly harnesses: readonly {
    readonly harness: HarnessName
    readonly places: readonly {
      readonly of: string
      readonly file: string
      readonly events: readonly string[]
      readonly missing: readonly string[]
      readonly off_in: string | null
    }[]
  }[]
}

function placesOf(box: Sandbox, name: HarnessName) {
  const {harnesses} = box.json('hook', 'status', name) as Status
  expect(harnesses.map(({harness}) => harness)).toEqual([name])
  return harnesses[0]!.places
}

describe.each(names)('%s', (name) => {
  test('hooks come in one file, are seen there, and go with it', () => {
    const box = brain()
    const before = box.digest()
    const [inProject, ofUser] = files[name]
    for (const [more, file] of [
      [[], path.join(box.root, inProject)],
      [['--user'], path.join(box.home, ofUser)],
    ] as const) {
      const of = more.length === 0 ? 'project' : 'user'
      const place = () => placesOf(box, name).find((one) => one.of === of)!
      expect(fs.existsSync(file)).toBe(false)
      const done = box.json('hook', 'install', name, ...more, '--yes')
      expect(done).toMatchObject({action: 'create', done: true})
      expect(fs.existsSync(file)).toBe(true)
      const {missing, events} = place()
      expect(missing).toEqual([])
      expect(events.length).toBeGreaterThanOrEqual(4)
      expect(box.json('hook', 'install', name, ...more)).toMatchObject({action: 'none'})
      expect(box.json('hook', 'uninstall', name, ...more, '--yes')).toMatchObject({
        action: 'remove',
      })
      expect(fs.existsSync(file)).toBe(false)
    }
    expect(placesOf(box, name).map(({events}) => events)).toEqual([[], []])
    expect(box.digest()).toBe(before)
  })
})

/** One whose hooks stand in a settings file, and one whose hook is a folder. */
describe.each(['claude-code', 'openclaw'] as const)('%s', (name) => {
  test('only what is wanted comes, and what is wanted no more goes', () => {
    const box = brain()
    box.run(['hook', 'install', name, '--no-turns', '--no-keep', '--yes'])
    expect(placesOf(box, name)[0]!.events).toHaveLength(1)
    expect(box.json('hook', 'install', name, '--yes')).toMatchObject({action: 'change'})
    expect(placesOf(box, name)[0]!.missing).toEqual([])
    box.run(['hook', 'install', name, '--no-turns', '--no-keep', '--yes'])
    expect(placesOf(box, name)[0]!.events).toHaveLength(1)
  })

  test('uninstall takes them with the rest', () => {
    const box = brain()
    const before = box.digest()
    box.run(['hook', 'install', name, '--yes'])
    expect(box.json('uninstall', '--yes')).toMatchObject({
      hooks: [expect.stringContaining(path.dirname(files[name][0]))],
    })
    expect(box.digest()).toBe(before)
  })
})

test('an older install holds one hook; this one puts the others beside it', () => {
  const box = brain()
  const hooks = [{type: 'command', command: 'brain hook run claude-code'}]
  const old = {model: 'opus', hooks: {SessionStart: [{hooks}], Stop: [{hooks: [{command: 'say'}]}]}}
  const text = JSON.stringify(old, null, '\t')
  box.write({'.claude/settings.json': text})
  expect(placesOf(box, 'claude-code')[0]).toMatchObject({
    events: ['SessionStart'],
    missing: ['UserPromptSubmit', 'Stop', 'PreCompact', 'SessionEnd'],
  })
  box.run(['hook', 'install', 'claude-code', '--yes'])
  expect(JSON.parse(box.read('.claude/settings.json')).hooks.SessionStart).toEqual([{hooks}])
  box.run(['hook', 'uninstall', 'claude-code', '--yes'])
  expect(JSON.parse(box.read('.claude/settings.json'))).toEqual({
    model: 'opus',
    hooks: {Stop: [{hooks: [{command: 'say'}]}]},
  })
})

test('Codex is told to be asked for trust, and where its hooks are switched off', () => {
  const box = brain()
  const config = path.join(box.home, '.codex/config.toml')
  fs.mkdirSync(path.dirname(config))
  fs.writeFileSync(config, 'model = "m"\n\n[features]\nweb = true\nhooks = false\n\n[other]\n')
  const {stderr} = box.run(['hook', 'install', 'codex', '--user', '--yes'])
  expect(stderr).toContain(`hooks are switched off in \`${config}\``)
  expect(stderr).toContain('next: Codex runs no hook that you have not looked at: open `/hooks`')
  expect(placesOf(box, 'codex').find(({of}) => of === 'user')!.off_in).toBe(config)
  fs.writeFileSync(config, '[features]\n# hooks = false\n[other]\nhooks = false\n')
  expect(placesOf(box, 'codex').find(({of}) => of === 'user')!.off_in).toBeNull()
})

test('where another file of a person or a project switches them off, it is named', () => {
  const box = brain()
  const offIn = (name: HarnessName) => placesOf(box, name).map(({off_in}) => off_in)
  const own = path.join(box.home, '.claude/settings.json')
  fs.mkdirSync(path.dirname(own))
  fs.writeFileSync(own, '{"disableAllHooks": true}')
  expect(offIn('claude-code')).toEqual([own, own])
  fs.rmSync(own)
  box.write({
    '.claude/settings.local.json': '{"disableAllHooks": true}',
    '.github/copilot/settings.json': '{"disableAllHooks": true}',
  })
  for (const [name, file] of [
    ['claude-code', '.claude/settings.local.json'],
    ['copilot', '.github/copilot/settings.json'],
  ] as const) {
    expect(offIn(name)).toEqual([path.join(box.root, file), null])
  }
})

describe('hook status', () => {
  test('shows at a glance what stands in the way', () => {
    const box = brain()
    box.run(['hook', 'install', 'codex', '--no-keep', '--yes'])
    box.git('clone', '--quiet', '.', '../clone')
    expect(box.brain('hook', 'status', 'codex')).toMatchInlineSnapshot(`
      "command   \`brain\` is on your PATH
      memory    ~/brain, trusted
      Codex
        project SessionStart, UserPromptSubmit, without Stop, PreCompact, SessionEnd, in ~/brain/.codex/hooks.json
        user    none in ~/.codex/hooks.json
                Codex runs no hook that you have not looked at: open \`/hooks\` in it and trust these
      "
    `)
    const ran = box.run(['hook', 'status', 'claude-code'], {from: 'clone', env: {PATH: '/nowhere'}})
    expect(box.shown(ran)).toMatchInlineSnapshot(`
      "command   not on your PATH: \`npm install -g mdbrain\`
      memory    ~/clone, hooks load it after \`brain trust\`
      Claude Code
        project none in ~/clone/.claude/settings.json
        user    none in ~/.claude/settings.json
      "
    `)
  })

  test('works where there is no brain, and in the home folder', () => {
    const box = new Sandbox()
    const found = box.json('hook', 'status') as Status
    expect([found.brain, found.harnesses.length]).toEqual([null, names.length])
    const {stdout, exit} = box.run(['hook', 'status', '--json'], {from: '.'})
    expect(exit).toBe(0)
    const places = (JSON.parse(stdout) as Status).harnesses.flatMap((one) => one.places)
    expect(new Set(places.map(({of}) => of))).toEqual(new Set(['user']))
  })
})

describe("OpenClaw's handler", () => {
  async function handler(box: Sandbox) {
    box.run(['hook', 'install', 'openclaw', '--yes'])
    const file = path.join(box.root, 'hooks/mdbrain/handler.js')
    const module = await import(pathToFileURL(file).href)
    return module.default as (event: object) => Promise<void>
  }

  async function within(box: Sandbox, act: () => Promise<void>): Promise<void> {
    const before = {...process.env}
    Object.assign(process.env, box.environment())
    try {
      await act()
    } finally {
      process.env = before
    }
  }

  test('adds to the files what the brain knows besides', async () => {
    const box = brain()
    const run = await handler(box)
    const own = {name: 'MEMORY.md', path: '/x/MEMORY.md', content: 'own', missing: false}
    const context = {workspaceDir: box.root, bootstrapFiles: [own], sessionKey: 'k'}
    await within(box, () => run({type: 'agent', action: 'bootstrap', context}))
    const [first, second, ...rest] = context.bootstrapFiles
    expect([first, rest]).toEqual([own, []])
    expect(Object.keys(second!).sort()).toEqual(['content', 'missing', 'name', 'path'])
    expect(second!.content).toContain('It is far.')
    // What OpenClaw brings by itself.
    expect(second!.content).not.toContain('The sea is near.')
  })

  test('has a session kept that is left', async () => {
    const box = brain()
    const run = await handler(box)
    const sessionFile = path.join(box.home, 't.jsonl')
    const message = {role: 'user', content: 'Remember the sea.'}
    fs.writeFileSync(sessionFile, `${JSON.stringify({type: 'message', id: 'm1', message})}\n`)
    const previousSessionEntry = {sessionId: 's1', sessionFile}
    const context = {workspaceDir: box.root, previousSessionEntry}
    await within(box, () => run({type: 'command', action: 'new', context}))
    const remembered = path.join(box.home, '.local/state/mdbrain/sessions')
    while (!fs.existsSync(remembered)) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(box.read('sessions/s1.md')).toContain('**user:** Remember the sea.')
  })

  test('leaves an agent without memory rather than without an answer', async () => {
    const box = brain()
    const run = await handler(box)
    await run({})
    const context = {workspaceDir: '/not/there', bootstrapFiles: []}
    await within(box, () => run({type: 'agent', action: 'bootstrap', context}))
    expect(context.bootstrapFiles).toEqual([])
  })
})
