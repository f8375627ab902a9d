/**
 * The stretches of a note that are cut by themselves: the whole body; of a conversation what stands above
 * it and then each turn; of MEMORY.md each fact.
 */

import type {Fact, Note} from '../note/note.js'
import type {Piece} from '../note/piece.js'
import type {Chunk} from './chunk.js'
import {isConversation, turnsOf} from './turns.js'

/** Up to the beginning of the next one. */
export interface Stretch extends Pick<Chunk, 'speaker' | 'fact' | 'turn'> {
  readonly kind: Chunk['kind']
  readonly start: number
  /** Where its text begins, after the marker of a turn. */
  readonly inner: number
  /** Set where its headings make no trail: it stands under these. */
  readonly trail?: readonly string[]
}

/** The stretches of the body, in the order of the text; the first begins where the body does. */
export function stretchesOf(note: Note, text: string, pieces: readonly Piece[]): Stretch[] {
  const {start} = note.body
  const whole: Stretch = {kind: 'text', start, inner: start}
  if (note.role === 'facts') return [whole, ...factStretches(note.facts)]
  if (!isConversation(note)) return [whole]
  const turns = turnsOf(note, text, pieces)
  const first = turns[0]?.start ?? text.length
  const trail = pieces
    .filter(({kind, start: at, title}) => kind === 'heading' && at < first && title !== '')
    .map(({title}) => title)
  return [
    whole,
    ...turns.map(
      ({start: at, said, speaker}, index): Stretch => ({
        kind: 'turn',
        start: at,
        inner: said,
        speaker,
        turn: index + 1,
        trail,
      }),
    ),
  ]
}

/** After a fact within another, the outer one goes on; after an outermost one, what belongs to none. */
function factStretches(facts: readonly Fact[]): Stretch[] {
  const stretches: Stretch[] = []
  const open: {readonly fact: Fact; readonly number: number}[] = []
  const add = (at: number, of: {readonly fact: Fact; readonly number: number} | undefined) => {
    const last = stretches.at(-1)
    if (last?.start === at) stretches.pop()
    stretches.push(
      of === undefined
        ? {kind: 'text', start: at, inner: at}
        : {kind: 'fact', start: at, inner: at, fact: of.number, trail: of.fact.trail},
    )
  }
  const closeUpTo = (at: number) => {
    while (open.length !== 0 && open.at(-1)!.fact.span.end <= at) {
      const {fact} = open.pop()!
      add(fact.span.end, open.at(-1))
    }
  }
  for (const [index, fact] of facts.entries()) {
    closeUpTo(fact.span.start)
    const one = {fact, number: index + 1}
    open.push(one)
    add(fact.span.start, one)
  }
  closeUpTo(Number.POSITIVE_INFINITY)
  return stretches
}
