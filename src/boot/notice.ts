/**
 * Says what a context leaves out, in the context itself.
 *
 * Truncation that nobody is told of is the field's oldest complaint: an agent that does not know that
 * its procedures were cut does not go and read them. So the counts are exact, in every output, with the
 * command that shows the rest. Where the budget has no room for the full notice, a shorter one stands.
 */

import type {Filled} from './assemble.js'
import type {LayerName, LedgerLine, Reason} from './context.js'
import {onOneLine} from './legible.js'

/** What to run to see what was left out. */
export interface Retry {
  /** `brain boot --explain`. */
  readonly command: string
  /** What shows one file: `brain show` where absent. */
  readonly show?: string
}

/** Carried elsewhere, so that nothing is missing. */
const missesNothing: readonly Reason[] = ['carried', 'duplicate', 'loaded-by-harness']

/** Layers whose files are the agent's orders: it is told which are not whole. */
const orders: readonly LayerName[] = ['identity', 'procedures']

const words: Readonly<Partial<Record<Reason, string>>> = {'over-budget': 'over budget'}

/** Notices for `layers`, the fullest first; none where nothing is missing. */
export function noticesOf(
  layers: readonly Filled[],
  {command, show = 'brain show'}: Retry,
): string[] {
  const counts: string[] = []
  let missing = 0
  for (const layer of layers) {
    const reasons = reasonsOf(layer)
    const total = reasons.reduce((sum, [, number]) => sum + number, 0)
    if (total === 0) continue
    missing += total
    const said = reasons.map(([reason, number]) => `${number} ${words[reason] ?? reason}`)
    counts.push(`${layer.name} ${said.join(', ')}`)
  }
  if (missing === 0) return []

  const cut = cutFiles(layers).map(quotedName)
  const isCut = cut.length !== 0
  const shown = cut.map((path) => `\`${show} ${path}\``).join(', ')
  const rest = isCut ? `Not whole above: ${shown}.\n` : ''
  const listed = `\`${command}\` lists them.\n`
  return [
    `Left out: ${counts.join('; ')}. ${listed}${rest}`,
    `Left out: ${missing} passages. ${listed}${rest}`,
    // Five names at most: for them the reserve has room, whatever `show` has to say of the brain.
    ...(isCut
      ? [`Left out: ${missing} passages. ${listed}Not whole above: ${cut.join(', ')}.\n`]
      : []),
    `Left out: ${missing} passages. ${listed}`,
    `Left out: ${missing} passages.\n`,
  ]
}

function reasonsOf({lines}: Filled): [Reason, number][] {
  const numbers = new Map<Reason, number>()
  for (const {reason} of lines) {
    if (!missesNothing.includes(reason)) numbers.set(reason, (numbers.get(reason) ?? 0) + 1)
  }
  return [...numbers]
}

function cutFiles(layers: readonly Filled[]): string[] {
  const isMissing = (line: LedgerLine) =>
    orders.includes(line.layer) && !missesNothing.includes(line.reason)
  const lines = layers.flatMap((layer) => layer.lines.filter(isMissing))
  return [...new Set(lines.map(({source}) => source.replace(/:\d+$/, '')))]
}

/** A name as a shell takes it. */
export function quotedName(name: string): string {
  const plain = onOneLine(name)
  return /^[\p{L}\p{N}_./-]+$/u.test(plain) ? plain : `"${plain.replace(/["$`\\]/g, '\\$&')}"`
}
