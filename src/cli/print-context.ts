/** Prints a boot context: its text, its JSON, or its account. */

import type {BootContext} from '../index.js'
import {harmless} from './columns.js'
import type {Io} from './io.js'
import {counted, printJson, printMessages} from './told.js'
import {bootWire} from './wire.js'

/** Prints `context` to standard output, and to standard error what a reader of it ought to know. */
export async function printContext(
  io: Io,
  context: BootContext,
  how: {readonly json: boolean; readonly explain: boolean},
): Promise<void> {
  if (how.json) return printJson(io, bootWire(context))
  printMessages(io, context.messages)
  if (how.explain) {
    const {explain} = await import('../index.js')
    return io.out(explain(context, {width: io.columns, ascii: io.ascii}))
  }
  io.out(io.terminal('stdout') ? harmless(context.text) : context.text)
  if (context.text === '') return io.err(`${emptyReason(context)}\n`)
  for (const name of silentBrains(context)) {
    io.err(
      `the ${name} brain says nothing: its part of the budget has no room for it\n  hint: give it more, \`--budget 1500\`\n`,
    )
  }
  if (io.terminal('stderr')) io.err(`${io.style('dim', accountOf(context), 'stderr')}\n`)
}

function emptyReason({budget, ledger}: BootContext): string {
  if (ledger.length === 0) {
    return 'nothing to boot: the brain has no memory yet\n  hint: `brain init` lays out its files, `brain remember "…"` adds to it'
  }
  const passed = ledger.filter(({reason}) => reason !== 'over-budget').length
  if (passed === ledger.length) {
    return `nothing to boot: of ${counted(ledger.length, 'memory', 'memories')} none is to be carried\n  hint: \`--explain\` says why of each`
  }
  return `the text is empty: a budget of ${counted(budget, 'token')} has no room for the notice of what was left out\n  hint: give it more, \`--budget 900\``
}

/** Of two brains those that had something to say, and no room to say even that it was left out. */
function silentBrains({text, layers, ledger}: BootContext): string[] {
  if (layers.every(({brain}) => brain === undefined)) return []
  return (['personal', 'project'] as const).filter((name) => {
    const isOf = ({brain = 'project'}: {readonly brain?: string}) => brain === name
    const isCut = ledger.some((line) => isOf(line) && line.reason === 'over-budget')
    const isHeaded = new RegExp(`^# ${name} brain\\b`, 'im').test(text)
    return isCut && !isHeaded
  })
}

function accountOf({tokens, budget, ledger}: BootContext): string {
  const carried = ledger.filter((line) => line.carried).length
  const cut = ledger.filter(({reason}) => reason === 'over-budget').length
  const left = ledger.length - carried - cut
  const parts = [
    `${tokens} of ${counted(budget, 'token')}`,
    `${carried} carried`,
    ...(cut === 0 ? [] : [`${cut} over budget`]),
    ...(left === 0 ? [] : [`${left} left out for other reasons`]),
  ]
  return `${parts.join(', ')} (--explain says which)`
}
