/** Where what is kept says something else than the files do. */

import type {Entries, Entry} from '../catalog/entries.js'
import type {NotePath} from '../ground/note-path.js'
import type {ComparableStore} from '../store/index-store.js'
import type {Finding} from './finding.js'
import type {Anew} from './read-anew.js'

/** What is the matter with one file. */
export interface Difference {
  readonly path: NotePath
  readonly what: string
}

/** More files with the same trouble are counted, not named. */
const MOST_NAMED = 20

/** Files that the catalog knows otherwise than they are. What is held is not there to be compared with. */
export function differingEntries(kept: Entries, true_: Entries): Difference[] {
  const found = new Map(true_.entries.map((entry) => [entry.path, entry]))
  const odd: Difference[] = []
  for (const entry of kept.entries) {
    if (entry.held) continue
    const real = found.get(entry.path)
    const what = real === undefined ? 'is listed and not there' : differenceOf(entry, real)
    if (what !== undefined) odd.push({path: entry.path, what})
  }
  return odd
}

function differenceOf(kept: Entry, real: Entry): string | undefined {
  if (kept.digest !== real.digest) {
    return 'has changed without a new size, time or inode, and was not read again'
  }
  if (wordsOf(kept) === wordsOf(real)) return undefined
  if (isCut(real) && !isCut(kept)) return undefined
  if (isCut(kept) && !isCut(real)) return 'was read in haste, on a busy machine'
  return 'is kept otherwise than its bytes are read'
}

/**
 * Files of which one of the two readings was cut short and the other was not: a busy machine does that, and it says
 * nothing of what is kept.
 */
function cutOtherwise(kept: Entries, true_: Entries): ReadonlySet<NotePath> {
  const cut = (read: Entries) => new Set(read.entries.filter(isCut).map(({path}) => path))
  const [one, other] = [cut(kept), cut(true_)]
  return new Set([...one, ...other].filter((path) => one.has(path) !== other.has(path)))
}

function isCut(entry: Entry): boolean {
  return entry.messages().some(({rule}) => rule === 'structure-capped')
}

function wordsOf(entry: Entry): string {
  return JSON.stringify([entry.note(), entry.messages()])
}

/** Notes that the index has otherwise than one made anew, to the last word, and to the last vector where those count. */
export function differingNotes(
  store: ComparableStore,
  {store: anew, read: true_}: Anew,
  read: Entries,
  withVectors: boolean,
): Difference[] {
  const held = new Set(read.entries.filter((entry) => entry.held).map(({path}) => path))
  const hasty = cutOtherwise(read, true_)
  const [kept, real] = [store.contents(withVectors), anew.contents(withVectors)]
  const odd: Difference[] = []
  for (const path of new Set([...kept.keys(), ...real.keys()])) {
    if (held.has(path) || hasty.has(path) || kept.get(path) === real.get(path)) continue
    const what = !kept.has(path)
      ? 'was not in the index'
      : !real.has(path)
        ? 'was in the index and is not there'
        : 'was in the index with other passages or words'
    odd.push({path, what})
  }
  return odd
}

/** Findings of differences: each file named, as long as there are not too many. */
export function summed(
  differences: readonly Difference[],
  mended: boolean,
  hint: string,
): Finding[] {
  const named = differences.slice(0, MOST_NAMED)
  const more = differences.length - named.length
  const findings: Finding[] = named.map((one) => ({...one, mended, ...(mended ? {} : {hint})}))
  if (more !== 0) findings.push({what: `and ${more} more`, mended, ...(mended ? {} : {hint})})
  return findings
}
