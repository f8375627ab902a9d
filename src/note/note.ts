/**
 * A note: one markdown file of the brain, read.
 *
 * A note is plain data without its text, so that it can be kept in the catalog as JSON and used
 * without the file being read again. Offsets count UTF-16 units in the decoded text after its BOM,
 * ends excluded; lines count from 1. `parse.ts` makes notes; nothing else does.
 */

import type {Point} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import type {DateKey, Written} from '../validity/written.js'

/** What a file of the brain is for. */
export type Role =
  | 'identity'
  | 'procedures'
  | 'user'
  | 'facts'
  | 'daily'
  | 'drawer'
  | 'session'
  | 'plain'

export type Hall = 'facts' | 'events' | 'discoveries' | 'preferences' | 'advice'

/** Where a drawer stands in the palace. */
export interface Place {
  /** A project or a person. */
  readonly wing?: string
  /** A topic in it. */
  readonly room?: string
  /** The type of memory; usually a `Hall`, but what the author wrote is kept. */
  readonly hall?: string
}

/** A stretch of the text, with the lines it stands on, the last included. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly fromLine: number
  readonly toLine: number
}

/** A reference as written: a path, a wikilink without its brackets, or `file#^block` for one fact. */
export interface Reference {
  /** `drawers/a/b.md`, `b`, `MEMORY.md#^k3f`. */
  readonly target: string
  readonly place: Point
}

/**
 * One block of a note that a boot context carries whole: a list item, a paragraph, a table, a fence.
 *
 * Its text is as written, without the list marker, inline fields, block id and OpenClaw comment.
 */
export interface Block {
  readonly kind: 'item' | 'prose'
  readonly text: string
  readonly span: Span
  /** The headings above it, outermost first; for a nested fact its parent's first line comes last. */
  readonly trail: readonly string[]
}

/** A list item of MEMORY.md (or another block of it), with a validity of its own. */
export interface Fact extends Block {
  /** `k3f` of `^k3f`, where it has one. */
  readonly block?: string
  readonly key?: string
  readonly importance: number
  readonly pinned: boolean
  readonly written: Written
  readonly supersedes: readonly Reference[]
  readonly supersededBy: readonly Reference[]
}

/** A section of an identity or procedures file: a heading with what stands under it. */
export interface Section {
  /** Empty for what stands above the first heading. */
  readonly title: string
  /** 0 for what stands above the first heading. */
  readonly depth: number
  readonly text: string
  readonly span: Span
}

export interface Link {
  readonly target: string
  /** `#Heading` or `#^block`, without the `#`. */
  readonly anchor?: string
  readonly label?: string
  readonly embed: boolean
  readonly place: Point
}

export interface Note {
  readonly path: NotePath
  readonly role: Role
  readonly place: Place
  readonly title: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  readonly type?: string
  readonly key?: string
  /** 0 to 1; 0.5 where absent or unreadable. */
  readonly importance: number
  readonly pinned: boolean
  readonly written: Written
  readonly supersedes: readonly Reference[]
  readonly supersededBy: readonly Reference[]
  /** All frontmatter as plain data, dates as the strings they were written as. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Where the keys that matter stand, for messages. */
  readonly places: Readonly<Partial<Record<DateKey | string, Point>>>
  /** Where the body begins, after the frontmatter. */
  readonly body: {readonly start: number; readonly line: number}
  readonly links: readonly Link[]
  /** For MEMORY.md alone. */
  readonly facts: readonly Fact[]
  /** For identity and procedures files. */
  readonly sections: readonly Section[]
  /** For user files, daily logs and sessions; of a long session its first and its last. */
  readonly blocks: readonly Block[]
  /** The first prose of the body, whitespace folded, at most 300 characters; where it stands. */
  readonly extract: {readonly text: string; readonly line: number}
  /** A digest of the words alone: neither frontmatter, inline fields nor whitespace count. */
  readonly words: string
  /** Has lines of an unfinished merge. Searchable, never carried. */
  readonly conflicted: boolean
}
