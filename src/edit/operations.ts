/**
 * What a landing does to the disk: the few operations of it, each of which may fail.
 *
 * A seam so that tests can let the nth of them fail. Nothing here decides anything.
 */

import {linkSync, renameSync} from 'node:fs'
import {mkdir, open, readFile, rename, rmdir, unlink} from 'node:fs/promises'

export interface Operations {
  /** The bytes of a file; `undefined` where there is none. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Makes a new file with these bytes, and returns when the disk has them. */
  stage(name: string, bytes: Uint8Array, mode?: number): Promise<void>
  /** Moves a file onto another, which it replaces at once. */
  move(from: string, to: string): Promise<void>
  /** Moves a file to where there is none; `EEXIST` where there is one after all. */
  moveNew(from: string, to: string): Promise<void>
  /**
   * Moves a file onto another, which it replaces at once, and which goes on under the name `old`. False where the
   * disk knows no second names, or they may not be: then it is gone.
   */
  replace(from: string, to: string, old: string): Promise<boolean>
  /** Removes a file, if it is there. */
  remove(name: string): Promise<void>
  /** Makes one folder, unless it is there. */
  makeFolder(name: string): Promise<void>
  /** Removes a folder, if it is there and empty. */
  removeFolder(name: string): Promise<void>
  /** Returns when the disk knows what the folder holds; where a system cannot say, at once. */
  syncFolder(name: string): Promise<void>
}

export const operations: Operations = {
  async read(name) {
    return readFile(name).catch(unless('ENOENT', 'ENOTDIR'))
  },
  async stage(name, bytes, mode) {
    const file = await open(name, 'wx', mode ?? 0o666)
    try {
      // The mode given to `open` passes through the umask; that of the old file must not.
      if (mode !== undefined) await file.chmod(mode)
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
  },
  move: rename,
  async moveNew(from, to) {
    if (secondName(from, to)) await unlink(from)
    else await rename(from, to)
  },
  async replace(from, to, old) {
    // Nothing may come between, so that what is replaced is what has the second name: hence both at once.
    const isKept = secondName(to, old)
    renameSync(from, to)
    return isKept
  },
  async remove(name) {
    await unlink(name).catch(unless('ENOENT', 'ENOTDIR'))
  },
  async makeFolder(name) {
    await mkdir(name).catch(unless('EEXIST'))
  },
  async removeFolder(name) {
    await rmdir(name).catch(unless('ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'))
  },
  async syncFolder(name) {
    const folder = await open(name, 'r').catch(unless('EISDIR', 'EPERM', 'EACCES'))
    if (folder === undefined) return
    try {
      await folder.sync()
    } catch (error) {
      unless('EINVAL', 'EPERM', 'EBADF', 'ENOTSUP')(error)
    } finally {
      await folder.close()
    }
  },
}

/** Makes a hard link, where the disk has such. */
function secondName(name: string, second: string): boolean {
  try {
    linkSync(name, second)
    return true
  } catch (error) {
    unless('EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV')(error)
    return false
  }
}

/** A handler that lets these codes pass as `undefined` and throws anything else. */
function unless(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
