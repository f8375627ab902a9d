/** Cursor: where its hooks are, how one is written there, what it says and what it reads. */

import path from 'node:path'
import {objectIn, present, textIn, textOf} from './fields.js'
import {commandFor, type HookHarness} from './harness.js'

const entries = (
  [
    ['sessionStart', 'begin'],
    ['beforeSubmitPrompt', 'turn'],
    ['stop', 'keep'],
    ['preCompact', 'keep'],
    ['sessionEnd', 'keep'],
  ] as const
).map(([event, does]) => {
  const command = commandFor('cursor', does)
  return {event, does, command, value: {command, ...(does === 'begin' ? {} : {timeout: 10})}}
})

export const cursor: HookHarness = {
  name: 'cursor',
  title: 'Cursor',
  mark: '.cursor',
  settingsFile: (place) =>
    path.join(place.of === 'project' ? place.folder : place.home, '.cursor', 'hooks.json'),
  head: {version: 1},
  entries,
  andThen: '',
  read: (input) => {
    const roots = Array.isArray(input.workspace_roots) ? input.workspace_roots : []
    return present({
      session: textIn(input, 'conversation_id', 'session_id'),
      cwd: textIn(input, 'cwd') ?? textIn({root: roots[0]}, 'root'),
      prompt: textIn(input, 'prompt'),
      transcript: textIn(input, 'transcript_path'),
    })
  },
  write: (event, context) => {
    const added = {additional_context: context}
    const output = event === 'turn' ? {continue: true, ...added} : added
    return `${JSON.stringify(output)}\n`
  },
  spoken: (line) => {
    const {role} = line
    if (role !== 'user' && role !== 'assistant') return undefined
    const text = textOf(objectIn(line.message)?.content, ['text'])
    if (text === undefined) return undefined
    return {role, text: role === 'user' ? typed(text) : text.replace(/\s*\[REDACTED\]\s*$/, '')}
  },
}

/** What a person typed, without what Cursor put around it. */
function typed(text: string): string {
  const asked = [...text.matchAll(/<user_query>\n?([\s\S]*?)\n?<\/user_query>/g)]
  return asked.length === 0 ? text : asked.map(([, query]) => query).join('\n\n')
}
