/**
 * What became of the facts of a file: how many were added, ended, replaced, reviewed, reworded, removed.
 *
 * A fact is known again by its block id, by its words, by its key, and where all of these fail by most of
 * its words. Each counts once, as the most telling thing that happened to it.
 */

import type {Fact, Note} from '../note/note.js'

/** What may happen to a fact that stays, the most telling first; then to one that comes or goes. */
export type Happening =
  | 'superseded'
  | 'ended'
  | 'no longer ended'
  | 'reviewed'
  | 'changed'
  | 'added'
  | 'removed'

/** Pairs beyond these are not compared word by word: a file that was written anew. */
const MOST_COMPARED = 10_000

/** How often each thing happened; what did not is absent. */
export function compareFacts(
  before: readonly Fact[],
  after: readonly Fact[],
): ReadonlyMap<Happening, number> {
  const old = [...before]
  const fresh = [...after]
  const pairs = [
    ...take(old, fresh, (one, other) => one.block !== undefined && one.block === other.block),
    ...take(old, fresh, (one, other) => one.text === other.text),
    ...take(old, fresh, (one, other) => one.key !== undefined && one.key === other.key),
    ...(old.length * fresh.length <= MOST_COMPARED ? take(old, fresh, isReworded) : []),
  ]
  const counts = new Map<Happening, number>()
  const count = (what: Happening, times = 1) => {
    if (times !== 0) counts.set(what, (counts.get(what) ?? 0) + times)
  }
  count('added', fresh.length)
  for (const [one, other] of pairs) {
    const what = happenedTo(one, other)
    if (what !== undefined) count(what)
  }
  count('removed', old.length)
  return counts
}

/** What happened to a note or a fact, by what it says of itself; `undefined` where nothing did. */
export function happenedTo(before: Fact | Note, after: Fact | Note): Happening | undefined {
  if (before.supersededBy.length < after.supersededBy.length) return 'superseded'
  const [was, is] = [before.written.validUntil, after.written.validUntil]
  if (was === undefined && is !== undefined) return 'ended'
  if (was !== undefined && is === undefined) return 'no longer ended'
  if (before.written.reviewed !== after.written.reviewed) return 'reviewed'
  return sayingOf(before) === sayingOf(after) ? undefined : 'changed'
}

/** All that a claim says, its place apart. */
function sayingOf(claim: Fact | Note): string {
  const {written, importance, pinned, key} = claim
  const targets = [claim.supersedes, claim.supersededBy].map((each) =>
    each.map(({target}) => target),
  )
  const text = 'text' in claim ? claim.text : ''
  return JSON.stringify([text, written, importance, pinned, key, targets])
}

/** Takes out of both lists those that are one, in their order. */
function take(
  old: Fact[],
  fresh: Fact[],
  isSame: (one: Fact, other: Fact) => boolean,
): (readonly [Fact, Fact])[] {
  const pairs: (readonly [Fact, Fact])[] = []
  for (let at = 0; at < old.length; ) {
    const found = fresh.findIndex((other) => isSame(old[at]!, other))
    if (found === -1) at++
    else pairs.push([old.splice(at, 1)[0]!, fresh.splice(found, 1)[0]!])
  }
  return pairs
}

/** At least half of the words of the longer one are in both. */
function isReworded(one: Fact, other: Fact): boolean {
  const [a, b] = [wordsIn(one.text), wordsIn(other.text)]
  const both = [...a].filter((word) => b.has(word)).length
  return 0 < both && Math.max(a.size, b.size) <= 2 * both
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}
