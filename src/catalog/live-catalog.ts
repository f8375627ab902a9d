/**
 * The catalog of a brain that is asked again and again by one process: what costs grows with what changed.
 *
 * Whoever asks once looks at all files. From the third time on a doorbell is listened to, where there is one: what
 * is silent is as it was, and what rang is looked at by itself. A look at everything is taken all the same where more
 * than some files may have changed, and every now and then, since rules of ignoring may also come from folders around
 * the brain.
 */

import type {Instant} from '../ground/instant.js'
import {openCatalog, type WalkedCatalog} from './catalog.js'
import {Doorbell} from './doorbell.js'
import type {Scene} from './scene.js'

/** Who asked so often will ask again. */
const LOOKS_BEFORE = 2

/** In milliseconds. */
const LOOK_AT_ALL = 5 * 60_000

export class LiveCatalog {
  readonly #scene: Scene
  #looks = 0
  #doorbell: Doorbell | undefined
  #catalog: WalkedCatalog | undefined
  #lookedAt: Instant | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(scene: Scene) {
    this.#scene = scene
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
    if (this.#looks < LOOKS_BEFORE) {
      this.#looks++
      return openCatalog(this.#scene)
    }
    this.#doorbell ??= Doorbell.at(this.#scene.root)
    const doorbell = this.#doorbell
    if (doorbell === undefined || doorbell.isBroken) return openCatalog(this.#scene)
    const rung = await doorbell.listen()
    const now = this.#scene.clock.now()
    const isLongAgo = this.#lookedAt === undefined || LOOK_AT_ALL <= Math.abs(now - this.#lookedAt)
    if (rung === 'all' || isLongAgo) return this.#lookAtAll(doorbell, now)
    // Whether something is still held, another process may have decided.
    if (this.#catalog?.held !== undefined) return this.#lookAtAll(doorbell, now)
    if (rung.size === 0 && this.#catalog !== undefined) return this.#catalog
    this.#catalog = await this.#catalog?.after(rung)
    return this.#catalog ?? this.#lookAtAll(doorbell, now)
  }

  #lookAtAll(doorbell: Doorbell, now: Instant): WalkedCatalog {
    const folders = new Set<string>()
    const catalog = openCatalog(this.#scene, (folder) => {
      folders.add(folder)
      doorbell.watch(folder)
    })
    doorbell.keepOnly(folders)
    // What the doorbell cannot tell of is not to be believed the next time.
    this.#catalog = doorbell.isBroken ? undefined : catalog
    this.#lookedAt = now
    return catalog
  }
}
