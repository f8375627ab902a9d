/**
 * The containers of a line: which of those that are open it goes on with, and which it opens.
 *
 * A quote needs its `>` again, an item and a footnote their indentation. The numbers are CommonMark's,
 * and where micromark reads it in its own way (what may stand right under a paragraph), micromark's.
 */

import {breakEnd, footnoteLength, isBreak, markerLength} from './line-shape.js'
import {DEEPEST} from './piece.js'
import {
  add,
  type Container,
  closeContainers,
  closeLeaf,
  findInk,
  type State,
  takeColumns,
} from './scan-state.js'

/** Reads the beginnings of the containers that go on; returns how many do. */
export function continueContainers(state: State): number {
  if (state.ink === state.end && state.quotes === 0) return continueEmpty(state)
  let count = 0
  for (const container of state.containers) {
    if (!continues(state, container)) break
    count++
  }
  return count
}

/** A line without any ink: items and footnotes go on, and only the innermost can have been bare. */
function continueEmpty({containers}: State): number {
  const last = containers.at(-1)
  if (last !== undefined) last.isEnded ||= last.isBare
  return containers.length
}

function continues(state: State, container: Container): boolean {
  const indent = state.inkColumn - state.column
  const isEmpty = state.ink === state.end
  if (container.kind === 'quote') {
    if (isEmpty || 4 <= indent || state.text[state.ink] !== '>') return false
    container.draft.end = state.end
    takeMarker(state, 1)
    return true
  }
  if (isEmpty) {
    container.isEnded ||= container.isBare
    return true
  }
  const {isEnded} = container
  container.isBare = false
  container.isEnded = false
  if (isEnded || indent < container.width) return false
  takeColumns(state, container.width)
  return true
}

/** Reads a marker of `length`, and one blank after it, if there is one. */
function takeMarker(state: State, length: number): void {
  state.at = state.ink + length
  state.column = state.inkColumn + length
  findInk(state)
  if (state.column < state.inkColumn) takeColumns(state, 1)
}

/**
 * Opens the containers that begin here, after closing those from `depth` on; returns whether there is
 * one. `interrupts` where a paragraph would be ended by it.
 */
export function openContainers(state: State, depth: number, interrupts: boolean): boolean {
  let isOpened = false
  for (;;) {
    const indent = state.inkColumn - state.column
    const held = isOpened ? state.containers.length : depth
    if (state.ink === state.end || 4 <= indent || DEEPEST <= held) return isOpened
    const opening = openingAt(state, interrupts)
    if (opening === undefined) return isOpened
    if (!isOpened) {
      closeLeaf(state)
      closeContainers(state, depth)
      isOpened = true
    }
    open(state, opening.kind, opening.length)
  }
}

interface Opening {
  readonly kind: Container['kind']
  /** Of its marker. */
  readonly length: number
}

const quote: Opening = {kind: 'quote', length: 1}

function openingAt(state: State, interrupts: boolean): Opening | undefined {
  const {text, ink, end} = state
  const first = text.charCodeAt(ink)
  if (first === 0x3e) return quote
  if (first === 0x5b) {
    const length = footnoteLength(text, ink)
    return length === 0 ? undefined : {kind: 'footnote', length}
  }
  const length = markerLength(text, ink, end)
  if (length === 0 || isBreakHere(state)) return undefined
  // An empty item, or a number other than 1, does not end a paragraph.
  if (interrupts && (ink + length === end || (first !== 0x31 && isDigit(first)))) return undefined
  if (interrupts && isDigit(first) && length !== 2) return undefined
  return {kind: 'item', length}
}

/** Remembers what is no break: else each of a hundred markers would look through the same long line. */
function isBreakHere(state: State): boolean {
  const {text, ink, end, notBreak} = state
  const sign = text.charCodeAt(ink)
  if (ink < notBreak.until && sign === notBreak.sign) return false
  const until = breakEnd(text, ink, end)
  if (until === end) return isBreak(text, ink, end)
  notBreak.sign = sign
  notBreak.until = until
  return false
}

function isDigit(code: number): boolean {
  return 0x30 <= code && code <= 0x39
}

function open(state: State, kind: Container['kind'], length: number): void {
  const {ink, end} = state
  if (kind === 'item') {
    openItem(state, length)
    return
  }
  const draft = add(state, kind === 'quote' ? 'quote' : 'paragraph', ink, end)
  const width = kind === 'quote' ? 0 : 4
  takeMarker(state, length)
  if (kind === 'footnote') {
    state.at = state.ink
    state.column = state.inkColumn
  }
  if (kind === 'quote') state.quotes++
  state.containers.push({kind, draft, width, isBare: false, isEnded: false})
}

function openItem(state: State, length: number): void {
  const {ink, end} = state
  const indent = state.inkColumn - state.column
  const isBare = ink + length === end
  state.at = ink + length
  state.column = state.inkColumn + length
  findInk(state)
  const gap = state.inkColumn - state.column
  // What stands further in is code, and only one blank belongs to the marker.
  const blanks = isBare || 4 < gap ? 1 : gap
  const inner = isBare ? state.at : 4 < gap ? state.at + 1 : state.ink
  const draft = add(state, 'item', ink, isBare ? state.at : end, inner)
  if (!isBare) takeColumns(state, blanks)
  const width = indent + length + blanks
  state.containers.push({kind: 'item', draft, width, isBare, isEnded: false})
}
