/**
 * Where the conversation of a session stands: `sessions/<session>.md`, and when that is full `sessions/<session>~2.md`.
 *
 * A harness chooses the name of a session, and may choose what is no file's name, or what a disk takes for the name of
 * another: then some letters of its digest are a part of it.
 */

import {readdirSync} from 'node:fs'
import {BrainError} from '../ground/brain-error.js'
import {digest} from '../ground/digest.js'
import {type NotePath, notePath} from '../ground/note-path.js'
import type {Note} from './note.js'
import {segmentOf} from './segment.js'

const FOLDER = 'sessions'

/** The frontmatter's key for the last turns that a file holds. */
export const REMEMBERED = 'last_messages'

/** In bytes; room for a digest, a number and `.md` in the 80 that a new name may have. */
const LONGEST = 60

export interface SessionFiles {
  /** Those that there are, in their order. */
  readonly parts: readonly NotePath[]
  /** How the file of this number is called, counted from 1. */
  path(number: number): NotePath
}

/** The names in the folder of sessions of the brain at `root`. */
export function sessionNames(root: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(`${root}/${FOLDER}`))
  } catch {
    return new Set()
  }
}

/**
 * The files of `session`, where `taken` are the names in the folder of sessions.
 *
 * @throws {BrainError} `path-outside-brain` or `bad-argument` for a session that cannot be a name.
 */
export function sessionFiles(session: string, taken: ReadonlySet<string>): SessionFiles {
  const name = nameOf(session, taken)
  const file = (number: number) => `${name}${number === 1 ? '' : `~${number}`}.md`
  const path = (number: number) => notePath(`${FOLDER}/${file(number)}`)
  const parts: NotePath[] = []
  while (taken.has(file(parts.length + 1))) parts.push(path(parts.length + 1))
  return {parts, path}
}

/** The files that there are of `session`; none for what cannot be one. */
export function partsOfSession(session: string, taken: ReadonlySet<string>): SessionFiles['parts'] {
  try {
    return sessionFiles(session, taken).parts
  } catch (error) {
    if (error instanceof BrainError) return []
    throw error
  }
}

/** Those of `notes` whose frontmatter says that they hold turns of `session`, under whatever names, the oldest first. */
export function keptUnderOtherNames(session: string, notes: readonly Note[]): readonly NotePath[] {
  const begun = ({fields}: Note) => String(fields.created)
  return notes
    .filter(({fields}) => fields[REMEMBERED] !== undefined && String(fields.session) === session)
    .sort((a, b) => (begun(a) === begun(b) ? 0 : begun(a) < begun(b) ? -1 : 1))
    .map(({path}) => path)
}

function nameOf(session: string, taken: ReadonlySet<string>): string {
  const safe = segmentOf('session', cut(session))
  const mark = digest(session)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '0')
    .slice(0, 8)
  const own = `${safe}-${mark}`
  // What tells parts apart is in no other name.
  const isAsGiven = safe === session && !safe.includes('~')
  if (!isAsGiven || taken.has(`${own}.md`)) return own
  return !taken.has(`${safe}.md`) && hasTwin(`${safe}.md`, taken) ? own : safe
}

function cut(session: string): string {
  let head = ''
  for (const character of session) {
    if (LONGEST < Buffer.byteLength(head + character)) break
    head += character
  }
  return head
}

/** Whether a case-insensitive or decomposing disk takes one of `taken` for `file`. */
function hasTwin(file: string, taken: ReadonlySet<string>): boolean {
  const folded = (name: string) => name.normalize('NFC').toLowerCase()
  const own = folded(file)
  for (const name of taken) if (folded(name) === own) return true
  return false
}
