/**
 * The message of a commit of hand edits: a subject that says what happened, and a line for each file.
 */

import {SETTINGS_FILE} from '../settings/load.js'
import type {Edited} from './committed.js'
import type {Told} from './edit-words.js'
import {cut} from './title.js'

/** In characters: what a list of commits shows of a subject. */
const LONGEST_SUBJECT = 72

/** A title shorter than this does not tell which note it is. */
const SHORTEST_TITLE = 24

/** Files with a line of their own; more are counted. */
export const MOST_LINES = 100

/** The subject: of one edit what happened to it, of several how many of each kind. */
export function subjectOf(told: readonly Told[]): string {
  const [first] = told
  return told.length === 1 && first !== undefined ? ofOne(first) : ofSeveral(told)
}

/** The lines below the subject. */
export function bodyOf(edits: readonly Edited[]): string[] {
  const lines = edits.slice(0, MOST_LINES).map((edit) => `- ${lineOf(edit)}`)
  const more = edits.length - MOST_LINES
  return more <= 0 ? lines : [...lines, `- and ${more} more`]
}

/** `notes/a.md: 2 facts added, 1 ended`; of a renamed one both names. */
export function lineOf({path, from, words}: Edited): string {
  return `${from === undefined ? '' : `${from} → `}${path}: ${words.join(', ')}`
}

function ofOne({title, words}: Told): string {
  const happened = `: ${words.join(', ')}`
  const room = LONGEST_SUBJECT - 'edit: '.length - happened.length
  return cut(`edit: ${cut(title, Math.max(SHORTEST_TITLE, room))}${happened}`, LONGEST_SUBJECT)
}

function ofSeveral(told: readonly Told[]): string {
  const notes = told.filter(({path}) => /\.md$/i.test(path))
  const others = told.filter((edit) => !notes.includes(edit)).map(({path}) => path)
  const counts = (['changed', 'new', 'renamed', 'removed'] as const)
    .map((kind) => [kind, notes.filter((edit) => edit.kind === kind).length] as const)
    .filter(([, count]) => 0 < count)
    .map(([kind, count], at) => (at === 0 ? withNoun(kind, count) : `${count} ${kind}`))
  // brain.yaml alone is known to everybody by its name.
  const files = others.every((path) => path === SETTINGS_FILE) ? others : [filesOf(others)]
  return cut(`edit: ${[...counts, ...files].join(', ')}`, LONGEST_SUBJECT)
}

function withNoun(kind: Edited['kind'], count: number): string {
  const noun = count === 1 ? 'note' : 'notes'
  return kind === 'new' ? `${count} new ${noun}` : `${count} ${noun} ${kind}`
}

function filesOf(paths: readonly string[]): string {
  return paths.length === 1 ? paths[0]! : `${paths.length} files beside the notes`
}
