/**
 * Names paths to Git, however many: a system takes only so much as arguments of a program (2 MB on Linux, 32 KB on Windows),
 * which the first commit of a large brain exceeds.
 *
 * Paths then go by way of a file. `git status` and `git ls-tree` read none: they are asked about the whole brain, and
 * what they answer is looked through.
 */

import {randomBytes} from 'node:crypto'
import {mkdir, rm, writeFile} from 'node:fs/promises'
import path from 'node:path'
import type {Repository} from './repository.js'

/** In bytes, all paths together. */
const MOST_AS_ARGUMENTS = 24_000

/** Whether so many paths are named by way of a file. */
export function areMany(paths: readonly string[]): boolean {
  let bytes = 0
  return paths.some((each) => {
    bytes += Buffer.byteLength(each) + 1
    return MOST_AS_ARGUMENTS < bytes
  })
}

/** Calls `run` with arguments that name `paths` (from the work tree's top), for a command that takes a file of them. */
export async function namingPaths<Result>(
  {gitDir}: Repository,
  paths: readonly string[],
  run: (args: readonly string[]) => Promise<Result>,
): Promise<Result> {
  if (!areMany(paths)) return run(['--', ...paths])
  const folder = path.join(gitDir, 'mdbrain')
  const file = path.join(folder, `paths-${randomBytes(6).toString('hex')}`)
  await mkdir(folder, {recursive: true})
  try {
    await writeFile(file, paths.join('\0'), {flag: 'wx'})
    return await run([`--pathspec-from-file=${file}`, '--pathspec-file-nul'])
  } finally {
    await rm(file, {force: true})
  }
}

/**
 * Calls `run` with arguments that name `paths`, or all of the brain where they are many. What it answers may then
 * be about others, too.
 */
export function namingAtLeast<Result>(
  {prefix}: Repository,
  paths: readonly string[],
  run: (wanted: readonly string[]) => Promise<Result>,
): Promise<Result> {
  if (!areMany(paths)) return run(paths)
  return run(prefix === '' ? [] : [prefix])
}
