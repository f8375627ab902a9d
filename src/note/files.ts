/**
 * Which files of a folder are notes: every `.md` that is not hidden, ignored or out of reach.
 *
 * Only names and stats are read, and synchronously, since this is done at the start of every command:
 * ten thousand notes cost a tenth of a second. What cannot be read is reported, and never hides the
 * rest. A symlink is followed only where it stays inside the brain and leads to what was not seen
 * already, so that nothing is read twice and no ring is walked for ever. Names that begin with a dot
 * are not ours: folders of programs, and the files that editors leave beside the one being edited.
 */

import fs from 'node:fs'
import path from 'node:path'
import type {Message} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import {type Ignoring, ignoresFile, ignoringAround, ignoringInside, withRules} from './ignored.js'

/** A note on disk, as far as its folder and its stat tell. */
export interface FileEntry {
  /** As it is on disk: no normalisation of Unicode. */
  readonly path: NotePath
  /** In bytes. */
  readonly size: number
  /** In milliseconds since 1970, with fractions. */
  readonly mtimeMs: number
  /** When its content or its name last changed, by the disk's clock; cannot be set by hand. */
  readonly ctimeMs: number
  readonly ino: number
}

export interface Walked {
  /** By path, in the order of UTF-16 units: the same on every machine. */
  readonly files: FileEntry[]
  readonly messages: Message[]
  /** Whether there are links, so that a file may be reached, and change, by way of another path. */
  readonly hasLinks: boolean
}

/**
 * Lists the notes under `root`, an absolute path with its links resolved. Never throws.
 *
 * @param entering told each folder, from the root, before anything of it is read.
 */
export function walk(root: string, entering?: (folder: string) => void): Walked {
  const walk = begun(root, entering)
  walkFolder(walk, {path: '', real: ''}, ignoringAround(root))
  // Links come last, so that a file is known by its own path wherever it has one. Following one may
  // find more.
  if (walk.links.length !== 0) walk.seen = new Set(walk.files.map((file) => file.path))
  walk.links.sort((a, b) => (a.path < b.path ? -1 : 1))
  for (const link of walk.links) followLink(walk, link)
  walk.files.sort((a, b) => (a.path < b.path ? -1 : 1))
  return ended(walk)
}

/**
 * The same for a folder of the brain alone, if nothing of it was walked before.
 *
 * @param ignoring the rules that bear inside `folder`, its own apart.
 */
export function walkInside(
  root: string,
  folder: string,
  ignoring: Ignoring,
  entering?: (folder: string) => void,
): Walked {
  const walk = begun(root, entering)
  walkFolder(walk, {path: folder, real: folder}, ignoring)
  return ended(walk)
}

function begun(root: string, entering: Walk['entering']): Walk {
  const found = {files: [], messages: [], links: []}
  return {root, entering, ...found, folders: new Set(), seen: undefined}
}

function ended({files, messages, links}: Walk): Walked {
  return {files, messages, hasLinks: links.length !== 0}
}

interface Walk extends Omit<Walked, 'hasLinks'> {
  readonly root: string
  readonly entering: ((folder: string) => void) | undefined
  readonly links: Link[]
  /** Real paths from the root of the folders walked. */
  readonly folders: Set<string>
  /** Real paths from the root of the files listed; only while links are followed. */
  seen: Set<string> | undefined
}

/** A path by which something is reached, and where that really is; both from the root. */
interface Spot {
  readonly path: string
  readonly real: string
}

function spotUnder(spot: Spot, name: string): Spot {
  const inner = under(spot.path, name)
  return {path: inner, real: spot.path === spot.real ? inner : under(spot.real, name)}
}

interface Link {
  readonly path: string
  readonly ignoring: Ignoring
}

function walkFolder(walk: Walk, spot: Spot, around: Ignoring): void {
  walk.folders.add(spot.real)
  walk.entering?.(spot.path)
  const folder = path.join(walk.root, spot.path)
  const entries = attempt(walk, spot.path, () => fs.readdirSync(folder, {withFileTypes: true}))
  if (entries === undefined) return

  const hasRules = entries.some((entry) => entry.name === '.gitignore' && entry.isFile())
  const ignoring = hasRules ? withRulesOf(walk, spot.path, around) : around
  for (const entry of entries) {
    if (isHidden(entry.name)) continue
    const inner = spotUnder(spot, entry.name)
    if (entry.isDirectory()) {
      const inside = ignoringInside(ignoring, inner.path)
      if (inside !== undefined) walkFolder(walk, inner, inside)
    } else if (entry.isSymbolicLink()) {
      if (!ignoresFile(ignoring, inner.path)) walk.links.push({path: inner.path, ignoring})
    } else if (isNoteName(entry.name) && !ignoresFile(ignoring, inner.path)) {
      addFile(walk, inner)
    }
  }
}

