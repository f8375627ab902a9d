/**
 * What Claude Code expects of a hook: where its settings are, how a hook is written there, what it
 * may print, and how much.
 */

import path from 'node:path'
import type {HookEntry} from './settings-edit.js'

/** The hook that carries memory into a session. */
export const claudeCodeEntry: HookEntry = {
  event: 'SessionStart',
  command: 'brain hook run claude-code',
}

/** Characters of a hook's value above which Claude Code puts it into a file and shows a preview. */
export const MOST_CHARACTERS = 10_000

/** The settings file of a project, or of a user where `folder` is the home folder. */
export function claudeCodeSettings(folder: string): string {
  return path.join(folder, '.claude', 'settings.json')
}

/**
 * What the hook prints: one line of JSON with `context` for the model, never longer than the limit.
 *
 * A boot context is within the limit already. Where something else is not, it is cut at the end of a
 * line and says so, rather than spilled by the harness in the middle of a sentence.
 */
export function sessionStartOutput(context: string): string {
  const output = {
    hookSpecificOutput: {
      hookEventName: claudeCodeEntry.event,
      additionalContext: withinLimit(context),
    },
  }
  return `${JSON.stringify(output)}\n`
}

const CUT_NOTICE = 'The rest was cut to fit this harness; `brain boot` prints all of it.\n'

function withinLimit(context: string): string {
  if (context.length <= MOST_CHARACTERS) return context
  const room = context.slice(0, MOST_CHARACTERS - CUT_NOTICE.length)
  const end = room.lastIndexOf('\n') + 1
  return (end === 0 ? '' : room.slice(0, end)) + CUT_NOTICE
}
