/**
 * What is known of every file of the brain.
 *
 * Opening a catalog walks the brain and reads no note. Entries are made when asked for: what is kept of
 * each file in the log of `kept.ts`, brought in step first (`reading.ts`), and held where so much
 * vanished at once that somebody should say whether it was meant (`disappearance.ts`). Notes are the
 * entries parsed.
 *
 * Everything kept can be deleted at any moment. What comes out never depends on it, but that a brain of
 * which nothing is kept has lost nothing.
 */

import {digest} from '../ground/digest.js'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import {type FileEntry, walk} from '../note/files.js'
import type {Note} from '../note/note.js'
import {
  type Disappearance,
  forgetHeld,
  judgeDisappearance,
  messageOf,
  readHeld,
} from './disappearance.js'
import {type Entries, type Entry, entryOf, type JustRead} from './entries.js'
import {appendLog, beginLog, readLog} from './kept.js'
import {type Kept, statOf} from './kept-note.js'
import {beginReading, isHasty, isRacy, type Listed, proceed, type Reading} from './reading.js'
import type {Scene} from './scene.js'

/**
 * Raised whenever, between two releases, `parse` makes something else of the same bytes, or what is
 * kept of a note has another shape.
 */
const FORMAT = 5

/** In UTF-16 units: with all that is made of it, so much text takes some 150 MB. */
const MOST_KEPT = 16_000_000

export interface Catalog {
  /** By path. */
  readonly files: readonly FileEntry[]
  /**
   * Names the state of all files and settings, and what is held: a digest of every path, size, time and
   * inode. What was derived under the same signature holds still, if `isSettled` when it was kept.
   */
  readonly signature: string
  /** What the walk has to say, by path, and whether files are held; of that, once entries were asked for, the latest. */
  readonly messages: readonly Message[]
  /** What vanished at once and is held, as `messages` knows it. */
  readonly held: Disappearance | undefined
  /**
   * All files, those that changed read anew.
   *
   * @param options.patience in milliseconds: the newest files are read first, and what was not reached
   *   by then is `behind` and left for the next call. Without it all are read.
   */
  entries(options?: {readonly patience?: number}): Promise<Entries>
  /** All notes, by path, and what parsing them has to say. Read once; later calls get the same. */
  notes(): Promise<NotesRead>
}

export interface NotesRead {
  readonly notes: readonly Note[]
  /** Of parsing; also of files that turned out not to be readable, or no text. */
  readonly messages: readonly Message[]
}

/** Walks the brain. Never fails because of a cache. */
export function openCatalog(scene: Scene): Catalog {
  const walked = walk(scene.root)
  const listed = walked.files.map((file) => ({file, stat: statOf(file)}))
  let held = readHeld(scene.cacheDir, walked.files)
  let reading: Reading | undefined
  let notes: Promise<NotesRead> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let signed: {readonly held: typeof held; readonly signature: string} | undefined
  const messages = () => {
    return held === undefined ? walked.messages : [messageOf(held), ...walked.messages]
  }
  // One after the other: two at once would read the same files.
  const inTurn = <Result>(work: (reading: Reading) => Promise<Result>): Promise<Result> => {
    const result = turn.then(async () => {
      if (reading === undefined) {
        const begun = await begin(scene, listed, walked.messages, held)
        reading = begun.reading
        held = begun.held
      }
      return work(reading)
    })
    turn = result.catch(() => undefined)
    return result
  }
  return {
    files: walked.files,
    get signature() {
      if (signed === undefined || signed.held !== held) {
        signed = {held, signature: signatureOf(scene, listed, messages())}
      }
      return signed.signature
    },
    get messages() {
      return messages()
    },
    get held() {
      return held
    },
    entries: ({patience} = {}) =>
      inTurn(async (reading) => {
        const justRead = new Map<NotePath, JustRead>()
        let room = MOST_KEPT
        await proceed(reading, {
          patience,
          onMade(read) {
            room -= read.text.length
            if (0 <= room) justRead.set(read.note.path, read)
          },
        })
        return entriesOf(reading, listed, held, justRead)
      }),
    notes() {
      notes ??= inTurn(async (reading) => {
        const made = new Map<NotePath, Note>()
        await proceed(reading, {onMade: ({note}) => made.set(note.path, note)})
        return notesOf(entriesOf(reading, listed, held), made)
      })
      return notes
    },
  }
}

