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
import {type FileEntry, type Walked, walk} from '../note/files.js'
import type {Note} from '../note/note.js'
import {changesAt, withChanges} from './changes.js'
import {
  type Disappearance,
  forgetHeld,
  judgeDisappearance,
  messageOf,
  readHeld,
} from './disappearance.js'
import type {Entries, JustRead} from './entries.js'
import {appendLog, beginLog, readLog} from './kept.js'
import type {Kept} from './kept-note.js'
import {entriesOf, notesOf} from './list-entries.js'
import {
  beginReading,
  goOn,
  isRacy,
  type Listed,
  listedOf,
  proceed,
  type Reading,
} from './reading.js'
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
  /** All notes, by path, and what parsing them has to say. They are not kept: each call parses them. */
  notes(): Promise<NotesRead>
}

export interface NotesRead {
  readonly notes: readonly Note[]
  /** Of parsing; also of files that turned out not to be readable, or no text. */
  readonly messages: readonly Message[]
}

/**
 * Walks the brain. Never fails because of a cache.
 *
 * @param entering told each folder, from the root, before anything of it is read.
 */
export function openCatalog(scene: Scene, entering?: (folder: string) => void): WalkedCatalog {
  const walked = walk(scene.root, entering)
  return new WalkedCatalog(scene, walked, readHeld(scene.cacheDir, walked.files))
}

/** The catalog as the files are now. */
export async function lookAtFiles(scene: Scene): Promise<Catalog> {
  return scene.look?.() ?? openCatalog(scene)
}

/** The catalog of the files that a walk found. */
export class WalkedCatalog implements Catalog {
  readonly #scene: Scene
  readonly #walked: Walked
  readonly #listed: readonly Listed[]
  #held: Disappearance | undefined
  #reading: Reading | undefined
  /** All entries, once nothing waits to be read any more. */
  #whole: Entries | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #signed: {readonly held: Disappearance | undefined; readonly signature: string} | undefined

  constructor(
    scene: Scene,
    walked: Walked,
    held: Disappearance | undefined,
    listed: readonly Listed[] = walked.files.map(listedOf),
    reading?: Reading,
  ) {
    this.#scene = scene
    this.#walked = walked
    this.#listed = listed
    this.#held = held
    this.#reading = reading
  }

  get files(): readonly FileEntry[] {
    return this.#walked.files
  }

  get signature(): string {
    const held = this.#held
    if (this.#signed === undefined || this.#signed.held !== held) {
      this.#signed = {held, signature: signatureOf(this.#scene, this.#listed, this.messages)}
    }
    return this.#signed.signature
  }

  get messages(): readonly Message[] {
    const {messages} = this.#walked
    return this.#held === undefined ? messages : [messageOf(this.#held), ...messages]
  }

  get held(): Disappearance | undefined {
    return this.#held
  }

  entries({patience}: {readonly patience?: number} = {}): Promise<Entries> {
    return this.#inTurn(async (reading) => {
      if (this.#whole !== undefined) return this.#whole
      const justRead = new Map<NotePath, JustRead>()
      let room = MOST_KEPT
      await proceed(reading, {
        patience,
        onMade(read) {
          room -= read.text.length
          if (0 <= room) justRead.set(read.note.path, read)
        },
      })
      const entries = entriesOf(reading, this.#listed, this.#held, justRead)
      if (entries.behind === 0 && !entries.hasty) this.#whole = entries
      return entries
    })
  }

  notes(): Promise<NotesRead> {
    return this.#inTurn(async (reading) => {
      const made = new Map<NotePath, Note>()
      await proceed(reading, {onMade: ({note}) => made.set(note.path, note)})
      return notesOf(entriesOf(reading, this.#listed, this.#held), made)
    })
  }

  /**
   * How the brain is after the files at `paths` may have changed: this catalog where none did, else another that
   * goes on from it, after which this one is not to be read any more. `undefined` where only a walk can tell.
   */
  after(paths: ReadonlySet<string>): Promise<WalkedCatalog | undefined> {
    return this.#inTurn(async (reading) => {
      const {hasLinks, messages} = this.#walked
      const isOdd = hasLinks || this.#held !== undefined
      if (isOdd || messages.some(({path}) => paths.has(path))) return undefined
      const known = {kept: reading.kept, listed: this.#listed}
      const changes = changesAt(this.#scene.root, known, paths)
      if (changes === undefined) return undefined
      if (changes.size === 0) return this
      const next = goOn(reading, changes)
      if (next === undefined) return undefined
      const listed = withChanges(this.#listed, changes)
      const walked = {...this.#walked, files: listed.map(({file}) => file)}
      return new WalkedCatalog(this.#scene, walked, undefined, listed, next)
    })
  }

  /** One after the other: two at once would read the same files. */
  #inTurn<Result>(work: (reading: Reading) => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(async () => {
      if (this.#reading === undefined) {
        const begun = await begin(this.#scene, this.#listed, this.#walked.messages, this.#held)
        this.#reading = begun.reading
        this.#held = begun.held
      }
      return work(this.#reading)
    })
    this.#turn = result.catch(() => undefined)
    return result
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
