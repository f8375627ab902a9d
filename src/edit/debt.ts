/**
 * A commit that is still to come.
 *
 * Between the last file's move and Git's answer a process may be killed. The files are whole then, but
 * nobody would ever commit them: the next writer only knows its own paths. So what is owed stands
 * in the journal's place until it is paid, and whoever writes next pays it first. What a hand changed
 * since is the hand's: then nothing is committed in its name.
 */

import path from 'node:path'
import {digest} from '../ground/digest.js'
import type {Instant} from '../ground/instant.js'
import type {NotePath} from '../ground/note-path.js'
import type {Authorship, History, RevisionId} from '../history/history.js'
import {type Debt, readJournal} from './journal.js'
import type {Operations} from './operations.js'
import {findNewSecrets} from './secrets.js'

/** A file as an edit leaves it; without `after` it is removed. */
export interface Left {
  readonly path: NotePath
  readonly after: Uint8Array | undefined
}

/** What is owed once `files` are in their places. */
export function debtOf(
  files: readonly Left[],
  subject: string,
  recorded: Instant,
  authorship: Authorship,
): Debt {
  const marks = files.map(({path: file, after}) => ({
    path: file,
    ...(after === undefined ? {} : {after: digest(after)}),
  }))
  return {version: 1, owed: {files: marks, subject, recorded, authorship}}
}

/** What became of a commit that was owed. */
export interface Paid {
  readonly paths: readonly NotePath[]
  readonly subject: string
  readonly committed: RevisionId | false
}

/**
 * Pays what the journal `name` (absolute) says is owed, if it says so, and tells what became of it. Where Git refuses,
 * it is forgiven: the files stay, as they do where Git refuses an edit at once.
 */
export async function payDebt(
  root: string,
  name: string,
  history: History,
  ops: Operations,
): Promise<Paid | undefined> {
  const journal = await readJournal(name, ops)
  if (journal === undefined || !('owed' in journal)) return undefined
  const {files, subject, recorded, authorship} = journal.owed
  const paths = files.map((file) => file.path)
  let committed: RevisionId | false = false
  if (await isAsLeft(root, files, ops)) {
    if (!(await bringsSecret(root, paths, history, ops))) {
      committed = (await history.record(paths, subject, recorded, authorship)).committed
    }
  }
  await ops.remove(name)
  return {paths, subject, committed}
}

async function isAsLeft(
  root: string,
  files: Debt['owed']['files'],
  ops: Operations,
): Promise<boolean> {
  for (const {path: file, after} of files) {
    try {
      const present = await ops.read(path.join(root, file))
      if ((present === undefined ? undefined : digest(present)) !== after) return false
    } catch {
      // A folder stands there by now, or nobody may read it.
      return false
    }
  }
  return true
}

async function bringsSecret(
  root: string,
  paths: readonly NotePath[],
  history: History,
  ops: Operations,
): Promise<boolean> {
  for (const file of paths) {
    const present = await ops.read(path.join(root, file))
    const head = await history.read(file, 'HEAD' as RevisionId).catch(() => undefined)
    if ((await findNewSecrets(file, textOf(head), textOf(present))).length !== 0) return true
  }
  return false
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : new TextDecoder().decode(bytes)
}
