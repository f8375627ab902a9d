/**
 * What a landing is about to do, written down before it does it.
 *
 * A crash between two moves leaves the journal behind, and the next landing takes back what was
 * begun: afterwards the brain is as before, with nothing left lying about. Going back rather than
 * on, since the old bytes are here while the new ones may be half-written. Once the last file is in its
 * place the journal goes, and from then on the brain is as after; where a commit is to follow, what is
 * owed to Git takes its place (`debt.ts`).
 */

import path from 'node:path'
import {digest} from '../ground/digest.js'
import type {Instant} from '../ground/instant.js'
import type {NotePath} from '../ground/note-path.js'
import type {Authorship} from '../history/history.js'
import {lockFolderIn} from './lock.js'
import type {Operations} from './operations.js'

/** One file's part. Names are relative to the brain's root, with `/` between folders. */
export interface JournalLine {
  /** The name of a draft, for the new bytes, or for the old ones on their way back. */
  readonly staged: string
  /** A second name of the file that was there, until the edit stands: whoever has it open still writes into it. */
  readonly old: string
  readonly target: string
  /** Digest of the new bytes; absent where the file is to be removed. */
  readonly after?: string
  /** The old bytes in base64; absent where there was no file. */
  readonly before?: string
  readonly mode?: number
}

export interface Journal {
  readonly version: 1
  readonly lines: readonly JournalLine[]
  /** Folders that are made for it, outermost first. */
  readonly folders: readonly string[]
}

/** A commit of files that are in their places by now. */
export interface Debt {
  readonly version: 1
  readonly owed: {
    /** With the digest of what the edit left; absent where it removed the file. */
    readonly files: readonly {readonly path: NotePath; readonly after?: string}[]
    readonly subject: string
    readonly recorded: Instant
    readonly authorship: Authorship
  }
}

/** The journal of the brain at `root`, absolute; its lock stands beside it. */
export function journalIn(lockDir: string, root: string): string {
  return path.join(lockFolderIn(lockDir), `edit-${digest(root)}.journal`)
}

/** The lock that whoever writes the journal `name` holds. */
export function lockBeside(name: string): string {
  return name.replace(/journal$/, 'lock')
}

/** Writes the journal `name` (absolute), and returns when the disk has it. */
export async function writeJournal(
  name: string,
  journal: Journal | Debt,
  ops: Operations,
): Promise<void> {
  // One name for all drafts, since the lock is held: a crash leaves one at most, and not for long.
  const draft = `${name}.new`
  await ops.remove(draft)
  try {
    await ops.stage(draft, Buffer.from(JSON.stringify(journal)), 0o600)
    await ops.move(draft, name)
  } catch (error) {
    await ops.remove(draft)
    throw error
  }
  await ops.syncFolder(path.dirname(name))
}

/** Reads a journal that was left behind; `undefined` where there is none, or none of ours. */
export async function readJournal(
  name: string,
  ops: Operations,
): Promise<Journal | Debt | undefined> {
  const bytes = await ops.read(name)
  if (bytes === undefined) return undefined
  try {
    const journal = JSON.parse(Buffer.from(bytes).toString('utf8')) as Journal | Debt
    return journal.version === 1 ? journal : undefined
  } catch {
    return undefined
  }
}

/**
 * Makes the brain under `root` as it was before `journal` was begun, and tells which files that changed. May be
 * repeated. A file that has neither the old nor the new bytes was changed by someone since, and stays as it is.
 */
export async function rollBack(
  root: string,
  journal: Journal,
  ops: Operations,
): Promise<readonly NotePath[]> {
  const restored: NotePath[] = []
  for (const line of journal.lines) await ops.remove(path.join(root, line.staged))
  for (const line of journal.lines) {
    if (await restore(root, line, ops)) restored.push(line.target as NotePath)
    await ops.remove(path.join(root, line.old))
  }
  for (const folder of journal.folders.toReversed()) {
    await ops.removeFolder(path.join(root, folder))
  }
  return restored
}

/** Brings a file back that was changed; the file itself where it is still there, with what it was given since. */
async function restore(root: string, line: JournalLine, ops: Operations): Promise<boolean> {
  const target = path.join(root, line.target)
  const present = await ops.read(target)
  const mark = present === undefined ? undefined : digest(present)
  if (mark !== line.after) return false
  if (line.before === undefined) {
    await ops.remove(target)
    return present !== undefined
  }
  const old = path.join(root, line.old)
  if ((await ops.read(old)) !== undefined) {
    await ops.move(old, target)
    return true
  }
  const staged = path.join(root, line.staged)
  // The drafts' folder may be gone since, as `.brain/` may at any moment.
  await ops.makeFolder(path.dirname(staged))
  await ops.stage(staged, Buffer.from(line.before, 'base64'), line.mode)
  await ops.move(staged, target)
  return true
}
