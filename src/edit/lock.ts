/**
 * One landing at a time: a lock between processes, and between the tasks of one process.
 *
 * The lock is a file that names its owner. It appears complete or not at all (a hard link to a file
 * written before), and goes with its owner's work. An owner that was killed leaves it behind: then
 * whoever comes next sees that the process is no more and takes the lock over at once. Nobody has to
 * remove a file by hand, and no time-out has to pass.
 */

import {randomBytes} from 'node:crypto'
import {link, mkdir, readdir, stat, unlink, writeFile} from 'node:fs/promises'
import path from 'node:path'
import {setTimeout} from 'node:timers/promises'
import {BrainError} from '../ground/brain-error.js'
import type {History} from '../history/history.js'
import {isAlive, type Owner, ownerHere, ownerOf, writeAgain, writeNew} from './lock-owner.js'

export interface LockOptions {
  /** Milliseconds to wait while one and the same owner holds it. */
  readonly patience?: number
}

/** A landing takes a second at most; whoever holds the lock this long has stopped. */
const PATIENCE = 20_000

/** In milliseconds: longer than anybody who waits looks away. */
const DEFERENCE = 50

/** A lock that this process was given. */
export interface Held {
  /**
   * Whoever was asleep for long, on a machine that others cannot ask, may have been taken for dead: to be asked right
   * before something is done that two must not do at once.
   *
   * @throws {BrainError} `lock-held` where the lock is another's by now.
   */
  assert(): Promise<void>
  /**
   * Says that it is still held, to other machines, which cannot ask: to be called every few minutes by whoever holds it
   * for long.
   *
   * @throws {BrainError} `lock-held` where the lock is another's by now.
   */
  renew(): Promise<void>
}

/**
 * The folder for locks in Git's common directory. A state folder, which is mdbrain's own already, needs no folder of that
 * name in it.
 */
export function lockFolderIn(lockDir: string): string {
  return path.basename(lockDir) === 'mdbrain' ? lockDir : path.join(lockDir, 'mdbrain')
}

/** The folder whose `mdbrain/` holds locks and journals: Git's common directory, else the user's state folder. */
export async function lockDirOf(
  history: Pick<History, 'commonDir'>,
  stateDir: string,
): Promise<string> {
  return (await history.commonDir()) ?? stateDir
}

/** Whether somebody is at work with the lock file `name` (absolute), as far as that can be told. */
export async function isHeld(name: string): Promise<boolean> {
  const holder = await ownerOf(name)
  return holder !== undefined && (await isAlive(name, holder, await ownerHere()).catch(() => true))
}

/**
 * Runs `work` while holding the lock file `name` (absolute).
 *
 * @throws {BrainError} `lock-held` where a living owner does not let go, `write-failed` where no lock can
 * be made.
 */
export async function withLock<Result>(
  name: string,
  work: (held: Held) => Promise<Result>,
  {patience = PATIENCE}: LockOptions = {},
): Promise<Result> {
  const own = await ownerHere()
  try {
    await mkdir(path.dirname(name), {recursive: true})
    await wait(name, own, patience)
  } catch (cause) {
    throw cause instanceof BrainError ? cause : lockless(name, cause)
  }
  try {
    return await work({assert: () => assertHeld(name, own), renew: () => renewHeld(name, own)})
  } finally {
    // Another machine may have taken it for abandoned, after a very long work.
    if ((await ownerOf(name))?.token === own.token) await unlink(name).catch(() => {})
  }
}

/** The token fences: no other lock has it, so that whoever finds another there has lost his. */
async function assertHeld(name: string, own: Owner): Promise<void> {
  const holder = await ownerOf(name)
  if (holder?.token === own.token) return
  throw new BrainError('lock-held', {
    message: 'this process slept so long that another has taken over its lock; it did not go on',
    hint: 'try again',
    data: {lock: name, ...(holder === undefined ? {} : {pid: holder.pid, host: holder.host})},
  })
}

async function renewHeld(name: string, own: Owner): Promise<void> {
  await writeAgain(name, own)
  await assertHeld(name, own)
}

