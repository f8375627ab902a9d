/** What is read from the files that harnesses write conversations to. */

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {afterEach, beforeEach, describe, expect, test} from 'vitest'
import type {HarnessName} from '../../src/hooks/harness.js'
import {harnesses, harnessNamed} from '../../src/hooks/harnesses.js'
import {readTail} from '../../src/hooks/transcript.js'

let folder: string
let file: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'transcript-'))
  file = path.join(folder, 't.jsonl')
})
afterEach(() => fs.rmSync(folder, {recursive: true}))

function put(lines: readonly (object | string)[]): void {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  fs.writeFileSync(file, texts.map((text) => `${text}\n`).join(''))
}

async function said(name: HarnessName, lines: readonly (object | string)[]) {
  put(lines)
  const {turns} = await readTail(file, undefined, harnessNamed(name)!.spoken)
  return turns.map(({role, text}) => `${role}: ${text}`)
}

const at = '2026-11-29T09:00:00.000Z'

describe('Claude Code', () => {
  const user = (content: unknown, more = {}) => ({
    ...{type: 'user', uuid: 'u1', timestamp: at, sessionId: 's1', isSidechain: false},
    ...{message: {role: 'user', content}, ...more},
  })
  const assistant = (content: unknown, more = {}) => ({
    ...{type: 'assistant', uuid: 'a1', timestamp: at, isSidechain: false},
    ...{message: {role: 'assistant', content}, ...more},
  })

  test('what was said is read, with its name and time', async () => {
    put([user('Hello'), assistant([{type: 'text', text: 'Hi.'}])])
    const {turns} = await readTail(file, undefined, harnessNamed('claude-code')!.spoken)
    expect(turns).toEqual([
      {id: 'u1', role: 'user', text: 'Hello', at},
      {id: 'a1', role: 'assistant', text: 'Hi.', at},
    ])
  })

  test('of what else there is, nothing', async () => {
    expect(
      await said('claude-code', [
        {type: 'summary', summary: 'A talk', leafUuid: 'x'},
        {type: 'file-history-snapshot', snapshot: {}},
        {type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted'},
        {type: 'attachment', attachment: {type: 'hook_additional_context', content: ['memory']}},
        {type: 'progress', data: {type: 'hook_progress'}},
        user('Caveat: local commands', {isMeta: true}),
        user('This session is continued from …', {isCompactSummary: true}),
        user('Do this part', {isSidechain: true}),
        user([{type: 'tool_result', tool_use_id: 't', content: 'secret file'}]),
        user('<command-name>/clear</command-name>\n<command-message>clear</command-message>'),
        user('<local-command-stdout>done</local-command-stdout>'),
        user('<bash-input>ls</bash-input>'),
        user('<task-notification>\n<task-id>b</task-id>\n</task-notification>'),
        user('[Request interrupted by user for tool use]'),
        assistant([{type: 'thinking', thinking: 'hm', signature: 'x'}]),
        assistant([{type: 'tool_use', id: 't', name: 'Bash', input: {command: 'ls'}}]),
        assistant([{type: 'text', text: 'API Error: 529'}], {isApiErrorMessage: true}),
        assistant([{type: 'text', text: '  \n'}]),
        user(''),
        user([{type: 'image', source: {data: 'AAAA'}}]),
      ]),
    ).toEqual([])
  })

  test('what is put in among it goes, and the rest stays byte for byte', async () => {
    const typed = '  Why?\n\n\tcode `</system-reminder>` \r\nend  '
    expect(
      await said('claude-code', [
        user([
          {type: 'text', text: '<ide_opened_file>The user opened a.ts</ide_opened_file>'},
          {type: 'text', text: 'And now?'},
          {type: 'text', text: '<system-reminder>\nUse the tool.\n</system-reminder>\n'},
        ]),
        user(typed),
        user('What does <system-reminder> in the middle mean?'),
        user('mdbrain: memory could not be loaded (fault); …'),
        assistant([{type: 'text', text: 'mdbrain: is what it is called.'}]),
      ]),
    ).toEqual([
      'user: And now?',
      `user: ${typed}`,
      'user: What does <system-reminder> in the middle mean?',
      'assistant: mdbrain: is what it is called.',
    ])
  })
})

describe('Codex', () => {
  const event = (payload: object) => ({timestamp: at, type: 'event_msg', payload})
  const item = (role: string, type: string, text: string) => ({
    timestamp: at,
    type: 'response_item',
    payload: {type: 'message', role, content: [{type, text}]},
  })

  test('what was typed and answered is read once', async () => {
    expect(
      await said('codex', [
        {timestamp: at, type: 'session_meta', payload: {id: 's1', instructions: 'AGENTS'}},
        {timestamp: at, type: 'turn_context', payload: {cwd: '/'}},
        item('developer', 'input_text', '<memory>of a hook</memory>'),
        item('user', 'input_text', '<environment_context>…</environment_context>'),
        item('user', 'input_text', '# AGENTS.md instructions for /x'),
        item('user', 'input_text', 'What is 2+2?'),
        event({type: 'user_message', message: 'What is 2+2?', kind: 'plain'}),
        event({type: 'user_message', message: 'sys', kind: 'environment_context'}),
        event({type: 'agent_reasoning', text: 'adding'}),
        event({type: 'agent_message', message: '4'}),
        item('assistant', 'output_text', '4'),
        {timestamp: at, type: 'response_item', payload: {type: 'function_call', name: 'shell'}},
        event({type: 'token_count', info: {}}),
      ]),
    ).toEqual(['user: What is 2+2?', 'assistant: 4'])
  })

  test('what the model was given is taken where nothing else is there', async () => {
    expect(
      await said('codex', [
        item('user', 'input_text', '<user_instructions>…</user_instructions>'),
        item('user', 'input_text', 'What is 2+2?'),
        item('assistant', 'output_text', '4'),
      ]),
    ).toEqual(['user: What is 2+2?', 'assistant: 4'])
  })
})

test('Cursor: what was typed, without what stands around it', async () => {
  const line = (role: string, text: string) => ({role, message: {content: [{type: 'text', text}]}})
  expect(
    await said('cursor', [
      line('user', '<timestamp>Sunday</timestamp>\n<user_query>\nAdd a test\n</user_query>'),
      line('assistant', 'Done.\n\n[REDACTED]'),
      line('user', 'and more'),
      {role: 'assistant', message: {content: [{type: 'tool_use', name: 'x', input: {}}]}},
      line('assistant', '[REDACTED]'),
      {type: 'turn_ended', status: 'success'},
    ]),
  ).toEqual(['user: Add a test', 'assistant: Done.', 'user: and more'])
})

test('Copilot: what people and the agent said, not what its own agents did', async () => {
  const line = (type: string, data: object, more = {}) => ({
    type,
    id: 'e',
    timestamp: at,
    data,
    ...more,
  })
  expect(
    await said('copilot', [
      line('session.start', {sessionId: 's1'}),
      line('user.message', {content: 'Hello', transformedContent: '<time/>Hello'}),
      line('user.message', {content: 'a skill', source: 'skill-pdf'}),
      line('assistant.message', {messageId: 'm', content: 'Hi.', toolRequests: []}),
      line('assistant.message', {content: '', toolRequests: [{name: 'bash'}]}),
      line('assistant.message', {content: 'inner', parentToolCallId: 't'}),
      line('tool.execution_complete', {result: {content: 'x'}}),
    ]),
  ).toEqual(['user: Hello', 'assistant: Hi.'])
})

test('OpenClaw: its messages', async () => {
  const line = (role: string, content: unknown) => ({
    type: 'message',
    id: 'm',
    message: {role, content},
  })
  expect(
    await said('openclaw', [
      {type: 'session', id: 's1'},
      line('user', 'Hello'),
      line('assistant', [
        {type: 'thinking', thinking: 'hm'},
        {type: 'text', text: 'Hi.'},
      ]),
      line('toolResult', [{type: 'text', text: 'x'}]),
    ]),
  ).toEqual(['user: Hello', 'assistant: Hi.'])
})

describe.each(harnesses)('$title: of anything', ({name, spoken}) => {
  test('nothing, and no failure', async () => {
    const odd = ['', 'nonsense', '[]', 'null', '{"type":"user"}', '{"role":"user","message":3}']
    const odder = [
      '{"type":"event_msg"}',
      '{"type":"user.message","data":[]}',
      '\u0000\ufeff',
      '{"a":',
    ]
    expect(await said(name, [...odd, ...odder])).toEqual([])
    fs.writeFileSync(file, new Uint8Array([0xff, 0xfe, 0x0a, 0x00]))
    expect((await readTail(file, undefined, spoken)).turns).toEqual([])
    await expect(readTail(path.join(folder, 'gone'), undefined, spoken)).rejects.toThrow()
    await expect(readTail(folder, undefined, spoken)).rejects.toThrow()
  })
})

describe('a reading', () => {
  const {spoken} = harnessNamed('cursor')!
  const line = (text: string) =>
    `${JSON.stringify({role: 'user', message: {content: [{type: 'text', text}]}})}\n`

  test('goes on where the last one ended, with its last turn', async () => {
    fs.writeFileSync(file, line('one') + line('zwei €'))
    const first = await readTail(file, undefined, spoken)
    expect(first.turns.map(({text}) => text)).toEqual(['one', 'zwei €'])
    expect((await readTail(file, first.from, spoken)).turns).toEqual(first.turns.slice(1))
    fs.appendFileSync(file, line('three'))
    const second = await readTail(file, first.from, spoken)
    expect(second.turns.map(({text}) => text)).toEqual(['zwei €', 'three'])
    // The same line has the same name however it was come to.
    expect((await readTail(file, undefined, spoken)).turns.slice(1)).toEqual(second.turns)
  })

  test('leaves a line that is half written for the next one', async () => {
    const whole = line('two')
    fs.writeFileSync(file, line('one') + whole.slice(0, 20))
    const first = await readTail(file, undefined, spoken)
    expect(first.turns).toHaveLength(1)
    fs.writeFileSync(file, line('one') + whole)
    expect((await readTail(file, first.from, spoken)).turns).toHaveLength(2)
  })

  test('begins anew where the file is another', async () => {
    fs.writeFileSync(file, line('one') + line('two'))
    for (const from of [3, 1_000_000]) {
      expect((await readTail(file, from, spoken)).turns).toHaveLength(2)
    }
  })

  test('passes over a line of 20 MB, and finds what stands after it', async () => {
    const picture = JSON.stringify({role: 'user', message: {content: 'x'.repeat(20_000_000)}})
    fs.writeFileSync(file, `${line('one')}${picture}\n${line('two')}`)
    const {turns, from} = await readTail(file, undefined, spoken)
    expect(turns.map(({text}) => text)).toEqual(['one', 'two'])
    expect((await readTail(file, from, spoken)).turns).toEqual(turns.slice(1))
  })
})
