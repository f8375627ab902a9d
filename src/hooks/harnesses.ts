/** The harnesses that there are hooks for. */

import {claudeCode} from './claude-code.js'
import {codex} from './codex.js'
import {copilot} from './copilot.js'
import {cursor} from './cursor.js'
import type {HarnessName, HookHarness} from './harness.js'
import {openclaw} from './openclaw.js'

export const harnesses: readonly HookHarness[] = [claudeCode, codex, cursor, copilot, openclaw]

/** The harness of that name; `undefined` where there is none. */
export function harnessNamed(name: string | undefined): HookHarness | undefined {
  return harnesses.find((harness) => harness.name === (name as HarnessName))
}
