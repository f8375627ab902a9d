/**
 * Keeps what was said in a session, in the brain of its folder.
 *
 * Done by a process of its own, which nobody waits for: `hand-over.ts`. It reads what the harness wrote,
 * and hands all of it that may be new to the brain, which knows what it has. So nothing hangs on how
 * often this runs, or on whether it came to its end the last time. A brain that is not trusted is not
 * written to, and what was said is not even read.
 */

import {type Brain, BrainError, type Met} from '../index.js'
import type {Heard, HookHarness} from './harness.js'
import type {Remembered} from './remembered.js'
import {readTail} from './transcript.js'

/** Resolves in any case; what could not be kept now is kept the next time. */
export async function keepSession(
  harness: HookHarness,
  {session, transcript}: Heard,
  meet: () => Promise<Met>,
  remembered: Pick<Remembered, 'transcript' | 'readTo' | 'couldNotKeep'>,
): Promise<void> {
  let brain: Brain | undefined
  try {
    const known = remembered.transcript()
    const file = transcript ?? known.file
    if (session === undefined || file === undefined) return
    const met = await meet()
    if (!met.trusted) return
    brain = await met.open()
    const from = file === known.file ? known.from : undefined
    const tail = await readTail(file, from, harness.spoken)
    if (tail.turns.length === 0) return
    await brain.keepTurns({session, agent: harness.name, turns: tail.turns})
    remembered.readTo(file, tail.from)
    remembered.couldNotKeep(undefined)
  } catch (error) {
    // Nobody is here to be told: `brain hook status` says it.
    const code = error instanceof BrainError ? error.code : 'fault'
    if (code !== 'not-a-brain') remembered.couldNotKeep(code)
  } finally {
    await brain?.close().catch(() => undefined)
  }
}
