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
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
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

/** The bytes of a cache file. Returns `undefined` where there is none, or it cannot be read. */
export function readCacheBytes(cacheDir: string, name: string): Buffer | undefined {
  try {
    return isLinked(cacheDir, name) ? undefined : readFileSync(path.join(cacheDir, name))
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

/** Replaces a cache file whole; `name` may have folders in it. False where it cannot be written. */
export function writeCacheFile(
  cacheDir: string,
  name: string,
  content: string | Uint8Array,
): boolean {
  if (!openCacheDir(cacheDir)) return false
  const target = path.join(cacheDir, name)
  const staged = `${target}.${randomBytes(4).toString('hex')}.tmp`
  try {
    mkdirSync(path.dirname(target), {recursive: true})
    if (isLinked(cacheDir, path.posix.dirname(name))) return false
    writeFileSync(staged, content)
    renameSync(staged, target)
    return true
  } catch {
    removeIfCan(staged)
    return false
  }
}

/** Adds to the end of a cache file that there is. False where there is none, or it cannot be written. */
export function appendCacheFile(
  cacheDir: string,
  name: string,
  content: string | Uint8Array,
): boolean {
  try {
    if (isLinked(cacheDir, name)) return false
    appendFileSync(path.join(cacheDir, name), content)
    return true
  } catch {
    return false
  }
}

/** Removes a cache file, where there is one. */
export function removeCacheFile(cacheDir: string, name: string): void {
  try {
    if (!isLinked(cacheDir, path.posix.dirname(name))) removeIfCan(path.join(cacheDir, name))
  } catch {
    // There is no such folder.
  }
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
