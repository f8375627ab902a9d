/**
 * Note → chunks: what is found, shown and embedded as one.
 *
 * Along what the note is made of: MEMORY.md by fact, a conversation by turn, anything else by headings;
 * what is too long then between its blocks, and only a block that is too long by itself within. Pure,
 * linear in the text, and the same on any machine. What words a chunk is found by is not decided here.
 */

import {type Lines, lineAt, linesOf} from '../note/lines.js'
import type {Note} from '../note/note.js'
import type {Piece} from '../note/piece.js'
import {scan} from '../note/scan.js'
import {breaksIn} from './breaks.js'
import type {Chunk} from './chunk.js'
import {factsOf} from './facts.js'
import {namer} from './name.js'
import {pack} from './pack.js'
import {sectionsOf} from './sections.js'
import {isLonger, MOST, tokensOf} from './size.js'
import {inkIn, partsOf, type Range, type Stretch} from './stretch.js'
import {isConversation, turnsOf} from './turns.js'

/**
 * Cuts the body of `note`, whose text after its byte order mark is `text`, in order. At least one chunk:
 * that of an empty body is empty. Never throws.
 *
 * @param pieces what `scan` finds in the body, where that is known already.
 */
export function cut(
  note: Note,
  text: string,
  pieces: readonly Piece[] = scan(text, note.body.start),
): Chunk[] {
  const lines = linesOf(text)
  const named = namer()
  const chunks: Chunk[] = []
  for (const stretch of stretchesOf(note, text, pieces)) {
    for (const own of cutStretch(text, stretch)) chunks.push(chunkOf(stretch, own, lines, named))
  }
  return chunks.length === 0 ? [emptyChunk(note, named)] : chunks
}

function stretchesOf(note: Note, text: string, pieces: readonly Piece[]): readonly Stretch[] {
  if (note.role === 'facts') return factsOf(text, note.body.start, note.facts, pieces)
  if (isConversation(note)) return turnsOf(note, text, pieces)
  return sectionsOf(pieces, [], false).stretches
}

/** What a chunk covers, and its text. */
interface Own extends Range {
  readonly text: string
  /** Where the text begins. */
  readonly textStart: number
}

function cutStretch(text: string, stretch: Stretch): Own[] {
  const {start, end, textStart, holes} = stretch
  const parts = partsOf(text, {start: textStart, end}, holes ?? [])
  const [first] = parts
  if (first === undefined) {
    // Headings or a marker, and nothing that they lead to.
    const ink = inkIn(text, start, end)
    return ink === undefined ? [] : [ownOf(text, start, ink)]
  }
  if (isLongerInAll(text, parts)) {
    const packed = parts.flatMap((part) => pack(text, part, breaksIn(text, stretch.pieces, part)))
    return packed.map((range, index) => ownOf(text, index === 0 ? start : range.start, range))
  }
  if (parts.length === 1) return [ownOf(text, start, first)]
  const said = parts.map((part) => text.slice(part.start, part.end)).join('\n')
  return [{start, end: parts.at(-1)!.end, textStart: first.start, text: said}]
}

function ownOf(text: string, start: number, range: Range): Own {
  return {start, end: range.end, textStart: range.start, text: text.slice(range.start, range.end)}
}

function isLongerInAll(text: string, parts: readonly Range[]): boolean {
  if (parts.length === 1) return isLonger(text, parts[0]!.start, parts[0]!.end, MOST)
  return MOST < parts.reduce((sum, {start, end}) => sum + tokensOf(text, start, end), 0)
}

function chunkOf(stretch: Stretch, own: Own, lines: Lines, named: ReturnType<typeof namer>): Chunk {
  const {kind, trail, speaker, fact, turn} = stretch
  const {start, end, text, textStart} = own
  const fromLine = lineAt(lines, kind === 'fact' ? textStart : start)
  const toLine = lineAt(lines, end - 1)
  const id = named(trail, speaker, text)
  // Spelled out, and the rare keys last: a vault has tens of thousands of them.
  const chunk: {-readonly [Key in keyof Chunk]: Chunk[Key]} = {
    id,
    kind,
    start,
    end,
    fromLine,
    toLine,
    text,
    trail,
  }
  if (speaker !== undefined) chunk.speaker = speaker
  if (fact !== undefined) chunk.fact = fact
  if (turn !== undefined) chunk.turn = turn
  return chunk
}

function emptyChunk({body}: Note, named: ReturnType<typeof namer>): Chunk {
  const {start, line} = body
  const id = named([], undefined, '')
  return {id, kind: 'text', start, end: start, fromLine: line, toLine: line, text: '', trail: []}
}