/**
 * Waits for its turn. Whoever waits leaves a mark, so that who comes later, or has just had the lock and wants it again,
 * does not take it from under his eyes: without it one busy process would keep all others waiting.
 */
async function wait(name: string, own: Owner, patience: number): Promise<void> {
  const wanted = `${name}.wanted`
  let inAll = 0
  let waited = 0
  let last: string | undefined
  if (await isThere(wanted)) await setTimeout(DEFERENCE)
  for (;;) {
    const holder = await take(name, own)
    if (holder === undefined) {
      // Whoever else is waiting says so again.
      await unlink(wanted).catch(() => {})
      await sweep(name, own)
      return
    }
    if (holder.token !== last) waited = 0
    last = holder.token
    if (patience <= waited) throw lockHeld(name, holder)
    await writeFile(wanted, '').catch(() => {})
    const pause = pauseAfter(inAll)
    await setTimeout(pause)
    waited += pause
    inAll += pause
  }
}

/** Removes what those left who were killed while they made a lock: as long as this one is held, nobody needs it. */
async function sweep(name: string, own: Owner): Promise<void> {
  const [folder, base] = [path.dirname(name), path.basename(name)]
  const names = await readdir(folder).catch(() => [])
  for (const each of names) {
    if (!each.startsWith(`${base}.`) || each.endsWith('.wanted')) continue
    const left = path.join(folder, each)
    const owner = await ownerOf(left)
    if (owner !== undefined && !(await isAlive(left, owner, own)))
      await unlink(left).catch(() => {})
  }
}

/**
 * Who has waited longer looks more often, so that he comes first; and never two alike, so that many that wait do not
 * all come back at once.
 */
function pauseAfter(inAll: number): number {
  const least = Math.max(1, 40_000 / (inAll + 2000))
  return Math.ceil(least * (1 + Math.random()))
}

async function isThere(name: string): Promise<boolean> {
  return stat(name).then(
    () => true,
    () => false,
  )
}

/**
 * Takes the lock, or returns who holds it.
 *
 * A dead owner's lock is removed under a lock of its own, named for it: else two could find it dead,
 * and the slower one would remove the lock that the faster one has taken meanwhile.
 */
async function take(name: string, own: Owner): Promise<Owner | undefined> {
  for (;;) {
    const holder = await ownerOf(name)
    if (holder === undefined) {
      if (await create(name, own)) return undefined
      continue
    }
    if (await isAlive(name, holder, own)) return holder
    const breaker = `${name}.${holder.token}`
    if ((await take(breaker, own)) !== undefined) return holder
    const isRemoved = await removeOf(name, holder)
    await unlink(breaker).catch(() => {})
    // What cannot be removed is waited for as if it lived, and named in the end.
    if (!isRemoved) return holder
  }
}

/** Removes the lock if it is still this owner's; false where it stays. */
async function removeOf(name: string, holder: Owner): Promise<boolean> {
  if ((await ownerOf(name))?.token !== holder.token) return true
  return unlink(name).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )
}

/** Makes the file, complete, unless there is one. */
async function create(name: string, own: Owner): Promise<boolean> {
  const text = JSON.stringify(own)
  const draft = `${name}.${randomBytes(6).toString('hex')}.new`
  await writeNew(draft, text)
  try {
    await link(draft, name)
    return true
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code ?? '')) throw error
    return await writeNew(name, text).then(
      () => true,
      (refused: NodeJS.ErrnoException) => {
        if (refused.code === 'EEXIST') return false
        throw refused
      },
    )
  } finally {
    await unlink(draft).catch(() => {})
  }
}

function lockHeld(name: string, holder: Owner): BrainError {
  const who = holder.host === '' ? 'another program' : `process ${holder.pid} on ${holder.host}`
  return new BrainError('lock-held', {
    message: `${who} is writing to this brain and does not finish`,
    hint: `try again; if that process hangs, end it or remove ${name}`,
    data: {lock: name, pid: holder.pid, host: holder.host},
  })
}

function lockless(name: string, cause: unknown): BrainError {
  return new BrainError('write-failed', {
    message: `no lock could be made in ${path.dirname(name)}: ${(cause as Error).message}`,
    hint: 'see that the folder may be written',
    data: {lock: name},
    cause,
  })
}
