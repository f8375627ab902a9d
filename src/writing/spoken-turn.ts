/** What was said in a session: as whoever keeps it hands it in, and as it can be kept. */

import {withoutSecrets} from '../edit/secrets.js'

/** What somebody said. */
export interface SpokenTurn {
  /** What the harness calls it: no other turn of the session has the same, and it stays. */
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly text: string
  /** An instant. */
  readonly at?: string
}

export interface KeepTurnsRequest {
  readonly session: string
  readonly agent?: string
  /** In the order in which they were said; what is kept already may be among them. */
  readonly turns: readonly SpokenTurn[]
  /** The first words of the first user where absent. Counts when the file is made. */
  readonly title?: string
}

/** In UTF-16 units: some thirty pages. Whoever pasted more has it elsewhere. */
export const LONGEST_TURN = 64_000
/** Of that, what is kept of the end. */
const END = 16_000

/** A text that can be kept, and what secrets it held. */
export interface Keepable {
  readonly text: string
  readonly removed: readonly string[]
}

/**
 * Takes out of a text what must not or cannot be kept: secrets, and the middle of what is too long, each with a word in its
 * place. A NUL would make the file a binary one, and half a character has no UTF-8: in their place stand ␀ and U+FFFD.
 */
export async function keepable(said: string): Promise<Keepable> {
  const whole = said.replaceAll('\0', '\u2400').replace(/\p{Surrogate}/gu, '\ufffd')
  const {text, removed} = await withoutSecrets(whole)
  if (text.length <= LONGEST_TURN) return {text, removed}
  const head = cutAt(text, LONGEST_TURN - END)
  const tail = cutAt(text, text.length - END)
  const left = `[${tail - head} of ${text.length} characters were left out here]`
  return {text: `${text.slice(0, head)}\n\n${left}\n\n${text.slice(tail)}`, removed}
}

/** Not within a pair of surrogates. */
function cutAt(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text[at - 1]!) ? at - 1 : at
}
