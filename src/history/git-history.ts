/**
 * `History` by the `git` program.
 *
 * This file only puts the parts together: where the repository is (`repository.ts`), what HEAD is
 * (`head.ts`), running Git (`git.ts`), and one file for each question. The brain may be a folder of
 * a larger repository: nothing here asks or tells of a path outside it.
 */

import {setTimeout} from 'node:timers/promises'
import {BrainError} from '../ground/brain-error.js'
import type {Instant} from '../ground/instant.js'
import {openCatFile} from './cat-file.js'
import {type Environment, type Git, hasGit, openGit} from './git.js'
import {type Head, readHead} from './head.js'
import type {History, RevisionId} from './history.js'
import {noHistory} from './no-history.js'
import {ages, headName, inHead, type NoteHistory, renames} from './note-history.js'
import {isMessageOpen} from './persons-message.js'
import {record, survey} from './record.js'
import {findRepository, type Repository} from './repository.js'
import {revisionsOf} from './revisions.js'
import {pendingOf, statusOf} from './status.js'

export interface HistoryOptions {
  /** Absolute path of `.brain/`; what is kept there may be deleted at any moment. */
  readonly cacheDir: string
  readonly now: () => Instant
  /** The environment of the process: where `git` and the person's Git settings are found. */
  readonly env: Environment
}

/**
 * Opens the history of the brain at `root` (absolute, links resolved): Git's where the folder is in
 * a work tree and the program is there, else one that says what it lacks.
 */
export async function openHistory(root: string, options: HistoryOptions): Promise<History> {
  const repository = await findRepository(root)
  if (repository === undefined) return noHistory(false)
  if (!(await hasGit(options.env))) return noHistory(true)
  return gitHistory(repository, options)
}

function gitHistory(repository: Repository, {env, cacheDir}: HistoryOptions): History {
  const git = openGit(repository, env)
  const objects = openCatFile(repository.top, env)
  const {prefix} = repository
  const head = async () => (await readHead(repository)) ?? (await askHead(git))
  const recorder = {git, repository, head, sleep: (time: number) => setTimeout(time)}

  let hasFailed = false
  const onFailure = () => {
    hasFailed = true
  }
  const notes: NoteHistory = {git, objects, repository, cacheDir, head, onFailure}

  return {
    kind: 'git',
    workTree: repository.top,
    head: () => headName(notes),
    commonDir: async () => repository.commonDir,
    ages: (units) => ages(notes, units),
    renames: (lost) => renames(notes, lost),
    inHead: (paths) => inHead(notes, paths),
    branch: async () => (await head()).branch,
    isMessageOpen: (now) => isMessageOpen(repository, now),
    obstacle: async (paths) => (await survey(recorder, paths)).refused,
    record: (paths, ...rest) => record(recorder, paths, ...rest),
    async revisions(options) {
      return (await head()).id === undefined ? [] : revisionsOf(git, prefix, options)
    },
    async read(path, at, form = 'stored') {
      const found = await objects.read(await objectName(git, at, prefix + path))
      if (found === undefined) await assertRevision(git, at)
      if (found?.type !== 'blob') return undefined
      return form === 'stored' ? found.bytes : git.bytes(['--filters', `${at}:${prefix}${path}`])
    },
    async pending() {
      return pendingOf(await statusOf(git, prefix === '' ? [] : [prefix], false), prefix)
    },
    hasFailed: () => hasFailed,
    close: () => objects.close(),
  }
}

/** Asks Git itself, where the files of the repository are of a kind that `head.ts` does not know. */
async function askHead(git: Git): Promise<Head> {
  const branch = await git.run(['symbolic-ref', 'HEAD']).catch(() => '')
  const id = await git.run(['rev-parse', '--verify', 'HEAD^{commit}']).catch(() => '')
  return {
    ...(branch.trim() === '' ? {} : {branch: branch.trim()}),
    ...(id.trim() === '' ? {} : {id: id.trim() as RevisionId}),
  }
}

/** Questions to `cat-file` end with the line; a path that holds a line break is looked up first. */
async function objectName(git: Git, at: RevisionId, path: string): Promise<string> {
  if (!path.includes('\n')) return `${at}:${path}`
  const line = await git.run(['ls-tree', '-z', at, '--', path])
  return /^\d+ blob ([0-9a-f]+)\t/.exec(line)?.[1] ?? `${at}:`
}

async function assertRevision(git: Git, at: RevisionId): Promise<void> {
  const type = await git.run(['cat-file', '-t', at]).catch(() => '')
  if (type.trim() === 'commit') return
  throw new BrainError('unknown-revision', {
    message: `there is no commit \`${at}\` in this repository`,
    hint: '`git log` lists them',
    data: {revision: at},
  })
}
