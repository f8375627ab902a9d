/**
 * Reads the structure of markdown line by line, in linear time, whatever the input.
 *
 * Some two hundred times as fast as a parser: for drawers and plain notes this is enough, and for
 * the files of a role it is what remains when remark needs too long. It follows CommonMark where it
 * matters here (fences, lists, lazy continuation, setext headings); what it does not know: tabs
 * inside a line, containers begun in the middle of a quote, HTML beyond comments and blocks.
 */

import {foldBlanks} from '../ground/fold-blanks.js'
import {
  beginsBlock,
  blockTag,
  indentAt,
  isBreak,
  isDefinition,
  isDelimiterRow,
  isFootnote,
  loneTag,
  marker,
  underline,
} from './line-shape.js'
import {DEEPEST, type Piece} from './piece.js'

/** Reads `text` from `from` to its end. Never throws. */
export function scan(text: string, from: number): Piece[] {
  const state: State = {text, roots: [], items: [], open: undefined}
  let start = from
  while (start < text.length) {
    const newline = text.indexOf('\n', start)
    const next = newline === -1 ? text.length : newline + 1
    readLine(state, start, inkEnd(text, start, next))
    start = next
  }
  closeItems(state, 0)
  return state.roots
}

interface Draft extends Piece {
  end: number
  kind: Piece['kind']
  depth: number
  title: string
  readonly children: Draft[]
}

interface Open {
  readonly draft: Draft
  /** A fence: its character and length; a comment; anything else ends with a blank line or another piece. */
  readonly until?: {readonly fence: string; readonly length: number} | 'comment'
}

interface State {
  readonly text: string
  readonly roots: Draft[]
  /** The list items that are open, outermost first, with the column their content begins at. */
  readonly items: {readonly draft: Draft; readonly column: number}[]
  open: Open | undefined
}

function inkEnd(text: string, start: number, next: number): number {
  let end = next
  while (start < end && ' \t\r\n'.includes(text[end - 1]!)) end--
  return end
}

function readLine(state: State, start: number, end: number): void {
  const {open} = state
  if (open?.until !== undefined && continues(state, open, start, end)) return
  if (start === end) {
    if (open?.draft.kind !== 'code' || open.until !== undefined) state.open = undefined
    return
  }
  const {at, column} = indentAt(state.text, start, end, 0)
  const lazy = state.open?.draft.kind === 'paragraph' || state.open?.draft.kind === 'quote'
  const depth = state.items.findIndex((item) => column < item.column)
  if (depth !== -1 && !(lazy && !beginsBlock(state.text, at, end))) {
    closeItems(state, depth)
    state.open = undefined
  }
  readContent(state, at, column, end)
}

/** Goes on with a fence or a comment; false where the line ended the item it stands in. */
function continues(state: State, open: Open, start: number, end: number): boolean {
  const {text} = state
  if (open.until === 'comment') {
    if (start < end) open.draft.end = end
    if (text.slice(start, end).includes('-->')) state.open = undefined
    return true
  }
  if (start === end) return true
  const {at, column} = indentAt(text, start, end, 0)
  const container = state.items.at(-1)
  if (container !== undefined && column < container.column) {
    state.open = undefined
    return false
  }
  open.draft.end = end
  const {fence, length} = open.until!
  let run = at
  while (run < end && text[run] === fence) run++
  if (length <= run - at && run === end && column - (container?.column ?? 0) < 4) {
    state.open = undefined
  }
  return true
}

function readContent(state: State, at: number, column: number, end: number): void {
  const {text, items} = state
  const indent = column - (items.at(-1)?.column ?? 0)
  const {open} = state
  if (open?.draft.kind === 'html') {
    open.draft.end = end
    return
  }
  if (4 <= indent && open?.draft.kind !== 'paragraph') {
    if (open?.draft.kind === 'code') open.draft.end = end
    else state.open = {draft: add(state, 'code', at, end)}
    return
  }
  if (open?.draft.kind === 'code') state.open = undefined
  if (indent < 4 && readBlockStart(state, at, column, end)) return
  if (state.open === undefined || isFootnote(text, at, end)) {
    state.open = {draft: add(state, isDefinition(text, at, end) ? 'other' : 'paragraph', at, end)}
    return
  }
  const {draft} = state.open
  if (draft.kind === 'paragraph' && indent < 4 && underline(text, at, end) !== 0) {
    endInHeading(state, draft, underline(text, at, end), end)
    return
  }
  if (draft.kind === 'paragraph' && draft.depth === 0 && isDelimiterRow(text, at, end)) {
    draft.kind = 'table'
  }
  if (draft.kind === 'other') {
    state.open = {draft: add(state, isDefinition(text, at, end) ? 'other' : 'paragraph', at, end)}
  } else draft.end = end
}

