/**
 * Brings new bytes to their places, all of them or none.
 *
 * Every file is written as a draft first (`drafts.ts` says where), and synced; only then does anything move. A failure
 * on the way is taken back at once; a crash by the next landing, from the journal.
 *
 * An editor takes no lock. What it saves before the moves is seen by comparing. What it writes into the old file
 * while that is replaced would go down with it: so the old file keeps a second name until the edit stands, and where it
 * was written to, it comes back and the plan is made again.
 */

import path from 'node:path'
import {BrainError} from '../ground/brain-error.js'
import {digest} from '../ground/digest.js'
import type {NotePath} from '../ground/note-path.js'
import {draftsOf, type NameOf} from './drafts.js'
import {missingFolders, removeEmpty, syncFolders} from './folders.js'
import {
  type Debt,
  type Journal,
  type JournalLine,
  readJournal,
  rollBack,
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
  /** Absolute: the file that was there, until the edit stands. */
  readonly old: string
}

/**
 * Takes back what a crash left half-way, and tells which files that changed; `undefined` where nothing was left.
 * `journal` is the absolute name of its journal; one that says what is owed for files in their places stays.
 */
export async function recover(
  root: string,
  journal: string,
  ops: Operations,
): Promise<readonly NotePath[] | undefined> {
  try {
    const left = await readJournal(journal, ops)
    if (left === undefined || 'owed' in left) return undefined
    const restored = await rollBack(root, left, ops)
    await ops.remove(journal)
    return restored
  } catch (cause) {
    throw writeFailed('an edit that was cut short could not be taken back', cause)
  }
}

/**
 * Applies `changes` to the files under `root`. Afterwards `debt`, where there is one, stands in the
 * place of the journal, until whoever asked for it has paid.
 *
 * @param assertHeld Throws where the lock is another's by now: asked before anything moves.
 * @throws {BrainError} `edit-conflict`, `write-failed`, `lock-held`; the files are then as before.
 */
export async function apply(
  root: string,
  changes: readonly Placed[],
  journalName: string,
  ops: Operations,
  assertHeld: () => Promise<void>,
  debt?: Debt,
): Promise<void> {
  if (changes.length === 0) return
  const drafts = draftsOf(root)
  const by = (nameOf: NameOf) => applyBy(nameOf, root, changes, journalName, ops, assertHeld, debt)
  await by(drafts.hidden).catch((error) => {
    if (!drafts.isNoPlace(error)) throw error
    return by(drafts.beside)
  })
}

async function applyBy(
  nameOf: NameOf,
  root: string,
  changes: readonly Placed[],
  journalName: string,
  ops: Operations,
  assertHeld: () => Promise<void>,
  debt: Debt | undefined,
): Promise<void> {
  await compare(changes, ops)
  const lines = changes.map((change) => lineOf(change, nameOf))
  const wanted = changes.filter(({after}) => after !== undefined).map(({target}) => target)
  const journal: Journal = {version: 1, lines, folders: await missingFolders(root, wanted)}
  const steps = changes.map((change, at) => ({
    ...change,
    staged: path.join(root, lines[at]!.staged),
    old: path.join(root, lines[at]!.old),
  }))
  try {
    await writeJournal(journalName, journal, ops)
    await stage(root, steps, journal.folders, ops)
    // Someone may have saved the file while the new bytes were written.
    await compare(changes, ops)
    await assertHeld()
    const kept = await move(steps, ops)
    await syncFolders(
      steps.map(({target}) => target),
      ops,
    )
    // Or while they were moved.
    for (const {target, before, old} of kept) await assertBytes(target, old, before, ops)
    await conclude(kept, journalName, ops, debt)
  } catch (cause) {
    // Whoever has the lock now has taken back what was begun, and the journal may be his.
    if (isLost(cause)) for (const {staged} of steps) await ops.remove(staged).catch(() => {})
    else await takeBack(root, journal, journalName, ops)
    throw cause instanceof BrainError ? cause : writeFailed('the disk refused the change', cause)
  }
  const removed = changes.filter(({after}) => after === undefined).map(({target}) => target)
  await removeEmpty(root, removed, ops)
}

function isLost(cause: unknown): boolean {
  return cause instanceof BrainError && cause.code === 'lock-held'
}

async function compare(changes: readonly Placed[], ops: Operations): Promise<void> {
  for (const {target, before} of changes) await assertBytes(target, target.absolute, before, ops)
}

/** Expects the file `name` (absolute), which is or was `target`, to hold these bytes. */
async function assertBytes(
  target: Target,
  name: string,
  bytes: Uint8Array | undefined,
  ops: Operations,
): Promise<void> {
  const present = await ops.read(name).catch((cause) => {
    throw writeFailed(`\`${target.path}\` could not be read`, cause)
  })
  if (!sameBytes(present, bytes)) throw conflict(target)
}

function conflict({path: changed}: Target): BrainError {
  return new BrainError('edit-conflict', {
    message: `\`${changed}\` was changed meanwhile; nothing was written`,
    hint: 'try again',
    data: {path: changed},
  })
}

/** How a change is taken back, if it has to be. */
function lineOf({target, before, after}: Placed, nameOf: NameOf): JournalLine {
  return {
    staged: nameOf(target.path),
    old: nameOf(target.path),
    target: target.path,
    ...(after === undefined ? {} : {after: digest(after)}),
    ...(before === undefined ? {} : {before: Buffer.from(before).toString('base64')}),
    ...(target.mode === undefined ? {} : {mode: target.mode}),
  }
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

/**
 * Brings all to their places, and returns the steps whose old files are kept. Removes first: where names differ by case
 * alone, a disk may take the old and the new for one.
 */
async function move(steps: readonly Step[], ops: Operations): Promise<readonly Step[]> {
  const kept: Step[] = []
  for (const step of steps.toSorted(
    (a, b) => Number(b.after === undefined) - Number(a.after === undefined),
  )) {
    const isKept = await moveOne(step, ops).catch((error) => refuseOther(step.target, error))
    if (isKept) kept.push(step)
  }
  return kept
}

async function moveOne(
  {target, staged, old, before, after}: Step,
  ops: Operations,
): Promise<boolean> {
  if (after === undefined) {
    await ops.move(target.absolute, old)
    return true
  }
  if (before !== undefined) return ops.replace(staged, target.absolute, old)
  await ops.moveNew(staged, target.absolute)
  return false
}

/** Somebody made a file of that name a moment ago, or took it away. */
function refuseOther(target: Target, error: NodeJS.ErrnoException): never {
  throw error.code === 'EEXIST' || error.code === 'ENOENT' ? conflict(target) : error
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
      {undone: false},
    )
  }
}

/**
 * Lets the old files go, then the journal: from then on the edit stands. The moves were made to last before, since
 * else a power cut could keep some of them.
 */
async function conclude(
  kept: readonly Step[],
  journalName: string,
  ops: Operations,
  debt: Debt | undefined,
): Promise<void> {
  for (const {old} of kept) await ops.remove(old)
  if (debt === undefined) await ops.remove(journalName)
  else await writeJournal(journalName, debt, ops)
}

function writeFailed(what: string, cause: unknown, data: {undone?: boolean} = {}): BrainError {
  const {message, code} = cause as NodeJS.ErrnoException
  return new BrainError('write-failed', {
    message: `${what}: ${message}`,
    hint: 'see that there is room on the disk and that the folder may be written',
    data: {code, ...data},
    cause,
  })
}
