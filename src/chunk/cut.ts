/**
 * Note → chunks: along headings and blocks, a conversation by turn, MEMORY.md by fact.
 *
 * Reads structure with the line scanner alone: to parse a whole vault costs more than all else that is done
 * with it. Linear in the length of the text, whatever it is.
 */

import {digest} from '../ground/digest.js'
import {type Lines, lineAt, linesOf} from '../note/lines.js'
import type {Note} from '../note/note.js'
import type {Piece} from '../note/piece.js'
import {scan} from '../note/scan.js'
import {type Atom, atomsOf, atomsWithin} from './atoms.js'
import type {Chunk} from './chunk.js'
import {pack} from './pack.js'
import {type Stretch, stretchesOf} from './stretches.js'

/**
 * Cuts the body of `note`, whose text after its byte order mark is `text`. Always gives at least one
 * chunk: that of an empty body is empty.
 */
export function cut(note: Note, text: string): Chunk[] {
  const pieces = scan(text, note.body.start)
  const cutting: Cutting = {text, lines: linesOf(text), seen: new Map(), chunks: []}
  const stretches = stretchesOf(note, text, pieces)
  let from = 0
  for (const [index, stretch] of stretches.entries()) {
    const end = stretches[index + 1]?.start ?? text.length
    let to = from
    while (to < pieces.length && pieces[to]!.start < end) to++
    const own = pieces.slice(from, to)
    // The headings of a file of facts are told with each fact below them.
    const isTold = note.role === 'facts' && stretches.length !== 1 && own.every(isHeading)
    if (stretch.kind !== 'text' || !isTold) cutStretch(cutting, stretch, end, own)
    from = to
  }
  if (cutting.chunks.length === 0)
    add(cutting, {kind: 'text', start: 0, inner: 0}, [], text.length, text.length)
  return cutting.chunks
}

/** The chunk of an empty body: the note can still be found by its title. */
const EMPTY: Stretch = {kind: 'text', start: 0, inner: 0}

function isHeading({kind}: Piece): boolean {
  return kind === 'heading'
}

interface Cutting {
  readonly text: string
  readonly lines: Lines
  /** How often each content was met. */
  readonly seen: Map<string, number>
  readonly chunks: Chunk[]
}

function cutStretch(
  cutting: Cutting,
  stretch: Stretch,
  end: number,
  pieces: readonly Piece[],
): void {
  const {text} = cutting
  // A fact may stand within a piece; what is said of it holds for all of it.
  const atoms =
    stretch.kind === 'fact' ? atomsWithin(text, stretch.start, end) : atomsOf(text, pieces)
  const found: Atom[] = atoms.length === 0 ? [{start: stretch.start, size: 0}] : atoms
  const headings: Piece[] = []
  const firsts = pack(text, found, end)
  let read = 0
  for (const [index, first] of firsts.entries()) {
    const start = index === 0 ? stretch.inner : found[first]!.start
    const next = firsts[index + 1]
    const stop = next === undefined ? end : found[next]!.start
    for (; read <= first; read++) descend(headings, found[read]!.heading)
    const trail = stretch.trail ?? headings.map(({title}) => title).filter((title) => title !== '')
    add(cutting, stretch, trail, start, stop)
    for (; read < (next ?? found.length); read++) descend(headings, found[read]!.heading)
  }
}

/** Brings the headings that are in force up to one more. */
function descend(headings: Piece[], heading: Piece | undefined): void {
  if (heading === undefined) return
  while (headings.length !== 0 && heading.depth <= headings.at(-1)!.depth) headings.pop()
  headings.push(heading)
}

/** Adds what stands between two places, without the blanks around it; nothing where that is all. */
function add(
  {text, lines, seen, chunks}: Cutting,
  stretch: Stretch,
  trail: readonly string[],
  from: number,
  to: number,
): void {
  const {kind, speaker, fact, turn} = stretch
  const whole = text.slice(from, to)
  const start = from + whole.length - whole.trimStart().length
  const end = Math.max(start, from + whole.trimEnd().length)
  if (start === end && kind !== 'turn' && stretch !== EMPTY) return
  const own = text.slice(start, end)
  const content = digest(JSON.stringify([trail, speaker ?? '', own]))
  const times = (seen.get(content) ?? 0) + 1
  seen.set(content, times)
  chunks.push({
    id: times === 1 ? content : `${content}.${times}`,
    kind,
    start,
    end,
    fromLine: lineAt(lines, kind === 'turn' ? Math.min(from, start) : start),
    toLine: lineAt(lines, Math.max(start, end - 1)),
    text: own,
    trail,
    ...(speaker === undefined ? {} : {speaker}),
    ...(fact === undefined ? {} : {fact}),
    ...(turn === undefined ? {} : {turn}),
  })
}