/** Whatever begins by its first characters, and needs no look at the next line. */
function readBlockStart(state: State, at: number, column: number, end: number): boolean {
  const {text} = state
  const first = text[at]
  if (first === '#') return readHeading(state, at, end)
  if (first === '`' || first === '~') return readFence(state, at, end)
  if (first === '>') {
    if (state.open?.draft.kind === 'quote') state.open.draft.end = end
    else state.open = {draft: add(state, 'quote', at, end)}
    return true
  }
  if (first === '<') return readHtml(state, at, end)
  if (isBreak(text, at, end) && !(state.open?.draft.kind === 'paragraph' && first === '-')) {
    add(state, 'other', at, end)
    state.open = undefined
    return true
  }
  return readItem(state, at, column, end)
}

function readHeading(state: State, at: number, end: number): boolean {
  const {text} = state
  let inner = at
  while (inner < end && text[inner] === '#') inner++
  const depth = inner - at
  if (6 < depth || (inner < end && !' \t'.includes(text[inner]!))) return false
  while (inner < end && ' \t'.includes(text[inner]!)) inner++
  const draft = add(state, 'heading', at, end)
  draft.depth = depth
  draft.title = foldBlanks(withoutClosing(text.slice(inner, end)))
  state.open = undefined
  return true
}

function withoutClosing(title: string): string {
  let end = title.length
  while (0 < end && title[end - 1] === '#') end--
  if (end === 0) return ''
  return end < title.length && ' \t'.includes(title[end - 1]!)
    ? title.slice(0, end).trimEnd()
    : title
}

function readFence(state: State, at: number, end: number): boolean {
  const {text} = state
  const fence = text[at]!
  let run = at
  while (run < end && text[run] === fence) run++
  if (run - at < 3 || (fence === '`' && text.slice(run, end).includes('`'))) return false
  state.open = {draft: add(state, 'code', at, end), until: {fence, length: run - at}}
  return true
}

function readHtml(state: State, at: number, end: number): boolean {
  const {text} = state
  if (text.startsWith('<!--', at)) {
    const isClosed = text.slice(at + 4, end).includes('-->')
    const draft = add(state, 'html', at, end)
    state.open = isClosed ? undefined : {draft, until: 'comment'}
    return true
  }
  const line = text.slice(at, Math.min(end, at + 1000))
  if (!blockTag.test(line) && (state.open !== undefined || !loneTag.test(line))) return false
  state.open = {draft: add(state, 'html', at, end)}
  return true
}

function readItem(state: State, at: number, column: number, end: number): boolean {
  const {text, items} = state
  marker.lastIndex = at
  const match = marker.exec(text)
  if (match === null || DEEPEST <= items.length) return false
  const width = match[0].length
  const isEmpty = end <= at + width
  // An empty item, or a number other than 1, does not interrupt a paragraph.
  const interrupts = state.open?.draft.kind === 'paragraph'
  if (interrupts && (isEmpty || /^(?!1[.)])\d/.test(match[0]))) return false
  const content = indentAt(text, at + width, end, column + width)
  const isCode = column + width + 4 < content.column
  const inner = isEmpty ? at + width : isCode ? at + width + 1 : content.at
  const innerColumn = isEmpty || isCode ? column + width + 1 : content.column
  const draft = add(state, 'item', at, isEmpty ? at + width : end, inner)
  items.push({draft, column: innerColumn})
  state.open = undefined
  if (!isEmpty) readContent(state, content.at, content.column, end)
  return true
}

/** Closes the items from `depth` on: what they hold is known now, and where it ends. */
function closeItems(state: State, depth: number): void {
  while (depth < state.items.length) {
    const {draft} = state.items.pop()!
    draft.end = Math.max(draft.end, draft.children.at(-1)?.end ?? 0)
  }
}

function add(state: State, kind: Piece['kind'], start: number, end: number, inner = start): Draft {
  const draft: Draft = {kind, start, end, inner, depth: 0, title: '', children: []}
  const siblings = state.items.at(-1)?.draft.children ?? state.roots
  siblings.push(draft)
  return draft
}

function endInHeading(state: State, draft: Draft, depth: number, end: number): void {
  draft.kind = 'heading'
  draft.depth = depth
  draft.title = foldBlanks(state.text.slice(draft.start, draft.end))
  draft.end = end
  state.open = undefined
}
