/**
 * Commits the brain's own paths and nothing else.
 *
 * `git commit --only` takes the named files as they are on disk, runs hooks and signs, and leaves
 * the rest of the index alone. What it would swallow, a version of the same path that someone staged,
 * is looked for first. Whatever goes wrong, nothing of ours stays staged that was not before.
 */

import {lstat} from 'node:fs/promises'
import path from 'node:path'
import {BrainError} from '../ground/brain-error.js'
import {formatInstant, type Instant} from '../ground/instant.js'
import type {NotePath} from '../ground/note-path.js'
import type {Git} from './git.js'
import type {Head} from './head.js'
import type {Authorship, Recorded, RevisionId} from './history.js'
import {messageOf} from './message.js'
import {objectionTo, type Refused, refusal} from './objection.js'
import {areMany, namingAtLeast, namingPaths} from './pathspecs.js'
import {keepingMessage} from './persons-message.js'
import {inProgress} from './progress.js'
import {alignIndex, marksOf} from './read-twice.js'
import type {Repository} from './repository.js'
import {entriesOn, type StatusEntry, statusOf} from './status.js'

export interface Recorder {
  readonly git: Git
  readonly repository: Repository
  readonly head: () => Promise<Head>
  /** Waits so many milliseconds; a seam for tests. */
  readonly sleep: (milliseconds: number) => Promise<void>
}

/** Waits before another attempt while someone else holds the index: 6.3 seconds in all. */
const PATIENCE = [50, 100, 200, 400, 800, 1600, 3200]

/** Why a commit of `paths` would not be made now, and what Git says of them. */
export async function survey(
  {git, repository}: Pick<Recorder, 'git' | 'repository'>,
  paths: readonly NotePath[],
): Promise<{readonly refused?: Refused; readonly entries: readonly StatusEntry[]}> {
  const doing = await inProgress(repository)
  if (doing !== undefined) {
    return {entries: [], refused: refusal('in-progress', `${doing} is in progress`)}
  }
  if (paths.length === 0) return {entries: []}
  try {
    const full = paths.map((each) => repository.prefix + each)
    const found = await namingAtLeast(repository, full, (wanted) => statusOf(git, wanted, true))
    const entries = areMany(full) ? entriesOn(full, found) : found
    const refused = objectionTo(full, entries)
    return refused === undefined ? {entries} : {entries, refused}
  } catch (error) {
    return {entries: [], refused: refusal('failed', wordsIn(error))}
  }
}

/** Commits exactly `paths`. Where they are as HEAD has them already, HEAD is what holds them. */
export async function record(
  recorder: Recorder,
  paths: readonly NotePath[],
  subject: string,
  recorded: Instant,
  authorship: Authorship,
  body: readonly string[] = [],
): Promise<Recorded> {
  const message = messageOf(subject, recorded, authorship, body)
  try {
    return await patiently(recorder, () => attempt(recorder, paths, message, recorded))
  } catch (error) {
    return refusal('failed', wordsIn(error))
  }
}

/** Looks each time anew: whoever moved HEAD meanwhile may also have begun a merge. */
async function attempt(
  recorder: Recorder,
  paths: readonly NotePath[],
  message: string,
  recorded: Instant,
): Promise<Recorded> {
  const {refused, entries} = await survey(recorder, paths)
  if (refused !== undefined) return refused
  const changed = [...new Set(entries.filter(({kind}) => kind !== '!').map((each) => each.path))]
  if (changed.length === 0) return unchanged(recorder, paths)

  const unknown = entries.filter(({kind}) => kind === '?').map((each) => each.path)
  const marks = await marksOf(recorder.repository, changed)
  const made = await commit(recorder, changed, unknown, message, recorded)
  if ((await marksOf(recorder.repository, changed)) !== marks) {
    // The commit stands, whatever becomes of this.
    await patiently(recorder, () => alignIndex(recorder, changed)).catch(() => {})
  }
  return made
}

/** Git must know a new path before `--only` will take it; that is taken back if the commit fails. */
async function commit(
  recorder: Recorder,
  changed: readonly string[],
  unknown: readonly string[],
  message: string,
  recorded: Instant,
): Promise<Recorded> {
  const {git, repository} = recorder
  // Commands with an output come back 50 ms sooner: hence `--verbose`, and no `--quiet` below.
  const add = ['add', '--intent-to-add', '--verbose']
  if (0 < unknown.length)
    await namingPaths(repository, unknown, (paths) => git.run([...add, ...paths]))
  try {
    const date = {GIT_AUTHOR_DATE: stamp(recorded), GIT_COMMITTER_DATE: stamp(recorded)}
    const args = ['commit', '--only', '--cleanup=whitespace', `--message=${message}`]
    const before = (await recorder.head()).id
    const {output, detail} = await keepingMessage(repository, message, () =>
      namingPaths(repository, changed, (paths) => named(git, [...args, ...paths], date)),
    )
    const committed = await idIn(output, git, before)
    const notes = [detail, await loneliness(recorder)].filter((note) => note !== undefined)
    return notes.length === 0 ? {committed} : {committed, detail: notes.join('; ')}
  } catch (error) {
    if (0 < unknown.length) {
      await patiently(recorder, () => forgetPaths(recorder, unknown))
    }
    throw error
  }
}

