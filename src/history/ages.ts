/**
 * When words changed, as far as commits tell.
 *
 * For a whole note every commit counts that made other words of it; for a passage every commit that
 * brought its words in, back to where the note did not hold them. What changes only whitespace,
 * frontmatter or inline fields, and what only renames, changes no words. In a merge only what none of
 * the parents had is new.
 */

import {digest} from '../ground/digest.js'
import type {Instant} from '../ground/instant.js'
import type {Descent, Origin} from './descent.js'
import {keyOf} from './descent.js'
import type {Ages, Unit} from './history.js'
import type {State} from './walk.js'
import {squeezed, wordsOf} from './words.js'

/** What was found of a unit; kept, so that only new commits have to be looked at. */
export interface Found {
  /** The state of the note from which it was followed; absent where HEAD has no such note. */
  readonly state?: State
  /** A digest of the note's words then, for a whole note. */
  readonly words?: string
  /** Whether the note held the passage then. */
  readonly held?: boolean
  /** Every name that the note had on the way. */
  readonly names: readonly string[]
  /** Ascending. */
  readonly changed: readonly Change[]
}

interface Change {
  readonly at: Instant
  readonly isBulk: boolean
}

/** Reads the words of a blob, without whitespace; empty where it cannot be read. */
export type ReadWords = (blob: string) => Promise<string>

/** Turns blobs into words, each once. */
export function wordReader(read: (blob: string) => Promise<Uint8Array | undefined>): ReadWords {
  const known = new Map<string, Promise<string>>()
  return (blob) => {
    let words = known.get(blob)
    if (words === undefined) {
      words = read(blob).then((bytes) =>
        bytes === undefined ? '' : squeezed(wordsOf(new TextDecoder().decode(bytes))),
      )
      known.set(blob, words)
    }
    return words
  }
}

/**
 * Follows `unit` back from `state`. Where it comes to the state of `known`, what was found from there
 * is taken over; it must still hold.
 */
export async function findChanges(
  unit: Unit,
  state: State | undefined,
  descent: Descent,
  readWords: ReadWords,
  known: Found | undefined,
): Promise<Found> {
  if (state === undefined) return {names: [unit.path], changed: []}
  const words = await readWords(state.blob)
  if (unit.whole) {
    const isNew: IsNew = async (to, {from}) => {
      const made = await readWords(to.blob)
      const before = await Promise.all(from.map(({blob}) => readWords(blob)))
      return {counts: !before.includes(made), follow: from}
    }
    const way = await followBack(state, descent, isNew, known)
    return {state, words: digest(words), ...way}
  }
  const holds = passageTest(unit, words)
  if (!holds(words)) return {state, held: false, names: [unit.path], changed: []}
  const isNew: IsNew = async (_, {from}) => {
    const before = await Promise.all(from.map(async ({blob}) => holds(await readWords(blob))))
    const follow = from.filter((_, at) => before[at])
    return {counts: follow.length === 0, follow}
  }
  return {state, held: true, ...(await followBack(state, descent, isNew, known))}
}

/** The answer to what was asked, from what was found. */
export function agesOf(unit: Unit, {words, held, changed}: Found): Ages {
  const committed = unit.whole ? words === digest(squeezed(unit.words)) : held === true
  const dates = (list: readonly Change[]) => [...new Set(list.map(({at}) => at))]
  return {
    changed: dates(changed),
    selective: dates(changed.filter(({isBulk}) => !isBulk)),
    committed,
  }
}

/** Names what `Found` may be kept under: a note's changes do not depend on what its words are now. */
export function unitKey({path, words, whole, lines}: Unit): string {
  return whole ? `* ${path}` : digest(JSON.stringify([path, words, lines ?? null]))
}

/** Tells of one way in which a state came about whether it changed the words, and what to follow. */
type IsNew = (
  to: State,
  origin: Origin,
) => Promise<{readonly counts: boolean; readonly follow: readonly State[]}>

async function followBack(
  start: State,
  descent: Descent,
  isNew: IsNew,
  known: Found | undefined,
): Promise<Pick<Found, 'names' | 'changed'>> {
  const end = known?.state === undefined ? undefined : keyOf(known.state)
  const names = new Set<string>()
  const changed: Change[] = []
  const seen = new Set<string>([keyOf(start)])
  const open = [start]
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    names.add(state.path)
    if (known !== undefined && keyOf(state) === end) {
      for (const name of known.names) names.add(name)
      changed.push(...known.changed)
      continue
    }
    for (const origin of descent.originsOf(state)) {
      const {at, isBulk, isBoundary} = origin.commit
      const {counts, follow} = await isNew(state, origin)
      if (counts && !isBoundary) changed.push({at, isBulk})
      for (const from of follow) {
        if (seen.has(keyOf(from))) continue
        seen.add(keyOf(from))
        open.push(from)
      }
    }
  }
  return {names: [...names], changed: changed.sort((a, b) => a.at - b.at)}
}

/**
 * Makes a test for whether a note's words hold the passage. Normally in one piece; a passage with
 * something else in its midst is one whose lines follow each other, if that is how HEAD has it.
 */
function passageTest(unit: Unit, present: string): (words: string) => boolean {
  const passage = squeezed(unit.words)
  if (unit.lines === undefined || present.includes(passage)) {
    return (words) => words.includes(passage)
  }
  const lines = unit.lines.map(squeezed).filter((line) => line !== '')
  return (words) => {
    let from = 0
    return lines.every((line) => {
      const at = words.indexOf(line, from)
      from = at + line.length
      return at !== -1
    })
  }
}
