/**
 * Decides what is carried. Pure: the layers arrive ranked and written out, and this only chooses.
 *
 * Each layer spends at most its share. It stops at the first passage that does not fit rather than
 * skipping to a smaller one: rank means something, and a short tenth choice should not push in
 * front of a long second. Only a layer that has carried everything hands what it did not spend on to
 * the layers after it. So no limit ever shrinks when the budget grows, and whoever raises the budget
 * keeps, layer by layer, what was carried before; the price is at most one gap a layer.
 *
 * The same content is carried once: where it is met again it costs nothing and is said to be a
 * duplicate. Within a layer it is the same only in the same folder and under the same headings: `Version
 * 15.` may be said of two things. A heading is charged to the first passage that stands under it.
 */

import {estimate} from '../ground/tokens.js'
import type {BootLayer, LedgerLine, Passage} from './context.js'

/** What there is to spend. A harness may count characters beside the tokens. */
export interface Amount {
  readonly tokens: number
  /** As the harness counts them. */
  readonly characters: number
}

/** How many characters a text has for a harness: UTF-16 units where it says nothing else. */
export type LengthOf = (text: string) => number

export interface Share {
  readonly layer: BootLayer
  /** From 0 to 1, of the whole; 1 in all at most. */
  readonly part: number
}

export interface Filled {
  readonly name: BootLayer['name']
  readonly allowance: Amount
  readonly spent: Amount
  /** In the order of rank. */
  readonly carried: readonly Passage[]
  /** A line for everything in the layer: what could be carried in the order of rank, then what was refused. */
  readonly lines: readonly LedgerLine[]
}

export const NOTHING: Amount = {tokens: 0, characters: 0}

/** Fills the layers in their order out of `usable`. */
export function assemble(
  shares: readonly Share[],
  usable: Amount,
  count: (text: string) => number,
  lengthOf?: LengthOf,
): Filled[] {
  const seen = new Set<string>()
  let left = usable
  let handedOn = NOTHING
  return shares.map(({layer, part}) => {
    const allowance = least(plus(partOf(usable, part), handedOn), left)
    const filled = fill(layer, allowance, seen, (text) => amountOf(text, count, lengthOf))
    left = minus(left, filled.spent)
    handedOn = filled.isExhausted ? minus(allowance, filled.spent) : NOTHING
    return filled
  })
}

function fill(
  layer: BootLayer,
  allowance: Amount,
  seen: Set<string>,
  amount: (text: string) => Amount,
): Filled & {isExhausted: boolean} {
  const {name} = layer
  const said = new Set<string>()
  const lines: LedgerLine[] = []
  const carried: Passage[] = []
  const headed = new Set<string>()
  let spent = NOTHING
  let isFull = false

  for (const passage of layer.passages) {
    const {source} = passage
    const isDuplicate = seen.has(passage.content) || said.has(inItsPlace(passage))
    if (isFull || isDuplicate) {
      const reason = isDuplicate ? 'duplicate' : 'over-budget'
      const tokens = estimate(passage.text)
      lines.push({layer: name, source, tokens, estimated: true, carried: false, reason})
      continue
    }
    const cost = costOf(passage, headed, amount)
    isFull = !fits(plus(spent, cost), allowance)
    const counted = {layer: name, source, tokens: cost.tokens, estimated: false}
    if (isFull) {
      lines.push({...counted, carried: false, reason: 'over-budget'})
      continue
    }
    spent = plus(spent, cost)
    said.add(inItsPlace(passage))
    carried.push(passage)
    lines.push({...counted, carried: true, reason: 'carried'})
  }
  for (const {content} of carried) seen.add(content)
  for (const {source, reason, tokens} of layer.refused) {
    lines.push({layer: name, source, tokens, estimated: true, carried: false, reason})
  }
  return {name, allowance, spent, carried, lines, isExhausted: !isFull}
}

function inItsPlace({source, under, content}: Passage): string {
  const folder = source.slice(0, source.lastIndexOf('/') + 1)
  return JSON.stringify([folder, under, content])
}

/** Of a passage with the headings that it is the first to need; those are added to `headed`. */
function costOf(passage: Passage, headed: Set<string>, amount: (text: string) => Amount): Amount {
  let cost = amount(passage.text)
  let trail = ''
  for (const heading of passage.under) {
    trail += heading
    if (headed.has(trail)) continue
    headed.add(trail)
    cost = plus(cost, amount(heading))
  }
  return cost
}

/** What a text costs. */
export function amountOf(
  text: string,
  count: (text: string) => number,
  lengthOf?: LengthOf,
): Amount {
  return {tokens: count(text), characters: lengthOf?.(text) ?? text.length}
}

export function plus(a: Amount, b: Amount): Amount {
  return {tokens: a.tokens + b.tokens, characters: a.characters + b.characters}
}

export function minus(a: Amount, b: Amount): Amount {
  return {tokens: a.tokens - b.tokens, characters: a.characters - b.characters}
}

/** Whether `a` is no more than `b`, in tokens and in characters. */
export function fits(a: Amount, b: Amount): boolean {
  return a.tokens <= b.tokens && a.characters <= b.characters
}

/**
 * A part, from 0 to 1, rounded down. Parts are fractions in binary: 200 of 1,500 tokens should be 200,
 * though it comes out as 199.99…97.
 */
export function partOf({tokens, characters}: Amount, part: number): Amount {
  const floorOf = (amount: number) => Math.floor(amount * part + 1e-9)
  // Without a limit there is none for a part either, not even for one of nothing.
  return {
    tokens: floorOf(tokens),
    characters: Number.isFinite(characters) ? floorOf(characters) : characters,
  }
}

function least(a: Amount, b: Amount): Amount {
  return {
    tokens: Math.min(a.tokens, b.tokens),
    characters: Math.min(a.characters, b.characters),
  }
}
