/** What a reading knows of the files that were found: their entries, and their notes. */

import type {NotePath} from '../ground/note-path.js'
import type {Note} from '../note/note.js'
import type {NotesRead} from './catalog.js'
import type {Disappearance} from './disappearance.js'
import {type Entries, type Entry, entryOf, type JustRead} from './entries.js'
import {isHasty, type Listed, type Reading} from './reading.js'

export function entriesOf(
  {scene: {settings}, kept, waiting, messages}: Reading,
  listed: readonly Listed[],
  held: Disappearance | undefined,
  justRead: Map<NotePath, JustRead> = new Map(),
): Entries {
  const entries: Entry[] = []
  let hasty = false
  for (const {file} of listed) {
    const now = kept.get(file.path)
    if (now === undefined) continue
    hasty ||= isHasty(now)
    entries.push(entryOf(file.path, now, settings, false))
  }
  for (const path of held?.paths ?? []) {
    const last = kept.get(path)
    if (last !== undefined) entries.push(entryOf(path, last, settings, true))
  }
  if (held !== undefined) entries.sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    entries,
    held: held?.paths.length ?? 0,
    behind: waiting.length,
    hasty,
    messages: [...messages],
    take(path) {
      const found = justRead.get(path)
      justRead.delete(path)
      return found
    },
  }
}

export function notesOf(
  {entries, messages}: Entries,
  made: ReadonlyMap<NotePath, Note>,
): NotesRead {
  const present = entries.filter((entry) => !entry.held)
  const notes = present.map((entry) => made.get(entry.path) ?? entry.note())
  return {
    notes: notes.filter((note) => note !== undefined),
    messages: [...messages, ...present.flatMap((entry) => entry.messages())],
  }
}
