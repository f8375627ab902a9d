/**
 * When so much of a brain vanishes at once that it is more likely a disk that is not mounted, or a
 * program that went wrong, than anybody's wish: it is held and reported until somebody says that it
 * was meant. Nothing of what was known of the files is given up, and what returns is as before.
 *
 * Whatever explains it is obeyed at once: files that are still there and are now ignored, files that
 * were moved to another name, and what Git's HEAD does not have either (a checkout, a committed
 * deletion). What is held is written down in a small file of its own, which every command reads before
 * anything else: so that an answer kept from the time before is not taken for one of now.
 */

import {lstatSync} from 'node:fs'
import {readCacheJson, removeCacheFile, writeCacheFile} from '../ground/cache-file.js'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import type {FileEntry} from '../note/files.js'
import type {Kept} from './kept-note.js'
import type {Scene} from './scene.js'

/** Files that vanished at once and are held. */
export interface Disappearance {
  /** By path. */
  readonly paths: readonly NotePath[]
  /** How many files were known when they vanished, these included. */
  readonly known: number
  /** The history's head when Git was asked about them; empty where it could not tell. */
  readonly head: string
}

/** So many may always go at once: a folder that somebody tidied. */
export const FEW = 20

const FILE = 'held.json'
const ACCEPTED_FILE = 'accepted.json'
const FORMAT = 1

/** What is held, as it was written down, less what has returned. */
export function readHeld(cacheDir: string, files: readonly FileEntry[]): Disappearance | undefined {
  const found = readCacheJson(cacheDir, FILE) as
    | (Partial<Disappearance> & {readonly format?: unknown})
    | null
    | undefined
  if (found?.format !== FORMAT || !Array.isArray(found.paths)) return undefined
  const present = new Set<string>(files.map((file) => file.path))
  const paths = found.paths.filter((path) => typeof path === 'string' && !present.has(path))
  if (paths.length <= FEW) return undefined
  return {paths, known: Number(found.known), head: String(found.head)}
}

/** Says what is held, and what to do. */
export function messageOf({paths, known}: Disappearance): Message {
  const some = paths.slice(0, 3).map((path) => `\`${path}\``)
  return {
    rule: 'mass-disappearance',
    severity: 'error',
    path: '.',
    reason: `${paths.length} of ${known} files vanished at once (${some.join(', ')}, …) and are held: nothing was forgotten of them`,
    hint: 'see that all of the brain is where it was (a disk that is not mounted?); if it was meant: `brain index --accept`',
  }
}

/** What is gone, and what there is to judge it by. */
export interface Loss {
  readonly scene: Scene
  readonly files: readonly FileEntry[]
  /** What the walk said: below a folder that could not be read nothing was seen. */
  readonly messages: readonly Message[]
  readonly kept: ReadonlyMap<NotePath, Kept>
  /** Known, and not among `files`. */
  readonly gone: readonly NotePath[]
}

/**
 * Decides what of `gone` is held, and writes it down. While something is held, whatever else goes is
 * held with it; that ends when it is accepted or explained, or when all but a few have returned.
 */
export async function judgeDisappearance(
  loss: Loss,
  before: Disappearance | undefined,
): Promise<Disappearance | undefined> {
  const {scene, kept, gone} = loss
  const isOfBefore = before !== undefined && gone.length <= before.known
  const known = isOfBefore ? before.known : kept.size
  const isMass = (count: number, among: number) =>
    FEW < count && (before !== undefined || among < 2 * count)
  // Git is asked, and the disk looked at, only where it could be one.
  const vanished = isMass(gone.length, kept.size) ? unexplained(loss) : []
  const held = isMass(vanished.length, kept.size)
    ? await unknownToGit(scene, vanished, known, before)
    : undefined
  const explained = vanished.length - (held?.paths.length ?? 0)
  const result = isMass(held?.paths.length ?? 0, kept.size - explained) ? held : undefined
  keep(scene.cacheDir, before, result)
  return result
}

/** Forgets that anything is held. */
export function forgetHeld(cacheDir: string): void {
  removeCacheFile(cacheDir, FILE)
}

/** Keeps which files somebody said are meant to be gone, for whoever commits that they are. */
export function keepAccepted(cacheDir: string, paths: readonly NotePath[]): void {
  if (paths.length === 0) return
  const all = [...new Set([...readAccepted(cacheDir), ...paths])]
  writeCacheFile(cacheDir, ACCEPTED_FILE, JSON.stringify({format: FORMAT, paths: all}))
}

/** Files whose going was accepted, and not committed yet. */
export function readAccepted(cacheDir: string): readonly NotePath[] {
  const found = readCacheJson(cacheDir, ACCEPTED_FILE) as
    | {readonly format?: unknown; readonly paths?: unknown}
    | null
    | undefined
  return found?.format === FORMAT && Array.isArray(found.paths) ? found.paths : []
}

/** Forgets what was accepted: it is committed, or there again. */
export function forgetAccepted(cacheDir: string): void {
  removeCacheFile(cacheDir, ACCEPTED_FILE)
}

/** Those of `gone` that are neither there and no longer listed, nor listed under another name. */
function unexplained({scene, files, messages, kept, gone}: Loss): NotePath[] {
  const closed = messages.filter(({rule}) => rule === 'unreadable-file').map(({path}) => path)
  const isUnseen = (path: NotePath) =>
    closed.some((folder) => folder === '.' || path.startsWith(`${folder}/`))
  const news = files.filter((file) => !kept.has(file.path))
  const moved = new Set(news.map(({size, mtimeMs, ino}) => `${size} ${mtimeMs} ${ino}`))
  return gone.filter((path) => {
    const [size, mtimeMs, , ino] = kept.get(path)!.stat.split(' ')
    if (moved.has(`${size} ${mtimeMs} ${ino}`)) return false
    return isUnseen(path) || !isThere(`${scene.root}/${path}`)
  })
}

function isThere(file: string): boolean {
  try {
    return lstatSync(file, {throwIfNoEntry: false}) !== undefined
  } catch {
    return false
  }
}

/** What of `vanished` HEAD still has; all of it where Git cannot tell. */
async function unknownToGit(
  scene: Scene,
  vanished: readonly NotePath[],
  known: number,
  before: Disappearance | undefined,
): Promise<Disappearance> {
  const history = await scene.history()
  // Taken before Git is asked: a commit meanwhile makes this a judgement that is made again.
  const head = await history.head()
  const asked = new Set(before?.paths)
  if (before?.head === head && vanished.every((path) => asked.has(path))) {
    return {paths: vanished, known, head}
  }
  const inHead = await history.inHead(vanished)
  // Where Git failed, another time it may not.
  if (history.hasFailed?.() === true) return {paths: vanished, known, head: ''}
  const paths = vanished.filter((path) => inHead?.has(path) ?? true)
  return {paths, known, head}
}

function keep(
  cacheDir: string,
  before: Disappearance | undefined,
  now: Disappearance | undefined,
): void {
  if (now === undefined) forgetHeld(cacheDir)
  else if (JSON.stringify(now) !== JSON.stringify(before)) {
    writeCacheFile(cacheDir, FILE, JSON.stringify({format: FORMAT, ...now}))
  }
}
