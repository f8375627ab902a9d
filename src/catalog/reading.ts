/**
 * Brings what is kept of the files in step with them: of those that changed, and only those, the bytes
 * are read, and parsed where they are new.
 *
 * A file counts as unchanged when its stat is, unless it was so young when it was read that a change
 * could hide behind the same stat (Git's rule for racy entries). What was read is kept in batches, so
 * that whoever is interrupted or has no more time goes on from there.
 */

import {readFileSync} from 'node:fs'
import {digest} from '../ground/digest.js'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import {type FileEntry, unreadableFile} from '../note/files.js'
import type {Parsed, parse} from '../note/parse.js'
import type {Changes} from './changes.js'
import type {JustRead} from './entries.js'
import {appendLog, beginLog, compactLog, hasLog, type KeptLog} from './kept.js'
import type {KeptChange} from './kept-block.js'
import {type Kept, type Made, packed, type Stat, statOf} from './kept-note.js'
import type {Scene} from './scene.js'

/** A file as the walk found it, with its stat in one text. */
export interface Listed {
  readonly file: FileEntry
  readonly stat: Stat
}

export function listedOf(file: FileEntry): Listed {
  return {file, stat: statOf(file)}
}

/** The state of a reading: what is known, and what is still to be read. */
export interface Reading {
  readonly scene: Scene
  readonly fingerprint: string
  readonly kept: Map<NotePath, Kept>
  /** New or changed, and not read yet. */
  waiting: Listed[]
  /** Of files that could not be read. */
  readonly messages: Message[]
  /** By the disk's clock; `undefined` where nothing can be kept. */
  readonly startedMs: number | undefined
  /** Changes that the log tells of, dead ones included. */
  changes: number
  /**
   * Loaded only when some content is new: the parsers cost more than all the rest of a warm start. Kept
   * here, since asking for a module costs as much as reading a file does.
   */
  parse: typeof parse | undefined
}

/** How long a reading may take, and who wants what it makes. */
export interface Haste {
  /** In milliseconds by the scene's clock. At least one file is read. */
  readonly patience?: number | undefined
  /** Given the notes that were parsed, so that nobody parses them again. */
  readonly onMade?: OnMade
}

/** Takes what was read of a file; nothing of those that are not UTF-8. */
export type OnMade = (read: JustRead) => void

/** Stats of disks tell times apart to two seconds at worst (FAT). */
const RACY_MILLISECONDS = 2000

/**
 * Readings that are cut short are tried so often. A busy machine should not decide for good what a
 * note says, nor a note that nobody can read in time cost every command that time.
 */
const HASTY_TRIES = 3

/** A text has no NUL; Git looks as far. */
const BINARY_BYTES = 8192

/** In whole, so that Node makes no copy of it with its defaults for every file. */
const AS_TEXT = {encoding: 'utf8', flag: 'r'} as const

/** Work that lasts is shown; what is done in the blink of an eye is not. */
const MANY_FILES = 500

/** Files that are written to the log at once, and files between two signs of progress. */
const BATCH = 250

/**
 * Begins a reading: what is known, less what is `gone`, and what is to be read.
 *
 * @param log as it was found; its map becomes the reading's own.
 */
export function beginReading(
  scene: Scene,
  fingerprint: string,
  log: KeptLog,
  listed: readonly Listed[],
  gone: readonly NotePath[],
): Reading {
  const {kept} = log
  const waiting = listed.filter(({file, stat}) => {
    const before = kept.get(file.path)
    return before === undefined || before.racy || isHasty(before) || before.stat !== stat
  })
  for (const path of gone) kept.delete(path)
  const isStill = waiting.length + gone.length === 0
  const startedMs = isStill ? undefined : beginLog(scene.cacheDir, fingerprint, log)
  if (startedMs !== undefined && gone.length !== 0) {
    appendLog(
      scene.cacheDir,
      gone.map((path) => ({path, gone: true})),
    )
  }
  const changes = (log.changes ?? 0) + gone.length
  return {scene, fingerprint, kept, waiting, messages: [], startedMs, changes, parse: undefined}
}

/**
 * Goes on from `reading` after `changes`; what it knows becomes the new reading's own. `undefined` where what was kept
 * of it is not there any more.
 */
export function goOn(reading: Reading, changes: Changes): Reading | undefined {
  const {scene, fingerprint, kept, messages} = reading
  if (!hasLog(scene.cacheDir, fingerprint)) return undefined
  const log = {kept, changes: reading.changes}
  const gone = [...changes.keys()].filter((path) => changes.get(path) === undefined)
  const listed = [...changes.values()].filter((one) => one !== undefined)
  const unread = reading.waiting.filter(({file}) => !changes.has(file.path))
  const next = beginReading(scene, fingerprint, log, listed, gone)
  return {
    ...next,
    waiting: [...unread, ...next.waiting],
    messages: messages.filter(({path}) => !changes.has(path as NotePath)),
    parse: reading.parse,
  }
}

