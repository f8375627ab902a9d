/**
 * What the owner of a brain agreed to, kept outside the brain.
 *
 * A brain that came by `git clone` could bring any file with it, so its owner's word is kept in the
 * user's state folder, under the real path of the brain. A file there that cannot be read counts as
 * empty: nothing is trusted by accident, and asking again costs one command.
 */

import {randomBytes} from 'node:crypto'
import {mkdir, readFile, realpath, rename, rm, writeFile} from 'node:fs/promises'
import path from 'node:path'
import {BrainError} from '../ground/brain-error.js'
import {formatInstant, type Instant} from '../ground/instant.js'

const FILE = 'consent.json'

interface Consents {
  readonly version: 1
  /** When each brain was trusted, by its real path. */
  readonly trusted: Readonly<Record<string, string>>
  /** Whose hand edits are committed after a quiet time, by its real path. */
  readonly commitsEdits?: Readonly<Record<string, CommitsEdits>>
  /** Notices that were given, and are not given again. */
  readonly said: readonly string[]
}

interface CommitsEdits {
  readonly since: string
  /** The top folder of the work tree that was meant: in another repository nobody was asked. */
  readonly workTree: string
}

const NONE: Consents = {version: 1, trusted: {}, said: []}

/** Whether the owner of this machine's account trusts the brain at `root`. */
export async function trusted(stateDir: string, root: string): Promise<boolean> {
  const {trusted: known} = await read(stateDir)
  return Object.hasOwn(known, await realOf(root))
}

/**
 * Remembers that the brain at `root` is trusted since `at`, or is not.
 *
 * @throws {BrainError} `write-failed` where the state folder cannot be written.
 */
export async function trust(
  stateDir: string,
  root: string,
  yes: boolean,
  at: Instant,
): Promise<void> {
  const real = await realOf(root)
  const before = await read(stateDir)
  const others = Object.entries(before.trusted).filter(([name]) => name !== real)
  const own = yes ? [[real, before.trusted[real] ?? formatInstant(at)]] : []
  await write(stateDir, {...before, trusted: Object.fromEntries([...others, ...own])})
}

/**
 * Whether the owner agreed that hand edits of the brain at `root` are committed by themselves, into the
 * repository with the top folder `workTree`. A brain that has come into another repository since is asked
 * about anew.
 */
export async function commitsEdits(
  stateDir: string,
  root: string,
  workTree: string,
): Promise<boolean> {
  const {commitsEdits: known = {}} = await read(stateDir)
  const real = await realOf(root)
  return Object.hasOwn(known, real) && known[real]!.workTree === (await realOf(workTree))
}

/**
 * Remembers that hand edits of the brain at `root` are committed by themselves since `at`, or are not.
 *
 * @param workTree the top folder of the work tree that they go into; `undefined` takes it back.
 * @throws {BrainError} `write-failed` where the state folder cannot be written.
 */
export async function commitEdits(
  stateDir: string,
  root: string,
  workTree: string | undefined,
  at: Instant,
): Promise<void> {
  const real = await realOf(root)
  const {commitsEdits: known = {}, ...before} = await read(stateDir)
  const kept = Object.fromEntries(Object.entries(known).filter(([name]) => name !== real))
  if (workTree !== undefined) {
    kept[real] = {since: formatInstant(at), workTree: await realOf(workTree)}
  }
  const isEmpty = Object.keys(kept).length === 0
  await write(stateDir, isEmpty ? before : {...before, commitsEdits: kept})
}

/**
 * Whether the notice `key` was given before; from now on it was. Where that cannot be remembered
 * it is given again: better twice than never.
 */
export async function saidOnce(stateDir: string, key: string): Promise<boolean> {
  const before = await read(stateDir)
  if (before.said.includes(key)) return true
  await write(stateDir, {...before, said: [...before.said, key]}).catch(() => {})
  return false
}

/** A folder that is gone is known by the name it is asked under. */
async function realOf(root: string): Promise<string> {
  return realpath(root).catch(() => path.resolve(root))
}

async function read(stateDir: string): Promise<Consents> {
  try {
    const found = JSON.parse(await readFile(path.join(stateDir, FILE), 'utf8')) as Consents
    if (found.version !== 1 || !Array.isArray(found.said)) return NONE
    const entries = Object.entries(found.trusted).filter(([, since]) => typeof since === 'string')
    const commits = Object.entries(found.commitsEdits ?? {}).filter(
      ([, agreed]) => typeof agreed?.since === 'string' && typeof agreed.workTree === 'string',
    )
    return {
      version: 1,
      trusted: Object.fromEntries(entries),
      ...(commits.length === 0 ? {} : {commitsEdits: Object.fromEntries(commits)}),
      said: found.said,
    }
  } catch {
    return NONE
  }
}

/** Beside its place first, so that nobody ever reads half of it. */
async function write(stateDir: string, consents: Consents): Promise<void> {
  const target = path.join(stateDir, FILE)
  const staged = `${target}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await mkdir(stateDir, {recursive: true, mode: 0o700})
    await writeFile(staged, `${JSON.stringify(consents, undefined, 2)}\n`, {mode: 0o600})
    await rename(staged, target)
  } catch (cause) {
    await rm(staged, {force: true}).catch(() => {})
    throw new BrainError('write-failed', {
      message: `what you agreed to could not be kept in ${target}: ${(cause as Error).message}`,
      hint: 'see that the folder may be written',
      data: {path: target},
      cause,
    })
  }
}
