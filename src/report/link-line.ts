/** Links as they are listed, from either end. */

import type {NotePath} from '../ground/note-path.js'

/** One link, from either end. */
export interface LinkLine {
  /** The note that it stands in. */
  readonly path: NotePath
  readonly line: number
  readonly kind: 'link' | 'embed' | 'supersedes' | 'superseded_by'
  /** As written, with its anchor. */
  readonly target: string
  readonly label?: string
  /** The memory it leads to; absent where it leads nowhere, or could lead to several. */
  readonly to?: string
  /** What it could mean, where that is more than one. */
  readonly candidates: readonly string[]
}

export interface LinkReport {
  readonly id: string
  readonly path: NotePath
  readonly title: string
  /** In the order of the note. */
  readonly out: readonly LinkLine[]
  /** By path and line. */
  readonly in: readonly LinkLine[]
}
