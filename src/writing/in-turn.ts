/**
 * One writer of a brain at a time, from reading to landing.
 *
 * A landing alone is safe without it: where two planned from the same bytes the second is refused and
 * plans again. But fifty at once would then plan a thousand times. In turn each plans once, and
 * only a person's editor can still come between. The writers of one process stand in a queue of their own, so that
 * only its first asks for the lock that all processes share: a hundred that ask again and again keep it from its owner.
 */

import path from 'node:path'
import {type LockOptions, lockFolderIn, withLock} from '../edit/lock.js'
import {BrainError} from '../ground/brain-error.js'
import {digest} from '../ground/digest.js'

/** The last of each queue, by its lock; settles with whether it waited for the lock in vain. */
const queues = new Map<string, Promise<boolean>>()

/** In milliseconds, for whoever stood behind one that waited in vain: he has waited as long. */
const SHORT_PATIENCE = 500

/**
 * Runs `work` when the writers before it are through, in this process and in others.
 *
 * @param lockDir Git's common directory, else the user's state folder, as for `land`.
 * @throws {BrainError} `lock-held` where a living writer does not finish.
 */
export async function inTurn<Result>(
  root: string,
  lockDir: string,
  work: () => Promise<Result>,
  options: LockOptions = {},
): Promise<Result> {
  const name = path.join(lockFolderIn(lockDir), `turn-${digest(root)}.lock`)
  const before = queues.get(name) ?? Promise.resolve(false)
  let isBegun = false
  const turn = before.then((inVain) =>
    withLock(
      name,
      () => {
        isBegun = true
        return work()
      },
      inVain ? {...options, patience: SHORT_PATIENCE} : options,
    ),
  )
  const left = turn.then(
    () => false,
    (error: unknown) => !isBegun && error instanceof BrainError && error.code === 'lock-held',
  )
  queues.set(name, left)
  void left.then(() => {
    if (queues.get(name) === left) queues.delete(name)
  })
  return turn
}
