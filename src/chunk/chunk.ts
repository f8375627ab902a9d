/**
 * A chunk: a stretch of a note that is found, shown and, in time, embedded as one.
 *
 * The chunks of a note cover its body: whatever is no blank stands in exactly one of them, but for the
 * markers of facts nested in one another. `cut.ts` makes chunks; nothing else does.
 */

/** Where a chunk stands and what it holds. Offsets are those of `Note`: UTF-16 units of the text after its BOM. */
export interface Chunk {
  /**
   * Names the content: equal for equal trail, speaker and text, whatever stands above or below. Two equal
   * chunks of one note are told apart by their order.
   */
  readonly id: string
  readonly kind: 'text' | 'fact' | 'turn'
  readonly start: number
  /** Excluded. */
  readonly end: number
  /** Counted from 1, both included. */
  readonly fromLine: number
  readonly toLine: number
  /** What is searched as its body: the slice of the note, for a turn without its marker. */
  readonly text: string
  /** The headings above it, outermost first; for a nested fact its parent's first line comes last. */
  readonly trail: readonly string[]
  /** Of a turn: who said it. */
  readonly speaker?: string
  /** Of a fact: its number in the note, counted from 1. */
  readonly fact?: number
  /** Of a turn: its number in the note, counted from 1; the same for all chunks of a long turn. */
  readonly turn?: number
}
