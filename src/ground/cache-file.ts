/**
 * Files under `.brain/`: kept to be quick, deletable at any moment.
 *
 * Nothing here ever fails. A cache that is missing, broken or not to be written is a cache that was
 * empty: the work is done again from the files. Whole files are written beside their place and
 * moved into it, so that a reader never sees half of one. A link is no cache: a brain that came by clone
 * could lead it to anywhere on the disk.
 */

import {randomBytes} from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'

/** Makes `.brain/`, with the `.gitignore` that keeps it out of every repository. False where it cannot be. */
export function openCacheDir(cacheDir: string): boolean {
  try {
    mkdirSync(cacheDir, {recursive: true})
    return lstatSync(cacheDir).isDirectory() && ignoreAll(cacheDir)
  } catch {
    return false
  }
}

/** Also where the folder is there and was left without it, by a crash or by somebody's hand. */
function ignoreAll(cacheDir: string): boolean {
  try {
    writeFileSync(path.join(cacheDir, '.gitignore'), '*\n', {flag: 'wx'})
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}

/** Reads a cache file. Returns `undefined` where there is none, or it cannot be read. */
export function readCacheFile(cacheDir: string, name: string): string | undefined {
  try {
    return isLinked(cacheDir, name) ? undefined : readFileSync(path.join(cacheDir, name), 'utf8')
  } catch {
    return undefined
  }
}

/** Reads a cache file of JSON. Returns `undefined` where there is none, or it is broken. */
export function readCacheJson(cacheDir: string, name: string): unknown {
  const text = readCacheFile(cacheDir, name)
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** The most bytes that one reading takes; Node refuses more than 2 GB. */
const MOST_AT_ONCE = 1 << 30

/**
 * Reads a cache file as bytes from `from` up to `to`, excluded, or to its end: as many as there are. They
 * begin on a boundary of 8, so that numbers can be read in their place. Returns `undefined` where there
 * is no such file, or it cannot be read.
 */
export function readCacheBytes(
  cacheDir: string,
  name: string,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): Buffer | undefined {
  let file: number | undefined
  try {
    // What is no file, a pipe for one, might be waited for without an end.
    if (isLinked(cacheDir, name) || !lstatSync(path.join(cacheDir, name)).isFile()) return undefined
    file = openSync(path.join(cacheDir, name), 'r')
    const length = Math.max(0, Math.min(to, fstatSync(file).size) - from)
    const bytes = Buffer.from(new ArrayBuffer(length))
    let done = 0
    while (done < length) {
      const most = Math.min(MOST_AT_ONCE, length - done)
      const read = readSync(file, bytes, done, most, from + done)
      if (read === 0) break
      done += read
    }
    return bytes.subarray(0, done)
  } catch {
    return undefined
  } finally {
    closeIfOpen(file)
  }
}

/** How long a cache file is, in bytes, and when it was written. `undefined` where there is no such file. */
export function statCacheFile(
  cacheDir: string,
  name: string,
): {readonly size: number; readonly mtimeMs: number} | undefined {
  try {
    const stat = lstatSync(path.join(cacheDir, name))
    return isLinked(cacheDir, name) || !stat.isFile() ? undefined : stat
  } catch {
    return undefined
  }
}

/** The names of what stands in the cache's folder itself. */
export function listCacheFiles(cacheDir: string): string[] {
  try {
    return lstatSync(cacheDir).isDirectory() ? readdirSync(cacheDir).sort() : []
  } catch {
    return []
  }
}

/**
 * Replaces a cache file whole, by parts one after the other where there are several; `name` may have
 * folders in it. False where it cannot be written.
 */
export function writeCacheFile(
  cacheDir: string,
  name: string,
  content: string | Uint8Array | readonly Uint8Array[],
): boolean {
  if (!openCacheDir(cacheDir)) return false
  const target = path.join(cacheDir, name)
  const staged = `${target}.${randomBytes(4).toString('hex')}.tmp`
  try {
    mkdirSync(path.dirname(target), {recursive: true})
    if (isLinked(cacheDir, path.posix.dirname(name))) return false
    if (Array.isArray(content)) writeParts(staged, content)
    else writeFileSync(staged, content as string | Uint8Array)
    renameSync(staged, target)
    return true
  } catch {
    removeIfCan(staged)
    return false
  }
}

/**
 * Adds to the end of a cache file that there is, or that is made where `create` says so. False where it cannot be
 * written whole; a part of it may have been. What two processes add at once stands one after the other.
 */
export function appendCacheFile(
  cacheDir: string,
  name: string,
  content: string | Uint8Array,
  {create = false}: {readonly create?: boolean} = {},
): boolean {
  try {
    const target = path.join(cacheDir, name)
    if (create && lstatSync(target, {throwIfNoEntry: false}) === undefined) {
      if (!openCacheDir(cacheDir) || isLinked(cacheDir, path.posix.dirname(name))) return false
    } else if (isLinked(cacheDir, name)) {
      return false
    }
    appendFileSync(target, content)
    return true
  } catch {
    return false
  }
}

/** Removes a cache file, where there is one. */
export function removeCacheFile(cacheDir: string, name: string): void {
  try {
    if (!isLinked(cacheDir, path.posix.dirname(name))) unlinkSync(path.join(cacheDir, name))
  } catch {
    // There is none.
  }
}

function writeParts(target: string, parts: readonly Uint8Array[]): void {
  const file = openSync(target, 'wx')
  try {
    for (const part of parts) writeWhole(file, part)
  } finally {
    closeSync(file)
  }
}

/** A disk may take a part of what it is given; what is missing then is given again, or fails. */
function writeWhole(file: number, content: Uint8Array): void {
  let done = 0
  while (done < content.length) {
    done += writeSync(file, content, done, Math.min(MOST_AT_ONCE, content.length - done))
  }
}

function closeIfOpen(file: number | undefined): void {
  try {
    if (file !== undefined) closeSync(file)
  } catch {}
}

/** Whether a link stands on the way from `cacheDir`, itself included, to `name` in it, which is there. */
function isLinked(cacheDir: string, name: string): boolean {
  let at = cacheDir
  if (lstatSync(at).isSymbolicLink()) return true
  for (const segment of name.split('/')) {
    at = path.join(at, segment)
    if (lstatSync(at).isSymbolicLink()) return true
  }
  return false
}

/** `force` forgives a file that is not there, but not a folder that is a file. */
function removeIfCan(file: string): void {
  try {
    rmSync(file, {force: true})
  } catch {}
}
