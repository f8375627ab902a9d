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

import type {Message} from '../ground/message.js'
import {type FileEntry, type Walked, walk} from '../note/files.js'
import type {Note} from '../note/note.js'
import {fingerprintOf, goneFrom} from './begin.js'
import {type Disappearance, forgetHeld, keepAccepted, readHeld} from './disappearance.js'
import type {Entries} from './entries.js'
import {appendLog, beginLog, readLog} from './kept.js'
import {isRacy} from './reading.js'
import type {Scene} from './scene.js'
import {WalkedCatalog} from './walked-catalog.js'

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

/** Walks the brain. Never fails because of a cache. */
export function openCatalog(scene: Scene): WalkedCatalog {
  return catalogOf(scene, walk(scene.root))
}

/** The catalog of what a walk found. */
export function catalogOf(scene: Scene, walked: Walked): WalkedCatalog {
  return new WalkedCatalog(scene, walked, readHeld(scene.cacheDir, walked.files))
}

/** The catalog as the files are now. */
export async function lookAtFiles(scene: Scene): Promise<Catalog> {
  return scene.look?.() ?? openCatalog(scene)
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
  keepAccepted(scene.cacheDir, gone)
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
