/**
 * Brings new bytes to their places, all of them or none.
 *
 * Every file is written beside its target first, and synced; only then does anything move. A failure
 * on the way is taken back at once; a crash by the next landing, from the journal.
 */

import {lstat} from 'node:fs/promises'
import path from 'node:path'
import {BrainError} from '../ground/brain-error.js'
import {digest} from '../ground/digest.js'
import {
  type Debt,
  type Journal,
  type JournalLine,
  readJournal,
  rollBack,
  stagedName,
  writeJournal,
} from './journal.js'
import type {Operations} from './operations.js'
import type {Target} from './place.js'
import {sameBytes} from './same-bytes.js'

/** A change whose place on disk is known. */
export interface Placed {
  readonly target: Target
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array | undefined
}

interface Step extends Placed {
  /** Absolute: the new bytes until they move. */
  readonly staged: string
}

/**
 * Takes back what a crash left half-way. `journal` is the absolute name of its journal; one that says
 * what is owed for files in their places stays.
 */
export async function recover(root: string, journal: string, ops: Operations): Promise<void> {
  try {
    const left = await readJournal(journal, ops)
    if (left === undefined || 'owed' in left) return
    await rollBack(root, left, ops)
    await ops.remove(journal)
  } catch (cause) {
    throw writeFailed('an edit that was cut short could not be taken back', cause)
  }
}

/**
 * Applies `changes` to the files under `root`. Afterwards `debt`, where there is one, stands in the
 * place of the journal, until whoever asked for it has paid.
 *
 * @throws {BrainError} `edit-conflict`, `write-failed`; the files are then as before.
 */
export async function apply(
  root: string,
  changes: readonly Placed[],
  journalName: string,
  ops: Operations,
  debt?: Debt,
): Promise<void> {
  if (changes.length === 0) return
  await compare(changes, ops)
  const lines = changes.map((change) => lineOf(change, 1 < changes.length))
  const journal: Journal = {version: 1, lines, folders: await missingFolders(root, changes)}
  const steps = changes.map((change, at) => ({
    ...change,
    staged: path.join(root, lines[at]!.staged),
  }))
  try {
    await writeJournal(journalName, journal, ops)
    await stage(root, steps, journal.folders, ops)
    // Someone may have saved the file while the new bytes were written.
    await compare(changes, ops)
    await move(steps, ops)
    await conclude(steps, journalName, ops, debt)
  } catch (cause) {
    await takeBack(root, journal, journalName, ops)
    throw cause instanceof BrainError ? cause : writeFailed('the disk refused the change', cause)
  }
  await settle(root, steps, ops)
}

async function compare(changes: readonly Placed[], ops: Operations): Promise<void> {
  for (const {target, before} of changes) {
    const present = await ops.read(target.absolute).catch((cause) => {
      throw writeFailed(`\`${target.path}\` could not be read`, cause)
    })
    if (sameBytes(present, before)) continue
    throw new BrainError('edit-conflict', {
      message: `\`${target.path}\` was changed meanwhile; nothing was written`,
      hint: 'try again',
      data: {path: target.path},
    })
  }
}

/** One move is whole by itself; of several, each has to be told how to go back. */
function lineOf({target, before, after}: Placed, isOneOfSeveral: boolean): JournalLine {
  const staged = stagedName(target.path)
  if (!isOneOfSeveral) return {staged}
  return {
    staged,
    taken: {
      target: target.path,
      ...(after === undefined ? {} : {after: digest(after)}),
      ...(before === undefined ? {} : {before: Buffer.from(before).toString('base64')}),
      ...(target.mode === undefined ? {} : {mode: target.mode}),
    },
  }
}

/** Brain-relative folders that have to be made, outermost first. */
async function missingFolders(root: string, changes: readonly Placed[]): Promise<string[]> {
  const missing = new Set<string>()
  for (const {target, after} of changes) {
    if (after === undefined) continue
    const segments = target.path.split('/').slice(0, -1)
    for (let depth = 1; depth <= segments.length; depth++) {
      const folder = segments.slice(0, depth).join('/')
      const found = await lstat(path.join(root, folder)).catch(() => undefined)
      if (found === undefined) missing.add(folder)
    }
  }
  return [...missing].sort()
}

async function stage(
  root: string,
  steps: readonly Step[],
  folders: readonly string[],
  ops: Operations,
): Promise<void> {
  for (const folder of folders) await ops.makeFolder(path.join(root, folder))
  for (const {staged, after, target} of steps) {
    if (after !== undefined) await ops.stage(staged, after, target.mode)
  }
}

/** Removes first: where names differ by case alone, a disk may take the old and the new for one. */
async function move(steps: readonly Step[], ops: Operations): Promise<void> {
  for (const {target, after} of steps) if (after === undefined) await ops.remove(target.absolute)
  for (const {target, staged, after} of steps) {
    if (after !== undefined) await ops.move(staged, target.absolute)
  }
}

async function takeBack(
  root: string,
  journal: Journal,
  journalName: string,
  ops: Operations,
): Promise<void> {
  try {
    await rollBack(root, journal, ops)
    await ops.remove(journalName)
  } catch (cause) {
    throw writeFailed(
      'the disk refused the change and its undoing; the next write tries again',
      cause,
    )
  }
}

/**
 * Makes the moves last, then lets the journal go: the other way round a power cut could keep some of
 * the moves. One move alone stands by now and cannot be taken back, so nothing may fail any more.
 */
async function conclude(
  steps: readonly Step[],
  journalName: string,
  ops: Operations,
  debt: Debt | undefined,
): Promise<void> {
  const folders = new Set(steps.map(({target}) => path.dirname(target.absolute)))
  try {
    for (const folder of folders) await ops.syncFolder(folder)
    if (debt === undefined) await ops.remove(journalName)
    else await writeJournal(journalName, debt, ops)
  } catch (error) {
    if (1 < steps.length) throw error
  }
}

/** Leaves no empty folder; but those at the root stay, since they tell that it is a brain. */
async function settle(root: string, steps: readonly Step[], ops: Operations): Promise<void> {
  for (const {target, after} of steps) {
    if (after !== undefined) continue
    const segments = target.path.split('/').slice(0, -1)
    for (let depth = segments.length; 1 < depth; depth--) {
      const folder = path.join(root, ...segments.slice(0, depth))
      await ops.removeFolder(folder).catch(() => {})
    }
  }
}

function writeFailed(what: string, cause: unknown): BrainError {
  const {message, code} = cause as NodeJS.ErrnoException
  return new BrainError('write-failed', {
    message: `${what}: ${message}`,
    hint: 'see that there is room on the disk and that the folder may be written',
    data: {code},
    cause,
  })
}
