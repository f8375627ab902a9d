/**
 * Where the line scanner stands: the containers and the leaf that are open, the pieces so far, and the
 * line being read.
 *
 * Only the making and closing of pieces is here; which line means what is decided in
 * `scan-containers.ts` and `scan.ts`.
 */

import {foldBlanks} from '../ground/fold-blanks.js'
import {definitionsIn} from './definitions.js'
import {isBlank} from './line-shape.js'
import type {Piece} from './piece.js'

/** A piece that is being read. */
export interface Draft extends Piece {
  kind: Piece['kind']
  end: number
  depth: number
  title: string
  readonly children: Draft[]
}

/** A list item, a quote or a footnote that is open. */
export interface Container {
  readonly kind: 'item' | 'quote' | 'footnote'
  readonly draft: Draft
  /** How many columns of indentation a line of it begins with; of a quote 0. */
  readonly width: number
  /** An item whose first line holds only its marker; then a blank line ends it. */
  isBare: boolean
  isEnded: boolean
}

/** What holds text and may go on with the next line. */
export interface Leaf {
  readonly kind: 'paragraph' | 'table' | 'fence' | 'indented' | 'html'
  readonly draft: Draft
  /** Of a fence: its character, and how often. */
  readonly fence: number
  readonly length: number
  /** Of HTML: what ends it; `undefined` where a blank line does. */
  readonly until: RegExp | undefined
  /** Of a paragraph: its last line, whether that could be the head of a table, and where the line before ends. */
  lastStart: number
  lastEnd: number
  canBeHead: boolean
  previousEnd: number
  /** Start and end of each line, of a paragraph that may begin with definitions. */
  readonly lines: number[] | undefined
}

export interface State {
  readonly text: string
  readonly roots: Draft[]
  readonly containers: Container[]
  /** How many of them are quotes. */
  quotes: number
  leaf: Leaf | undefined
  /** How far the line has been read, and in which column that is; it may stand within a tab. */
  at: number
  column: number
  /** The first ink from there on; `end` where there is none. */
  ink: number
  inkColumn: number
  /** The end of the line, blanks at its end left out. */
  end: number
  /** Up to here no thematic break of this sign begins. */
  readonly notBreak: {sign: number; until: number}
}

/** Begins to read the line from `start` to `end`. */
export function beginLine(state: State, start: number, end: number): void {
  state.at = start
  state.column = 0
  state.end = end
  findInk(state)
}

/** Looks for the first ink again, after something of the line has been read. */
export function findInk(state: State): void {
  const {text, end} = state
  let {at, column} = state
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x20) column++
    else if (code === 0x09) column += 4 - (column % 4)
    else break
  }
  state.ink = at
  state.inkColumn = column
}

/** Reads `count` columns of indentation; the ink stands that far in. A tab may be read in part. */
export function takeColumns(state: State, count: number): void {
  const target = state.column + count
  while (state.column < target) {
    const isTab = state.text.charCodeAt(state.at) === 0x09
    const next = isTab ? state.column + 4 - (state.column % 4) : state.column + 1
    if (target < next) {
      state.column = target
      return
    }
    state.column = next
    state.at++
  }
}

export function add(
  state: State,
  kind: Piece['kind'],
  start: number,
  end: number,
  inner = start,
): Draft {
  const draft: Draft = {kind, start, end, inner, depth: 0, title: '', children: []}
  siblingsIn(state).push(draft)
  return draft
}

function siblingsIn(state: State): Draft[] {
  return state.containers.at(-1)?.draft.children ?? state.roots
}

/** Closes the containers from `depth` on, and the leaf in them. */
export function closeContainers(state: State, depth: number): void {
  if (depth < state.containers.length) closeLeaf(state)
  while (depth < state.containers.length) {
    const {draft, kind} = state.containers.pop()!
    if (kind === 'quote') state.quotes--
    draft.end = Math.max(draft.end, draft.children.at(-1)?.end ?? 0)
  }
}

/** Closes the leaf; returns the paragraph that it leaves, if there is one. */
export function closeLeaf(state: State): Draft | undefined {
  const {leaf} = state
  state.leaf = undefined
  if (leaf?.kind !== 'paragraph') return undefined
  return leaf.lines === undefined ? leaf.draft : partDefinitions(state, leaf.draft, leaf.lines)
}

/** Makes pieces of their own of the definitions that a paragraph begins with. */
function partDefinitions(state: State, draft: Draft, lines: readonly number[]): Draft | undefined {
  let joined = ''
  for (let index = 0; index < lines.length; index += 2) {
    joined += `${index === 0 ? '' : '\n'}${state.text.slice(lines[index], lines[index + 1])}`
  }
  const ends = definitionsIn(joined)
  if (ends.length === 0) return draft
  const siblings = siblingsIn(state)
  siblings.pop()
  let line = 0
  let offset = 0
  for (const end of ends) {
    const start = lines[line]!
    while (offset < end) {
      offset += lines[line + 1]! - lines[line]! + 1
      line += 2
    }
    add(state, 'other', afterBlanks(state.text, start), lines[line - 1]!)
  }
  if (lines.length <= line) return undefined
  const start = afterBlanks(state.text, lines[line]!)
  const rest: Draft = {...draft, start, inner: start}
  siblings.push(rest)
  return rest
}

function afterBlanks(text: string, start: number): number {
  let at = start
  while (isBlank(text.charCodeAt(at))) at++
  return at
}

/** Closes a paragraph that an underline makes a heading; false where it was definitions alone. */
export function closeInHeading(state: State, depth: number): boolean {
  const draft = closeLeaf(state)
  if (draft === undefined) return false
  draft.kind = 'heading'
  draft.depth = depth
  draft.title = foldBlanks(state.text.slice(draft.start, draft.end))
  draft.end = state.end
  return true
}
