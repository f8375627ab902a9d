/**
 * Answers a harness when a person says something: what is surely known about it, in few words, or
 * nothing.
 *
 * It stands between a person and the answer, at every turn: so nothing is said twice in a session,
 * nothing where nothing is known, and nothing of what goes wrong. A brain whose index is yet to be made could take
 * long: then nothing is said either, and the index is made by somebody for whom nobody waits.
 */

import type {Brain, Met} from '../index.js'
import {answerOf} from './fit.js'
import type {Heard, HookHarness} from './harness.js'
import type {Remembered} from './remembered.js'

const MOST_HITS = 5
const BUDGET = 500
const PATIENCE = 3000

/** `/compact`, `/review 42`; not `/etc/hosts is wrong`. */
const slashCommand = /^\/[\w:-]+(?:\s|$)/

export interface AroundTurn {
  readonly meet: () => Promise<Met>
  readonly remembered: Pick<Remembered, 'given' | 'give' | 'isDue'>
  /** Has the index made of the brain at `root`, and waits for nothing. */
  readonly index: (root: string) => Promise<void>
  /** In milliseconds; three seconds where absent. */
  readonly patience?: number
}

/** Returns what to print; mostly empty. */
export async function answerTurn(
  harness: HookHarness,
  {prompt = '', session}: Heard,
  {meet, remembered, index, patience = PATIENCE}: AroundTurn,
): Promise<string> {
  const words = prompt.trim()
  if (words === '' || slashCommand.test(words)) return ''
  let brain: Brain | undefined
  try {
    const met = await meet()
    if (!met.trusted) return ''
    brain = await met.open()
    const asked = brain.about(words, {
      most: MOST_HITS,
      budget: BUDGET,
      not: remembered.given(),
      ...(session === undefined ? {} : {session}),
    })
    const known = await within(patience, asked)
    if (known === undefined) {
      // It is at work, and not to be waited for.
      brain = undefined
      if (remembered.isDue(`index ${met.root}`)) await index(met.root)
      return ''
    }
    if (known.text === '') return ''
    const {text, hits} = known
    remembered.give(hits.map(({name}) => name))
    return answerOf(harness, 'turn', text)
  } catch {
    return ''
  } finally {
    await brain?.close().catch(() => undefined)
  }
}

/** What was asked for, if it comes so soon. */
async function within<Value>(
  milliseconds: number,
  asked: Promise<Value>,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
