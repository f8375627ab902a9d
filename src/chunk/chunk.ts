/**
 * A chunk: a stretch of a note that is found, shown and, in time, embedded as one.
 *
 * The chunks of a note cover its body: whatever is no blank stands in exactly one of them. Only in
 * MEMORY.md may one reach around others, a fact that goes on after facts nested in it; and a list marker
 * with nothing of its own but such facts stands in none. `cut.ts` makes chunks; nothing else does.
 */

/** Where a chunk stands and what it holds. Offsets are those of `Note`: UTF-16 units of the text after its BOM. */
export interface Chunk {
  /**
   * Names the content: equal for equal trail, speaker and text, whatever stands above or below. Two equal
   * chunks of one note are told apart by their order.
   */
  readonly id: string
  readonly kind: 'text' | 'fact' | 'turn'
  /** Of what it covers: its text, and what leads to that: headings, the marker of a turn. */
  readonly start: number
  /** Excluded. */
  readonly end: number
  /** Of what it covers, counted from 1, both included; of a fact without the headings above it. */
  readonly fromLine: number
  readonly toLine: number
  /**
   * What is searched as its body: the end of what it covers, as written. Left out are the headings that
   * it begins with, since `trail` holds them, the marker of a turn, and facts nested in a fact. Where
   * nothing else is there, headings and markers are the text; it is empty only where the body is.
   */
  readonly text: string
  /**
   * The headings above it, those that it begins with included, outermost first; for a nested fact its
   * parent's first line comes last. A heading longer than 200 units is cut here, and whole in `text`.
   */
  readonly trail: readonly string[]
  /** Of a turn: who said it, as the frontmatter spells the name. */
  readonly speaker?: string
  /** Of a fact: its number in the note, counted from 1. A fact that is too long has several chunks. */
  readonly fact?: number
  /** Of a turn: its number in the note, counted from 1; the same for all chunks of a long turn. */
  readonly turn?: number
}