/** Reads what is waiting, as far as patience goes. */
export async function proceed(reading: Reading, {patience, onMade}: Haste): Promise<void> {
  const {scene, kept, startedMs, waiting} = reading
  if (waiting.length === 0) return
  if (patience !== undefined) waiting.sort(urgentFirst(kept))
  const end = patience === undefined ? Number.POSITIVE_INFINITY : scene.clock.now() + patience
  let batch: KeptChange[] = []
  const flush = () => {
    if (startedMs !== undefined && batch.length !== 0) appendLog(scene.cacheDir, batch)
    reading.changes += batch.length
    batch = []
  }

  let done = 0
  for (const listed of waiting) {
    const change = await readFile(reading, listed, onMade)
    if (change !== undefined) batch.push(change)
    if (BATCH <= batch.length) flush()
    done++
    if (MANY_FILES < waiting.length && (done % BATCH === 0 || done === waiting.length)) {
      scene.onProgress?.(done, waiting.length, 'reading notes')
    }
    if (end <= scene.clock.now()) break
  }
  flush()
  reading.waiting = waiting.slice(done)
  if (startedMs !== undefined) {
    compactLog(scene.cacheDir, reading.fingerprint, kept, reading.changes)
  }
}

/** Times after `readMs` are not racy but forged, or of another clock: no change could have made them. */
export function isRacy({mtimeMs, ctimeMs}: FileEntry, readMs: number): boolean {
  const isYoung = (at: number) => readMs - RACY_MILLISECONDS <= at && at <= readMs
  return isYoung(mtimeMs) || readMs - RACY_MILLISECONDS <= ctimeMs
}

/** Whether a reading was cut short, and is to be tried again. */
export function isHasty({hasty}: Pick<Kept, 'hasty'>): boolean {
  return 0 < hasty && hasty < HASTY_TRIES
}

/** What is new comes before what may only have changed, and else the newest first. */
function urgentFirst(kept: ReadonlyMap<NotePath, Kept>): (a: Listed, b: Listed) => number {
  const isNew = ({file, stat}: Listed) => Number(kept.get(file.path)?.stat !== stat)
  return (a, b) =>
    isNew(b) - isNew(a) || b.file.mtimeMs - a.file.mtimeMs || (a.file.path < b.file.path ? -1 : 1)
}

async function readFile(
  reading: Reading,
  {file, stat}: Listed,
  onMade: OnMade | undefined,
): Promise<KeptChange | undefined> {
  const {kept, startedMs} = reading
  const {path} = file
  const before = kept.get(path)
  const content = readContent(reading, file)
  if (content === undefined) {
    // Not kept: the next reading tries again.
    kept.delete(path)
    return before === undefined ? undefined : {path, gone: true}
  }
  const racy = startedMs === undefined || isRacy(file, startedMs)
  const name = digest(content)
  if (before?.digest === name && !isHasty(before)) {
    kept.set(path, {...before, stat, racy})
    const isOldNews = before.racy === racy && before.stat === stat
    return isOldNews ? undefined : {path, seen: {stat, racy, digest: name}}
  }
  const found = await make(reading, path, content)
  if (found.note !== undefined && typeof content === 'string') {
    const text = content.startsWith('\uFEFF') ? content.slice(1) : content
    onMade?.({note: found.note, text, pieces: found.pieces})
  }
  const isCut = found.messages.some(({rule}) => rule === 'structure-capped')
  const tries = before?.digest === name ? before.hasty : 0
  const now = packed({stat, racy, digest: name}, isCut ? tries + 1 : 0, found)
  kept.set(path, now)
  return {path, now}
}

/**
 * A file as text, read and decoded in one step, which is the quickest. Of what is no UTF-8, or may be
 * no text at all, the bytes are handed on.
 */
function readContent({scene, messages}: Reading, file: FileEntry): string | Uint8Array | undefined {
  const place = `${scene.root}/${file.path}`
  try {
    const text = readFileSync(place, AS_TEXT)
    return text.includes('\uFFFD') || text.includes('\0') ? readFileSync(place) : text
  } catch (error) {
    // A file that went away since the walk is a file that is not there.
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isGone) messages.push(unreadableFile(file.path, error))
    return undefined
  }
}

async function make(
  reading: Reading,
  path: NotePath,
  content: string | Uint8Array,
): Promise<Made & Partial<Parsed>> {
  if (typeof content !== 'string' && content.subarray(0, BINARY_BYTES).includes(0)) {
    const reason = 'is skipped: it is not a text, but has a NUL byte'
    const hint = 'if it is one, save it as UTF-8'
    return {messages: [{rule: 'skipped-file', severity: 'warning', path, reason, hint}]}
  }
  reading.parse ??= (await import('../note/parse.js')).parse
  return reading.parse(path, content, reading.scene.settings.zone)
}
