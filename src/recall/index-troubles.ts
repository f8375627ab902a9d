/** What there is to say of the index itself, apart from the notes. */

import type {Message} from '../ground/message.js'
import type {Lost} from './live-index.js'
import type {Model} from './model.js'

/** What is the matter with what was kept, as the end of a sentence. */
export const REASONS: Readonly<Record<Lost, string>> = {
  truncated: 'is cut short',
  foreign: 'is something else',
  older: 'is of another version or setting',
  broken: 'is not as it was written',
}

/**
 * Says that what was kept was of no use, that nothing can be kept, and that meaning counts for nothing; nothing
 * where all is well.
 */
export function indexTroubles(
  lost: Lost | undefined,
  kept: boolean,
  {trouble}: Pick<Model, 'trouble'>,
): Message[] {
  const messages: Message[] = trouble === undefined ? [] : [trouble]
  if (lost !== undefined) {
    messages.push({
      rule: 'lost-index',
      severity: 'info',
      path: '.brain',
      reason: `what was kept of the index ${REASONS[lost]}; it is made anew from the files`,
    })
  }
  if (!kept) {
    messages.push({
      rule: 'unwritable-cache',
      severity: 'warning',
      path: '.brain',
      reason: 'cannot be written: the index is made anew for each command',
      hint: 'make it a folder that you may write to',
    })
  }
  return messages
}
