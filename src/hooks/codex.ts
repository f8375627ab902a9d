/** Codex: where its hooks are, how one is written there, what it says and what it reads. */

import fs from 'node:fs'
import path from 'node:path'
import {objectIn, present, textIn, textOf} from './fields.js'
import {groupedEntries, heardIn, hookSpecific} from './grouped.js'
import type {Fields, HookHarness, Place, Spoken} from './harness.js'

export const codex: HookHarness = {
  name: 'codex',
  title: 'Codex',
  mark: '.codex',
  settingsFile: (place) => path.join(folderIn(place), 'hooks.json'),
  head: {},
  entries: groupedEntries('codex'),
  andThen: 'Codex runs no hook that you have not looked at: open `/hooks` in it and trust these',
  offBy: (place) =>
    [place, {...place, of: 'user'} as const]
      .map((each) => path.join(folderIn(each), 'config.toml'))
      .find(switchesOff),
  read: heardIn,
  write: hookSpecific,
  spoken: (line) => {
    const payload = objectIn(line.payload)
    if (payload === undefined) return undefined
    const at = present({at: textIn(line, 'timestamp')})
    if (line.type === 'event_msg') return told(payload, at)
    if (line.type === 'response_item') return recorded(payload, at)
    return undefined
  },
}

/** What was typed, and what was answered: without what Codex itself put before the model. */
function told(payload: Fields, at: Pick<Spoken, 'at'>): Spoken | undefined {
  const role = payload.type === 'user_message' ? 'user' : 'assistant'
  if (role === 'assistant' && payload.type !== 'agent_message') return undefined
  if (payload.kind !== undefined && payload.kind !== 'plain') return undefined
  const text = textIn(payload, 'message')
  return text === undefined ? undefined : {role, text, ...at}
}

/** What the model was given: the same once more, with what nobody typed among it. */
function recorded(payload: Fields, at: Pick<Spoken, 'at'>): Spoken | undefined {
  const {role} = payload
  if (payload.type !== 'message' || (role !== 'user' && role !== 'assistant')) return undefined
  const text = textOf(payload.content, ['input_text', 'output_text', 'text'])
  if (text === undefined || /^\s*(?:<[a-z_]+>|# AGENTS\.md instructions)/.test(text))
    return undefined
  return {role, text, isSecondBest: true, ...at}
}

function folderIn(place: Place): string {
  if (place.of === 'project') return path.join(place.folder, '.codex')
  return place.env.CODEX_HOME || path.join(place.home, '.codex')
}

/** Whether `[features]` of the file says `hooks = false`. */
function switchesOff(file: string): boolean {
  try {
    const features = /^\[features\]\s*$([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(
      fs.readFileSync(file, 'utf8'),
    )?.[1]
    return /^\s*(?:codex_)?hooks\s*=\s*false\b/m.test(features ?? '')
  } catch {
    return false
  }
}
