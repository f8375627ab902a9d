/** Asks before something that cannot be taken back, or that touches what is not the brain's. */

import {BrainError} from '../index.js'
import type {Io} from './io.js'

/**
 * Whether to go on: yes with `--yes`, else the answer on a terminal.
 *
 * @throws {BrainError} `consent-needed` where nobody can be asked.
 */
export async function consents(io: Io, yes: boolean, what: string, question: string) {
  if (yes) return true
  if (!io.interactive) {
    throw new BrainError('consent-needed', {
      message: `${what}, and nobody is here to be asked`,
      hint: 'nothing was changed; run it again with `--yes`',
    })
  }
  return io.confirm(question)
}
