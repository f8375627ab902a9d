/**
 * File → `Note` and messages. Never throws, never stalls: whatever the bytes, something comes out
 * that can be searched, and what is the matter with it is said at its line.
 *
 * Synchronous and pure. Heavy on loading (yaml, gray-matter, remark), so that whoever finds all notes
 * in the catalog should not load this file at all. What a claim's dates mean beside those of other
 * claims is decided in `validity/`; whom a reference means, in `reference.ts`.
 */

import type {Zone} from '../ground/day.js'
import {digest} from '../ground/digest.js'
import type {Message} from '../ground/message.js'
import {type NotePath, stemOf} from '../ground/note-path.js'
import {wordsOf} from '../history/words.js'
import {findBlocks} from './blocks.js'
import {conflictsIn} from './conflict.js'
import {decode} from './decode.js'
import {extractOf} from './extract.js'
import {readFacts} from './facts.js'
import {readFields} from './fields.js'
import {readFrontmatter} from './frontmatter.js'
import {lineAt, linesOf} from './lines.js'
import {distinct, linksIn, placed, stretchesOf, tagsIn} from './links.js'
import type {Block, Note, Role} from './note.js'
import {leavesOf, type Piece} from './piece.js'
import {placeOf, roleOf} from './role.js'
import {scan} from './scan.js'
import {readSections} from './sections.js'
import {FARTHEST, readStructure} from './structure.js'

/** In UTF-16 units. Nobody writes so much by hand. */
const oversized = 10_000_000
/** In UTF-16 units, of the blocks of a session: those at its beginning, and at its end. */
const SESSION_HEAD = 8000
const SESSION_TAIL = 32_000

export interface Parsed {
  readonly note: Note
  readonly messages: readonly Message[]
  /** What `scan` finds in the body; absent where the text is so long that only its beginning was looked at. */
  readonly pieces?: readonly Piece[]
}

/** Reads a note. Offsets in it are into the text without its byte order mark. */
export function parse(path: NotePath, content: Uint8Array | string, zone: Zone): Parsed {
  const messages: Message[] = []
  const text = textOf(path, content, messages)
  const lines = linesOf(text)
  const frontmatter = readFrontmatter(path, text, lines)
  messages.push(...frontmatter.messages)

  const reading = {path, lines, zone, messages}
  const fields = readFields(frontmatter, reading)
  const {bodyStart, proseStart} = frontmatter
  const near = text.length <= FARTHEST ? text : text.slice(0, FARTHEST)
  const scanned = scan(near, bodyStart)
  const leaves = leavesOf(scanned)
  const role = roleOf(path)
  const pieces = structureOf(path, role, text, bodyStart, scanned, messages)
  const isCutIntoBlocks =
    role === 'facts' || role === 'user' || role === 'daily' || role === 'session'
  const blocks = isCutIntoBlocks ? findBlocks(text, pieces, lines) : []
  const isCutIntoSections = role === 'identity' || role === 'procedures'
  const conflicts = conflictsIn(text, leaves)
  for (const at of conflicts.slice(0, 20)) {
    messages.push(conflict(path, lineAt(lines, at)))
  }

  const stretches = stretchesOf(text, leaves)
  const head = {text: text.slice(0, bodyStart), start: 0}
  const extract = extractOf(text, scanned, proseStart)
  const {claimed, description, type} = fields
  // Spelled out, and the rare keys last: ten thousand notes are made at a first boot, and taking
  // objects apart to make one of them is a third of the time it takes.
  const note: {-readonly [Key in keyof Note]: Note[Key]} = {
    path,
    role,
    title: fields.title ?? headingOf(scanned) ?? stemOf(path),
    place: {...placeOf(path), ...fields.place},
    tags: distinct([...fields.tags, ...stretches.flatMap(tagsIn)]),
    aliases: fields.aliases,
    importance: claimed.importance,
    pinned: claimed.pinned,
    written: claimed.written,
    supersedes: claimed.supersedes,
    supersededBy: claimed.supersededBy,
    fields: frontmatter.data,
    places: fields.places,
    body: {start: bodyStart, line: lineAt(lines, bodyStart)},
    links: [head, ...stretches].flatMap(linksIn).map((link) => placed(link, lines)),
    facts: role === 'facts' ? readFacts(blocks, reading) : [],
    sections: isCutIntoSections ? readSections(text, bodyStart, pieces, lines) : [],
    blocks: role === 'facts' ? [] : blocksKept(role, blocks).map(plainBlock),
    extract: {text: extract.text, line: lineAt(lines, extract.start ?? bodyStart)},
    words: digest(text.length <= FARTHEST ? wordsOf(text) : text.slice(bodyStart)),
    conflicted: conflicts.length !== 0,
  }
  if (claimed.key !== undefined) note.key = claimed.key
  if (description !== undefined) note.description = description
  if (type !== undefined) note.type = type
  return near === text ? {note, messages, pieces: scanned} : {note, messages}
}

