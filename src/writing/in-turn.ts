/**
 * One writer of a brain at a time, from reading to landing.
 *
 * A landing alone is safe without it: where two planned from the same bytes the second is refused and
 * plans again. But fifty at once would then plan a thousand times. In turn each plans once, and
 * only a person's editor can still come between.
 */

import path from 'node:path'
import {lockFolderIn, withLock} from '../edit/lock.js'
import {digest} from '../ground/digest.js'

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
): Promise<Result> {
  return withLock(path.join(lockFolderIn(lockDir), `turn-${digest(root)}.lock`), work)
}
