/**
 * Cuts a conversation by turn: who said what.
 *
 * A turn begins where a block begins with a name in bold at the first column, `**Mara:** text`,
 * `**Mara** (14:20): text` or `**Mara, 14:20:** text`. The name must be one that the frontmatter lists in
 * `speakers`, or, where it lists none, that of a usual role. Bold words of anyone else, quotes, lists
 * and code begin none, so that what is said in a turn cannot make up another speaker. A turn goes on
 * to the next, headings in it included; only those right above the next lead to that.
 */

import type {Note} from '../note/note.js'
import type {Piece} from '../note/piece.js'
import {sectionsOf} from './sections.js'
import type {Stretch} from './stretch.js'
import {type Trail, titlesOf, under} from './trail.js'

const conversations: ReadonlySet<string> = new Set(['conversation', 'transcript', 'chat'])
const usualRoles = ['user', 'assistant', 'human', 'ai', 'system', 'agent', 'tool']

/** Whether the note says of itself, or its place does, that it holds turns. */
export function isConversation({role, type, fields}: Note): boolean {
  return (
    role === 'session' ||
    speakersOf(fields).length !== 0 ||
    (fields.turns !== undefined && fields.turns !== null) ||
    conversations.has(type?.trim().toLowerCase() ?? '')
  )
}

function speakersOf({speakers}: Note['fields']): string[] {
  const listed = Array.isArray(speakers) ? speakers : [speakers]
  return listed
    .filter((name) => typeof name === 'string' || typeof name === 'number')
    .map((name) => String(name).trim())
    .filter((name) => name !== '')
}

/** Whether `line` begins a turn where it begins a block, in a note that lists no speakers. */
export function beginsTurn(line: string): boolean {
  return markerOf(line, {kind: 'paragraph', start: 0, end: line.length}, namesIn({})) !== undefined
}

/** The names that begin a turn, by how they are compared. */
function namesIn(fields: Note['fields']): ReadonlyMap<string, string> {
  const listed = speakersOf(fields)
  return new Map((listed.length === 0 ? usualRoles : listed).map((one) => [fold(one), one]))
}

/** Cuts `pieces` by turn; what stands above the first turn, by its headings. */
export function turnsOf(note: Note, text: string, pieces: readonly Piece[]): Stretch[] {
  const names = namesIn(note.fields)
  const turns = pieces.flatMap((piece, index) => {
    const marker = markerOf(text, piece, names)
    return marker === undefined ? [] : [{...marker, index}]
  })
  const before = pieces.slice(0, turns[0]?.index ?? pieces.length)
  const {stretches, lead, trail} = sectionsOf(before, [], turns.length !== 0)
  let leading = {lead, trail}
  const said = turns.map((turn, number) => {
    const own = pieces.slice(turn.index, turns[number + 1]?.index ?? pieces.length)
    const isLast = number + 1 === turns.length
    const next = isLast ? {lead: [], trail: []} : leadIn(own, leading.trail)
    const whole = own.slice(0, own.length - next.lead.length)
    const stretch: Stretch = {
      kind: 'turn',
      start: leading.lead[0]?.start ?? own[0]!.start,
      end: whole.at(-1)!.end,
      textStart: turn.end,
      trail: titlesOf(leading.trail),
      pieces: whole,
      speaker: turn.speaker,
      turn: number + 1,
    }
    leading = next
    return stretch
  })
  return [...stretches, ...said]
}

/** The headings at the end of a turn, which lead to the next one, and the trail they make. */
function leadIn(own: readonly Piece[], trail: Trail): {lead: Piece[]; trail: Trail} {
  let from = own.length
  // The first piece is the turn's own line, even where an underline makes a heading of it.
  while (1 < from && own[from - 1]!.kind === 'heading') from--
  const lead = own.slice(from)
  return {lead, trail: lead.reduce(under, trail)}
}

interface Marker {
  readonly speaker: string
  /** Where what is said begins. */
  readonly end: number
}

const bold = /\*\*([^*\r\n]{1,200})\*\*/y
const when = /[ \t]*(?:\([^()\r\n]{0,200}\)[ \t]*)?[:：][ \t]*/y
const colon = /[ \t]*[:：]$/

function markerOf(
  text: string,
  {kind, start, end}: Pick<Piece, 'kind' | 'start' | 'end'>,
  names: ReadonlyMap<string, string>,
): Marker | undefined {
  if (kind !== 'paragraph' && kind !== 'heading' && kind !== 'table') return undefined
  if (!text.startsWith('**', start) || !isLineStart(text, start)) return undefined
  const inner = match(bold, text, start)
  const label = inner?.[1]
  if (inner === undefined || label === undefined) return undefined
  const afterBold = start + inner[0].length
  const isWhole = colon.test(label)
  const rest = isWhole ? undefined : match(when, text, afterBold)
  if (!isWhole && rest === undefined) return undefined
  const speaker = speakerIn(label.replace(colon, ''), names)
  return speaker === undefined
    ? undefined
    : {speaker, end: Math.min(end, afterBold + (rest?.[0].length ?? 0))}
}

/** The name in `Mara` or in `Mara, 14:20`. */
function speakerIn(label: string, names: ReadonlyMap<string, string>): string | undefined {
  const comma = label.indexOf(',')
  return (
    names.get(fold(label)) ?? (comma === -1 ? undefined : names.get(fold(label.slice(0, comma))))
  )
}

/** Letters that look alike are alike. */
function fold(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

function isLineStart(text: string, at: number): boolean {
  const before = text[at - 1]
  return before === undefined || before === '\n' || before === '\r'
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}
