/**
 * Counts the cells of a table's first two rows: they make a table only where they have equally many.
 *
 * As GitHub's extension is read by micromark; inside of cells nothing is read here.
 */

import {isBlank} from './line-shape.js'

const BAR = 0x7c
const BACKSLASH = 0x5c

/** How many cells the row that begins with the ink at `at` has, were it the head of a table; 0 for none. */
export function headCells(text: string, at: number, end: number): number {
  let cells = 0
  let bars = 0
  let isInCell = false
  for (let index = at; index < end; index++) {
    const code = text.charCodeAt(index)
    if (code === BAR) {
      // Between two bars is a cell, even where nothing is in it.
      if (0 < bars && !isInCell) cells++
      bars++
      isInCell = false
    } else if (!isBlank(code)) {
      if (!isInCell) cells++
      isInCell = true
      const next = text.charCodeAt(index + 1)
      if (code === BACKSLASH && (next === BAR || next === BACKSLASH)) index++
    }
  }
  // A single bar alone makes no row.
  return bars === 1 && cells === 0 ? 0 : cells
}

/** How many cells the delimiter row that begins with the ink at `at` has: `|:--|--:|`; 0 for any other line. */
export function delimiterCells(text: string, at: number, end: number): number {
  let cells = 0
  let hasSign = false
  let index = at
  if (text.charCodeAt(index) === BAR) {
    hasSign = true
    index = afterBlanks(text, index + 1, end)
  }
  while (index < end) {
    const cell = cellEnd(text, index, end)
    if (cell === -1) return 0
    hasSign ||= text[index] === ':' || text[cell - 1] === ':'
    cells++
    index = afterBlanks(text, cell, end)
    if (index === end) break
    if (text.charCodeAt(index) !== BAR) return 0
    hasSign = true
    index = afterBlanks(text, index + 1, end)
  }
  return hasSign ? cells : 0
}

/** The end of `:--:` at `at`; -1 where there is none. */
function cellEnd(text: string, at: number, end: number): number {
  let index = at
  if (text[index] === ':') index++
  const dashes = index
  while (index < end && text[index] === '-') index++
  if (index === dashes) return -1
  return index < end && text[index] === ':' ? index + 1 : index
}

function afterBlanks(text: string, at: number, end: number): number {
  let index = at
  while (index < end && isBlank(text.charCodeAt(index))) index++
  return index
}
