/** What each harness says of a session, as its makers write it down, and what is understood of it. */

import os from 'node:os'
import {describe, expect, test} from 'vitest'
import type {HarnessName} from '../../src/hooks/harness.js'
import {harnesses, harnessNamed} from '../../src/hooks/harnesses.js'
import {hear} from '../../src/hooks/hear.js'

const cwd = os.tmpdir()
const understood = {session: 's1', cwd, prompt: 'who?', transcript: '/t.jsonl'}

const inputs: Readonly<Record<HarnessName, object>> = {
  'claude-code': {
    session_id: 's1',
    transcript_path: '/t.jsonl',
    cwd,
    permission_mode: 'default',
    hook_event_name: 'UserPromptSubmit',
    prompt: 'who?',
  },
  codex: {
    session_id: 's1',
    turn_id: 't1',
    transcript_path: '/t.jsonl',
    cwd,
    hook_event_name: 'UserPromptSubmit',
    model: 'm',
    permission_mode: 'default',
    prompt: 'who?',
  },
  cursor: {
    conversation_id: 's1',
    generation_id: 'g1',
    hook_event_name: 'beforeSubmitPrompt',
    workspace_roots: [cwd, '/other'],
    transcript_path: '/t.jsonl',
    prompt: 'who?',
    attachments: [],
  },
  copilot: {sessionId: 's1', timestamp: 1, cwd, prompt: 'who?', transcriptPath: '/t.jsonl'},
  openclaw: {session: 's1', cwd, transcript: '/t.jsonl', prompt: 'who?'},
}

const heard = (name: HarnessName, input: unknown, env = {}) =>
  hear(harnessNamed(name)!, typeof input === 'string' ? input : JSON.stringify(input), env)

describe.each(harnesses.map(({name}) => name))('%s', (name) => {
  test('is understood', () => {
    const {prompt, ...rest} = understood
    // OpenClaw has no hook for a prompt.
    expect(heard(name, inputs[name])).toEqual(name === 'openclaw' ? rest : understood)
  })

  test.each(['', 'garbage', '[]', 'null', '3', '"text"', '{"cwd": 7}', '{"session_id": []}'])(
    'that says %j is heard all the same',
    (input) => {
      expect(heard(name, input)).toEqual({})
    },
  )

  test('says a folder, or none', () => {
    for (const folder of ['/not/there', 'a\u0000b', '', 'x'.repeat(5000)]) {
      const input = {cwd: folder, workspace_roots: [folder]}
      expect(heard(name, input)).toEqual({})
    }
  })
})

test('Claude Code names the folder that a session was begun in, wherever it is now', () => {
  const env = {CLAUDE_PROJECT_DIR: os.homedir()}
  expect(heard('claude-code', {cwd}, env)).toEqual({cwd: os.homedir()})
  expect(heard('claude-code', {cwd}, {CLAUDE_PROJECT_DIR: '/not/there'})).toEqual({cwd})
  expect(heard('codex', {cwd}, env)).toEqual({cwd})
})

describe("another that runs Claude Code's hooks is not answered: it has its own", () => {
  test('Cursor', () => {
    expect(heard('claude-code', {...inputs.cursor, session_id: 's1'})).toBeUndefined()
    expect(heard('claude-code', {cursor_version: '3.2', cwd})).toBeUndefined()
  })
  test('Copilot', () => {
    const timestamp = '2026-11-29T09:00:00Z'
    const input = {hook_event_name: 'SessionStart', session_id: 's1', timestamp, cwd}
    expect(heard('claude-code', input)).toBeUndefined()
  })
})

test('how a session begins is heard', () => {
  for (const name of ['claude-code', 'codex', 'copilot'] as const) {
    expect(heard(name, {source: 'resume', transcript_path: null})).toEqual({source: 'resume'})
  }
})
