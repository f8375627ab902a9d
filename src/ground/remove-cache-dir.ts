/**
 * Removes `.brain/` with all that is in it, while others may be writing to it.
 *
 * A folder in which files come into being while it is emptied cannot be removed. So it is moved out of their way first:
 * whoever writes on makes it anew. What was moved has its own `.gitignore`, and what somebody left who was killed in
 * between goes with the next that is removed.
 */

import {randomBytes} from 'node:crypto'
import {readdir, rename, rm} from 'node:fs/promises'
import path from 'node:path'

const thoroughly = {recursive: true, force: true, maxRetries: 10, retryDelay: 20} as const

/** Removes it, if it is there. */
export async function removeCacheDir(cacheDir: string): Promise<void> {
  const [folder, base] = [path.dirname(cacheDir), `${path.basename(cacheDir)}.gone-`]
  await rename(cacheDir, path.join(folder, base + randomBytes(6).toString('hex'))).catch(() =>
    // Not there, or it cannot be moved.
    rm(cacheDir, thoroughly),
  )
  const names = await readdir(folder).catch(() => [])
  for (const name of names) if (name.startsWith(base)) await rm(path.join(folder, name), thoroughly)
}
