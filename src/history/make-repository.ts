/**
 * Makes a Git repository of a folder: the one thing of Git that is done before there is a `History`.
 */

import path from 'node:path'
import {type Environment, hasGit, openGit} from './git.js'
import {findRepository} from './repository.js'

/**
 * Runs `git init` in `root`, unless it lies in a repository already. The branch is called what the
 * person's own configuration says.
 *
 * @returns `made`, `there` where one was, `no-git` where the machine lacks the program.
 * @throws {BrainError} `git-failed`.
 */
export async function makeRepository(
  root: string,
  environment: Environment,
): Promise<'made' | 'there' | 'no-git'> {
  if ((await findRepository(root)) !== undefined) return 'there'
  if (!(await hasGit(environment))) return 'no-git'
  const gitDir = path.join(root, '.git')
  await openGit({top: root, gitDir, commonDir: gitDir, prefix: ''}, environment).run([
    'init',
    '--quiet',
  ])
  return 'made'
}
