/**
 * What is known of every file of the brain.
 *
 * Opening a catalog walks the brain and reads no file. Notes are made when asked for, and only of
 * files that changed: the rest comes from the log of `kept.ts`. A file counts as unchanged when its
 * stat is, unless it was so young when it was read that a change could hide behind the same stat
 * (Git's rule for racy entries); a file with a new stat is read, and parsed only if its bytes are new.
 *
 * Everything kept can be deleted at any moment. What comes out never depends on it.
 */

import {readFileSync} from 'node:fs'
import {digest} from '../ground/digest.js'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import {type FileEntry, unreadableFile, walk} from '../note/files.js'
import type {Note} from '../note/note.js'
import type {parse} from '../note/parse.js'
import {
  appendLog,
  beginLog,
  compactLog,
  type Kept,
  type KeptChange,
  readLog,
  sameStat,
  statOf,
} from './kept.js'
import type {Scene} from './scene.js'

/**
 * Raised whenever, between two releases, `parse` makes something else of the same bytes, or a `Note`
 * has another shape.
 */
const FORMAT = 3

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

/** Lines of the log that are written at once, and files between two signs of progress. */
const BATCH = 250

export interface Catalog {
  /** By path. */
  readonly files: readonly FileEntry[]
  /**
   * Names the state of all files and settings: a digest of every path, size, time and inode. What
   * was derived under the same signature holds still, if `isSettled` when it was kept.
   */
  readonly signature: string
  /** What the walk has to say, by path. */
  readonly messages: readonly Message[]
  /** All notes, by path, and what parsing them has to say. Read once; later calls get the same. */
  notes(): Promise<Reading>
}

export interface Reading {
  readonly notes: readonly Note[]
  /** Of parsing; also of files that turned out not to be readable, or no text. */
  readonly messages: readonly Message[]
}

/** Walks the brain. Never fails because of a cache. */
export function openCatalog(scene: Scene): Catalog {
  const {files, messages} = walk(scene.root)
  let reading: Promise<Reading> | undefined
  return {
    files,
    signature: signatureOf(scene, files, messages),
    messages,
    notes() {
      reading ??= readNotes(scene, files)
      return reading
    },
  }
}

/**
 * Tells whether something kept at `writtenMs` (the mtime of its own file) under a catalog's signature
 * may be believed when the signature is the same: no file was so young then that it may have changed
 * without a new stat.
 */
export function isSettled({files}: Pick<Catalog, 'files'>, writtenMs: number): boolean {
  return !files.some((file) => isRacy(file, writtenMs))
}

/** Times after `readMs` are not racy but forged, or of another clock: no change could have made them. */
function isRacy({mtimeMs, ctimeMs}: FileEntry, readMs: number): boolean {
  const isYoung = (at: number) => readMs - RACY_MILLISECONDS <= at && at <= readMs
  return isYoung(mtimeMs) || readMs - RACY_MILLISECONDS <= ctimeMs
}

function signatureOf(scene: Scene, files: readonly FileEntry[], messages: readonly Message[]) {
  const lines = files.map((file) => `${file.path}\0${statOf(file).join('\0')}`)
  const around = [fingerprintOf(scene), scene.settings, scene.settingMessages, messages]
  return digest(`${JSON.stringify(around)}\n${lines.join('\n')}`)
}

function fingerprintOf({settings, program = ''}: Scene): string {
  return `${FORMAT} ${program} ${settings.zone}`
}

/** The state of one reading: what is found, and what is to be written of it. */
interface Reader {
  readonly scene: Scene
  readonly kept: Map<NotePath, Kept>
  readonly messages: Message[]
  /** By the disk's clock; `undefined` where nothing can be kept. */
  readonly startedMs: number | undefined
  /**
   * Loaded only when some content is new: the parsers cost more than all the rest of a warm start. Kept
   * here, since asking for a module costs as much as reading a file does.
   */
  parse: typeof parse | undefined
}