/** Takes paths out of the index again, those that are not there any more included. */
function forgetPaths({git, repository}: Recorder, paths: readonly string[]): Promise<string> {
  const remove = ['rm', '--cached', '--force', '--ignore-unmatch']
  if (areMany(paths)) return namingPaths(repository, paths, (args) => git.run([...remove, ...args]))
  return git.run(['update-index', '--force-remove', '--verbose', '--', ...paths])
}

/** Runs the commit; under a name of our own only where Git has none to commit under. */
async function named(git: Git, args: readonly string[], date: Readonly<Record<string, string>>) {
  try {
    return {output: await git.run(args, date)}
  } catch (error) {
    if (!/tell me who you are|empty ident name|no (?:name|email) was given/i.test(wordsIn(error))) {
      throw error
    }
    const output = await git.run(args, {
      ...date,
      GIT_AUTHOR_NAME: 'mdbrain',
      GIT_AUTHOR_EMAIL: 'mdbrain@localhost',
      GIT_COMMITTER_NAME: 'mdbrain',
      GIT_COMMITTER_EMAIL: 'mdbrain@localhost',
    })
    return {
      output,
      detail:
        'Git knows no name to commit under, so it was committed as mdbrain <mdbrain@localhost>',
    }
  }
}

/** A commit on no branch is lost from sight at the next checkout, and the memory with it. */
async function loneliness({head}: Recorder): Promise<string | undefined> {
  return (await head()).branch === undefined
    ? 'HEAD is on no branch: `git switch -c NAME` gives the commit one, or the next checkout leaves it behind'
    : undefined
}

async function patiently<Result>(
  {repository, sleep}: Recorder,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (const pause of PATIENCE) {
    try {
      return await attempt()
    } catch (error) {
      if (!isLocked(error) && !isOvertaken(error)) throw error
      await sleep(pause)
    }
  }
  try {
    return await attempt()
  } catch (error) {
    if (!isLocked(error)) throw error
    throw new BrainError('git-failed', {
      message: `another program holds ${repository.gitDir}/index.lock`,
      data: {
        words: `another program holds \`${repository.gitDir}/index.lock\`; if none is running, remove it`,
      },
      cause: error,
    })
  }
}

function isLocked(error: unknown): boolean {
  return /(?:index|HEAD|refs\/\S+|packed-refs)\.lock'?: File exists|Another git process/i.test(
    wordsIn(error),
  )
}

/**
 * Somebody else's commit was a moment quicker; or it wrote the index as it had read it before our new path was in it, since
 * Git reads first and locks afterwards.
 */
function isOvertaken(error: unknown): boolean {
  return /cannot lock ref '\S+': (?:is at \S+ but expected|reference already exists)|pathspec '.*' did not match any file\(s\) known to git/s.test(
    wordsIn(error),
  )
}

/** Git sees no difference: HEAD holds what is on disk, unless Git does not look there at all. */
async function unchanged(recorder: Recorder, paths: readonly NotePath[]): Promise<Recorded> {
  const {git, repository} = recorder
  const {id} = await recorder.head()
  if (id === undefined) return refusal('failed', 'there is nothing to commit')
  const full = paths.map((each) => repository.prefix + each)
  const list = ['ls-tree', '-z', '--name-only', ...(areMany(full) ? ['-r'] : []), id, '--']
  const known = await namingAtLeast(repository, full, (wanted) => git.run([...list, ...wanted]))
  const held = new Set(known.split('\0'))
  for (const each of full) {
    const onDisk = await lstat(path.join(repository.top, each)).then(
      () => true,
      () => false,
    )
    if (onDisk !== held.has(each)) return refusal('failed', `Git does not look at \`${each}\``)
  }
  return {committed: id}
}

/** A hook may refuse without a word, which looks like a success; HEAD tells. */
async function idIn(output: string, git: Git, before: RevisionId | undefined): Promise<RevisionId> {
  const shown = /^\[[^\]\n]* ([0-9a-f]{40,64})\] /m.exec(output)?.[1]
  if (shown !== undefined) return shown as RevisionId
  const present = (await git.run(['rev-parse', '--verify', 'HEAD'])).trim() as RevisionId
  if (present !== before) return present
  const words = 'Git made no commit and did not say why: a hook may have refused it'
  throw new BrainError('git-failed', {message: words, data: {words}})
}

/** What Git takes as a date; it keeps whole seconds, and knows none before 1970. */
function stamp(at: Instant): string {
  return formatInstant((Math.max(0, Math.floor(at / 1000)) * 1000) as Instant)
}

function wordsIn(error: unknown): string {
  if (error instanceof BrainError && typeof error.data.words === 'string') return error.data.words
  return error instanceof Error ? error.message : String(error)
}
