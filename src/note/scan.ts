/**
 * Reads the structure of markdown line by line, in linear time, whatever the input.
 *
 * Some four hundred times as fast as a parser: for drawers and plain notes this is enough, and for the
 * files of a role it is what remains when remark needs too long. It finds the headings and fences
 * that remark finds, in quotes, items and footnotes too; a test compares the two. Nothing within a line
 * is read.
 */

import {foldBlanks} from '../ground/fold-blanks.js'
import {type HtmlStart, htmlStart} from './html-shape.js'
import {
  closesFence,
  fenceLength,
  headingDepth,
  headingTitle,
  inkEnd,
  isBreak,
  underline,
} from './line-shape.js'
import type {Piece} from './piece.js'
import {continueContainers, openContainers} from './scan-containers.js'
import {
  add,
  beginLine,
  closeContainers,
  closeInHeading,
  closeLeaf,
  type Draft,
  type Leaf,
  type State,
} from './scan-state.js'
import {delimiterCells, headCells} from './table-row.js'

/** Reads `text` from `from` to its end. Never throws. */
export function scan(text: string, from: number): Piece[] {
  const state: State = {
    text,
    roots: [],
    containers: [],
    quotes: 0,
    leaf: undefined,
    at: from,
    column: 0,
    ink: from,
    inkColumn: 0,
    end: from,
    notBreak: {sign: 0, until: 0},
  }
  // A byte order mark is no part of the first line, as for remark.
  let start = text.charCodeAt(from) === 0xfeff ? from + 1 : from
  let feed = -1
  let carriage = -1
  // Each sign is looked for only once it is behind, so that no text is searched twice for it.
  const next = (sign: string) => {
    const found = text.indexOf(sign, start)
    return found === -1 ? text.length : found
  }
  while (start < text.length) {
    if (feed < start) feed = next('\n')
    if (carriage < start) carriage = next('\r')
    const stop = Math.min(feed, carriage)
    beginLine(state, start, inkEnd(text, start, stop))
    readLine(state)
    start = stop + 1 === feed && stop === carriage ? feed + 1 : stop + 1
  }
  closeLeaf(state)
  closeContainers(state, 0)
  return state.roots
}

function readLine(state: State): void {
  const count = continueContainers(state)
  const isLazy = count < state.containers.length
  const {leaf} = state
  if (!isLazy && leaf !== undefined && goesOn(state, leaf)) return
  if (state.ink === state.end) {
    readEmpty(state, count)
    return
  }
  const interrupts =
    !isLazy && (state.leaf?.kind === 'paragraph' || state.leaf?.kind === 'indented')
  const isOpened = openContainers(state, count, interrupts)
  if (isLazy && !isOpened) {
    if (state.leaf?.kind === 'paragraph' && !beginsBlock(state, false)) {
      readLazy(state, state.leaf)
      return
    }
    closeContainers(state, count)
  }
  if (state.ink < state.end) readContent(state, isLazy && !isOpened)
}

/** A line that goes on with the paragraph of a container without its sign or indentation. */
function readLazy(state: State, leaf: Leaf): void {
  // micromark lets a lone tag end the paragraph here, and leaves it in the container.
  if (!beginsBlock(state, true)) addLine(state, leaf)
  else {
    closeLeaf(state)
    beginBlock(state)
  }
}

/** A line without ink, within the containers that go on. */
function readEmpty(state: State, count: number): void {
  closeContainers(state, count)
  // Code that is told by its indentation goes on after blank lines.
  if (state.leaf?.kind !== 'indented') closeLeaf(state)
}

/** Goes on with a fence or with HTML, in which nothing begins; false where neither is open. */
function goesOn(state: State, leaf: Leaf): boolean {
  if (leaf.kind === 'fence') {
    readFenced(state, leaf)
    return true
  }
  if (leaf.kind !== 'html') return false
  const {until, draft} = leaf
  if (state.ink === state.end) {
    if (until === undefined) closeLeaf(state)
    else growBlank(state, draft)
    return true
  }
  draft.end = state.end
  if (until?.test(state.text.slice(state.at, state.end))) closeLeaf(state)
  return true
}

function readFenced(state: State, {draft, fence, length}: Leaf): void {
  const {text, ink, end} = state
  if (ink === end) {
    growBlank(state, draft)
    return
  }
  draft.end = end
  const isNear = state.inkColumn - state.column < 4
  if (isNear && closesFence(text, ink, end, fence, length)) closeLeaf(state)
}

/** A blank line of a quote holds the sign of the quote, which stands within what goes on. */
function growBlank(state: State, draft: Draft): void {
  if (0 < state.quotes) draft.end = state.end
}