/**
 * Obeys whatever is gone, however much it is: somebody says that it was meant. Returns how many files
 * were known that are not there.
 */
export async function acceptDisappearance(scene: Scene): Promise<number> {
  const fingerprint = fingerprintOf(scene)
  const log = readLog(scene.cacheDir, fingerprint)
  const gone = goneFrom(log.kept, walk(scene.root).files)
  if (gone.length !== 0 && beginLog(scene.cacheDir, fingerprint, log) !== undefined) {
    appendLog(
      scene.cacheDir,
      gone.map((path) => ({path, gone: true})),
    )
  }
  forgetHeld(scene.cacheDir)
  return gone.length
}

/**
 * Tells whether something kept at `writtenMs` (the mtime of its own file) under a catalog's signature
 * may be believed when the signature is the same: no file was so young then that it may have changed
 * without a new stat.
 */
export function isSettled({files}: Pick<Catalog, 'files'>, writtenMs: number): boolean {
  return !files.some((file) => isRacy(file, writtenMs))
}

function signatureOf(scene: Scene, listed: readonly Listed[], messages: readonly Message[]) {
  const lines = listed.map(({file, stat}) => `${file.path}\0${stat}`)
  const around = [fingerprintOf(scene), scene.settings, scene.settingMessages, messages]
  return digest(`${JSON.stringify(around)}\n${lines.join('\n')}`)
}

function fingerprintOf({settings, program = ''}: Scene): string {
  return `${FORMAT} ${program} ${settings.zone}`
}

interface Begun {
  readonly reading: Reading
  readonly held: Disappearance | undefined
}

async function begin(
  scene: Scene,
  listed: readonly Listed[],
  messages: readonly Message[],
  before: Disappearance | undefined,
): Promise<Begun> {
  const fingerprint = fingerprintOf(scene)
  const log = readLog(scene.cacheDir, fingerprint)
  const files = listed.map(({file}) => file)
  const gone = goneFrom(log.kept, files)
  const held = await judgeDisappearance({scene, files, messages, kept: log.kept, gone}, before)
  const spared = new Set(held?.paths)
  const obeyed = gone.filter((path) => !spared.has(path))
  return {reading: beginReading(scene, fingerprint, log, listed, obeyed), held}
}

/** What is known and not among `files`. */
function goneFrom(kept: ReadonlyMap<NotePath, Kept>, files: readonly FileEntry[]): NotePath[] {
  const known = files.filter((file) => kept.has(file.path))
  // As nearly always: then no set of all files need be made.
  if (known.length === kept.size) return []
  const present = new Set(known.map((file) => file.path))
  return [...kept.keys()].filter((path) => !present.has(path))
}

function entriesOf(
  {scene: {settings}, kept, waiting, messages}: Reading,
  listed: readonly Listed[],
  held: Disappearance | undefined,
  justRead: Map<NotePath, JustRead> = new Map(),
): Entries {
  const entries: Entry[] = []
  let hasty = false
  for (const {file} of listed) {
    const now = kept.get(file.path)
    if (now === undefined) continue
    hasty ||= isHasty(now)
    entries.push(entryOf(file.path, now, settings, false))
  }
  for (const path of held?.paths ?? []) {
    const last = kept.get(path)
    if (last !== undefined) entries.push(entryOf(path, last, settings, true))
  }
  if (held !== undefined) entries.sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    entries,
    held: held?.paths.length ?? 0,
    behind: waiting.length,
    hasty,
    messages: [...messages],
    take(path) {
      const found = justRead.get(path)
      justRead.delete(path)
      return found
    },
  }
}

function notesOf({entries, messages}: Entries, made: ReadonlyMap<NotePath, Note>): NotesRead {
  const present = entries.filter((entry) => !entry.held)
  const notes = present.map((entry) => made.get(entry.path) ?? entry.note())
  return {
    notes: notes.filter((note) => note !== undefined),
    messages: [...messages, ...present.flatMap((entry) => entry.messages())],
  }
}
