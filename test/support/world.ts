/**
 * A brain in a Git repository to which things happen, asked again and again with all that `.brain/` has
 * gathered on the way.
 *
 * For laws that say that what is kept changes no answer. Time stands still but for what a step lets pass,
 * and whoever opens the brain sees it as a process of its own would.
 */

import {existsSync, readdirSync, statSync, utimesSync} from 'node:fs'
import path from 'node:path'
import {setTimeout} from 'node:timers/promises'
import type {Scene} from '../../src/catalog/scene.js'
import type {Instant} from '../../src/ground/instant.js'
import {openHistory} from '../../src/history/git-history.js'
import type {History} from '../../src/history/history.js'
import {sceneOf} from '../boot/scene.js'
import {forgeLog} from '../catalog/bench-scene.js'
import {GitBox} from './git-box.js'

/** What one process has of a brain: its settings as they were when it was opened. */
export interface Opened {
  readonly scene: Scene
  close(): Promise<void>
}

/** Caches that are believed by the time at which they were written. */
const TIMED = /^(?:boot\/.*|standings\.json)$/

export class World {
  readonly box = new GitBox()
  #folders = 0

  get root(): string {
    return this.box.top
  }

  at(name: string): string {
    return path.join(this.root, name)
  }

  now(): Instant {
    return this.box.now()
  }

  /** A folder that is not there yet, outside the brain. */
  elsewhere(): string {
    return path.join(this.box.home, `elsewhere-${this.#folders++}`)
  }

  /** Opens the brain, or a copy of it, with the caches in `cacheDir`. Git is started when it is needed. */
  open(cacheDir: string = this.at('.brain'), root: string = this.root): Opened {
    const {box} = this
    const clock = {now: () => box.now()}
    let history: Promise<History> | undefined
    const opened = () => {
      history ??= openHistory(root, {cacheDir, ...clock, env: box.env})
      return history
    }
    return {
      scene: {...sceneOf(root, {cacheDir, history: opened}), clock},
      close: async () => (await history)?.close(),
    }
  }

  /**
   * Makes the caches believe that two seconds went by since they were written, and waits as long as
   * the disk's clock needs for the next change to have another time.
   */
  async settle(): Promise<void> {
    const later = Date.now() / 1000 + 10
    for (const file of this.cached()) {
      if (TIMED.test(this.nameOf(file))) utimesSync(file, later, later)
    }
    if (existsSync(this.at('.brain/catalog.jsonl'))) {
      forgeLog(this.root, (json) => json.replaceAll('"racy":true,', ''))
    }
    await setTimeout(25)
  }

  /** The files under `.brain/`, or a folder in it. */
  cached(folder = ''): string[] {
    const top = this.at(path.join('.brain', folder))
    if (!existsSync(top)) return []
    return readdirSync(top, {recursive: true, encoding: 'utf8'})
      .map((name) => path.join(top, name))
      .filter((name) => statSync(name).isFile())
      .sort()
  }

  /** The name of a cache in `.brain/`. */
  nameOf(file: string): string {
    return path.relative(this.at('.brain'), file).replaceAll(path.sep, '/')
  }

  /** Runs Git; what it refuses does not happen. */
  git(...args: readonly string[]): void {
    try {
      this.box.tick()
      this.box.git(...args)
    } catch {}
  }
}
