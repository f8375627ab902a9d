/**
 * The one road from a plan to the disk: it lands whole, as one commit, or leaves no trace.
 *
 * In order: secrets are looked for, a lock is taken, what a crash left is taken back, the files are
 * compared with those the plan was made from, the new bytes are staged as drafts and
 * synced, and moved into place; then Git is asked for a commit of exactly these paths. Whatever fails
 * before the last move is taken back; a commit that a crash prevented is made up for. Where Git refuses, the files stay: they are the memory, and the
 * answer says that they are not committed, and why. Bytes are never interpreted.
 */

import {existsSync} from 'node:fs'
import {BrainError} from '../ground/brain-error.js'
import type {Instant} from '../ground/instant.js'
import type {Message} from '../ground/message.js'
import {folderOf} from '../ground/note-path.js'
import type {Authorship, History, Recorded, RevisionId} from '../history/history.js'
import {apply, type Placed, recover} from './apply.js'
import {madeUpFor, takenBack} from './cut-short.js'
import {debtOf, payDebt} from './debt.js'
import type {Change, Landed, Plan} from './edit.js'
import {type Debt, journalIn, lockBeside} from './journal.js'
import {type Held, withLock} from './lock.js'
import {type Operations, operations} from './operations.js'
import {targetOf} from './place.js'
import {sameBytes} from './same-bytes.js'
import {findNewSecrets} from './secrets.js'

export interface Landing {
  /** Absolute path of the brain. */
  readonly root: string
  readonly history: History
  readonly now: Instant
  readonly authorship: Authorship
  /** Git's common directory, else the user's state folder: locks stand there under `mdbrain/`. */
  readonly lockDir: string
  /** False where its owner wants no commits here. */
  readonly commit?: boolean
  /** What is done to the disk; a seam for tests. */
  readonly operations?: Operations
}

/**
 * Lands `plan`.
 *
 * @throws {BrainError} and changes nothing: `edit-conflict` where a file is not as the plan found it,
 * `path-outside-brain`, `not-editable`, `secret-found`, `lock-held`, `write-failed`.
 */
export async function land(plan: Plan, landing: Landing): Promise<Landed> {
  const changes = plan.changes.filter(({before, after}) => !sameBytes(before, after))
  const placed = await place(changes, landing.root)
  await refuseSecrets(placed)

  return alone(landing, async (journal, ops, held) => {
    await apply(landing.root, placed, journal, ops, held.assert, commitOf(plan, placed, landing))
    const recorded = await recordOf(plan, placed, landing, held)
    // Where this fails the next landing finds that Git has it all, and removes it. Another's journal is not ours to remove.
    await held
      .assert()
      .then(() => ops.remove(journal))
      .catch(() => {})
    return landedOf(placed, recorded)
  })
}

/**
 * Makes an end of what a crash left: files half-way go back, a commit that is owed is made. Whoever
 * plans should do so first, since plans are made of what is on disk and in Git; without a crash it
 * takes one look. Tells what it found and did.
 *
 * @throws {BrainError} `lock-held`, `write-failed`.
 */
export async function settle(landing: Landing): Promise<readonly Message[]> {
  if (!existsSync(journalIn(landing.lockDir, landing.root))) return []
  return alone(landing, async (_journal, _ops, _held, found) => found)
}

/** Runs `work` with the lock held, and nothing left to make an end of. */
async function alone<Result>(
  landing: Landing,
  work: (
    journal: string,
    ops: Operations,
    held: Held,
    found: readonly Message[],
  ) => Promise<Result>,
): Promise<Result> {
  const ops = landing.operations ?? operations
  const journal = journalIn(landing.lockDir, landing.root)
  return withLock(lockBeside(journal), async (held) => {
    const restored = await recover(landing.root, journal, ops)
    const paid = await payDebt(landing.root, journal, landing.history, ops).catch(() => undefined)
    return work(journal, ops, held, [...takenBack(restored), ...madeUpFor(paid)])
  })
}

