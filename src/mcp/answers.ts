/** What tools that write answer: what is true now, and what became of it. */

import type {Message, Written} from '../index.js'
import type {Answer} from './tool.js'

/** Leaves out what is `undefined`, so that a request holds only what was said. */
export function said<Fields extends object>(
  fields: Fields,
): {[Name in keyof Fields]?: Exclude<Fields[Name], undefined>} {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as never
}

/** Keys of what `writtenAnswer` answers. */
export const WRITTEN = {id: 'string', changed: 'boolean', committed: 'boolean'} as const

/** Says what was written: on disk, findable, and committed or why not. */
export function writtenAnswer(written: Written): Answer {
  const {id, changed, committed, closed, detail, messages} = written
  const lines = [
    changed ? `Saved: ${id}` : `Nothing had to change: ${id}`,
    ...(closed.length === 0 ? [] : [`No longer current: ${closed.join(', ')}`]),
    ...(committed === false
      ? changed
        ? [`Not committed: ${detail ?? 'Git was not asked'}`]
        : []
      : [`Committed: ${committed.slice(0, 12)}`, ...(detail === undefined ? [] : [detail])]),
    ...messages.map(toldOf),
  ]
  return {
    text: `${lines.join('\n')}\n`,
    data: {
      id,
      changed,
      committed: committed !== false,
      ...(committed === false ? {} : {revision: committed.slice(0, 12)}),
      ...(detail === undefined ? {} : {detail}),
      ...(closed.length === 0 ? {} : {closed: [...closed]}),
      ...(messages.length === 0 ? {} : {messages: messages.map(toldOf)}),
    },
  }
}

function toldOf({severity, path, place, reason, hint}: Message): string {
  const where = place === undefined ? path : `${path}:${place.line}`
  return `${severity} at ${where}: ${reason}${hint === undefined || hint === '' ? '' : ` (${hint})`}`
}
