/** Sentences that several commands say about what they wrote or found. */

import {formatMessage, type Message, type Written} from '../index.js'
import {harmless, oneLine} from './columns.js'
import type {Io} from './io.js'

/** Prints a value as JSON. */
export function printJson(io: Io, value: unknown): void {
  io.out(`${JSON.stringify(value, null, 2)}\n`)
}

/** Prints what a writing verb did: what, where, what it closed, and whether Git has it. */
export function printWritten(io: Io, verb: string, written: Written, where = 'on disk'): void {
  const what = written.changed ? verb : 'unchanged'
  io.out(`${io.style('bold', what)} ${oneLine(written.id)}\n`)
  for (const closed of written.closed) io.out(`  closed ${oneLine(closed)}\n`)
  if (written.changed) io.out(`  ${committedLine(written, where)}\n`)
  printMessages(io, written.messages)
}

/** `committed 1a2b3c4`, or where it is instead and why Git does not have it. */
export function committedLine(
  {committed, why, detail}: Pick<Written, 'committed' | 'why' | 'detail'>,
  where = 'on disk',
) {
  if (committed !== false) {
    const note = detail === undefined ? '' : `: ${oneLine(detail)}`
    return `committed ${committed.slice(0, 10)}${note}`
  }
  return `${where}, not committed: ${oneLine(detail ?? why ?? 'no reason given')}`
}

/** Prints messages as compilers do. */
export function printMessages(io: Io, messages: readonly Message[]): void {
  for (const message of messages) io.err(`${coloured(io, message)}\n`)
}

/** `1 note`, `2 notes`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** `812 bytes`, `14 KB`, `9.1 MB`: powers of ten, as disks are sold. */
export function sized(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  const [unit, size] =
    bytes < 999_500 ? (['KB', bytes / 1000] as const) : (['MB', bytes / 1e6] as const)
  return `${size < 10 ? size.toFixed(1).replace('.0', '') : Math.round(size)} ${unit}`
}

function coloured(io: Io, message: Message): string {
  const {severity} = message
  const colour = severity === 'error' ? 'red' : severity === 'warning' ? 'yellow' : 'dim'
  const text = harmless(formatMessage(message))
  return text.replace(`: ${severity}: `, `: ${io.style(colour, severity, 'stderr')}: `)
}
