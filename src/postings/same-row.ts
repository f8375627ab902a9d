/** Whether two notes, or two chunks, are told alike. */

import {type ChunkRow, type NoteRow, USUAL_IMPORTANCE} from './entry.js'

export function sameNote(a: NoteRow, b: NoteRow): boolean {
  return (
    a.path === b.path &&
    a.digest === b.digest &&
    a.title === b.title &&
    a.language === b.language &&
    a.date === b.date &&
    (a.kind ?? '') === (b.kind ?? '')
  )
}

export function sameChunk(a: ChunkRow, b: ChunkRow): boolean {
  return (
    a.id === b.id &&
    a.start === b.start &&
    a.end === b.end &&
    a.fromLine === b.fromLine &&
    a.toLine === b.toLine &&
    a.fact === b.fact &&
    a.turn === b.turn &&
    (a.importance ?? USUAL_IMPORTANCE) === (b.importance ?? USUAL_IMPORTANCE)
  )
}
