/**
 * What was made of each file the last time it was read: a log under `.brain/` that is only added to.
 *
 * What is said last of a path counts, so that a command that finds one note changed writes one line. A
 * line may also say that a file has a new stat and the content it had, or that it is gone. Whatever
 * does not have its own checksum, half a line of a process that was killed, two lines of two processes
 * in one another, a byte that the disk or a hand changed, is as if it were not there: its files are
 * read again. When more of the log is dead than alive it is written anew.
 */

import {statSync} from 'node:fs'
import path from 'node:path'
import {
  appendCacheFile,
  readCacheBytes,
  removeCacheFile,
  writeCacheFile,
} from '../ground/cache-file.js'
import type {NotePath} from '../ground/note-path.js'
import {blockOf, type KeptChange, readBlocks} from './kept-block.js'
import type {Kept} from './kept-note.js'

/** The log as it was found. */
export interface KeptLog {
  readonly kept: Map<NotePath, Kept>
  /** Changes that it tells of, dead ones included; `undefined` where there is no log to add to. */
  readonly changes: number | undefined
}

const FILE = 'catalog.jsonl'

/** Fewer dead changes than this are not worth a rewrite. */
const FEW_CHANGES = 200

/** Changes on one line. More would lose more with one bad byte, fewer be slower to read. */
const LINE_CHANGES = 250

/** Reads the log. One that was begun under another `fingerprint` is no log. */
export function readLog(cacheDir: string, fingerprint: string): KeptLog {
  const kept = new Map<NotePath, Kept>()
  const bytes = readCacheBytes(cacheDir, FILE)
  const header = Buffer.from(headerOf(fingerprint))
  const isOurs = bytes?.subarray(0, header.length).equals(header) === true
  if (bytes === undefined || !isOurs) return {kept, changes: undefined}

  let changes = 0
  readBlocks(bytes, header.length, {
    made(file, now) {
      changes++
      kept.set(file, now)
    },
    seen(file, seen) {
      changes++
      const before = kept.get(file)
      // Where the line that had its content was lost, its content is not known.
      if (before?.digest === seen.digest) kept.set(file, {...before, ...seen})
      else kept.delete(file)
    },
    gone(file) {
      changes++
      kept.delete(file)
    },
  })
  return {kept, changes}
}

/**
 * Makes the log ready to be added to, and tells what time the disk has, in milliseconds since 1970.
 * `undefined` where it cannot be written: then nothing is kept, and everything works.
 */
export function beginLog(cacheDir: string, fingerprint: string, log: KeptLog): number | undefined {
  const isReady =
    log.changes === undefined
      ? writeCacheFile(cacheDir, FILE, headerOf(fingerprint))
      : // Ends what a killed process may have left half-written, and touches the file.
        appendCacheFile(cacheDir, FILE, '\n')
  if (!isReady) return undefined
  try {
    return statSync(path.join(cacheDir, FILE)).mtimeMs
  } catch {
    return undefined
  }
}

/** Whether there is a log that was begun under this `fingerprint`. */
export function hasLog(cacheDir: string, fingerprint: string): boolean {
  const header = Buffer.from(headerOf(fingerprint))
  return readCacheBytes(cacheDir, FILE, 0, header.length)?.equals(header) === true
}

/** Adds to the log. What cannot be written is not kept. */
export function appendLog(cacheDir: string, changes: readonly KeptChange[]): void {
  appendCacheFile(cacheDir, FILE, bytesOf(changes))
}

/** Writes the log anew where of its `changes` far more are dead than alive. */
export function compactLog(
  cacheDir: string,
  fingerprint: string,
  kept: ReadonlyMap<NotePath, Kept>,
  changes: number,
): void {
  const dead = changes - kept.size
  if (dead <= FEW_CHANGES || dead <= kept.size) return
  const alive = [...kept].map(([file, now]) => ({path: file, now}))
  const header = Buffer.from(headerOf(fingerprint))
  writeCacheFile(cacheDir, FILE, Buffer.concat([header, bytesOf(alive)]))
}

/** Removes the log: everything is read from the files again. Nobody may do so while something is held. */
export function forgetLog(cacheDir: string): void {
  removeCacheFile(cacheDir, FILE)
}

function headerOf(fingerprint: string): string {
  return `${JSON.stringify({catalog: fingerprint})}\n`
}

function bytesOf(changes: readonly KeptChange[]): Buffer {
  const lines: Buffer[] = []
  for (let at = 0; at < changes.length; at += LINE_CHANGES) {
    lines.push(blockOf(changes.slice(at, at + LINE_CHANGES)))
  }
  return Buffer.concat(lines)
}
