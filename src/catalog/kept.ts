/**
 * What was made of each file the last time it was read: a log under `.brain/` that is only added to.
 *
 * One line of JSON a file, the last one of a path counts, so that a command that finds one note
 * changed writes one line. A line may also say that a file has a new stat and the content it had,
 * or that it is gone. Each line begins with a checksum of the rest. Whatever does not have its own,
 * half a line of a process that was killed, two lines of two processes in one another, a byte that the
 * disk or a hand changed, is as if it were not there: its file is read again. When more of the log
 * is dead than alive it is written anew.
 */

import {appendFileSync, statSync} from 'node:fs'
import path from 'node:path'
import {crc32} from 'node:zlib'
import {readCacheFile, writeCacheFile} from '../ground/cache-file.js'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import type {FileEntry} from '../note/files.js'
import type {Note} from '../note/note.js'

/** What was made of one file. */
export interface Kept {
  /** The stat under which it was read: size, mtime, ctime, inode. */
  readonly stat: Stat
  /** The file was young when it was read: it may have changed since without its stat showing it. */
  readonly racy: boolean
  /**
   * How often its reading was cut short, by a bound of time as it may be: another time the machine
   * may be less busy. Absent where it was not.
   */
  readonly hasty?: number
  /** Of the file's bytes. */
  readonly digest: string
  /** Absent where the file is no text. */
  readonly note?: Note
  readonly messages: readonly Message[]
}

export type Stat = readonly [size: number, mtimeMs: number, ctimeMs: number, ino: number]

/** The log as it was found. */
export interface KeptLog {
  readonly kept: Map<NotePath, Kept>
  /** Lines after the header, dead ones included; `undefined` where there is no log to add to. */
  readonly lines: number | undefined
}

/** A change to the log: what a file is now, or `undefined` where it is gone. */
export interface KeptChange {
  readonly path: NotePath
  readonly now: Kept | undefined
  /** Whether only the stat is new: the note is the one of the line before. */
  readonly sameContent: boolean
}

const FILE = 'catalog.jsonl'

/** Fewer dead lines than this are not worth a rewrite. */
const FEW_LINES = 200

/** Names the content of a file without reading it. */
export function statOf({size, mtimeMs, ctimeMs, ino}: FileEntry): Stat {
  return [size, mtimeMs, ctimeMs, ino]
}

/** Tells whether a file still has the stat it had. */
export function sameStat(a: Stat, b: Stat): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3]
}

/** Reads the log. One that was begun under another `fingerprint` is no log. */
export function readLog(cacheDir: string, fingerprint: string): KeptLog {
  const kept = new Map<NotePath, Kept>()
  const text = readCacheFile(cacheDir, FILE)
  const header = headerOf(fingerprint)
  if (text === undefined || !text.startsWith(header)) return {kept, lines: undefined}

  let lines = 0
  let start = header.length
  while (start < text.length) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    if (start < end) {
      lines++
      apply(kept, readLine(text.slice(start, end)))
    }
    start = end + 1
  }
  return {kept, lines}
}

/**
 * Makes the log ready to be added to, and tells what time the disk has, in milliseconds since 1970.
 * `undefined` where it cannot be written: then nothing is kept, and everything works.
 */
export function beginLog(cacheDir: string, fingerprint: string, log: KeptLog): number | undefined {
  try {
    const file = path.join(cacheDir, FILE)
    if (log.lines === undefined) {
      if (!writeCacheFile(cacheDir, FILE, headerOf(fingerprint))) return undefined
    } else {
      // Ends what a killed process may have left half-written, and touches the file.
      appendFileSync(file, '\n')
    }
    return statSync(file).mtimeMs
  } catch {
    return undefined
  }
}

/** Adds lines to the log. What cannot be written is not kept. */
export function appendLog(cacheDir: string, changes: readonly KeptChange[]): void {
  try {
    appendFileSync(path.join(cacheDir, FILE), changes.map(writeLine).join(''))
  } catch {
    // A cache that cannot be written is read from the files again next time.
  }
}

/** Writes the log anew where `lines` is far more than what is alive in it. */
export function compactLog(
  cacheDir: string,
  fingerprint: string,
  kept: ReadonlyMap<NotePath, Kept>,
  lines: number,
): void {
  const dead = lines - kept.size
  if (dead <= FEW_LINES || dead <= kept.size) return
  const alive = [...kept].map(([file, now]) => writeLine({path: file, now, sameContent: false}))
  writeCacheFile(cacheDir, FILE, `${headerOf(fingerprint)}${alive.join('')}`)
}

function headerOf(fingerprint: string): string {
  return `${JSON.stringify({catalog: fingerprint})}\n`
}

/** A line of the log. Without `stat` the file is gone; without `messages` its content is as before. */
interface Line {
  readonly path: NotePath
  readonly stat?: Stat
  readonly racy?: true
  readonly hasty?: number
  readonly digest?: string
  readonly note?: Note
  readonly messages?: readonly Message[]
}

function writeLine({path: file, now, sameContent}: KeptChange): string {
  const line: Line =
    now === undefined
      ? {path: file}
      : {
          path: file,
          stat: now.stat,
          ...(now.racy ? {racy: true as const} : {}),
          ...(now.hasty === undefined ? {} : {hasty: now.hasty}),
          digest: now.digest,
          ...(sameContent || now.note === undefined ? {} : {note: now.note}),
          ...(sameContent ? {} : {messages: now.messages}),
        }
  return sealed(JSON.stringify(line))
}

/** A line of the log that holds `json`. */
export function sealed(json: string): string {
  return `${sumOf(json)} ${json}\n`
}

function sumOf(json: string): string {
  return crc32(json).toString(36)
}

function readLine(text: string): Line | undefined {
  const blank = text.indexOf(' ')
  const json = text.slice(blank + 1)
  if (text.slice(0, Math.max(0, blank)) !== sumOf(json)) return undefined
  try {
    const line = JSON.parse(json) as Partial<Line> | null
    return typeof line?.path === 'string' ? (line as Line) : undefined
  } catch {
    return undefined
  }
}

function apply(kept: Map<NotePath, Kept>, line: Line | undefined): void {
  if (line === undefined) return
  const {path: file, stat, digest, note, messages} = line
  const before = kept.get(file)
  if (stat === undefined || digest === undefined) {
    kept.delete(file)
  } else if (messages !== undefined) {
    const {racy = false, hasty} = line
    const read = note === undefined ? {messages} : {note, messages}
    kept.set(file, {stat, racy, ...(hasty === undefined ? {} : {hasty}), digest, ...read})
  } else if (before?.digest === digest) {
    kept.set(file, {...before, stat, racy: line.racy === true})
  } else {
    // The line that had the content was lost.
    kept.delete(file)
  }
}
