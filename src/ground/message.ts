/**
 * Something to tell the author of a file, at a place in the file.
 *
 * Messages are values. They are collected while the work goes on: one odd file never hides the
 * others. What stops an operation is a `BrainError` instead.
 */

import type {NotePath} from './note-path.js'

/** Where in a file. Lines and columns count from 1; offsets are UTF-16 units from 0, end excluded. */
export interface Point {
  readonly line: number
  readonly column: number
}

/** What a message is about. The list is closed, so that each rule can be looked up. */
export type Rule =
  | 'ambiguous-reference'
  | 'conflict-marker'
  | 'cut-short'
  | 'duplicate-block'
  | 'duplicate-frontmatter'
  | 'duplicate-key'
  | 'inverted-span'
  | 'invalid-frontmatter'
  | 'invalid-importance'
  | 'invalid-setting'
  | 'lost-index'
  | 'lost-reference'
  | 'mass-disappearance'
  | 'missing-clock'
  | 'missing-zone'
  | 'not-reranked'
  | 'not-utf8'
  | 'oversized-note'
  | 'path-twin'
  | 'secret'
  | 'secret-removed'
  | 'shared-repository'
  | 'skipped-file'
  | 'structure-capped'
  | 'supersedes-loop'
  | 'two-current'
  | 'unreadable-date'
  | 'unreadable-file'
  | 'unreadable-successor'
  | 'unreadable-ttl'
  | 'unterminated-frontmatter'
  | 'unwritable-cache'
  | 'words-only'

export type Severity = 'error' | 'warning' | 'info'

export interface Message {
  readonly rule: Rule
  readonly severity: Severity
  /** Brain-relative. A file that is no note (`brain.yaml`, a folder) is named the same way. */
  readonly path: NotePath | string
  /** Absent where the whole file is meant. */
  readonly place?: Point
  /** What is the matter: a clause with what was found, without a full stop. */
  readonly reason: string
  /** What to do about it. */
  readonly hint?: string
}

/**
 * Writes a message as compilers do, so that editors make the place clickable:
 * `facts/office.md:2:14: error: … [unreadable-date]`, then the hint on a line of its own.
 */
export function formatMessage(message: Message): string {
  const {path, place, severity, reason, rule, hint} = message
  const where = place === undefined ? path : `${path}:${place.line}:${place.column}`
  const first = `${where}: ${severity}: ${reason} [${rule}]`
  return hint === undefined ? first : `${first}\n  hint: ${hint}`
}

/** Orders messages by path, then by place. */
export function compareMessages(a: Message, b: Message): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  const line = (a.place?.line ?? 0) - (b.place?.line ?? 0)
  return line === 0 ? (a.place?.column ?? 0) - (b.place?.column ?? 0) : line
}
