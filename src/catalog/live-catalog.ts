/**
 * The catalog of a brain that is asked again and again by one process: what costs grows with what changed.
 *
 * Whoever asks once looks at all files. From the third time on a doorbell is listened to, where there is one: what
 * is silent is as it was, and what rang is looked at by itself. A look at everything is taken all the same where more
 * than some files may have changed, and every now and then, since rules of ignoring may also come from folders around
 * the brain.
 */

import type {Instant} from '../ground/instant.js'
import {walk} from '../note/files.js'
import {catalogOf} from './catalog.js'
import {Doorbell} from './doorbell.js'
import type {Scene} from './scene.js'
import type {WalkedCatalog} from './walked-catalog.js'

/** Who asked so often will ask again. */
const LOOKS_BEFORE = 2

/** In milliseconds. */
const LOOK_AT_ALL = 5 * 60_000

/** How somebody hears that files changed. */
export interface Hearing {
  readonly how: 'events' | 'polling'
  /** Why he has to look, where he is told nothing. */
  readonly why?: string
  readonly folders: number
}

export class LiveCatalog {
  readonly #scene: Scene
  readonly #rang: (() => void) | undefined
  #looks = 0
  #doorbell: Doorbell | undefined
  #catalog: WalkedCatalog | undefined
  #lookedAt: Instant | undefined
  #turn: Promise<unknown> = Promise.resolve()

  /** @param rang called each time that something may have changed; then the first look already listens. */
  constructor(scene: Scene, rang?: () => void) {
    this.#scene = scene
    this.#rang = rang
    if (rang !== undefined) this.#looks = LOOKS_BEFORE
  }

  /** How it is heard that files changed, as far as anybody has looked. */
  get hearing(): Hearing {
    const doorbell = this.#doorbell
    if (doorbell === undefined) {
      return {how: 'polling', why: 'nothing tells here what changed', folders: 0}
    }
    const {brokenBy, folders} = doorbell
    return brokenBy === undefined
      ? {how: 'events', folders}
      : {how: 'polling', why: whyBroken(brokenBy), folders}
  }

  /** The catalog as the files are now. The same one as before where nothing changed. */
  look(): Promise<WalkedCatalog> {
    const result = this.#turn.then(() => this.#look())
    this.#turn = result.catch(() => undefined)
    return result
  }

  /** Keeps nothing and listens to nothing; whoever looks again begins anew. */
  close(): void {
    this.#doorbell?.close()
    this.#doorbell = undefined
    this.#catalog = undefined
    this.#looks = 0
  }

  async #look(): Promise<WalkedCatalog> {
    const doorbell = this.#listened()
    if (doorbell === undefined) return this.#lookAtAll()
    const rung = await doorbell.listen()
    const now = this.#scene.clock.now()
    const isLongAgo = this.#lookedAt === undefined || LOOK_AT_ALL <= Math.abs(now - this.#lookedAt)
    // Whether something is still held, another process may have decided.
    const isHeld = this.#catalog?.held !== undefined
    if (rung === 'all' || isLongAgo || isHeld || this.#catalog === undefined) {
      this.#lookedAt = now
      return this.#lookAtAll(doorbell)
    }
    if (rung.size === 0) return this.#catalog
    const next = await this.#catalog.after(rung, (folder) => doorbell.watch(folder))
    if (next === undefined) return this.#lookAtAll(doorbell)
    this.#catalog = next
    return next
  }

  /** The doorbell, where somebody asks often and it can be heard. */
  #listened(): Doorbell | undefined {
    if (this.#looks < LOOKS_BEFORE) {
      this.#looks++
      return undefined
    }
    this.#doorbell ??= Doorbell.at(this.#scene.root, this.#rang)
    return this.#doorbell?.isBroken === false ? this.#doorbell : undefined
  }

  async #lookAtAll(doorbell?: Doorbell): Promise<WalkedCatalog> {
    const folders = new Set<string>()
    const walked = walk(this.#scene.root, (folder) => {
      folders.add(folder)
      doorbell?.watch(folder)
    })
    doorbell?.keepOnly(folders)
    const next = await this.#catalog?.afterWalk(walked)
    this.#catalog = next ?? catalogOf(this.#scene, walked)
    return this.#catalog
  }
}

/** What can be done about it, too. */
function whyBroken(code: string): string {
  if (code === 'ENOSPC') return 'ENOSPC: raise fs.inotify.max_user_watches'
  if (code === 'EMFILE')
    return 'EMFILE: raise fs.inotify.max_user_instances, or the limit of open files'
  return code
}
