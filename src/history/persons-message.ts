/**
 * The message that a person is writing, or has written, for a commit of their own.
 *
 * `git commit` hands an editor the file `COMMIT_EDITMSG`, and holds no lock meanwhile. A commit of ours that lands before
 * theirs makes theirs fail ("cannot lock ref"): what they staged stays staged, and their words are in that file, which
 * any later commit writes over. So it is put back after ours; and what has time waits for them.
 */

import {randomBytes} from 'node:crypto'
import {readFileSync, renameSync, rmSync, utimesSync, writeFileSync} from 'node:fs'
import {readFile, stat} from 'node:fs/promises'
import path from 'node:path'
import type {Instant} from '../ground/instant.js'
import type {Repository} from './repository.js'

/** In milliseconds: whoever has had his editor open for longer has left it. */
const LONGEST = 600_000

/** Runs a commit with `message`, and leaves the message that a person has not committed yet as it was before. */
export async function keepingMessage<Result>(
  repository: Repository,
  message: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const name = nameIn(repository)
  const before = await lookAt(name)
  const isSpent = before === undefined || !(await isNewerThanHead(repository, before))
  try {
    return await run()
  } finally {
    if (!isSpent) putBack(name, before, message)
  }
}

/** Whether it looks as if somebody had the message of a commit in his editor at this moment. */
export async function isMessageOpen(repository: Repository, now: Instant): Promise<boolean> {
  const found = await lookAt(nameIn(repository))
  // The hints for whoever edits it.
  if (found === undefined || !/^# /m.test(found.text)) return false
  const isYoung = Math.abs(now - found.stats.mtimeMs) < LONGEST
  return isYoung && (await isNewerThanHead(repository, found))
}

/** Whether HEAD has not moved since: it would have with the commit that the message is for. */
async function isNewerThanHead({gitDir}: Repository, {stats}: Looked): Promise<boolean> {
  const moved = await stat(path.join(gitDir, 'logs/HEAD')).catch(() => undefined)
  return (moved?.mtimeMs ?? 0) < stats.mtimeMs
}

function nameIn({gitDir}: Repository): string {
  return path.join(gitDir, 'COMMIT_EDITMSG')
}

type Looked = NonNullable<Awaited<ReturnType<typeof lookAt>>>

async function lookAt(name: string) {
  try {
    const [text, stats] = await Promise.all([readFile(name, 'utf8'), stat(name)])
    return {text, stats}
  } catch {
    return undefined
  }
}

/**
 * Unless an editor has saved the file since: what is in it is then the person's already. At once and whole, since a
 * `git commit` of theirs may be about to read it.
 */
function putBack(name: string, {text, stats}: Looked, message: string): void {
  const staged = `${name}.${randomBytes(6).toString('hex')}.tmp`
  try {
    writeFileSync(staged, text)
    // An editor that has it open asks whether to read it again where its time is another.
    utimesSync(staged, stats.atimeMs / 1000, stats.mtimeMs / 1000)
    if (readFileSync(name, 'utf8').trim() === message.trim()) renameSync(staged, name)
  } catch {
    // The commit stands all the same.
  } finally {
    rmSync(staged, {force: true})
  }
}
