/**
 * What whoever writes next is told of an edit that was cut short: a program was killed, or the machine stopped.
 *
 * Nobody was answered then, so that nobody knows whether it took place.
 */

import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import type {Paid} from './debt.js'

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
