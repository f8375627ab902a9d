/**
 * What is told of an edit that was cut short: a program was killed, or the machine stopped.
 *
 * Nobody was answered then, so that nobody knows whether it took place. Whoever writes next makes an end of it and is told;
 * whoever only looks is told that there is one.
 */

import {isDeepStrictEqual} from 'node:util'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import type {Paid} from './debt.js'
import {type Debt, type Journal, journalIn, lockBeside, readJournal} from './journal.js'
import {isHeld} from './lock.js'
import {operations} from './operations.js'

/** An edit that was cut short, and that nobody has made an end of yet. */
export interface CutShort {
  readonly paths: readonly NotePath[]
  /** What became of it, and what makes an end of it. */
  readonly detail: string
}

/** The one that waits in the brain at `root`, where one does. Changes nothing. */
export async function cutShortIn(root: string, lockDir: string): Promise<CutShort | undefined> {
  const name = journalIn(lockDir, root)
  const look = () => readJournal(name, operations).catch(() => undefined)
  const left = await look()
  if (left === undefined || (await isHeld(lockBeside(name)))) return undefined
  // Whoever was at work when it was read may have finished since.
  return isDeepStrictEqual(left, await look()) ? waiting(left) : undefined
}

function waiting(left: Journal | Debt): CutShort {
  if ('owed' in left) {
    const {files, subject} = left.owed
    const detail = `an edit (${subject}) was cut short when its files were in their places: the next command that writes, \`brain commit\` for one, commits it`
    return {paths: files.map(({path}) => path), detail}
  }
  const paths = left.lines.map(({target}) => target as NotePath)
  const detail = 'an edit was cut short half-way: the next command that writes takes it back'
  return {paths, detail}
}

/** Says that files are as they were before; `undefined`: nothing was cut short. */
export function takenBack(restored: readonly NotePath[] | undefined): readonly Message[] {
  if (restored === undefined) return []
  // Where nothing had moved yet, no file is another for it.
  const what = restored.length === 0 ? 'before it changed anything' : 'half-way, and was taken back'
  return [
    {
      rule: 'cut-short',
      severity: 'warning',
      path: restored[0] ?? '.',
      reason: `an earlier edit was cut short ${what}${named(restored)}`,
      hint: 'what it was to write is not there: write it again',
    },
  ]
}

/** Says that an edit stands whose commit was still to come. */
export function madeUpFor(paid: Paid | undefined): readonly Message[] {
  if (paid === undefined) return []
  const {paths, subject, committed} = paid
  const isKept = committed !== false
  const state = isKept ? `are committed (${committed.slice(0, 10)} has them)` : 'are not committed'
  return [
    {
      rule: 'cut-short',
      severity: isKept ? 'info' : 'warning',
      path: paths[0] ?? '.',
      reason: `an earlier edit (${subject}) was cut short when its files were in their places: they ${state}`,
      ...(isKept ? {} : {hint: 'see `git status`, and commit what is right'}),
    },
  ]
}

/** The first is where the message stands. */
function named([, ...others]: readonly NotePath[]): string {
  return others.length === 0 ? '' : `, with ${others.map((path) => `\`${path}\``).join(', ')}`
}