function withRulesOf(walk: Walk, folder: string, around: Ignoring): Ignoring {
  const file = under(folder, '.gitignore')
  const text = attempt(walk, file, () => fs.readFileSync(path.join(walk.root, file), 'utf8'))
  return text === undefined ? around : withRules(around, folder, text)
}

function addFile(walk: Walk, spot: Spot): void {
  const stats = statOf(walk, spot.path)
  if (stats === undefined) {
    // Gone since its folder was read; or a name that does not survive being read as UTF-8.
    if (spot.path.includes('\uFFFD')) skip(walk, spot.path, 'warning', 'its name is not UTF-8')
    return
  }
  if (!stats.isFile()) {
    skip(walk, spot.path, 'warning', 'it is not a regular file')
  } else if (spot.path.includes('\\')) {
    skip(walk, spot.path, 'warning', 'its name has a backslash, which parts folders on Windows')
  } else {
    const {size, mtimeMs, ctimeMs, ino} = stats
    walk.files.push({path: spot.path as NotePath, size, mtimeMs, ctimeMs, ino})
    walk.seen?.add(spot.real)
  }
}

function followLink(walk: Walk, {path: link, ignoring}: Link): void {
  const real = realPathOf(walk, link)
  if (real === undefined) return
  const stats = statOf(walk, link)
  const isFolder = stats?.isDirectory() === true
  if (stats === undefined || (!isFolder && !isNoteName(link))) return

  if (real.startsWith('../') || real === '..' || path.isAbsolute(real)) {
    skip(walk, link, 'warning', 'it is a link that leads out of the brain')
  } else if (isFolder && (real === '' || `${link}/`.startsWith(`${real}/`))) {
    skip(walk, link, 'warning', 'it is a link to a folder that it stands in')
  } else if (walk.folders.has(real) || walk.seen?.has(real)) {
    skip(walk, link, 'info', `it is a link to \`${real}\`, which is read under that name`)
  } else if (isFolder) {
    const inside = ignoringInside(ignoring, link)
    if (inside !== undefined) walkFolder(walk, {path: link, real}, inside)
  } else {
    addFile(walk, {path: link, real})
  }
}

/** Where a link leads, from the root; `undefined` where it leads nowhere, which is reported. */
function realPathOf(walk: Walk, link: string): string | undefined {
  try {
    const real = fs.realpathSync(path.join(walk.root, link))
    return path.relative(walk.root, real).replaceAll(path.sep, '/')
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException
    const why =
      code === 'ENOENT'
        ? 'it is a link whose target does not exist'
        : code === 'ELOOP'
          ? 'it is a link that leads back to itself'
          : `it is a link that cannot be followed (${code})`
    skip(walk, link, 'warning', why)
    return undefined
  }
}

function skip(walk: Walk, file: string, severity: 'warning' | 'info', why: string): void {
  walk.messages.push({rule: 'skipped-file', severity, path: file, reason: `is skipped: ${why}`})
}

const NO_THROW = {throwIfNoEntry: false} as const

/** A file's stat, links followed; `undefined` where it is gone, or refused, which is reported. */
function statOf(walk: Walk, file: string): fs.Stats | undefined {
  try {
    // Joined by hand: this runs once a note at every command, and `path.join` would look at every
    // letter of the root again.
    return fs.statSync(`${walk.root}/${file}`, NO_THROW)
  } catch (error) {
    walk.messages.push(unreadableFile(file, error))
    return undefined
  }
}

/** Runs `read`; where the disk refuses, reports `file` and returns `undefined`. */
function attempt<Result>(walk: Walk, file: string, read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    walk.messages.push(unreadableFile(file === '' ? '.' : file, error))
    return undefined
  }
}

/** The message for a file or folder that the disk would not let us read. */
export function unreadableFile(file: string, error: unknown): Message {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
  const isDenied = code === 'EACCES' || code === 'EPERM'
  return {
    rule: 'unreadable-file',
    severity: 'error',
    path: file,
    reason: `cannot be read (${isDenied ? `${code}, permission denied` : code})`,
    ...(isDenied ? {hint: 'let its owner read it (`chmod u+r`), or ignore it'} : {}),
  }
}

/** Of a file or folder: programs' own, whatever is in it. */
export function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

/** Of a file. */
export function isNoteName(name: string): boolean {
  return name.length > 3 && name.slice(-3).toLowerCase() === '.md'
}

/** The path of `name` in `folder`, both from the root. */
export function under(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}
