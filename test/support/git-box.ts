/**
 * A temporary Git repository that no setting of this machine reaches.
 *
 * Git sees a home of its own, and each commit is made a second after the one before, so that commit
 * ids repeat from run to run.
 */

import {execFileSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import path from 'node:path'
import {onTestFinished} from 'vitest'
import {type Instant, instant} from '../../src/ground/instant.js'
import {openHistory} from '../../src/history/git-history.js'
import type {History} from '../../src/history/history.js'

/** The instant of the box's first commit. */
export const START = instant(Date.UTC(2026, 0, 1))

export interface GitBoxOptions {
  /** Where the repository is in the box; the box itself where absent. */
  readonly repository?: string
  /** False for a folder without Git. */
  readonly git?: boolean
}

export class GitBox {
  /** Absolute, links resolved. */
  readonly home: string
  /** The work tree's top folder. */
  readonly top: string
  /** What Git and the brain see of the environment. */
  readonly env: Record<string, string>
  private ticks = 0

  constructor({git = true}: GitBoxOptions = {}) {
    this.home = realpathSync(mkdtempSync(path.join(tmpdir(), 'mdbrain-box-')))
    this.top = path.join(this.home, 'repository')
    mkdirSync(this.top)
    this.env = {HOME: this.home, PATH: process.env.PATH ?? '', TZ: 'UTC'}
    this.configure('[user]\nname = Ada\nemail = ada@example.org\n')
    if (git) this.git('init')
    onTestFinished(() => this.remove())
  }

  /** Replaces the person's Git settings. */
  configure(text: string): void {
    const rest = '[init]\ndefaultBranch = main\n[protocol "file"]\nallow = always\n[gc]\nauto = 0\n'
    writeFileSync(path.join(this.home, '.gitconfig'), text + rest)
  }

  /** Runs Git in the repository; `at` sets the date of a commit. Fails the test where Git does. */
  git(...args: readonly string[]): string {
    return this.gitIn(this.top, ...args)
  }

  gitIn(folder: string, ...args: readonly string[]): string {
    const date = new Date(this.now()).toISOString()
    return execFileSync('git', args, {
      cwd: folder,
      env: {...this.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date},
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  /** The instant the box stands at. */
  now(): Instant {
    return instant(START + this.ticks * 1000)
  }

  /** Lets time pass, in seconds, and returns the instant then. */
  tick(seconds = 1): Instant {
    this.ticks += seconds
    return this.now()
  }

  /** Writes files of the repository; `undefined` removes one. */
  write(files: Readonly<Record<string, string | Uint8Array | undefined>>): void {
    for (const [name, content] of Object.entries(files)) {
      const target = path.join(this.top, name)
      if (content === undefined) rmSync(target)
      else {
        mkdirSync(path.dirname(target), {recursive: true})
        writeFileSync(target, content)
      }
    }
  }

  read(name: string): string {
    return readFileSync(path.join(this.top, name), 'utf8')
  }

  /** Writes `files`, commits everything a second later, and returns the commit's id and instant. */
  commit(
    files: Readonly<Record<string, string | Uint8Array | undefined>>,
    subject = 'by hand',
  ): {readonly id: string; readonly at: Instant} {
    this.write(files)
    this.git('add', '--all')
    const at = this.tick()
    this.git('commit', '--quiet', '--allow-empty', '--message', subject)
    return {id: this.git('rev-parse', 'HEAD').trim(), at}
  }

  /** Opens the history of the repository, or of a folder in it. */
  async history(folder = ''): Promise<History> {
    const root = path.join(this.top, folder)
    const history = await openHistory(root, {
      cacheDir: path.join(root, '.brain'),
      now: () => this.now(),
      env: this.env,
    })
    onTestFinished(() => history.close())
    return history
  }

  /** `git status`, short: what is staged and what is not. */
  status(): string {
    return this.git('status', '--short', '--untracked-files=all')
  }

  remove(): void {
    rmSync(this.home, {recursive: true, force: true})
  }
}
