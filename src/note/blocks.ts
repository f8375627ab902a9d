/**
 * Cuts a body into the blocks that a boot context carries whole: list items with all they contain,
 * and any other paragraph, table, fence or quote.
 *
 * A nested item that says something of itself (an inline field, a block id) is a block of its own
 * and no part of its parent's text. A block's text is as written, without list marker, inline
 * fields, block id and OpenClaw comment, moved to the left, with `\n` for line ends.
 */

import {withoutCode} from './code-spans.js'
import {commentFieldsIn, type InlineField, inlineFieldsIn} from './inline-fields.js'
import {type Lines, lineAt} from './lines.js'
import type {Block, Span} from './note.js'
import type {Piece} from './piece.js'

/** A block with what it says of itself, and where something could be added. */
export interface FoundBlock extends Block {
  readonly block?: string
  readonly fields: readonly InlineField[]
  /** Where an inline field can be added, before a block id; `undefined` where none can. */
  readonly insertAt: number | undefined
  /** Where a block id can be added. */
  readonly endOfLead: number | undefined
}

/** Finds the blocks of `pieces`, in the order of the text; a parent comes before its nested ones. */
export function findBlocks(text: string, pieces: readonly Piece[], lines: Lines): FoundBlock[] {
  const blocks: FoundBlock[] = []
  const headings: {depth: number; title: string}[] = []
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'heading') {
      while (headings.length !== 0 && piece.depth <= headings.at(-1)!.depth) headings.pop()
      headings.push(piece)
      continue
    }
    if (piece.kind === 'other' || isBareId(text, piece)) continue
    const trail = headings.map(({title}) => title).filter((title) => title !== '')
    const id = idBelow(text, piece, pieces[index + 1])
    const found = readBlocks({text, lines}, piece, trail, id)
    blocks.push(...found.filter(({text: own}) => own !== ''))
  }
  return blocks
}

interface Source {
  readonly text: string
  readonly lines: Lines
}

interface Range {
  readonly start: number
  readonly end: number
}

function readBlocks(source: Source, piece: Piece, trail: readonly string[], id?: string) {
  const nested: Piece[] = []
  const leaves: Piece[] = []
  gather(source, piece, true, nested, leaves)
  const fields = leaves.flatMap((leaf) => fieldsIn(source.text, leaf))
  const own = leaves.flatMap((leaf) => idIn(source.text, leaf) ?? [])[0]
  const cuts: Range[] = [...nested, ...fields, ...(own === undefined ? [] : [own])]
  const lead = leaves[0]?.kind === 'paragraph' ? leaves[0] : undefined
  const isOwnInLead = own !== undefined && lead !== undefined && own.end <= lead.end
  const inLead = fields.filter(({end, isComment}) => !isComment && lead && end <= lead.end)
  const blockId = own?.id ?? id
  const block: FoundBlock = {
    kind: piece.kind === 'item' ? 'item' : 'prose',
    text: textWithout(source.text, piece, cuts),
    span: spanOf(piece, source.lines),
    trail,
    ...(blockId === undefined ? {} : {block: blockId}),
    fields,
    insertAt: inLead.at(-1)?.end ?? (isOwnInLead ? own.start : lead?.end),
    endOfLead: lead?.end,
  }
  const first = block.text.split('\n', 1)[0]!
  const inner: FoundBlock[] = nested.flatMap((item) =>
    readBlocks(source, item, first === '' ? trail : [...trail, first]),
  )
  return [block, ...inner]
}

/** Parts what belongs to `piece` itself from nested items that stand for themselves. */
function gather(source: Source, piece: Piece, isTop: boolean, nested: Piece[], leaves: Piece[]) {
  if (piece.kind !== 'item') {
    leaves.push(piece)
    return
  }
  if (!isTop && saysSomething(source.text, piece)) {
    nested.push(piece)
    return
  }
  for (const child of piece.children) gather(source, child, false, nested, leaves)
}

function saysSomething(text: string, item: Piece): boolean {
  return item.children.some(
    (child) =>
      child.kind !== 'item' &&
      (fieldsIn(text, child).length !== 0 || idIn(text, child) !== undefined),
  )
}

function fieldsIn(text: string, leaf: Piece): InlineField[] {
  const {kind, start, end} = leaf
  if (kind === 'code' || kind === 'other') return []
  const raw = text.slice(start, end)
  const hasComment = raw.includes('<!--')
  if (!hasComment && !raw.includes('::')) return []
  const blanked = withoutCode(raw)
  const inline = kind === 'html' ? [] : inlineFieldsIn(blanked, start)
  const comments = hasComment ? commentFieldsIn(blanked, start) : []
  return [...inline, ...comments].sort((a, b) => a.start - b.start)
}

const trailingId = /(?:^|[ \t]+|\n[ \t]*)\^([A-Za-z0-9-]{1,100})$/

/** The block id at the end of a paragraph, with the blanks before it. */
function idIn(text: string, leaf: Piece): (Range & {id: string}) | undefined {
  if (leaf.kind !== 'paragraph') return undefined
  const from = Math.max(leaf.start, leaf.end - 110)
  const tail = text.slice(from, leaf.end)
  const match = tail.includes('^') ? trailingId.exec(tail) : null
  if (match === null || (match.index === 0 && from !== leaf.start)) return undefined
  return {id: match[1]!, start: from + match.index, end: leaf.end}
}

/** A paragraph that is nothing but `^id` names the block above it, as in Obsidian. */
function isBareId(text: string, piece: Piece): boolean {
  return piece.kind === 'paragraph' && idIn(text, piece)?.start === piece.start
}

function idBelow(text: string, piece: Piece, next: Piece | undefined): string | undefined {
  if (piece.kind === 'item' || next === undefined || !isBareId(text, next)) return undefined
  return idIn(text, next)?.id
}

/** The text of `piece` without `cuts`; lines that held nothing else disappear. */
function textWithout(text: string, piece: Piece, cuts: readonly Range[]): string {
  const from = piece.kind === 'item' ? piece.inner : piece.start
  const column = from - (text.lastIndexOf('\n', from - 1) + 1)
  const ordered = [...cuts].sort((a, b) => a.start - b.start)
  const kept: string[] = []
  let next = 0
  for (let start = from; start <= piece.end; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 || piece.end < newline ? piece.end : newline
    let line = ''
    let at = start
    let isCut = false
    for (; next < ordered.length && ordered[next]!.start <= end; next++) {
      const cut = ordered[next]!
      isCut = true
      if (at < cut.start) line += text.slice(at, cut.start).replace(/[ \t]+$/, '')
      at = Math.max(at, cut.end)
      if (end < cut.end) break
    }
    if (at < end) line += text.slice(at, end)
    line = line.replace(/\r$/, '')
    if (isCut) line = line.trimEnd()
    const isFirst = start === from
    if (!(isCut && line.trim() === '')) kept.push(isFirst ? line.trimStart() : dedent(line, column))
    start = end + 1
  }
  return kept
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}

function dedent(line: string, column: number): string {
  let at = 0
  for (let seen = 0; seen < column && at < line.length; at++) {
    if (line[at] === ' ') seen++
    else if (line[at] === '\t') seen += 4 - (seen % 4)
    else break
  }
  return line.slice(at)
}

function spanOf({start, end}: Piece, lines: Lines): Span {
  return {
    start,
    end,
    fromLine: lineAt(lines, start),
    toLine: lineAt(lines, Math.max(start, end - 1)),
  }
}
