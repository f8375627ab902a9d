/**
 * Where the conversation of a session stands: `sessions/<session>.md`, and when that is full `sessions/<session>~2.md`.
 *
 * A harness chooses the name of a session, and may choose what is no file's name, or what a disk takes for the name of
 * another: then some letters of its digest are a part of it. Which file is whose its frontmatter says.
 */

import {readdirSync} from 'node:fs'
import {digest} from '../ground/digest.js'
import {baseOf, type NotePath, notePath} from '../ground/note-path.js'
import {segmentOf} from './segment.js'

const FOLDER = 'sessions'

/** In bytes; room for a digest, a number and `.md` in the 80 that a new name may have. */
const LONGEST = 60

export interface SessionFiles {
  /** Those that there are, in their order. */
  readonly parts: readonly NotePath[]
  /** How the file of this number is called, counted from 1. */
  path(number: number): NotePath
}

/** @throws {BrainError} `path-outside-brain` or `bad-argument` for a session that cannot be a name. */
export function sessionFiles(root: string, session: string): SessionFiles {
  const names = namesIn(`${root}/${FOLDER}`)
  const name = nameOf(session, names)
  const path = (number: number) =>
    notePath(`${FOLDER}/${name}${number === 1 ? '' : `~${number}`}.md`)
  const parts: NotePath[] = []
  while (names.includes(baseOf(path(parts.length + 1)))) parts.push(path(parts.length + 1))
  return {parts, path}
}

function nameOf(session: string, taken: readonly string[]): string {
  const safe = segmentOf('session', cut(session))
  const own = `${safe}-${digest(session)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '0')
    .slice(0, 8)}`
  // What tells parts apart is in no other name.
  const isAsGiven = safe === session && !safe.includes('~')
  if (!isAsGiven || taken.includes(`${own}.md`)) return own
  const file = `${safe}.md`
  const hasTwin = taken.some((other) => other !== file && folded(other) === folded(file))
  return hasTwin && !taken.includes(file) ? own : safe
}

function cut(session: string): string {
  let head = ''
  for (const character of session) {
    if (LONGEST < Buffer.byteLength(head + character)) break
    head += character
  }
  return head
}

/** Names that a case-insensitive or decomposing disk takes for one. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
