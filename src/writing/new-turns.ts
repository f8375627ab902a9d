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

/** The turns that do not stand in `file`, whatever their ids. */
export function notIn<Turn extends {readonly markdown: string}>(
  file: string,
  turns: readonly Turn[],
): readonly Turn[] {
  const body = `${withLineFeeds(file)}\n`
  const texts = turns.map(({markdown}) => `\n\n${withLineFeeds(markdown)}\n`)
  const first = body.search(/\n\n\*\*(?:user|assistant):\*\*/)
  const fresh: Turn[] = []
  for (let at = 0; at < turns.length; ) {
    const run = longestRun(body, texts, at)
    const isTelling =
      2 <= run.turns ||
      TELLING <= run.length ||
      (at === 0 && run.turns === 1 && run.start === first)
    if (!isTelling) fresh.push(turns[at]!)
    at += isTelling ? run.turns : 1
  }
  return fresh
}

interface Run {
  readonly turns: number
  readonly start: number
  readonly length: number
}

/** The most turns from `from` on that stand in `body` one after the other. */
function longestRun(body: string, texts: readonly string[], from: number): Run {
  let best: Run = {turns: 0, start: -1, length: 0}
  for (let start = body.indexOf(texts[from]!); start !== -1; ) {
    const run = runAt(body, texts, from, start)
    if (best.turns < run.turns) best = run
    start = body.indexOf(texts[from]!, start + 1)
  }
  return best
}

function runAt(body: string, texts: readonly string[], from: number, start: number): Run {
  let at = start
  let turns = 0
  while (from + turns < texts.length) {
    const text = texts[from + turns]!
    const end = at + text.length
    if (!body.startsWith(text, at) || body[end] !== '\n') break
    // The line end that ends one turn begins the blank line before the next.
    at = end - 1
    turns++
  }
  return {turns, start, length: at - start}
}

function withLineFeeds(text: string): string {
  return text.replace(/\r\n/g, '\n')
}

function markOf({id}: {readonly id: string}): string {
  return digest(id).slice(0, 8)
}
