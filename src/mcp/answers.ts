/** What tools that write answer: what is true now, and what became of it. */

import {asData, type Brain, type Message, onOneLine, type Written} from '../index.js'
import {fitsIn} from './pages.js'
import {told} from './refusal.js'
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

/** Whether an answer is held to what one may have, as text and for a program. */
export function isHeld({text, data}: Answer): boolean {
  return fitsIn(text) && fitsIn(JSON.stringify(data))
}

/** Characters of a title: whole files are written on one line. */
export const LONGEST_TITLE = 200

/** Names and messages that are told of; there are hardly ever more. */
const MOST_TOLD = 10

/** The first of them, and how many more there are. */
function first(all: readonly string[]): string[] {
  const some = all.slice(0, MOST_TOLD)
  return some.length === all.length ? some : [...some, `and ${all.length - some.length} more`]
}

/** Says what was written: on disk, findable, and committed or why not. */
export function writtenAnswer({root}: Brain, written: Written): Answer {
  const {id, changed, committed} = written
  const detail = written.detail === undefined ? undefined : told(written.detail, {brain: root})
  const closed = first(written.closed)
  const messages = first(written.messages.map((message) => told(toldOf(message), {brain: root})))
  const lines = [
    `${changed ? 'Saved' : 'Nothing had to change'}: ${onOneLine(id)}`,
    ...(closed.length === 0 ? [] : [`No longer current: ${onOneLine(closed.join(', '))}`]),
    ...(committed === false
      ? changed
        ? [`Not committed: ${detail ?? 'Git was not asked'}`]
        : []
      : [`Committed: ${committed.slice(0, 12)}`, ...(detail === undefined ? [] : [detail])]),
  ]
  return {
    // Messages quote what stands in files.
    text: `${lines.join('\n')}\n${asData(messages.map((text) => ({label: 'Message', text})))}`,
    data: {
      id,
      changed,
      committed: committed !== false,
      ...(committed === false ? {} : {revision: committed.slice(0, 12)}),
      ...(detail === undefined ? {} : {detail}),
      ...(closed.length === 0 ? {} : {closed}),
      ...(messages.length === 0 ? {} : {messages}),
    },
  }
}

function toldOf({severity, path, place, reason, hint}: Message): string {
  const where = place === undefined ? path : `${path}:${place.line}`
  return `${severity} at ${where}: ${reason}${hint === undefined || hint === '' ? '' : ` (${hint})`}`
}
