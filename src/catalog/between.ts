/** What changed between two lists of entries, without anything being looked up for all of them. */

import type {Entry} from './entries.js'

/** One path at which something is not as it was. */
export interface Change {
  /** Absent where there was no file. */
  readonly before: Entry | undefined
  /** Absent where there is none any more. */
  readonly after: Entry | undefined
}

/** The changes from `before` to `after`, both by path: files that came, went, have another content, or are held or not. */
export function* changesBetween(
  before: readonly Entry[],
  after: readonly Entry[],
): Generator<Change> {
  let old = 0
  for (const entry of after) {
    while (old < before.length && before[old]!.path < entry.path) {
      yield {before: before[old++], after: undefined}
    }
    const known = before[old]?.path === entry.path ? before[old++] : undefined
    if (known?.digest === entry.digest && known.held === entry.held) continue
    yield {before: known, after: entry}
  }
  while (old < before.length) yield {before: before[old++], after: undefined}
}
