/**
 * The brain that a server answers from: found and opened when it is first asked for.
 *
 * A client may start the server before there is a brain, or in a folder of its own: then the folders that the client
 * works in are looked at as well, each time anew until one has a brain. A brain whose settings, folder or repository
 * are others by now is opened again, or said to be gone, for whoever asks next.
 */

import {type Brain, BrainError} from '../index.js'

interface Opened {
  readonly brain: Brain
  calls: number
  isDone: boolean
}

export interface WhereBrainsAre {
  /** Opens the brain found from this folder, or from where the server was told to look. */
  readonly open: (from?: string) => Promise<Brain>
  /** The folders that the client works in; empty where it does not say. */
  readonly folders: () => Promise<readonly string[]>
}

export class BrainAtHand {
  readonly #where: WhereBrainsAre
  #opened: Promise<Opened> | undefined
  /** Of the brain that was opened last. */
  root: string | undefined

  constructor(where: WhereBrainsAre) {
    this.#where = where
  }

  /** Lets `work` have the brain, which stays open as long as it takes. */
  async use<Result>(work: (brain: Brain) => Promise<Result>): Promise<Result> {
    let opened = await this.#current()
    // Somebody else may have had it closed in the meantime.
    while (opened.isDone) opened = await this.#current()
    opened.calls++
    try {
      return await work(opened.brain)
    } finally {
      opened.calls--
      await this.#closeIfDone(opened)
    }
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined)
    this.#opened = undefined
    if (opened !== undefined) await this.#leave(opened)
  }

  async #current(): Promise<Opened> {
    const before = this.#opened
    const opened = await before?.catch(() => undefined)
    if (opened !== undefined && !opened.brain.isOutdated()) return opened
    // Whoever came first opens it, and the others wait for him.
    if (this.#opened === before) {
      this.#opened = this.#open()
      if (opened !== undefined) await this.#leave(opened)
    }
    return this.#opened!
  }

  async #open(): Promise<Opened> {
    const brain = await this.#find()
    this.root = brain.root
    return {brain, calls: 0, isDone: false}
  }

  async #find(): Promise<Brain> {
    try {
      return await this.#where.open()
    } catch (error) {
      if (!isNowhere(error)) throw error
      for (const folder of await this.#where.folders()) {
        const brain = await this.#where.open(folder).catch((other: unknown) => {
          if (!isNowhere(other)) throw other
        })
        if (brain !== undefined) return brain
      }
      throw error
    }
  }

  async #leave(opened: Opened): Promise<void> {
    opened.isDone = true
    await this.#closeIfDone(opened)
  }

  async #closeIfDone({isDone, calls, brain}: Opened): Promise<void> {
    if (isDone && calls === 0) await brain.close()
  }
}

function isNowhere(error: unknown): boolean {
  return error instanceof BrainError && error.code === 'not-a-brain'
}
