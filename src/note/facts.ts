/**
 * Reads the facts of MEMORY.md: each block with the validity its inline fields give it.
 *
 * OpenClaw's `observed` counts as `valid_from` and `created` where those are not written, and its
 * `status: superseded` closes a fact for good, since it names nothing that took over.
 */

import {EARLIEST} from '../ground/instant.js'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import type {Written} from '../validity/written.js'
import type {FoundBlock} from './blocks.js'
import {type Claimed, type Reading, readClaim, type Said} from './claim.js'
import type {Fact} from './note.js'

const nothingLost: ReadonlySet<string> = new Set()

/** Reads each of `blocks` as a fact, in the same order; messages go to `reading`. */
export function readFacts(blocks: readonly FoundBlock[], reading: Reading): Fact[] {
  reading.messages.push(...namesakes(blocks, reading.path))
  return blocks.map(({kind, text, span, trail, block, fields}) => {
    const said = sayingsOf(fields)
    const claimed = readClaim((key) => said.get(key), nothingLost, reading)
    const facts = {kind, text, span, trail, ...(block === undefined ? {} : {block})}
    return {...facts, ...claimed, written: closed(claimed, isSuperseded(fields))}
  })
}

/** Whoever names such a block means the first; the others have to be named by their number. */
function namesakes(blocks: readonly FoundBlock[], path: NotePath): Message[] {
  const lines = new Map<string, number>()
  return blocks.flatMap(({block, span}): Message[] => {
    if (block === undefined) return []
    const first = lines.get(block)
    if (first === undefined) {
      lines.set(block, span.fromLine)
      return []
    }
    return [
      {
        rule: 'duplicate-block',
        severity: 'warning',
        path,
        place: {line: span.fromLine, column: 1},
        reason: `has the same id, \`^${block}\`, as the fact on line ${first}, which is the one that is meant by it`,
        hint: 'give one of them another id',
      },
    ]
  })
}

/** A field of Dataview counts more than a comment; of two alike, other than links, the first. */
function sayingsOf(fields: FoundBlock['fields']): Map<string, Said[]> {
  const sayings = new Map<string, Said[]>()
  const ordered = [...fields].sort((a, b) => Number(a.isComment) - Number(b.isComment))
  const say = (key: string, said: Said) => {
    const earlier = sayings.get(key)
    if (earlier === undefined) sayings.set(key, [said])
    else if (key === 'supersedes' || key === 'superseded_by') earlier.push(said)
    else if (!earlier.some(({text}) => text === said.text) && !isFromComment(key, fields)) {
      earlier.push(said)
    }
  }
  for (const {key, value, valueStart} of ordered) {
    if (key !== 'observed') say(key, {text: value, offset: valueStart})
  }
  for (const {key, value, valueStart} of ordered) {
    if (key !== 'observed') continue
    for (const date of ['valid_from', 'created']) {
      if (!sayings.has(date)) say(date, {text: value, offset: valueStart})
    }
  }
  return sayings
}

function isFromComment(key: string, fields: FoundBlock['fields']): boolean {
  return fields.some((field) => field.key === key && field.isComment)
}

function isSuperseded(fields: FoundBlock['fields']): boolean {
  return fields.some(
    ({key, value, isComment}) =>
      isComment && key === 'status' && /^(?:superseded|expired|retired|obsolete)$/i.test(value),
  )
}

/** Closed where it began: it holds at no instant, and so never returns. */
function closed({written, supersededBy}: Claimed, isClosed: boolean): Written {
  if (!isClosed || supersededBy.length !== 0 || written.validUntil !== undefined) return written
  return {...written, validUntil: written.validFrom ?? EARLIEST}
}