/** What stands in the containers: the line goes on with the leaf, or begins another. */
function readContent(state: State, isLazy: boolean): void {
  const {leaf} = state
  const isIndented = 4 <= state.inkColumn - state.column
  if (leaf?.kind === 'paragraph') {
    if (readParagraph(state, leaf, isIndented)) return
  } else if (
    leaf !== undefined &&
    (leaf.kind === 'table' ? !isIndented && !beginsBlock(state, true) : isIndented)
  ) {
    leaf.draft.end = state.end
    return
  }
  closeLeaf(state)
  if (!isIndented) {
    beginBlock(state)
    return
  }
  const draft = add(state, 'code', state.ink, state.end)
  // Right under a quote or an item micromark reads each such line by itself.
  if (!isLazy) openLeaf(state, 'indented', draft)
}

/** Goes on with a paragraph, or makes something else of it; false where the line begins another block. */
function readParagraph(state: State, leaf: Leaf, isIndented: boolean): boolean {
  const {text, ink, end} = state
  if (!isIndented) {
    const depth = underline(text, ink, end)
    if (depth !== 0 && closeInHeading(state, depth)) return true
    if (state.leaf === undefined) return false
    const cells = delimiterCells(text, ink, end)
    if (cells !== 0 && leaf.canBeHead && headCells(text, leaf.lastStart, leaf.lastEnd) === cells) {
      closeInTable(state, leaf)
      return true
    }
    if (beginsBlock(state, false)) return false
  }
  addLine(state, leaf)
  return true
}

/** The last line of the paragraph is the head of a table. */
function closeInTable(state: State, leaf: Leaf): void {
  const {draft, lastStart} = leaf
  if (draft.start === lastStart) {
    draft.kind = 'table'
    draft.end = state.end
    openLeaf(state, 'table', draft)
    return
  }
  draft.end = leaf.previousEnd
  leaf.lines?.splice(-2)
  closeLeaf(state)
  // A lone tag does not end the paragraph, but a table does, and then the tag comes first.
  const {text} = state
  const isTag = text[lastStart] === '<' && htmlStart(text, lastStart, leaf.lastEnd) !== undefined
  const kind = isTag ? 'html' : 'table'
  openLeaf(state, kind, add(state, kind, lastStart, state.end))
}

function addLine({ink, end, at, column, inkColumn}: State, leaf: Leaf): void {
  leaf.previousEnd = leaf.lastEnd
  leaf.lastStart = ink
  leaf.lastEnd = end
  leaf.canBeHead = inkColumn - column < 4
  leaf.draft.end = end
  leaf.lines?.push(at, end)
}

/** Whether a block begins here that is known by its first line; a lone tag may be one of them. */
function beginsBlock({text, ink, end, column, inkColumn}: State, withTag: boolean): boolean {
  if (4 <= inkColumn - column) return false
  switch (text[ink]) {
    case '#':
      return headingDepth(text, ink, end) !== 0
    case '`':
    case '~':
      return fenceLength(text, ink, end) !== 0
    case '<': {
      const html = htmlStart(text, ink, end)
      return html !== undefined && (withTag || html.interrupts)
    }
    default:
      return isBreak(text, ink, end)
  }
}

function beginBlock(state: State): void {
  const {text, ink, end} = state
  const depth = headingDepth(text, ink, end)
  if (depth !== 0) {
    const draft = add(state, 'heading', ink, end)
    draft.depth = depth
    draft.title = foldBlanks(headingTitle(text, ink + depth, end))
    return
  }
  const length = fenceLength(text, ink, end)
  if (length !== 0) {
    openLeaf(state, 'fence', add(state, 'code', ink, end), length)
    return
  }
  const html = text[ink] === '<' ? htmlStart(text, ink, end) : undefined
  if (html !== undefined) beginHtml(state, html)
  else if (isBreak(text, ink, end)) add(state, 'other', ink, end)
  else openLeaf(state, 'paragraph', add(state, 'paragraph', ink, end))
}

function beginHtml(state: State, {until, from}: HtmlStart): void {
  const draft = add(state, 'html', state.ink, state.end)
  if (until?.test(state.text.slice(from, state.end))) return
  openLeaf(state, 'html', draft, 0, until)
}

function openLeaf(
  state: State,
  kind: Leaf['kind'],
  draft: Draft,
  length = 0,
  until?: RegExp,
): void {
  const {text, ink, end, at} = state
  // Two brackets begin a wikilink, never a definition.
  const isLabel = kind === 'paragraph' && text[ink] === '[' && text[ink + 1] !== '['
  state.leaf = {
    kind,
    draft,
    fence: text.charCodeAt(ink),
    length,
    until,
    lastStart: ink,
    lastEnd: end,
    previousEnd: end,
    canBeHead: true,
    lines: isLabel ? [at, end] : undefined,
  }
}
