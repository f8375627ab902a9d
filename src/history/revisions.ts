/**
 * Commits as the brain sees them: `git log`, read.
 */

import {type Instant, instant} from '../ground/instant.js'
import type {NotePath} from '../ground/note-path.js'
import type {Git} from './git.js'
import type {Revision, RevisionId} from './history.js'
import {trailersOf} from './message.js'

/** What is printed of each commit; its paths follow. The first byte tells it from a path. */
const FORMAT = '--format=%x01%H%x00%ct%x00%an%x00%s%x00%B'

/**
 * The brain's commits, newest first; those of `path` (brain-relative) alone, through renames, where
 * it is given.
 */
export async function revisionsOf(
  git: Git,
  prefix: string,
  {path, limit}: {readonly path?: NotePath; readonly limit?: number},
): Promise<readonly Revision[]> {
  const count = limit === undefined ? [] : [`--max-count=${limit}`]
  const within = prefix === '' ? [] : ['--', prefix]
  if (path === undefined) return revisionsIn(await git.run([...LOG, ...count, ...within]), prefix)

  // `--follow` shows of each commit only the path followed, so the commits are asked for again.
  const ids = await git.run(['log', '--follow', '--format=%H', ...count, '--', prefix + path])
  const found = ids.split('\n').filter((line) => line !== '')
  if (found.length === 0) return []
  return revisionsIn(await git.run([...LOG, '--no-walk=unsorted', ...found, ...within]), prefix)
}

const LOG = ['log', '-z', '--name-only', '--no-renames', '--no-color', '--no-relative', FORMAT]

function revisionsIn(output: string, prefix: string): readonly Revision[] {
  const tokens = output.split('\0')
  const revisions: (Omit<Revision, 'paths'> & {paths: NotePath[]})[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!.replace(/^\n/, '')
    if (/^\u0001[0-9a-f]{40,64}$/.test(token)) {
      const [committed, author, subject, message] = tokens.slice(at + 1, at + 5)
      revisions.push(revisionOf(token.slice(1), committed!, author!, subject!, message!))
      at += 4
    } else if (token.startsWith(prefix) && token !== '') {
      revisions.at(-1)?.paths.push(token.slice(prefix.length) as NotePath)
    }
  }
  return revisions
}

function revisionOf(
  id: string,
  committed: string,
  author: string,
  subject: string,
  message: string,
): Omit<Revision, 'paths'> & {paths: NotePath[]} {
  const {recorded, agent, session, undoes, byHand} = trailersOf(message)
  const date: Instant = recorded ?? instant(Number(committed) * 1000)
  return {
    id: id as RevisionId,
    recorded: date,
    subject,
    author,
    byBrain: recorded !== undefined,
    ...(agent === undefined ? {} : {agent}),
    ...(session === undefined ? {} : {session}),
    ...(undoes === undefined ? {} : {undoes}),
    ...(byHand === undefined ? {} : {byHand}),
    paths: [],
  }
}
