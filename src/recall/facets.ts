/**
 * What a note can be narrowed by, as terms of the index: `=wing:atlas`, `=field:status=open`.
 *
 * Facets are made of a note and of a question by the same functions here, so that both are folded
 * alike and `user1` is never `user10`. Only what the file itself says is a facet: how a memory stands
 * hangs on the instant asked, and is told to the index with each question.
 */

import {stemOf} from '../ground/note-path.js'
import type {Note} from '../note/note.js'
import {FACET} from '../terms/term.js'

/** What a question can be narrowed by, besides dates and standing. */
export interface Narrowing {
  readonly wing?: string
  readonly room?: string
  readonly hall?: string
  readonly type?: string
  readonly role?: string
  readonly session?: string
  readonly tag?: string
  readonly where?: Readonly<Record<string, string | readonly string[]>>
}

/** In UTF-16 units: nobody filters by an essay, and the index should not hold one twice. */
const LONGEST_VALUE = 200

/** Of a tag that is nested deeper than anybody nests, the outermost: all of them would be longer than the text. */
const MOST_LEVELS = 16

/** The facets of a note, each once. */
export function facetsOf(note: Note): string[] {
  const {place, fields} = note
  const facets = new Set<string>()
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) facets.add(facet(name, value))
  }
  add('wing', place.wing)
  add('room', place.room)
  add('hall', place.hall)
  add('type', note.type)
  add('role', note.role)
  add('key', note.key)
  for (const session of sessionsOf(note)) add('session', session)
  for (const tag of note.tags) for (const outer of withOuter(tag)) add('tag', outer)
  for (const [key, value] of Object.entries(fields)) {
    for (const text of scalarsOf(value)) facets.add(fieldFacet(key, text))
  }
  return [...facets]
}

/** What a question asks for: all of them must be there, and of each list one is enough. */
export function facetsAsked(narrowing: Narrowing): string[][] {
  const {where = {}, tag, ...plain} = narrowing
  const asked = (['wing', 'room', 'hall', 'type', 'role', 'session'] as const).flatMap((name) => {
    const value = plain[name]
    return value === undefined ? [] : [[facet(name, value)]]
  })
  if (tag !== undefined) asked.push([facet('tag', tag.replace(/^#/, ''))])
  for (const [key, value] of Object.entries(where)) {
    const values = typeof value === 'string' ? [value] : value
    asked.push(values.map((one) => fieldFacet(key, one)))
  }
  return asked
}

function facet(name: string, value: string): string {
  return `${FACET}${name}:${cut(folded(value))}`
}

/** Where a key has the sign in it, it still names one key and no other. */
function fieldFacet(key: string, value: string): string {
  return `${facet('field', key.replaceAll('=', '\\='))}=${cut(folded(value))}`
}

function folded(text: string): string {
  return text.trim().normalize('NFC').toLowerCase().normalize('NFC')
}

/** Never in the middle of a surrogate pair: half a letter is not the letter of another text. */
function cut(text: string): string {
  if (text.length <= LONGEST_VALUE) return text
  const head = text.slice(0, LONGEST_VALUE)
  return /[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head
}

/** A file under `sessions/` is of the session that it is named for. */
function sessionsOf({role, path, fields}: Note): string[] {
  const said = scalarsOf(fields.session)
  return role === 'session' ? [stemOf(path), ...said] : said
}

/** `infra/db/pool` is found under `infra` and `infra/db` too. */
function withOuter(tag: string): string[] {
  const parts = tag.split('/')
  const outer = parts.slice(1, MOST_LEVELS).map((_, at) => parts.slice(0, at + 1).join('/'))
  return [...outer, tag]
}

/** The texts of a scalar or of a list of scalars; none of anything deeper. */
function scalarsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  const texts = list.map((one) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean'
      ? String(one)
      : undefined,
  )
  return texts.every((text) => text !== undefined) ? texts : []
}
