/** GitHub Copilot's command line: where its hooks are, how one is written there, what it says and what it reads. */

import path from 'node:path'
import {objectIn, present, textIn} from './fields.js'
import {commandFor, type HookHarness} from './harness.js'

/** It drops what a hook says to a prompt, so that there is none for a turn. */
const entries = (
  [
    ['sessionStart', 'begin'],
    ['agentStop', 'keep'],
    ['preCompact', 'keep'],
    ['sessionEnd', 'keep'],
  ] as const
).map(([event, does]) => {
  const command = commandFor('copilot', does)
  const limit = does === 'begin' ? {} : {timeoutSec: 10}
  const value = {type: 'command', bash: command, powershell: command, ...limit}
  return {event, does, command, value}
})

export const copilot: HookHarness = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  mark: '.github',
  settingsFile: (place) =>
    place.of === 'project'
      ? path.join(place.folder, '.github', 'hooks', 'mdbrain.json')
      : path.join(
          place.env.COPILOT_HOME || path.join(place.home, '.copilot'),
          'hooks',
          'mdbrain.json',
        ),
  offIn: (place) =>
    place.of === 'project'
      ? ['settings.json', 'settings.local.json'].map((name) =>
          path.join(place.folder, '.github', 'copilot', name),
        )
      : [],
  head: {version: 1},
  entries,
  andThen: '',
  read: (input) =>
    present({
      session: textIn(input, 'sessionId', 'session_id'),
      cwd: textIn(input, 'cwd'),
      source: textIn(input, 'source'),
      prompt: textIn(input, 'prompt'),
      transcript: textIn(input, 'transcriptPath', 'transcript_path'),
    }),
  write: (_, context) => `${JSON.stringify({additionalContext: context})}\n`,
  spoken: (line) => {
    const role = roles[String(line.type)]
    const data = objectIn(line.data)
    // What an agent of the agent says, and what was put in by a skill, nobody said here.
    const isAside = data?.parentToolCallId !== undefined || line.agentId !== undefined
    const isPutIn = data?.source !== undefined && data.source !== 'user'
    const text = textIn(data, 'content')
    if (role === undefined || text === undefined || isAside || isPutIn) return undefined
    return {role, text, ...present({id: textIn(line, 'id'), at: textIn(line, 'timestamp')})}
  },
}

const roles: Readonly<Record<string, 'user' | 'assistant'>> = {
  'user.message': 'user',
  'assistant.message': 'assistant',
}
