/**
 * The headings and the code of a text, by remark and by the line scanner, in a form in which both can be
 * compared: what stands in quotes, list items and footnotes included.
 */

import type {Nodes} from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import {unified} from 'unified'
import type {Piece} from '../../src/note/piece.js'
import {scan} from '../../src/note/scan.js'

export interface Fence {
  readonly start: number
  readonly end: number
}

const processor = unified().use(remarkParse).use(remarkGfm).freeze()

/**
 * `h2 <end> <title>` and `code <start> <end>`, in the order of the text, by remark. A heading is told by
 * its end, since remark begins it at the link definitions above it, if there are any.
 */
export function outlineOf(text: string, from = 0): string[] {
  const found: string[] = []
  eachNode(text, from, (node, start, end) => {
    if (node.type === 'heading') found.push(`h${node.depth} ${end} ${titleOf(node, text, from)}`)
    if (node.type === 'code') found.push(`code ${start} ${end}`)
  })
  return found
}

/** The same, by the line scanner. */
export function scannedOutline(text: string, from = 0): string[] {
  const found: string[] = []
  const visit = ({kind, start, end, depth, title, children}: Piece) => {
    if (kind === 'heading') found.push(`h${depth} ${end} ${title}`)
    if (kind === 'code') found.push(`code ${start} ${end}`)
    children.forEach(visit)
  }
  scan(text, from).forEach(visit)
  return found
}

/** The fences of `text` by remark; what is code by its indentation alone is left out. */
export function fencesOf(text: string, from = 0): Fence[] {
  const fences: Fence[] = []
  eachNode(text, from, (node, start, end) => {
    const isFence = node.type === 'code' && /^(?:```|~~~)/.test(text.slice(start, start + 3))
    // The last line may end with what is blank for us and not for markdown.
    if (isFence) fences.push({start, end: start + text.slice(start, end).trimEnd().length})
  })
  return fences
}

/** The same by the line scanner, which takes no time. */
export function scannedFences(text: string, from = 0): Fence[] {
  const fences: Fence[] = []
  const visit = ({kind, start, end, children}: Piece) => {
    const isFence = kind === 'code' && /^(?:```|~~~)/.test(text.slice(start, start + 3))
    if (isFence) fences.push({start, end: start + text.slice(start, end).trimEnd().length})
    children.forEach(visit)
  }
  scan(text, from).forEach(visit)
  return fences
}

/** Calls back with each block, and the first and last ink of it. */
function eachNode(
  text: string,
  from: number,
  call: (node: Nodes, start: number, end: number) => void,
): void {
  // A byte order mark is dropped by the parser, which would move everything by one.
  const shift = shiftOf(text, from)
  const visit = (node: Nodes) => {
    let start = shift + (node.position?.start.offset ?? 0)
    let end = shift + (node.position?.end.offset ?? 0)
    while (/[ \t]/.test(text[start] ?? '')) start++
    while (start < end && /[ \t\r\n]/.test(text[end - 1]!)) end--
    call(node, start, end)
    if ('children' in node && node.type !== 'paragraph' && node.type !== 'heading') {
      node.children.forEach(visit)
    }
  }
  processor.parse(text.slice(from)).children.forEach(visit)
}

function shiftOf(text: string, from: number): number {
  return text.startsWith('\uFEFF', from) ? from + 1 : from
}

function titleOf(node: Nodes & {type: 'heading'}, text: string, from: number): string {
  const first = node.children[0]?.position?.start.offset
  const last = node.children.at(-1)?.position?.end.offset
  if (first === undefined || last === undefined) return ''
  const shift = shiftOf(text, from)
  return text.slice(shift + first, shift + last).replace(/\s{2,}|[^\S ]/g, ' ')
}
