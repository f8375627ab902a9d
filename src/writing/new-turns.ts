/**
 * Which turns of a request a session's file does not hold yet.
 *
 * The file remembers its last turns by their ids, in the same edit as their texts, so that neither can be there without the other.
 * What follows the last of them in a request is new, whatever was edited in the file since.
 *
 * A request may hold none of them: a transcript that was compacted, taken back to an earlier turn, or written anew with
 * other ids. Then what was said decides: turns that stand in the file one after the other, as they do in the request, are there. One
 * short turn alone is not believed to be an old one ("yes" is said more than once), but for the first of both.
 */

import {digest} from '../ground/digest.js'

/** Of so many turns the ids are remembered: more than are taken back at once, and a line that nobody minds. */
const MOST_REMEMBERED = 32

/** In UTF-16 units: so much is not said twice, word by word. */
const TELLING = 200

/** The ids that a file remembers, as it has them; none where it says nothing that can be understood. */
export function rememberedIn(value: unknown): readonly string[] {
  return typeof value === 'string' ? value.split(' ') : []
}

/** What a file remembers after `turns` were added to it. */
export function remember(
  known: readonly string[],
  turns: readonly {readonly id: string}[],
): readonly string[] {
  return [...known, ...turns.map(markOf)].slice(-MOST_REMEMBERED)
}

/** The turns after the last that is `known` by its id; `undefined` where none is. */
export function afterKnown<Turn extends {readonly id: string}>(
  turns: readonly Turn[],
  known: readonly string[],
): readonly Turn[] | undefined {
  const marks = new Set(known)
  const last = turns.findLastIndex((turn) => marks.has(markOf(turn)))
  return last === -1 ? undefined : turns.slice(last + 1)
}

/** The turns that do not stand in `files`, whatever their ids. */
export function notIn<Turn extends {readonly markdown: string}>(
  files: readonly string[],
  turns: readonly Turn[],
): readonly Turn[] {
  const held = files.flatMap(turnsIn)
  const places = placesOf(held)
  const texts = turns.map(({markdown}) => withLineFeeds(markdown))
  const fresh: Turn[] = []
  for (let at = 0; at < turns.length; ) {
    const run = longestRun(held, places, texts, at)
    const isTelling =
      2 <= run.length || TELLING <= texts[at]!.length || (at === 0 && run.start === 0)
    const there = isTelling ? run.length : 0
    if (there === 0) fresh.push(turns[at]!)
    at += Math.max(1, there)
  }
  return fresh
}

/** The turns of a file as they were written. No line in one looks like the beginning of another. */
function turnsIn(file: string): string[] {
  const body = withLineFeeds(file).replace(/\n$/, '')
  return body.split(/(?:^|\n\n)(?=\*\*(?:user|assistant):\*\*)/).slice(1)
}

function placesOf(held: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [at, text] of held.entries()) {
    const known = places.get(text)
    if (known === undefined) places.set(text, [at])
    else known.push(at)
  }
  return places
}

/** The most of `texts` from `from` on that stand in `held` one after the other. */
function longestRun(
  held: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  texts: readonly string[],
  from: number,
): {readonly start: number; readonly length: number} {
  let best = {start: -1, length: 0}
  for (const start of places.get(texts[from]!) ?? []) {
    let length = 1
    while (from + length < texts.length && held[start + length] === texts[from + length]) length++
    if (best.length < length) best = {start, length}
  }
  return best
}

function withLineFeeds(text: string): string {
  return text.replace(/\r\n/g, '\n')
}

function markOf({id}: {readonly id: string}): string {
  return digest(id).slice(0, 8)
}
