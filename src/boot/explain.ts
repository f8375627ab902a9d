/**
 * Explains a context: a bar for each layer, then a line for everything considered, with the reason.
 *
 * For a person at a terminal, who wonders why something is not there.
 */

import type {BootContext, LayerReport, LedgerLine, Reason} from './context.js'
import {onOneLine} from './legible.js'

export interface ExplainOptions {
  /** Columns of the terminal; 80 where absent. */
  readonly width?: number
  /** Bars of `#` and `.`, for terminals without block characters. */
  readonly ascii?: boolean
  /** Lines at most for each reason in a layer; all where absent. */
  readonly most?: number
}

const names: Readonly<Partial<Record<Reason, string>>> = {
  'over-budget': 'over budget',
  'loaded-by-harness': 'loaded by the harness',
}

/** Several lines of text, the last with its newline. */
export function explain(context: BootContext, options: ExplainOptions = {}): string {
  const {budget, tokens, tokenizer, heldAt, layers} = context
  const head = `${tokens} of ${budget} tokens (${tokenizer}), as of ${heldAt}`
  const areTwo = layers.some(({brain}) => brain !== undefined)
  const bars = layers.map((layer, index) => {
    const isFirst = index === 0 || layer.brain !== layers[index - 1]!.brain
    return `${areTwo && isFirst ? `\n${ownerOf(layer)}\n` : ''}${barOf(layer, context, options)}`
  })
  const parts = layers.map((layer) => {
    const title = areTwo ? `${ownerOf(layer)}: ${layer.name}` : layer.name
    return linesOf(layer, title, context.ledger, options)
  })
  return `${[head, ...bars, ...parts.filter((part) => part !== '')].join('\n')}\n`
}

function ownerOf({brain}: LayerReport): string {
  return `${brain ?? 'project'} brain`
}

/** `facts       [########....]  310 of 350`, within the width. */
function barOf(
  {name, tokens, allowance}: LayerReport,
  {layers}: BootContext,
  {width = 80, ascii = false}: ExplainOptions,
): string {
  const label = name.padEnd(10)
  const digits = String(Math.max(...layers.map((layer) => layer.allowance), 0)).length
  const numbers = `${String(tokens).padStart(digits)} of ${String(allowance).padStart(digits)}`
  const room = Math.min(40, width - label.length - numbers.length - 2)
  if (room < 4) return `${label} ${numbers}`
  const full = allowance === 0 ? 0 : Math.round((tokens / allowance) * room)
  const [filled, empty] = ascii ? ['#', '.'] : ['█', '░']
  return `${label} ${filled!.repeat(full)}${empty!.repeat(room - full)} ${numbers}`
}

function linesOf(
  {name, brain}: LayerReport,
  title: string,
  ledger: readonly LedgerLine[],
  {most = Number.POSITIVE_INFINITY}: ExplainOptions,
): string {
  const lines = ledger.filter((line) => line.layer === name && line.brain === brain)
  if (lines.length === 0) return ''
  const byReason = new Map<Reason, LedgerLine[]>()
  for (const line of lines) {
    const group = byReason.get(line.reason)
    if (group === undefined) byReason.set(line.reason, [line])
    else group.push(line)
  }
  const groups = [...byReason].map(([reason, members]) => {
    const shown = members.slice(0, most).map(lineOf)
    const more = members.length - shown.length
    const rest = more === 0 ? [] : [`    … ${more} more`]
    return [`  ${names[reason] ?? reason} (${members.length})`, ...shown, ...rest].join('\n')
  })
  return `\n${title}\n${groups.join('\n')}`
}

/** Tokens that were estimated have a `~`. */
function lineOf({source, tokens, estimated}: LedgerLine): string {
  return `    ${`${estimated ? '~' : ''}${tokens}`.padStart(6)}  ${onOneLine(source)}`
}
