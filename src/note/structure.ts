/**
 * Reads the structure of markdown with remark, for the files whose structure decides what is
 * carried: identity, procedures, user, facts and dailies. Sessions are long, and written by us.
 *
 * remark has inputs that keep it busy for minutes, so that its size is capped and its time bounded;
 * then `scan.ts` answers, which nothing stalls. Deep nesting is looked for beforehand: remark
 * recurses there, and V8 may end the process where its stack does. The only file that knows unified.
 */

import type {Nodes, RootContent} from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import {unified} from 'unified'
import {bounded} from '../ground/bounded.js'
import {foldBlanks} from '../ground/fold-blanks.js'
import {DEEPEST, type Piece} from './piece.js'
import {scan} from './scan.js'

export interface Structure {
  readonly pieces: readonly Piece[]
  /** Why the text was read line by line instead; absent where it was not. */
  readonly capped?: string
}

/** In UTF-16 units. Of a longer note only so much is looked at, so that none takes seconds. */
export const FARTHEST = 2_000_000

/** In UTF-16 units: a quarter of a megabyte takes remark about a second. */
const largest = 256 * 1024
const milliseconds = 700

const processor = unified().use(remarkParse).use(remarkGfm).freeze()

/** Reads `text` from `from` to its end. Never throws. */
export function readStructure(text: string, from: number): Structure {
  if (FARTHEST < text.length) {
    const near = scan(text.slice(0, FARTHEST), from)
    return {pieces: near, capped: 'it is longer than 2 MB, of which no more is looked at'}
  }
  const body = text.slice(from)
  if (largest < body.length) return {pieces: scan(text, from), capped: 'it is longer than 256 KB'}
  if (isDeep(body)) return {pieces: scan(text, from), capped: 'it is nested too deeply'}
  // A byte order mark is dropped by the parser, which would move everything by one.
  const shift = body.startsWith('\uFEFF') ? from + 1 : from
  const pieces = bounded(milliseconds, () =>
    piecesOf(processor.parse(body).children, text, shift, 0),
  )
  return pieces === undefined
    ? {pieces: scan(text, from), capped: 'it takes too long to read otherwise'}
    : {pieces}
}

/** Containers within containers, by the markers at the beginnings of lines, or by indentation. */
function isDeep(body: string): boolean {
  return (
    /(?:^|\n)[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*){40}/.test(body) ||
    /(?:^|\n)[ \t]{200}[ \t]*(?:[-*+>]|\d{1,9}[.)])/.test(body)
  )
}

function piecesOf(
  nodes: readonly RootContent[],
  text: string,
  shift: number,
  depth: number,
): Piece[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'list' || DEEPEST <= depth) return [pieceOf(node, text, shift, [])]
    return node.children.map((item) => {
      const children = piecesOf(item.children, text, shift, depth + 1)
      const piece = pieceOf(item, text, shift, children)
      return typeof item.checked === 'boolean' ? withBox(piece) : piece
    })
  })
}

function pieceOf(node: RootContent, text: string, shift: number, children: Piece[]): Piece {
  const start = inkAfter(text, shift + (node.position?.start.offset ?? 0))
  const end = inkBefore(text, start, shift + (node.position?.end.offset ?? 0))
  const kind = kindOf(node)
  const isHeading = node.type === 'heading'
  return {
    kind,
    start,
    end,
    inner: kind === 'item' ? innerOf(text, start, end, children) : start,
    depth: isHeading ? node.depth : 0,
    title: isHeading ? titleOf(node, text, shift) : '',
    children,
  }
}

/** The box of a task is no part of the paragraph for remark; for whoever reads it, it is. */
function withBox(item: Piece): Piece {
  const [first, ...rest] = item.children
  if (first?.kind !== 'paragraph') return item
  return {...item, children: [{...first, start: item.inner, inner: item.inner}, ...rest]}
}

function kindOf(node: Nodes): Piece['kind'] {
  switch (node.type) {
    case 'heading':
    case 'paragraph':
    case 'table':
    case 'code':
    case 'html':
      return node.type
    case 'blockquote':
      return 'quote'
    case 'listItem':
      return 'item'
    case 'thematicBreak':
    case 'definition':
      return 'other'
    default:
      return 'paragraph'
  }
}

/** After the marker; where a task has a box, before that. */
function innerOf(text: string, start: number, end: number, children: readonly Piece[]): number {
  const marker = /^(?:[-*+]|\d{1,9}[.)])[ \t]*/.exec(text.slice(start, Math.min(end, start + 200)))
  const after = start + (marker?.[0].length ?? 0)
  const first = children[0]
  return first !== undefined && first.kind === 'code' ? Math.min(first.start, after) : after
}

function titleOf(node: Nodes & {type: 'heading'}, text: string, shift: number): string {
  const first = node.children[0]?.position?.start.offset
  const last = node.children.at(-1)?.position?.end.offset
  if (first === undefined || last === undefined) return ''
  return foldBlanks(text.slice(shift + first, shift + last))
}

function inkAfter(text: string, start: number): number {
  let at = start
  while (at < text.length && ' \t'.includes(text[at]!)) at++
  return at
}

function inkBefore(text: string, start: number, end: number): number {
  let at = end
  while (start < at && ' \t\r\n'.includes(text[at - 1]!)) at--
  return at
}
