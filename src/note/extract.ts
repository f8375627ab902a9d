/**
 * The first prose of a body, as one line: what stands for a memory where there is no room for it.
 *
 * Inline markdown is left as it is. Headings, fences, tables, comments, lines that hold nothing but
 * links or images, and what mdbrain wrote between its markers are passed over. A first line that only
 * announces what follows (`The steps:`), or a list, is followed by more.
 */

import {foldBlanks} from '../ground/fold-blanks.js'
import {leavesOf, type Piece} from './piece.js'

/** In UTF-16 units, the ellipsis included. */
const longest = 300

/** Extracts from `pieces`, of which those before `from` are passed over; `start` is where it begins. */
export function extractOf(
  text: string,
  pieces: readonly Piece[],
  from: number,
): {readonly text: string; readonly start: number | undefined} {
  let extract = ''
  let start: number | undefined
  let isOwn = false
  for (const piece of pieces) {
    if (piece.start < from) continue
    if (piece.kind === 'html') isOwn = isInOwnBlock(text.slice(piece.start, piece.end), isOwn)
    if (isOwn) continue
    for (const leaf of leavesOf([piece])) {
      if (leaf.kind !== 'paragraph' && leaf.kind !== 'quote') continue
      const line = foldedProse(text.slice(leaf.start, Math.min(leaf.end, leaf.start + 4000)))
      if (line === '') continue
      extract = extract === '' ? line : `${extract} ${line}`
      start ??= leaf.start
      const goesOn = piece.kind === 'item' || /[:：]$/.test(line)
      if (!goesOn || longest < extract.length) return {text: cut(extract), start}
    }
  }
  return {text: cut(extract), start}
}

/** Whether what follows these lines of HTML is mdbrain's own, as what stood before them was or was not. */
function isInOwnBlock(html: string, wasOwn: boolean): boolean {
  const begin = html.lastIndexOf('<!-- mdbrain:begin')
  const end = html.lastIndexOf('<!-- mdbrain:end')
  return begin === end ? wasOwn : end < begin
}

const onlyLinks =
  /^(?:!?\[\[[^\]\n]{0,500}\]\]|!?\[[^\]\n]{0,500}\]\([^)\s]{0,500}\)|<?https?:\/\/\S{1,500}|[\s,;|·•-]){1,50}$/

function foldedProse(paragraph: string): string {
  const lines = withoutComments(paragraph)
    .split('\n')
    .map((line) => line.replace(/^[ \t]*(?:>[ \t]?){1,50}/, '').trim())
    .filter((line) => line !== '' && !(line.length < 1000 && onlyLinks.test(line)))
  return foldBlanks(lines.join(' ')).trim()
}

function withoutComments(text: string): string {
  return text.includes('<!--') ? text.replace(/<!--[\s\S]*?(?:-->|$)/g, ' ') : text
}

/** Cut after a word; where words are not parted by blanks, after a whole grapheme. */
function cut(text: string): string {
  if (text.length <= longest) return text
  const head = text.slice(0, longest - 1)
  const blank = /\s/.test(text[longest - 1]!) ? head.length : head.lastIndexOf(' ')
  if (longest / 2 < blank) return `${head.slice(0, blank).trimEnd()}…`
  const graphemes = new Intl.Segmenter('en', {granularity: 'grapheme'}).segment(
    text.slice(0, longest + 50),
  )
  const last = graphemes.containing(head.length)
  return `${head.slice(0, last?.index ?? head.length).trimEnd()}…`
}
