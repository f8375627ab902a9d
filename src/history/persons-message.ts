/**
 * The message that a person is writing, or has written, for a commit of their own.
 *
 * `git commit` hands an editor the file `COMMIT_EDITMSG`, and holds no lock meanwhile. A commit of ours that lands before
 * theirs makes theirs fail ("cannot lock ref"): what they staged stays staged, and their words are in that file, which
 * any later commit writes over. So it is put back after ours; and what has time waits for them.
 */

import {readFile, stat, utimes, writeFile} from 'node:fs/promises'
import path from 'node:path'
import type {Instant} from '../ground/instant.js'
import type {Repository} from './repository.js'

/** In milliseconds: whoever has had his editor open for longer has left it. */
const LONGEST = 600_000

/** Runs a commit with `message`, and leaves the message of a person as it was before. */
export async function keepingMessage<Result>(
  repository: Repository,
  message: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const name = nameIn(repository)
  const before = await lookAt(name)
  try {
    return await run()
  } finally {
    if (before !== undefined) await putBack(name, before, message).catch(() => {})
  }
}

/** Whether it looks as if somebody had the message of a commit in his editor at this moment. */
export async function isMessageOpen(repository: Repository, now: Instant): Promise<boolean> {
  const found = await lookAt(nameIn(repository))
  // The hints for whoever edits it.
  if (found === undefined || !/^# /m.test(found.text)) return false
  const {mtimeMs} = found.stats
  const moved = await stat(path.join(repository.gitDir, 'logs/HEAD')).catch(() => undefined)
  return (moved?.mtimeMs ?? 0) < mtimeMs && Math.abs(now - mtimeMs) < LONGEST
}

function nameIn({gitDir}: Repository): string {
  return path.join(gitDir, 'COMMIT_EDITMSG')
}

async function lookAt(name: string) {
  try {
    const [text, stats] = await Promise.all([readFile(name, 'utf8'), stat(name)])
    return {text, stats}
  } catch {
    return undefined
  }
}

/** Unless an editor has saved the file since: what is in it is then the person's already. */
async function putBack(
  name: string,
  {text, stats}: NonNullable<Awaited<ReturnType<typeof lookAt>>>,
  message: string,
): Promise<void> {
  if ((await readFile(name, 'utf8')).trim() !== message.trim()) return
  await writeFile(name, text)
  // An editor that has it open asks whether to read it again where its time is another.
  await utimes(name, stats.atime, stats.mtime)
}