async function readNotes(scene: Scene, files: readonly FileEntry[]): Promise<Reading> {
  const fingerprint = fingerprintOf(scene)
  const log = readLog(scene.cacheDir, fingerprint)
  const {kept} = log
  const present = new Set(files.map((file) => file.path))
  const gone = [...kept.keys()].filter((file) => !present.has(file))
  const changed = files.filter((file) => {
    const before = kept.get(file.path)
    if (before === undefined || before.racy || isHasty(before)) return true
    return !sameStat(before.stat, statOf(file))
  })

  const messages: Message[] = []
  if (gone.length + changed.length !== 0) {
    const startedMs = beginLog(scene.cacheDir, fingerprint, log)
    const reader = {scene, kept, messages, startedMs, parse: undefined}
    const written = await readChanged(reader, changed, gone)
    if (startedMs !== undefined) {
      compactLog(scene.cacheDir, fingerprint, kept, (log.lines ?? 0) + written)
    }
  }
  return gather(files, kept, messages)
}

/** Brings `reader.kept` up to date; returns how many lines that added to the log. */
async function readChanged(
  reader: Reader,
  changed: readonly FileEntry[],
  gone: readonly NotePath[],
): Promise<number> {
  const {scene, kept, startedMs} = reader
  for (const file of gone) kept.delete(file)
  let batch: KeptChange[] = gone.map((file) => ({path: file, now: undefined, sameContent: false}))
  let written = 0
  const flush = () => {
    if (startedMs !== undefined && batch.length !== 0) appendLog(scene.cacheDir, batch)
    written += batch.length
    batch = []
  }

  for (const [index, file] of changed.entries()) {
    const change = await readFile(reader, file)
    if (change !== undefined) batch.push(change)
    if (BATCH <= batch.length) flush()
    const done = index + 1
    if (MANY_FILES < changed.length && (done % BATCH === 0 || done === changed.length)) {
      scene.onProgress?.(done, changed.length, 'reading notes')
    }
  }
  flush()
  return written
}

async function readFile(reader: Reader, file: FileEntry): Promise<KeptChange | undefined> {
  const {kept, startedMs} = reader
  const before = kept.get(file.path)
  const content = readContent(reader, file)
  if (content === undefined) {
    // Not kept: the next reading tries again.
    kept.delete(file.path)
    return before === undefined ? undefined : {path: file.path, now: undefined, sameContent: false}
  }
  const racy = startedMs === undefined || isRacy(file, startedMs)
  const name = digest(content)
  const sameContent = before?.digest === name && !isHasty(before)
  const hasty = before?.digest === name ? before.hasty : undefined
  const now = {
    stat: statOf(file),
    racy,
    digest: name,
    ...(sameContent ? madeBefore(before) : await make(reader, file.path, content, hasty)),
  }
  kept.set(file.path, now)
  const isOldNews = sameContent && before.racy === racy && sameStat(before.stat, now.stat)
  return isOldNews ? undefined : {path: file.path, now, sameContent}
}

/**
 * A file as text, read and decoded in one step, which is the quickest. Of what is no UTF-8, or may be
 * no text at all, the bytes are handed on.
 */
function readContent({scene, messages}: Reader, file: FileEntry): string | Uint8Array | undefined {
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

function isHasty({hasty}: Kept): boolean {
  return hasty !== undefined && hasty < HASTY_TRIES
}

/** What parsing makes of content. */
type Made = Pick<Kept, 'note' | 'messages' | 'hasty'>

function madeBefore({note, messages, hasty}: Kept): Made {
  const made = note === undefined ? {messages} : {note, messages}
  return hasty === undefined ? made : {...made, hasty}
}

async function make(
  reader: Reader,
  file: NotePath,
  content: string | Uint8Array,
  hasty: number | undefined,
): Promise<Made> {
  if (typeof content !== 'string' && content.subarray(0, BINARY_BYTES).includes(0)) {
    const reason = 'is skipped: it is not a text, but has a NUL byte'
    const hint = 'if it is one, save it as UTF-8'
    return {messages: [{rule: 'skipped-file', severity: 'warning', path: file, reason, hint}]}
  }
  reader.parse ??= (await import('../note/parse.js')).parse
  const made = reader.parse(file, content, reader.scene.settings.zone)
  const isCapped = made.messages.some(({rule}) => rule === 'structure-capped')
  return isCapped ? {...made, hasty: (hasty ?? 0) + 1} : made
}

function gather(
  files: readonly FileEntry[],
  kept: ReadonlyMap<NotePath, Kept>,
  messages: Message[],
): Reading {
  const notes: Note[] = []
  for (const file of files) {
    const now = kept.get(file.path)
    if (now?.note !== undefined) notes.push(now.note)
    if (now !== undefined) messages.push(...now.messages)
  }
  return {notes, messages}
}
