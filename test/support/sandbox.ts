/**
 * A temporary home with a brain in it, and the built command as a person would use it.
 *
 * The environment is cleared, Git sees a home of its own, the clock is fixed and goes on by a second
 * with each command, so that output repeats from run to run. What a command prints is handed back as
 * it would stand in a terminal: standard output, then standard error under a rule, then the exit code
 * where it is not 0.
 *
 * `BRAIN_UNDER_TEST` names another command than `dist/cli.js`: an installed package, for example.
 */

import {type ChildProcess, execFileSync, spawn, spawnSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {onTestFinished} from 'vitest'

const repository = path.resolve(import.meta.dirname, '../..')

/** The command that is tested. */
export const CLI = process.env.BRAIN_UNDER_TEST ?? path.join(repository, 'dist/cli.js')

export interface SandboxOptions {
  /** False for a folder without Git. */
  readonly git?: boolean
  /** When the first command runs; an instant. */
  readonly now?: string
}

export interface RunOptions {
  /** Standard input; closed where absent. */
  readonly input?: string | Uint8Array
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>
  /** From the sandbox's home; the brain's folder where absent. */
  readonly from?: string
}

export interface Ran {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number | null
}

/** A command on its way. */
export interface Started {
  readonly child: ChildProcess
  /** Settles when it has ended; `exit` is null where it was killed. */
  readonly ended: Promise<Ran>
}

export class Sandbox {
  /** Absolute, links resolved. */
  readonly home: string
  /** The folder in which commands run: `brain` in the home. */
  readonly root: string
  #now: number

  constructor({git = true, now = '2026-11-29T09:00:00Z'}: SandboxOptions = {}) {
    if (!fs.existsSync(CLI)) throw new Error(`${CLI} is not built: run \`npm test\``)
    this.home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sandbox-')))
    this.root = path.join(this.home, 'brain')
    this.#now = Date.parse(now)
    fs.mkdirSync(this.root)
    fs.writeFileSync(
      path.join(this.home, '.gitconfig'),
      '[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n',
    )
    const bin = path.join(this.home, '.bin')
    fs.mkdirSync(bin)
    fs.writeFileSync(
      path.join(bin, 'brain'),
      `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`,
      {mode: 0o755},
    )
    if (git) this.git('init', '--quiet')
    onTestFinished(() => fs.rmSync(this.home, {recursive: true, force: true}))
  }

  /** Writes files of the brain, by their paths; folders are made. */
  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(this.root, name)
      fs.mkdirSync(path.dirname(file), {recursive: true})
      fs.writeFileSync(file, content)
    }
  }

  /** A file of the brain. */
  read(name: string): string {
    return fs.readFileSync(path.join(this.root, name), 'utf8')
  }

  /** Every file of the brain but those of `.git` and `.brain`, sorted. */
  files(): string[] {
    return fs
      .readdirSync(this.root, {recursive: true, encoding: 'utf8'})
      .filter((name) => !/^\.(?:git|brain)(?:\/|$)/.test(name))
      .filter((name) => fs.lstatSync(path.join(this.root, name)).isFile())
      .sort()
  }

  /** One digest of every byte of the brain but those of `.git` and `.brain`. */
  digest(): string {
    const hash = createHash('sha256')
    for (const name of this.files()) {
      hash
        .update(name)
        .update('\0')
        .update(fs.readFileSync(path.join(this.root, name)))
    }
    return hash.digest('hex')
  }

  /** Commits everything by hand. */
  commit(subject: string): void {
    this.git('add', '--all')
    this.git('commit', '--quiet', '--allow-empty', '-m', subject)
  }

  git(...args: readonly string[]): string {
    this.#now += 1000
    const env = this.environment()
    return execFileSync('git', args, {cwd: this.root, env, encoding: 'utf8'})
  }

  /** Runs `brain` with `args`, and returns what a person would see. */
  brain(...args: readonly string[]): string {
    return this.shown(this.run(args))
  }

  /** Runs `brain`, and returns what it wrote as JSON. */
  json(...args: readonly string[]): unknown {
    const {stdout, stderr, exit} = this.run([...args, '--json'])
    if (stdout === '') throw new Error(`no JSON: ${stderr} [exit ${exit}]`)
    return JSON.parse(stdout)
  }

  run(args: readonly string[], {input, env, from}: RunOptions = {}): Ran {
    this.#now += 1000
    const {stdout, stderr, status} = spawnSync(process.execPath, [CLI, ...args], {
      cwd: from === undefined ? this.root : path.join(this.home, from),
      env: {...this.environment(), ...env},
      input: input ?? '',
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    return {stdout, stderr, exit: status}
  }

  /** Starts `brain`, and does not wait for it to end. */
  start(args: readonly string[], {env, from}: Omit<RunOptions, 'input'> = {}): Started {
    this.#now += 1000
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd: from === undefined ? this.root : path.join(this.home, from),
      env: {...this.environment(), ...env},
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const texts = {stdout: '', stderr: ''}
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text
      })
    }
    const ended = new Promise<Ran>((resolve, reject) => {
      child.on('error', reject).on('close', (exit) => resolve({...texts, exit}))
    })
    return {child, ended}
  }

  /** As it stands in a terminal; the home is `~`, and commit ids, which hang on every byte, are left out. */
  shown({stdout, stderr, exit}: Ran): string {
    const parts = [
      stdout,
      stderr === '' ? '' : `--- stderr ---\n${stderr}`,
      exit === 0 ? '' : `[exit ${exit}]\n`,
    ]
    return parts
      .join('')
      .replaceAll(this.home, '~')
      .replace(/\b[0-9a-f]{10}(?:[0-9a-f]{30})?\b/g, '<commit>')
  }

  /** What a command runs with. */
  environment(): Record<string, string> {
    const now = new Date(this.#now).toISOString()
    return {
      HOME: this.home,
      PATH: [path.join(this.home, '.bin'), process.env.PATH ?? ''].join(path.delimiter),
      TZ: 'UTC',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_DATE: now,
      GIT_COMMITTER_DATE: now,
      MDBRAIN_NOW: now,
    }
  }
}
