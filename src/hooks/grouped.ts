/**
 * The form that Claude Code gave hooks and Codex took over: events by these names, hooks in groups, input and output
 * with the same keys.
 */

import {present, textIn} from './fields.js'
import {commandFor, type Fields, type HarnessName, type Heard, type HookEvent} from './harness.js'

const events = [
  ['SessionStart', 'begin'],
  ['UserPromptSubmit', 'turn'],
  ['Stop', 'keep'],
  ['PreCompact', 'keep'],
  ['SessionEnd', 'keep'],
] as const

export function groupedEntries(name: HarnessName) {
  return events.map(([event, does]) => ({event, does, ...grouped(commandFor(name, does), does)}))
}

/** What waits on a person waits not for long. */
function grouped(command: string, does: HookEvent) {
  const limit = does === 'begin' ? {} : {timeout: 10}
  return {command, value: {hooks: [{type: 'command', command, ...limit}]}}
}

export function heardIn(input: Fields): Heard {
  return present({
    session: textIn(input, 'session_id'),
    cwd: textIn(input, 'cwd'),
    source: textIn(input, 'source'),
    prompt: textIn(input, 'prompt'),
    transcript: textIn(input, 'transcript_path'),
  })
}

const eventNames = {begin: 'SessionStart', turn: 'UserPromptSubmit'} as const

/** Context for the model: one line of JSON, and nothing in it that they do not know. */
export function hookSpecific(event: 'begin' | 'turn', additionalContext: string): string {
  const hookSpecificOutput = {hookEventName: eventNames[event], additionalContext}
  return `${JSON.stringify({hookSpecificOutput})}\n`
}
