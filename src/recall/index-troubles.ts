/** What there is to say of the index itself, apart from the notes. */

import type {Message} from '../ground/message.js'
import type {IndexStore} from '../store/index-store.js'
import type {Lost} from './live-index.js'
import type {Model} from './model.js'

/** What is the matter with what was kept, as the end of a sentence. */
export const REASONS: Readonly<Record<Lost, string>> = {
  truncated: 'is cut short',
  foreign: 'is something else',
  older: 'is of another version or setting',
  broken: 'is not as it was written',
}

/** More are not counted. */
const MANY = 10_000

/**
 * Says that what was kept was of no use, that nothing can be kept, and what meaning does not count for; and what is wrong with
 * the settings that chose the model; nothing where all is well.
 */
export function indexTroubles(
  lost: Lost | undefined,
  kept: boolean,
  {messages: ofSettings, trouble, isSlow}: Pick<Model, 'messages' | 'trouble' | 'isSlow'>,
  store: Pick<IndexStore, 'withoutVector'>,
): Message[] {
  const messages = [...ofSettings]
  if (trouble !== undefined) messages.push(trouble)
  else if (isSlow) messages.push(...pending(store.withoutVector(MANY).length))
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

/** That a slow model has not been asked about all passages yet. */
function pending(count: number): Message[] {
  if (count === 0) return []
  const many = count === MANY ? `${MANY} passages or more are` : `${count} passages are`
  return [
    {
      rule: 'words-only',
      severity: 'info',
      path: '.brain',
      reason: `${count === 1 ? '1 passage is' : many} found by words alone yet: the model has still to read them`,
      hint: '`brain index` waits until it has',
    },
  ]
}
