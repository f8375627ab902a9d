/** Recorded memory in the frame that says what it is, wherever it is handed to a model outside of a boot context. */

import {onOneLine, quoted, quotedWhole} from './legible.js'
import {FRAME_END, FRAME_START} from './render.js'

/** A stretch of recorded memory, and the words before it: its place, how it stands. */
export interface Recorded {
  /** On one line. */
  readonly label: string
  readonly text: string
  /** Line by line, below the label; else without its empty lines, from the label on. */
  readonly whole?: true
}

/**
 * Frames `recorded` as data. Only our own lines begin at the margin, and nothing in it can end the frame.
 * Empty where there is nothing.
 */
export function asData(recorded: readonly Recorded[]): string {
  if (recorded.length === 0) return ''
  const lines = recorded.map(({label, text, whole}) =>
    whole
      ? `${onOneLine(label)}:\n${quotedWhole(text).trimEnd()}\n`
      : `${onOneLine(label)}: ${quoted(text)}\n`,
  )
  return FRAME_START + lines.join('') + FRAME_END
}
