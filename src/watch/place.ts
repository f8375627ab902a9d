/**
 * Where the watcher of a brain is to be found: its lock, and the socket it answers at.
 *
 * The lock stands where those of writers stand, so that one brain has one watcher whoever started it. The socket
 * stands in the user's own state folder, which nobody else may enter: who is let in there may read the brain anyway.
 */

import os from 'node:os'
import path from 'node:path'
import {lockFolderIn} from '../edit/lock.js'
import {digest} from '../ground/digest.js'

/** In bytes: what the systems have room for in the name of a socket is 104 at least, its end included. */
const LONGEST = 100

/** The lock file, absolute. */
export function watchLock(root: string, lockDir: string): string {
  return path.join(lockFolderIn(lockDir), `watch-${digest(root)}.lock`)
}

/** The name of the socket: a path, or a pipe of Windows. Told without a look at the disk. */
export function watchSocket(root: string, stateDir: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\mdbrain-${digest(`${stateDir} ${root}`)}`
  const name = `${digest(root)}.sock`
  const own = path.join(stateDir, 'watch', name)
  if (Buffer.byteLength(own) <= LONGEST) return own
  return path.join(os.tmpdir(), `mdbrain-${digest(stateDir)}`, name)
}
