import {existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync} from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {UTC, type Zone} from '../../src/ground/day.js'
import {notePath} from '../../src/ground/note-path.js'
import {parse} from '../../src/note/parse.js'
import {readSettings} from '../../src/settings/settings.js'
import {type InitMachine, initBrain, TEMPLATES} from '../../src/writing/init.js'
import {GitBox} from '../support/git-box.js'
import {refused} from './brain-box.js'

const templates = path.resolve(import.meta.dirname, '../../templates')

function machineOf(box: GitBox, zone = 'Europe/Berlin'): InitMachine {
  return {
    templates,
    zone,
    clock: {now: () => box.now()},
    environment: box.env,
    home: box.home,
    stateDir: path.join(box.home, 'state'),
  }
}

/** Every file under `folder` but Git's, with its bytes. */
function filesUnder(folder: string): Record<string, string> {
  const names = readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((name) => !/\/\.(?:git|brain)\//.test(name))
  return Object.fromEntries(
    names.sort().map((name) => [path.relative(folder, name), readFileSync(name, 'latin1')]),
  )
}

describe.each(TEMPLATES)('the template %s', (template) => {
  test('makes a brain with one commit, where nothing is left to do', async () => {
    const box = new GitBox({git: false})
    const root = path.join(box.home, 'brain')
    const made = await initBrain({root, template}, machineOf(box))
    expect(made).toMatchObject({root, template, repository: 'made', changed: true, kept: []})
    expect(made.committed).toMatch(/^[0-9a-f]{40}$/)
    expect(box.gitIn(root, 'status', '--short')).toBe('')
    expect(box.gitIn(root, 'rev-list', '--count', 'HEAD').trim()).toBe('1')
    expect(box.gitIn(root, 'log', '-1', '--format=%s').trim()).toBe(`init: ${template}`)

    const before = filesUnder(root)
    const again = await initBrain({root, template}, machineOf(box))
    expect(again).toMatchObject({changed: false, repository: 'there', paths: []})
    expect(filesUnder(root)).toEqual(before)
  })

  test('is read without a complaint', async () => {
    const box = new GitBox({git: false})
    await initBrain({root: box.top, template, git: false}, machineOf(box))
    for (const [name, text] of Object.entries(filesUnder(box.top))) {
      expect(text).not.toMatch(/\{\{|\}\}/)
      if (name === 'brain.yaml') {
        const {settings, messages} = readSettings(text)
        expect({zone: settings.zone, messages}).toEqual({zone: 'Europe/Berlin', messages: []})
      } else {
        expect(parse(notePath(name), text, UTC).messages).toEqual([])
      }
    }
  })

  test('says in its comments only what settings understand', () => {
    const yaml = readFileSync(path.join(templates, template, 'brain.yaml'), 'utf8')
    const uncommented = yaml.replace('{{zone}}', 'UTC').replace(/^# (?=\s*(?:[a-z_]+:|- ))/gm, '')
    expect(readSettings(uncommented).messages).toEqual([])
  })

  test('has facts that hold today', async () => {
    const box = new GitBox({git: false})
    await initBrain({root: box.top, template, git: false}, machineOf(box))
    const text = readFileSync(path.join(box.top, 'MEMORY.md'), 'utf8')
    const {note} = parse(notePath('MEMORY.md'), text, 'Europe/Berlin' as Zone)
    expect(note.facts.map(({text}) => text)).toEqual([
      expect.stringContaining('kept in this brain since 2026-01-01'),
    ])
  })
})

describe('fault 52: nothing that is there is changed', () => {
  test('a folder with notes is adopted only when told so', async () => {
    const box = new GitBox({git: false})
    box.write({'Note.md': 'mine\n', 'soul.md': 'mine\n'})
    const before = filesUnder(box.top)
    const error = await refused(initBrain({root: box.top}, machineOf(box)), 'consent-needed')
    expect(error.hint).toContain('--adopt')
    expect(filesUnder(box.top)).toEqual(before)
    expect(existsSync(path.join(box.top, '.git'))).toBe(false)

    const adopted = await initBrain({root: box.top, adopt: true}, machineOf(box))
    expect(adopted).toMatchObject({notes: 2, paths: ['brain.yaml'], template: undefined})
    const {'brain.yaml': added, ...rest} = filesUnder(box.top)
    expect(rest).toEqual(before)
    expect(added).toContain('zone: Europe/Berlin')
    expect(box.gitIn(box.top, 'ls-files').trim()).toBe('brain.yaml')
  })

  test('of a template only what is missing is added', async () => {
    const box = new GitBox({git: false})
    box.write({'MEMORY.md': '- mine\n', 'IDENTITY.md': 'me\n', 'brain.yaml': 'zone: UTC\n'})
    const before = filesUnder(box.top)
    const made = await initBrain({root: box.top, template: 'coding-agent'}, machineOf(box))
    expect([...made.paths].sort()).toEqual(['AGENTS.md', 'USER.md'])
    expect([...made.kept].sort()).toEqual(['MEMORY.md', 'SOUL.md', 'brain.yaml'])
    expect(filesUnder(box.top)).toMatchObject(before)
  })

  test('a brain that is there is left alone without a template', async () => {
    const box = new GitBox()
    box.commit({'brain.yaml': 'zone: UTC\n', 'Note.md': 'x\n'})
    expect(await initBrain({root: box.top}, machineOf(box))).toMatchObject({changed: false})
  })

  test('a dangling link by the name of a file is kept', async () => {
    const box = new GitBox({git: false})
    symlinkSync(path.join(box.home, 'nowhere'), path.join(box.top, 'MEMORY.md'))
    await initBrain({root: box.top}, machineOf(box))
    expect(existsSync(path.join(box.home, 'nowhere'))).toBe(false)
  })

  test('what is staged in the repository around stays staged', async () => {
    const box = new GitBox()
    box.commit({'src/a.txt': 'a\n'})
    box.write({'src/a.txt': 'b\n'})
    box.git('add', 'src/a.txt')
    mkdirSync(path.join(box.top, 'memory'))
    const root = path.join(box.top, 'memory')
    const made = await initBrain({root, template: 'minimal'}, machineOf(box))
    expect(made.repository).toBe('there')
    expect(box.status()).toBe('M  src/a.txt\n')
    expect(box.git('show', '--name-only', '--format=', 'HEAD').trim().split('\n').sort()).toEqual([
      'memory/AGENTS.md',
      'memory/MEMORY.md',
      'memory/SOUL.md',
      'memory/brain.yaml',
    ])
  })
})

test('without Git it works, and says so', async () => {
  const box = new GitBox({git: false})
  const made = await initBrain({root: box.top, git: false}, machineOf(box))
  expect(made).toMatchObject({repository: 'none', committed: false, why: 'no-git'})
  expect(existsSync(path.join(box.top, 'SOUL.md'))).toBe(true)
})

test('a machine without the program makes a brain without a repository', async () => {
  const box = new GitBox({git: false})
  const machine = {...machineOf(box), environment: {...box.env, PATH: ''}}
  expect(await initBrain({root: box.top}, machine)).toMatchObject({repository: 'no-git'})
})

test('where Git cannot make a repository nothing is written', async () => {
  const box = new GitBox({git: false})
  box.configure('[broken\n')
  await refused(initBrain({root: box.top}, machineOf(box)), 'git-failed')
  expect(readdirSync(box.top)).toEqual([])
})

test('a zone that the machine does not know becomes UTC', async () => {
  const box = new GitBox({git: false})
  await initBrain({root: box.top, git: false}, machineOf(box, 'Mars/Olympus'))
  expect(readFileSync(path.join(box.top, 'brain.yaml'), 'utf8')).toContain('zone: UTC')
})

test('nor is a file, what lies under one, or a folder of Git', async () => {
  const box = new GitBox()
  box.write({file: ''})
  for (const [name, code] of [
    ['file', 'write-failed'],
    ['file/brain', 'write-failed'],
    ['.git', 'bad-argument'],
    ['.git/objects/brain', 'bad-argument'],
  ] as const) {
    await refused(initBrain({root: path.join(box.top, name)}, machineOf(box)), code)
  }
  expect(existsSync(path.join(box.top, '.git/brain.yaml'))).toBe(false)
})

test('the home folder is never made a brain of, nor a template made up', async () => {
  const box = new GitBox({git: false})
  await refused(initBrain({root: box.home}, machineOf(box)), 'bad-argument')
  await refused(initBrain({root: '/'}, machineOf(box)), 'bad-argument')
  const made = initBrain({root: box.top, template: '../templates/minimal'}, machineOf(box))
  await refused(made, 'bad-argument')
  expect(readdirSync(box.top)).toEqual([])
})
