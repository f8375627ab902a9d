/**
 * Reads which commit HEAD is, without starting Git.
 *
 * Knows branches as files, packed branches, worktrees, a detached HEAD and a branch without a
 * commit. For anything else, such as the reftable format, it says so and Git is asked.
 */

import {readFile} from 'node:fs/promises'
import path from 'node:path'
import {digest} from '../ground/digest.js'
import type {RevisionId} from './history.js'
import type {Repository} from './repository.js'

export interface Head {
  /** `refs/heads/main`; absent where HEAD is detached. */
  readonly branch?: string
  /** Absent on a branch without a commit. */
  readonly id?: RevisionId
}

/** Reads HEAD. Returns `undefined` where its files are not of the kind this knows. */
export async function readHead(repository: Repository): Promise<Head | undefined> {
  const {gitDir, commonDir} = repository
  let text = (await textOf(path.join(gitDir, 'HEAD')))?.trim()
  let branch: string | undefined
  // Symbolic references may point at others; Git itself follows five.
  for (let step = 0; step < 5; step++) {
    if (text === undefined) return undefined
    if (isId(text)) return {id: text, ...(branch === undefined ? {} : {branch})}
    branch = /^ref:\s*(\S+)$/.exec(text)?.[1]
    if (branch === undefined || branch === 'refs/heads/.invalid') return undefined
    text = (await loose(repository, branch)) ?? (await packed(commonDir, branch))
    if (text === undefined) return {branch}
  }
  return undefined
}

/**
 * Names what the commits that can be reached depend on beside HEAD: where the history of a shallow
 * clone ends. Empty for a whole clone.
 */
export async function shallowMark(commonDir: string): Promise<string> {
  const boundary = await textOf(path.join(commonDir, 'shallow'))
  return boundary === undefined || boundary === '' ? '' : `+${digest(boundary)}`
}

/** The commits at which a shallow clone ends. */
export async function shallowBoundary(commonDir: string): Promise<ReadonlySet<string>> {
  const text = (await textOf(path.join(commonDir, 'shallow'))) ?? ''
  return new Set(text.split('\n').filter((line) => line !== ''))
}

async function loose(repository: Repository, ref: string): Promise<string | undefined> {
  const own = /^refs\/(?:bisect|worktree|rewritten)\//.test(ref)
  const text = await textOf(path.join(own ? repository.gitDir : repository.commonDir, ref))
  return text?.trim()
}

async function packed(commonDir: string, ref: string): Promise<string | undefined> {
  const text = (await textOf(path.join(commonDir, 'packed-refs'))) ?? ''
  const line = text.split('\n').find((each) => each.endsWith(` ${ref}`))
  const id = line?.slice(0, line.indexOf(' '))
  return id !== undefined && isId(id) ? id : undefined
}

function isId(text: string): text is RevisionId {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}

async function textOf(name: string): Promise<string | undefined> {
  return readFile(name, 'utf8').catch(() => undefined)
}
