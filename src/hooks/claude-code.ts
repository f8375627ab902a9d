/** Claude Code: where its settings are, how a hook is written there, what it says and what it reads. */

import path from 'node:path'
import {objectIn, present, textIn, textOf} from './fields.js'
import {groupedEntries, heardIn, hookSpecific} from './grouped.js'
import type {HookHarness, Place} from './harness.js'

export const claudeCode: HookHarness = {
  name: 'claude-code',
  title: 'Claude Code',
  mark: '.claude',
  settingsFile: (place) =>
    place.of === 'project'
      ? path.join(place.folder, '.claude', 'settings.json')
      : settingsOf(place),
  offIn: (place) =>
    place.of === 'project'
      ? [path.join(place.folder, '.claude', 'settings.local.json'), settingsOf(place)]
      : [],
  head: {},
  entries: groupedEntries('claude-code'),
  andThen: '',
  projectVariable: 'CLAUDE_PROJECT_DIR',
  read: (input) => {
    // Cursor runs these hooks too, and so does Copilot, whose input has a time and no transcript. They have hooks
    // of their own: what both said would be said twice.
    const isCursor = input.cursor_version !== undefined || input.conversation_id !== undefined
    const isCopilot = input.timestamp !== undefined && input.transcript_path === undefined
    if (isCursor || isCopilot) return undefined
    return heardIn(input)
  },
  write: hookSpecific,
  spoken: (line) => {
    const message = objectIn(line.message)
    const role = message?.role
    if ((role !== 'user' && role !== 'assistant') || line.type !== role) return undefined
    if (asides.some((aside) => line[aside] === true)) return undefined
    const text = textOf(message?.content, ['text'])
    if (text === undefined) return undefined
    return {role, text, ...present({id: textIn(line, 'uuid'), at: textIn(line, 'timestamp')})}
  },
}

/** A user's own. */
function settingsOf({env, home}: Place): string {
  return path.join(env.CLAUDE_CONFIG_DIR || path.join(home, '.claude'), 'settings.json')
}

/** Lines that look like something said, and were said by nobody, or to another. */
const asides = [
  'isMeta',
  'isSidechain',
  'isCompactSummary',
  'isVisibleInTranscriptOnly',
  'isApiErrorMessage',
]
