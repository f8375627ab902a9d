/** What was said goes into the session's file: once, however often it is handed in, and nothing else. */

import {execFileSync} from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {afterEach, beforeEach, describe, expect, test} from 'vitest'
import {answerBegin} from '../../src/hooks/begin.js'
import type {HarnessName} from '../../src/hooks/harness.js'
import {harnesses, harnessNamed} from '../../src/hooks/harnesses.js'
import {keepSession} from '../../src/hooks/keep.js'
import {lastFailure, rememberedOf} from '../../src/hooks/remembered.js'
import {answerTurn} from '../../src/hooks/turn.js'
import {meetBrain} from '../../src/index.js'
import {contextIn} from './output.js'

let home: string
let root: string
let file: string
let env: Record<string, string>

beforeEach(async () => {
  home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'keep-')))
  root = path.join(home, 'brain')
  file = path.join(home, 't.jsonl')
  env = {...identity, HOME: home, PATH: process.env.PATH ?? '', XDG_STATE_HOME: home}
  fs.mkdirSync(root)
  put({
    'SOUL.md': '# Soul\n\nI am careful.\n',
    'MEMORY.md': '- The sea is near Lisbon.\n- Deploys go out on Tuesdays, and Mara does them.\n',
  })
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'a brain')
  const brain = await open()
  await brain.trust(true)
  await brain.close()
})
afterEach(() => fs.rmSync(home, {recursive: true, force: true}))

const identity = {
  ...{GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com'},
  ...{GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com'},
}

const meet = () => meetBrain({env, root, watcher: false})
const open = async () => (await meet()).open()
const git = (...args: string[]) => execFileSync('git', args, {cwd: root, env, encoding: 'utf8'})
const commits = () => Number(git('rev-list', '--count', 'HEAD'))
const session = () => fs.readFileSync(path.join(root, 'sessions/s1.md'), 'utf8')
const spoken = () => session().match(/^\*\*(?:user|assistant):\*\* .*$/gm) ?? []

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(root, name), text)
}

const keep = (name: HarnessName = 'claude-code', more = {}) =>
  keepSession(
    harnessNamed(name)!,
    {session: 's1', transcript: file, ...more},
    meet,
    rememberedOf(env, name, 's1'),
  )

let lines = 0
function say(role: 'user' | 'assistant', text: string): void {
  const message = {role, content: [{type: 'text', text}]}
  fs.appendFileSync(file, `${JSON.stringify({type: role, uuid: `m${lines++}`, message})}\n`)
}

test('what was said is kept and committed, once, however often it is asked for', async () => {
  say('user', 'When do we ship?')
  say('assistant', 'On Tuesday.')
  for (let time = 0; time < 3; time++) await keep()
  await Promise.all([keep(), keep()])
  expect(spoken()).toEqual(['**user:** When do we ship?', '**assistant:** On Tuesday.'])
  expect(session()).toMatch(/^agent: claude-code$/m)
  expect(commits()).toBe(2)
  say('user', 'And then?')
  await keep('claude-code', {transcript: undefined})
  expect(spoken()).toHaveLength(3)
  expect(git('status', '--porcelain')).toBe('')
})

test('what is remembered may be lost: nothing is kept twice', async () => {
  say('user', 'When do we ship?')
  await keep()
  fs.rmSync(path.join(home, 'mdbrain/sessions'), {recursive: true})
  say('assistant', 'On Tuesday.')
  await keep()
  expect(spoken()).toHaveLength(2)
})

test('what could not be kept is said, until it is', async () => {
  say('user', 'When do we ship?')
  const said = rememberedOf(env, 'claude-code', 's1')
  const fails = async () => ({...(await meet()), open: async () => Promise.reject(new Error('x'))})
  await keepSession(harnesses[0]!, {session: 's1', transcript: file}, fails, said)
  expect(lastFailure(env)).toEqual({at: expect.stringMatching(/^20/), code: 'fault'})
  await keep()
  expect(lastFailure(env)).toBeUndefined()
  expect(spoken()).toHaveLength(1)
})

test('a transcript that was written anew repeats nothing and loses nothing', async () => {
  say('user', 'When do we ship?')
  say('assistant', 'On Tuesday.')
  await keep()
  fs.writeFileSync(file, '')
  say('user', 'This is new.')
  await keep()
  expect(spoken()).toHaveLength(3)
})

describe('nothing is kept, and nothing fails', () => {
  test.each([
    ['without a session', {session: undefined}],
    ['of a transcript that is gone', {transcript: '/not/there.jsonl'}],
    ['of a folder', {transcript: '/'}],
  ])('%s', async (_, more) => {
    say('user', 'Hello')
    await keep('claude-code', more)
    expect(fs.existsSync(path.join(root, 'sessions'))).toBe(false)
  })

  test('where the brain says so', async () => {
    put({'brain.yaml': 'sessions:\n  keep: off\n'})
    say('user', 'Hello')
    await keep()
    expect(fs.existsSync(path.join(root, 'sessions'))).toBe(false)
  })

  test('fault 60: in a brain that is not trusted, whose owner said nothing', async () => {
    const brain = await open()
    await brain.trust(false)
    await brain.close()
    const before = git('status', '--porcelain', '--ignored')
    say('user', 'Hello')
    await keep()
    expect(git('status', '--porcelain', '--ignored')).toBe(before)
    expect(fs.existsSync(path.join(home, 'mdbrain/sessions'))).toBe(false)
  })
})

/** Every way in which a harness writes down what a hook told it. */
function asWritten(context: string): object[] {
  const reminder = `<system-reminder>\nSessionStart hook additional context: ${context}\n</system-reminder>\n`
  const user = (content: unknown, more = {}) => ({
    ...{type: 'user', uuid: `m${lines++}`, message: {role: 'user', content}, ...more},
  })
  return [
    {type: 'attachment', attachment: {type: 'hook_additional_context', content: [context]}},
    user(reminder),
    user([{type: 'text', text: reminder}]),
    user(context, {isMeta: true}),
    user(`<session-start-hook>${context}</session-start-hook>`),
  ]
}

test('fault 59: fifty sessions that begin, are answered and are kept add nothing of what hooks said', async () => {
  const claude = harnesses[0]!
  const remembered = rememberedOf(env, claude.name, 's1')
  const begin = async () => {
    const printed = await answerBegin(claude, {source: 'compact'}, meet, remembered)
    return contextIn(claude.name, 'begin', printed)!
  }
  // However busy the machine is.
  const around = {meet, remembered, index: async () => undefined, patience: 60_000}
  const ask = async (prompt: string) => {
    const printed = await answerTurn(claude, {session: 's1', prompt}, around)
    return contextIn(claude.name, 'turn', printed) ?? ''
  }
  const first = await begin()
  expect(first).toContain('Lisbon')
  say('user', 'When do deploys go out, and who does them?')
  await keep()
  const kept = session()
  for (let loop = 0; loop < 50; loop++) {
    const context = await begin()
    expect(context).toBe(first)
    const known = await ask('When do deploys go out, and who does them?')
    expect(known).toContain('Mara')
    for (const line of [...asWritten(context), ...asWritten(known)]) {
      fs.appendFileSync(file, `${JSON.stringify(line)}\n`)
    }
    // The part of it that is framed is known by its frame alone, whoever seems to say it.
    say('user', context.slice(context.indexOf('<memory>'), context.indexOf('</memory>') + 10))
    await keep()
  }
  expect(session()).toBe(kept)
  expect(commits()).toBe(2)
}, 120_000)
