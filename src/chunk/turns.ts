/**
 * Finds the turns of a conversation.
 *
 * A turn begins with the name of who speaks, `**Ada:** …` or `**Ada** (10:30): …`, at the beginning of a block. Only names
 * that the note declares count (`speakers: [Ada, pirol]`), or, where it declares none, the usual roles: people
 * write words in bold, too.
 */

import type {Note} from '../note/note.js'
import type {Piece} from '../note/piece.js'

/** Where a turn begins, with its marker, and where what is said does. */
export interface Turn {
  readonly start: number
  readonly said: number
  readonly speaker: string
}

const USUAL = ['user', 'assistant', 'human', 'ai', 'system', 'agent', 'tool']

/** Tells whether a note is cut by turn: it says that it is a conversation, or is working memory of one. */
export function isConversation({fields, type, role}: Note): boolean {
  return (
    Array.isArray(fields.speakers) ||
    fields.turns !== undefined ||
    /^(?:conversation|transcript|chat)$/i.test(type ?? '') ||
    role === 'session'
  )
}

/** The turns of a conversation, in the order of the text. */
export function turnsOf(note: Note, text: string, pieces: readonly Piece[]): Turn[] {
  const names = new Set(speakersOf(note).map(folded))
  return pieces.flatMap((piece) => turnAt(text, piece, names) ?? [])
}

function speakersOf({fields}: Note): readonly string[] {
  const {speakers} = fields
  return Array.isArray(speakers) ? speakers.map(String) : USUAL
}

const marker = /\*\*([^*\n]{1,80}?)(?::\*\*|\*\*(?: \([^()\n]{1,80}\))?:)(?=\s|$)/y

function turnAt(text: string, {kind, start}: Piece, names: ReadonlySet<string>): Turn | undefined {
  if (kind !== 'paragraph' || (0 < start && text[start - 1] !== '\n')) return undefined
  marker.lastIndex = start
  const match = marker.exec(text)
  const speaker = match?.[1]?.trim()
  if (match === null || speaker === undefined || !names.has(folded(speaker))) return undefined
  const after = /^[ \t]*/.exec(text.slice(marker.lastIndex, marker.lastIndex + 80))!
  return {start, said: marker.lastIndex + after[0].length, speaker}
}

function folded(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}
