/**
 * What a successor has from what it replaces: what it is and weighs, not when it held.
 */

import type {Memory} from '../catalog/memory.js'
import type {Zone} from '../ground/day.js'
import type {Note} from '../note/note.js'
import type {FieldEdit} from '../note/rewrite.js'
import type {Draft} from './draft.js'
import type {DrawerFields} from './drawer.js'
import {factOf} from './edit-memory.js'

/** The frontmatter that a drawer's successor starts with. */
export function inheritedByNote(note: Note): DrawerFields {
  const {fields} = note
  return {
    wing: text(fields.wing),
    room: text(fields.room),
    hall: text(fields.hall),
    type: note.type,
    tags: note.tags.length === 0 ? undefined : note.tags,
    key: note.key,
    importance: note.importance === 0.5 ? undefined : note.importance,
    pinned: note.pinned ? true : undefined,
    ttl: text(fields.ttl),
  }
}

/** The inline fields that a fact's successor starts with; what its own text says goes before. */
export function inheritedByFact(
  draft: Draft,
  older: Memory,
  newer: Memory,
  zone: Zone,
): readonly FieldEdit[] {
  const from = factOf(draft, older, zone)
  const to = newer.fact!
  const edits: FieldEdit[] = []
  if (from.key !== undefined && to.key === undefined) edits.push({key: 'key', value: from.key})
  if (from.importance !== to.importance && to.importance === 0.5) {
    edits.push({key: 'importance', value: from.importance})
  }
  if (from.pinned && !to.pinned) edits.push({key: 'pinned', value: true})
  if (from.written.ttl !== undefined && to.written.ttl === undefined) {
    const source = draft.text(older.note.path).slice(from.span.start, from.span.end)
    const ttl = /[[(]ttl::\s*([^\])\r\n]+?)\s*[\])]/i.exec(source)?.[1]
    if (ttl !== undefined) edits.push({key: 'ttl', value: ttl})
  }
  return edits
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
