/**
 * The one place that runs the `git` program for its answer, through simple-git: it keeps a hostile
 * environment out of the child, refuses arguments that would run commands, and reads its streams
 * rightly. (`cat-file.ts` keeps a child of its own, since simple-git cannot.)
 *
 * The environment is made by hand: where the brain is must never depend on a `GIT_DIR` that a hook
 * set. Every path is literal, a path that looks like an option included.
 */

import {access, constants} from 'node:fs/promises'
import path from 'node:path'
import {BrainError} from '../ground/brain-error.js'
import type {Repository} from './repository.js'

/** The environment of the process, handed in by whoever may ask for it. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Of the person's environment Git gets these alone: where its settings are, who commits, what signs. */
const PASSED = [
  ...['PATH', 'Path', 'PATHEXT', 'HOME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'USER', 'LOGNAME'],
  ...['USERNAME', 'XDG_CONFIG_HOME', 'XDG_RUNTIME_DIR', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA'],
  ...['SystemRoot', 'ComSpec', 'TMPDIR', 'TEMP', 'TMP', 'TZ', 'GNUPGHOME', 'GPG_TTY'],
  ...['SSH_AUTH_SOCK', 'GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME'],
  ...['GIT_COMMITTER_EMAIL', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM'],
]

/** Never waits for a person, never takes a lock it can do without, never fetches, speaks English. */
const FIXED = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  LC_ALL: 'C.UTF-8',
}

/** Settings of a person that would change what Git prints. */
const CONFIG = [
  'log.showRoot=true',
  'log.follow=false',
  'log.showSignature=false',
  'core.abbrev=no',
  // What Git takes for a rename must not differ from machine to machine.
  'diff.renameLimit=1000',
]

/** Two minutes without a word: a hook or a passphrase that waits for nobody. */
const SILENCE = 120_000

export interface Git {
  /** Runs Git in the work tree's top folder and returns its output. */
  run(args: readonly string[], extra?: Readonly<Record<string, string>>): Promise<string>
  /** The bytes of `git cat-file` with these arguments: `run` would take them for text. */
  bytes(args: readonly string[]): Promise<Uint8Array>
}

/** What Git's child processes see of the environment. */
export function gitEnvironment(environment: Environment): Record<string, string> {
  const passed = PASSED.flatMap((name) => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {...Object.fromEntries(passed), ...FIXED}
}

/** Tells whether the `git` program is to be found, without starting it. */
export async function hasGit(environment: Environment): Promise<boolean> {
  const folders = (environment.PATH ?? environment.Path ?? '').split(path.delimiter)
  const names = path.sep === '\\' ? ['git.exe', 'git.cmd'] : ['git']
  const candidates = folders
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
  for (const candidate of candidates) {
    const found = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (found) return true
  }
  return false
}

/**
 * Makes what runs Git for `repository`.
 *
 * `run` throws `git-failed` with Git's own words (`data.words`) where it exits with an error.
 */
export function openGit(repository: Repository, environment: Environment): Git {
  const base = gitEnvironment(environment)
  const program = async (extra: Readonly<Record<string, string>>) => {
    const {simpleGit} = await import('simple-git')
    const env = {...base, ...extra}
    return simpleGit({
      baseDir: repository.top,
      config: CONFIG,
      timeout: {block: SILENCE},
      // The person's own choice of configuration file, which Git itself would follow.
      unsafe: {allowUnsafeConfigPaths: true},
      allowEnvironment: Object.keys(env).filter((name) => name.startsWith('GIT_')),
    }).env(env)
  }
  return {
    async run(args, extra = {}) {
      try {
        return await (await program(extra)).raw(['--literal-pathspecs', ...args])
      } catch (cause) {
        throw gitFailed(args[0]!, cause)
      }
    },
    async bytes(args) {
      try {
        return (await (await program({})).binaryCatFile([...args])) as Uint8Array
      } catch (cause) {
        throw gitFailed('cat-file', cause)
      }
    },
  }
}

function gitFailed(command: string, cause: unknown): BrainError {
  const words = cause instanceof Error ? cause.message.trim() : String(cause)
  const first = words.split('\n').find((line) => /^(?:fatal|error):/.test(line)) ?? words
  return new BrainError('git-failed', {
    message: `\`git ${command}\` failed: ${first.split('\n')[0]}`,
    hint: /dubious ownership/.test(words)
      ? 'the repository belongs to another user; `git config --global --add safe.directory <folder>` trusts it'
      : 'run `git status` in the brain to see what is the matter',
    data: {command, words},
    cause,
  })
}
