/**
 * OpenClaw: a hook there is a folder with two files, and code that its gateway runs in itself.
 *
 * So what is installed is as little as can be: a handler that runs the same command as everywhere else
 * and hands over what it prints. It brings its workspace's own files itself; what our hook adds is the
 * rest of the memory, as one more of them. It has no event at which a prompt could be answered.
 */

import path from 'node:path'
import {objectIn, present, textIn, textOf} from './fields.js'
import {commandFor, type HookHarness, type Place} from './harness.js'
import type {HookEntry} from './settings-edit.js'

export const openclaw: HookHarness = {
  name: 'openclaw',
  title: 'OpenClaw',
  mark: '.openclaw',
  settingsFile: folderIn,
  head: {},
  entries: [
    ...(['agent:bootstrap'] as const).map((event) => ({...entryOf(event), does: 'begin' as const})),
    ...(['command:new', 'command:reset', 'session:compact:before'] as const).map((event) => ({
      ...entryOf(event),
      does: 'keep' as const,
    })),
  ],
  andThen:
    'OpenClaw loads a hook after `openclaw hooks enable mdbrain` and a restart of its gateway',
  read: (input) =>
    present({
      session: textIn(input, 'session'),
      cwd: textIn(input, 'cwd'),
      transcript: textIn(input, 'transcript'),
    }),
  write: (_, context) => `${JSON.stringify({content: context})}\n`,
  spoken: (line) => {
    const message = objectIn(line.message)
    const role = message?.role
    if (line.type !== 'message' || (role !== 'user' && role !== 'assistant')) return undefined
    const text = textOf(message?.content, ['text'])
    if (text === undefined) return undefined
    return {role, text, ...present({id: textIn(line, 'id'), at: textIn(line, 'timestamp')})}
  },
}

function entryOf(event: string): HookEntry {
  return {event, command: commandFor('openclaw', 'begin'), value: {}}
}

function folderIn(place: Place): string {
  if (place.of === 'project') return path.join(place.folder, 'hooks', 'mdbrain')
  const state = place.env.OPENCLAW_STATE_DIR || path.join(place.home, '.openclaw')
  return path.join(state, 'hooks', 'mdbrain')
}

/** By what a file is known for one of ours. */
export const OURS = 'made by `brain hook install openclaw`'

/** The files of the hook, by their names. */
export function filesFor(events: readonly string[]): Readonly<Record<string, string>> {
  return {'HOOK.md': hookPage(events), 'handler.js': handler}
}

function hookPage(events: readonly string[]): string {
  const metadata = JSON.stringify({openclaw: {events, requires: {bins: ['brain']}}})
  return `---
name: mdbrain
description: "Puts a brain's memory before the agent, and keeps what was said"
metadata: ${metadata}
---

<!-- ${OURS}; \`brain hook uninstall openclaw\` takes it away -->

# mdbrain

When an agent's context is made, what the brain in its workspace knows is added to it: what the workspace's own files do
not say already. Before a session is left or compacted, what was said goes into the brain. A workspace that holds no
brain, or one that is not trusted (\`brain trust\`), is left alone.
`
}

const handler = `// ${OURS}; \`brain hook uninstall openclaw\` takes it away.
import {spawn} from 'node:child_process'

const PATIENCE = 5000

export default async function mdbrain(event) {
  try {
    const context = event.context ?? {}
    const entry = context.previousSessionEntry ?? context.sessionEntry ?? {}
    const said = {
      cwd: context.workspaceDir,
      session: entry.sessionId ?? context.sessionId ?? event.sessionKey,
      transcript: entry.sessionFile ?? context.sessionFile,
    }
    if (event.type !== 'agent' || event.action !== 'bootstrap') {
      await run(['hook', 'run', 'openclaw', 'keep'], said)
      return
    }
    const {content} = JSON.parse((await run(['hook', 'run', 'openclaw'], said)) || '{}')
    if (!content || !Array.isArray(context.bootstrapFiles)) return
    const file = {name: 'MEMORY.md', path: 'brain boot', content, missing: false}
    context.bootstrapFiles = [...context.bootstrapFiles, file]
  } catch {
    // An agent without its memory is better than none.
  }
}

function run(words, said) {
  return new Promise((resolve) => {
    const child = spawn('brain', words, {stdio: ['pipe', 'pipe', 'ignore'], cwd: said.cwd})
    let text = ''
    const end = () => {
      clearTimeout(timer)
      resolve(text)
    }
    const timer = setTimeout(() => {
      child.kill()
      text = ''
      end()
    }, PATIENCE)
    child.stdout.on('data', (piece) => {
      text += piece
    })
    child.on('error', end)
    child.on('close', end)
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(said))
  })
}
`