function textOf(path: NotePath, content: Uint8Array | string, messages: Message[]): string {
  if (typeof content === 'string') {
    return content.startsWith('\uFEFF') ? content.slice(1) : content
  }
  const {text, utf8} = decode(content)
  if (!utf8) {
    messages.push({
      rule: 'not-utf8',
      severity: 'warning',
      path,
      reason: 'the file is not UTF-8; what could not be read is shown as \uFFFD',
      hint: 'save it as UTF-8; until then it can be searched, but not edited by brain',
    })
  }
  return text
}

/** With remark for the files of a role, and from the lines alone for sessions, which are long, and all others. */
function structureOf(
  path: NotePath,
  role: Role,
  text: string,
  bodyStart: number,
  scanned: readonly Piece[],
  messages: Message[],
): readonly Piece[] {
  if (oversized < text.length) messages.push(oversizedNote(path, text.length))
  if (role === 'drawer' || role === 'session' || role === 'plain') return scanned
  const {pieces, capped} = readStructure(text, bodyStart)
  if (capped !== undefined) {
    messages.push({
      rule: 'structure-capped',
      severity: 'info',
      path,
      reason: `the structure was read line by line only: ${capped}`,
    })
  }
  return pieces
}

function oversizedNote(path: NotePath, length: number): Message {
  return {
    rule: 'oversized-note',
    severity: 'warning',
    path,
    reason: `the note is ${Math.round(length / 1_000_000)} MB long`,
    hint: 'split it: nobody, and no boot context, reads so much at once',
  }
}

function headingOf(pieces: readonly Piece[]): string | undefined {
  const heading = pieces.find(
    ({kind, depth, title}) => kind === 'heading' && depth === 1 && title !== '',
  )
  return heading?.title
}

/**
 * Of a session what a context can carry: its tasks and its last turns. It may be long, there may be hundreds, and what is
 * kept of them is read by every command.
 */
function blocksKept(role: Role, blocks: readonly Block[]): readonly Block[] {
  if (role !== 'session') return blocks
  const first = within(blocks, SESSION_HEAD)
  const rest = blocks.slice(first.length)
  return [...first, ...within(rest.toReversed(), SESSION_TAIL).reverse()]
}

/** The first of `blocks` that are no longer than `most` together. */
function within(blocks: readonly Block[], most: number): Block[] {
  let length = 0
  const end = blocks.findIndex((block) => {
    length += block.text.length
    return most < length
  })
  return blocks.slice(0, end === -1 ? blocks.length : end)
}

function plainBlock({kind, text, span, trail}: Block): Block {
  return {kind, text, span, trail}
}

function conflict(path: NotePath, line: number): Message {
  return {
    rule: 'conflict-marker',
    severity: 'error',
    path,
    place: {line, column: 1},
    reason: 'a merge was left unfinished here',
    hint: 'choose one of the two sides, and remove the lines `<<<<<<<`, `=======` and `>>>>>>>`',
  }
}