/** What Git is owed once the files are in their places; nothing where it is not asked. */
function commitOf(plan: Plan, placed: readonly Placed[], landing: Landing): Debt | undefined {
  const {history, now, authorship, commit = true} = landing
  if (!commit || history.kind !== 'git') return undefined
  const files = placed.map(({target, after}) => ({path: target.path, after}))
  return debtOf(files, plan.subject, now, authorshipOf(plan, authorship))
}

function authorshipOf({undoes}: Plan, authorship: Authorship): Authorship {
  return undoes === undefined ? authorship : {...authorship, undoes}
}

async function place(changes: readonly Change[], root: string): Promise<readonly Placed[]> {
  const placed: Placed[] = []
  for (const {path: name, before, after} of changes) {
    const target = await targetOf(root, name)
    if (placed.some((other) => other.target.absolute === target.absolute)) {
      throw new BrainError('not-editable', {
        message: `\`${name}\` is another name of a file that the same edit changes`,
        hint: 'change it by one of its names',
        data: {path: name},
      })
    }
    placed.push({target, before, after})
  }
  return placed
}

async function refuseSecrets(placed: readonly Placed[]): Promise<void> {
  const found: Message[] = []
  for (const {target, before, after} of placed) {
    if (after === undefined) continue
    const messages = await findNewSecrets(target.path, textOf(before), textOf(after))
    // The name of a new note is made of its words, the secret perhaps among them.
    const path = before === undefined ? `${folderOf(target.path)}/` : target.path
    found.push(...messages.map((message) => ({...message, path})))
  }
  const first = found[0]
  if (first === undefined) return
  const where = first.path.endsWith('/') ? 'the new note' : `\`${first.path}\``
  throw new BrainError('secret-found', {
    message: `${where}, line ${first.place?.line}: ${first.reason}; nothing was written`,
    hint: first.hint ?? 'leave the secret out',
    data: {messages: found},
  })
}

async function recordOf(
  plan: Plan,
  placed: readonly Placed[],
  landing: Landing,
  held: Held,
): Promise<Recorded> {
  const {history, now, authorship, commit = true} = landing
  if (!commit) {
    return {committed: false, why: 'not-wanted', detail: 'commits are not wanted here'}
  }
  if (placed.length === 0) return {committed: false, why: 'failed', detail: 'nothing had to change'}
  try {
    const secret = history.kind === 'git' ? await uncommittedSecret(placed, history) : undefined
    if (secret !== undefined) {
      const detail = `\`${secret.path}\`, line ${secret.place?.line}: ${secret.reason}`
      return {committed: false, why: 'secret', detail}
    }
    const paths = placed.map(({target}) => target.path)
    await held.assert()
    return await history.record(paths, plan.subject, now, authorshipOf(plan, authorship))
  } catch (error) {
    // The files are in their places by now: that is what the answer has to say.
    return {committed: false, why: 'failed', detail: (error as Error).message}
  }
}

/**
 * A secret that stood in a file before, by hand, and that Git does not know yet: the edit is on disk,
 * but a commit of it would carry the secret along.
 */
async function uncommittedSecret(
  placed: readonly Placed[],
  history: History,
): Promise<Message | undefined> {
  for (const {target, before, after} of placed) {
    if (before === undefined || after === undefined) continue
    const head = await history.read(target.path, 'HEAD' as RevisionId).catch(() => undefined)
    const [secret] = await findNewSecrets(target.path, textOf(head), textOf(after))
    if (secret !== undefined) return secret
  }
  return undefined
}

function landedOf(placed: readonly Placed[], recorded: Recorded): Landed {
  const paths = placed.map(({target}) => target.path)
  if (recorded.committed !== false) return {paths, ...recorded}
  const {why, detail} = recorded
  return {paths, committed: false, why, detail}
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : new TextDecoder().decode(bytes)
}
