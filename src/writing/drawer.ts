/**
 * A new drawer: its folder, its name, its frontmatter, and the text as it was given.
 */

import {BrainError} from '../ground/brain-error.js'
import {formatInstant, type Instant} from '../ground/instant.js'
import type {NotePath} from '../ground/note-path.js'
import {findHead} from '../note/head.js'
import {freeName, slugOf} from '../note/naming.js'
import type {FieldEdit} from '../note/rewrite.js'
import {composeNote} from '../note/write.js'
import type {Draft} from './draft.js'
import {turnNow} from './succession.js'
import {titleOf} from './title.js'

/** What a drawer's frontmatter may say, in the order in which it is written. */
export interface DrawerFields {
  readonly title?: string | undefined
  readonly wing?: string | undefined
  readonly room?: string | undefined
  readonly hall?: string | undefined
  readonly type?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly key?: string | undefined
  readonly importance?: number | undefined
  readonly pinned?: boolean | undefined
  readonly valid_from?: string | undefined
  readonly valid_to?: string | undefined
  readonly ttl?: string | undefined
  /** One reference, or several. */
  readonly supersedes?: string | readonly string[] | undefined
  readonly source?: string | undefined
  readonly agent?: string | undefined
  readonly session?: string | undefined
}

const ORDER: readonly (keyof DrawerFields)[] = [
  'title',
  'wing',
  'room',
  'hall',
  'type',
  'tags',
  'key',
  'importance',
  'pinned',
  'valid_from',
  'valid_to',
  'ttl',
  'supersedes',
  'source',
  'agent',
  'session',
]

/** Chooses a free path in `folder` for a drawer of this title. */
export function drawerPath(
  draft: Draft,
  paths: readonly NotePath[],
  folder: string,
  title: string,
): NotePath {
  const taken = new Set(paths.map(folded))
  return freeName(
    folder,
    slugOf(title),
    (path) => taken.has(folded(path)) || draft.has(path as NotePath),
  )
}

/**
 * Plans a drawer at `path`. Its body is `text` byte for byte: the frontmatter stands above it even
 * where there is next to nothing to say, so that a text that opens with `---` is never taken for it.
 */
export function createDrawer(
  draft: Draft,
  path: NotePath,
  fields: DrawerFields,
  text: string,
  now: Instant,
): void {
  const edits: FieldEdit[] = ORDER.flatMap((key) => {
    const value = written(fields[key])
    return value === undefined ? [] : [{key, value}]
  })
  edits.push({key: 'created', value: formatInstant(turnNow(now).at)})
  const note = composeNote(edits, text)
  if (findHead(note).kind !== 'block') {
    throw new BrainError('not-editable', {
      message: 'the frontmatter would be longer than the 64 KB that are read as one',
      hint: 'say less beside the text: fewer tags, fewer references',
      data: {path},
    })
  }
  if (!note.includes(text)) {
    throw new BrainError('not-editable', {
      message: 'the text would not be kept as it was given',
      data: {path},
    })
  }
  draft.create(path, note)
}

/** The title of a drawer: the one given, else one made of its text. */
export function drawerTitle(given: string | undefined, text: string): string {
  return given ?? titleOf(text)
}

/** An empty list says nothing. */
function written(value: DrawerFields[keyof DrawerFields]): FieldEdit['value'] {
  return Array.isArray(value) && value.length === 0 ? undefined : (value as FieldEdit['value'])
}

/** Names that a case-insensitive or decomposing file system takes for one. */
function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}
