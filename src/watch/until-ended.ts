/**
 * How long a watcher goes on: until it is told to end, or has lost its lock.
 *
 * Processes of another machine cannot be asked whether they live, so that a lock of theirs is taken over when it is ten
 * minutes old. A watcher holds its own for days: it renews it, and where it slept for so long that another has it by
 * now, there are two, of which this one ends.
 */

import type {Held} from '../edit/lock.js'

/** In milliseconds; one that fails is made up for by the next. */
const RENEWAL = 60_000

/**
 * Settles when `signal` is raised.
 *
 * @throws {BrainError} `lock-held` where the lock is another's by now.
 */
export async function untilEnded(signal: AbortSignal, held: Held): Promise<void> {
  if (signal.aborted) return
  let renewal: NodeJS.Timeout | undefined
  const end = new AbortController()
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(), {signal: end.signal})
      renewal = setInterval(() => void held.renew().catch(reject), RENEWAL)
    })
  } finally {
    clearInterval(renewal)
    end.abort()
  }
}
