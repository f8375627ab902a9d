/**
 * Answers Claude Code when a session starts: the brain's boot context, or one line that says why not.
 *
 * Whatever happens the answer is valid JSON or nothing, since a hook that fails stands in the way of
 * someone's work. A brain that came by clone says nothing into an agent until its owner trusts it;
 * until then, and on errors, the line holds no word that comes from the brain. Only a personal brain
 * that the owner's settings name speaks beside it.
 */

import fs from 'node:fs'
import type {Brain} from '../index.js'
import {BrainError} from '../index.js'
import {sessionStartOutput} from './claude-code.js'

export interface SessionStart {
  /** What the harness wrote on standard input; `undefined` where nothing came. */
  readonly input: string | undefined
  /** Where to look for the brain if the input does not say. Absolute. */
  readonly workingDirectory: string
  /** Opens the brain found from this folder. */
  readonly open: (from: string) => Promise<Brain>
}

/** Returns what to print; empty where there is no brain, or it has nothing to say. */
export async function answerSessionStart(start: SessionStart): Promise<string> {
  const {cwd, source} = readInput(start.input)
  // A resumed conversation still holds what it began with; a second copy would be paid for again.
  const resumed = source === 'resume'
  let brain: Brain | undefined
  try {
    brain = await start.open(cwd ?? start.workingDirectory)
    if (!(await brain.trusted())) {
      // The personal brain beside it is the owner's own, and comes from his own settings.
      const own = resumed ? '' : (await brain.boot({for: 'claude-code', only: 'personal'})).text
      return sessionStartOutput(own + UNTRUSTED)
    }
    const context = resumed ? RESUMED : (await brain.boot({for: 'claude-code'})).text
    return context === '' ? '' : sessionStartOutput(context)
  } catch (error) {
    if (error instanceof BrainError && error.code === 'not-a-brain') return ''
    return sessionStartOutput(failed(error))
  } finally {
    await brain?.close().catch(() => undefined)
  }
}

const UNTRUSTED =
  'mdbrain: there is a brain here that is not trusted yet, so nothing of it was loaded. ' +
  'Its owner can look at it with `brain boot` and then run `brain trust`.\n'

const RESUMED =
  'mdbrain: the memory loaded when this session began may have changed since; ' +
  '`brain boot` prints it as it stands now.\n'

function failed(error: unknown): string {
  const code = error instanceof BrainError ? error.code : 'fault'
  return `mdbrain: memory could not be loaded (${code}); \`brain check\` and \`brain boot\` say why.\n`
}

interface Input {
  readonly cwd?: string
  readonly source?: string
}

/** Reads the harness's JSON; what is garbage says nothing. */
function readInput(input: string | undefined): Input {
  try {
    const said: unknown = JSON.parse(input ?? '')
    if (typeof said !== 'object' || said === null) return {}
    const {cwd, source} = said as Record<string, unknown>
    return {
      ...(typeof cwd === 'string' && isFolder(cwd) ? {cwd} : {}),
      ...(typeof source === 'string' ? {source} : {}),
    }
  } catch {
    return {}
  }
}

function isFolder(cwd: string): boolean {
  return fs.statSync(cwd, {throwIfNoEntry: false})?.isDirectory() === true
}
