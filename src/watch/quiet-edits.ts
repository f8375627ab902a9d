/** Has hand edits committed when nothing has changed for a while, and knows why some wait. */

import {inOneLine} from '../ground/brain-error.js'
import type {Committed} from '../writing/committed.js'

export interface QuietEditsOptions {
  /** In milliseconds: so long nothing changes before. */
  readonly after: number
  readonly signal: AbortSignal
  readonly commit: () => Promise<Committed>
  readonly committed: (subject: string) => void
  /** Told once for each reason. */
  readonly left: (why: string) => void
}

export class QuietEdits {
  readonly #options: QuietEditsOptions
  #timer: NodeJS.Timeout | undefined
  #waiting: string | undefined
  #work: Promise<void> = Promise.resolve()

  constructor(options: QuietEditsOptions) {
    this.#options = options
  }

  /** Why edits wait that should not, where some do. */
  get waiting(): string | undefined {
    return this.#waiting
  }

  /** Something changed: the quiet begins anew. */
  stir(): void {
    clearTimeout(this.#timer)
    const {after, signal} = this.#options
    if (signal.aborted) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      // Nobody's question waits for Git.
      this.#work = this.#work.then(() => this.#commit())
    }, after)
  }

  /** Begins to wait where nobody does: a merge that ends, and a consent that is given, stir nothing. */
  look(): void {
    if (this.#timer === undefined) this.stir()
  }

  /** Settles when no commit is on its way. */
  settled(): Promise<void> {
    return this.#work
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#work
  }

  async #commit(): Promise<void> {
    const {commit, left} = this.#options
    const before = this.#waiting
    this.#waiting = await commit().then((done) => this.#tell(done), inOneLine)
    if (this.#waiting !== undefined && this.#waiting !== before) left(this.#waiting)
  }

  #tell({committed, subject, why, detail, left}: Committed): string | undefined {
    if (committed !== false) this.#options.committed(subject ?? committed)
    const [first] = left
    if (first !== undefined) return `${first.path}: ${first.detail}`
    return why === undefined || why === 'not-wanted' ? undefined : detail
  }
}
