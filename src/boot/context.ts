/**
 * What a boot context is made of: the shapes that `layers.ts` makes, `assemble.ts` decides on and
 * `render.ts` writes out.
 */

import type {Message} from '../ground/message.js'

export type LayerName =
  | 'identity'
  | 'procedures'
  | 'user'
  | 'facts'
  | 'essentials'
  | 'project'
  | 'session'
  | 'task'
  | 'recent'

/** Why something considered was not carried; `carried` where it was. */
export type Reason =
  | 'carried'
  | 'over-budget'
  | 'stale'
  | 'lapsed'
  | 'superseded'
  | 'upcoming'
  | 'duplicate'
  | 'unreadable'
  | 'conflicted'
  | 'loaded-by-harness'

/** A stretch of text that names its place. */
export interface Passage {
  /** `MEMORY.md:12`. */
  readonly source: string
  /** As rendered: begins with a character that is neither space nor `/`, ends with one newline. */
  readonly text: string
  /**
   * The headings it stands under in its layer, outermost first, as rendered, each a line with its
   * newline. Each is rendered once, and charged to the first passage that needs it.
   */
  readonly under: readonly string[]
  /** Where it comes in the rendered layer, whatever its rank. Compared part by part. */
  readonly order: readonly (string | number)[]
  /** Folded text, to find the same content in two layers. */
  readonly content: string
}

/** Something that a layer considered and may not carry, whatever the budget. */
export interface Refused {
  readonly source: string
  readonly reason: Exclude<Reason, 'carried' | 'over-budget' | 'duplicate'>
  /** Roughly, what it would have cost. */
  readonly tokens: number
}

/** One layer before the budget is asked. */
export interface BootLayer {
  readonly name: LayerName
  /** What may be carried, weightiest first. */
  readonly passages: readonly Passage[]
  readonly refused: readonly Refused[]
}

export interface LedgerLine {
  /** Whose it is, where it is not the brain's that was opened. */
  readonly brain?: 'personal'
  readonly layer: LayerName
  readonly source: string
  readonly tokens: number
  /** False where `tokens` was counted, true where it was estimated, for what was never tried. */
  readonly estimated: boolean
  readonly carried: boolean
  readonly reason: Reason
}

export interface LayerReport {
  /** As in the ledger. */
  readonly brain?: 'personal'
  readonly name: LayerName
  /** Tokens it might have spent: its share, and what exhausted layers before it left. */
  readonly allowance: number
  readonly tokens: number
}

export interface BootContext {
  readonly budget: number
  /** Of `text`, whole, by `tokenizer`. Never more than `budget`. */
  readonly tokens: number
  readonly tokenizer: string
  /** An instant, `2026-11-29T22:59:59.999Z`. */
  readonly heldAt: string
  /** Empty where there is nothing to say, or the budget is too small to say anything. */
  readonly text: string
  readonly layers: readonly LayerReport[]
  /** Everything considered, in the order of rank. Empty where it was asked to be left out. */
  readonly ledger: readonly LedgerLine[]
  /** Errors in the brain's files: what was skipped, or kept out since it cannot be understood. */
  readonly messages: readonly Message[]
}
