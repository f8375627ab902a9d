/**
 * Where the lines of a text begin, so that an offset can be told as line and column.
 *
 * A line ends at a line feed, with or without a carriage return before it. A lone carriage return
 * ends none: Git and the editors that the brain is written in do not count it either.
 */

import type {Point} from '../ground/message.js'

/** The offset at which each line begins, the first at 0. */
export type Lines = readonly number[]

/** Finds the lines of `text`. */
export function linesOf(text: string): Lines {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The line, counted from 1, on which `offset` stands. */
export function lineAt(lines: Lines, offset: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (lines[middle]! <= offset) low = middle + 1
    else high = middle
  }
  return Math.max(1, low)
}

/** Line and column of `offset`, both counted from 1. */
export function pointAt(lines: Lines, offset: number): Point {
  const line = lineAt(lines, offset)
  return {line, column: offset - lines[line - 1]! + 1}
}
