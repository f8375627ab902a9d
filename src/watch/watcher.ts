/**
 * Watches a brain: keeps its index open and in step, and answers for all processes of the brain.
 *
 * One at a time, elected by a lock that dies with it. What rings is a hint: the catalog looks for itself, and
 * whoever asks is answered from the files as they are when he asks. Settings that change make it begin anew with them.
 */

import {setTimeout as pause} from 'node:timers/promises'
import type {SearchOptions} from '../brain.js'
import type {Hearing} from '../catalog/live-catalog.js'
import {type Held, withLock} from '../edit/lock.js'
import {BrainError, inOneLine} from '../ground/brain-error.js'
import {formatInstant, type Instant} from '../ground/instant.js'
import type {SearchReport} from '../recall/hit.js'
import type {InStep} from '../recall/keep-in-step.js'
import type {Committed} from '../writing/committed.js'
import {type Door, openDoor} from './answering.js'
import type {Health} from './health.js'
import {QuietEdits} from './quiet-edits.js'
import {untilEnded} from './until-ended.js'
import type {Answered, Asked, Speaker} from './wire.js'

/** In milliseconds: so long it is quiet before the index is brought in step, and so long it is put off at most. */
const QUIET = 100
const LONGEST = 1000
/** Looks that nothing asked for where the system does not tell: ten times as long as a look takes, within these. */
const POLL_LEAST = 1000
const POLL_MOST = 60_000
/** Who waits to take over looks so often whether he may. */
const STANDBY = 1000

/** A brain that was opened to be watched. */
export interface Watched {
  /** Whether a setting may be another by now than when it was opened. */
  isOutdated(): boolean
  /** Looks at the files, and listens from then on; tells how many notes there are. */
  listen(): Promise<number>
  hearing(): Promise<Hearing>
  search(query: string, options: SearchOptions): Promise<SearchReport>
  keepInStep(): Promise<InStep>
  /** Commits hand edits, where that is agreed to. */
  commitEdits(): Promise<Committed>
  close(): Promise<void>
}

export interface Watch {
  /** Absolute. */
  readonly lock: string
  readonly socket: string
  readonly speaker: Speaker
  /** @param rang to be called when something may have changed. */
  open(rang: () => void): Promise<Watched>
  now(): Instant
  /** Ends it. */
  readonly signal: AbortSignal
  /** In milliseconds: so long no file changes before hand edits are committed. */
  readonly commitAfter: number
  /** Waits for another watcher to end, instead of giving up. */
  readonly wait: boolean
  readonly told: (event: WatchEvent) => void
}

/** What whoever started it may want to know. */
export type WatchEvent =
  | {readonly what: 'waiting'; readonly why: string}
  | ({readonly what: 'watching'} & Health)
  | {readonly what: 'in-step'; readonly at: string; readonly notes: number}
  | {readonly what: 'committed'; readonly subject: string}
  /** Hand edits that wait, and why; told once. */
  | {readonly what: 'left'; readonly why: string}
  | {readonly what: 'trouble'; readonly why: string}

/**
 * Watches until the signal ends it.
 *
 * @throws {BrainError} `lock-held` where another one does and `wait` is false, also one that took over while this process
 * was asleep; `write-failed` where there can be no lock or socket.
 */
export async function watch(asked: Watch): Promise<void> {
  let isTold = false
  while (!asked.signal.aborted) {
    try {
      await withLock(asked.lock, (held) => new Watcher(asked, held).run(), {patience: 0})
      return
    } catch (error) {
      if (!(error instanceof BrainError) || error.code !== 'lock-held') throw error
      if (!asked.wait) throw watchedAlready(error)
      if (!isTold) asked.told({what: 'waiting', why: watchedAlready(error).message})
      isTold = true
      await pause(STANDBY, undefined, {signal: asked.signal}).catch(() => {})
    }
  }
}

class Watcher {
  readonly #asked: Watch
  readonly #held: Held
  /** Raised when it is to end, or has. */
  readonly #over = new AbortController()
  readonly #since: Instant
  readonly #edits: QuietEdits
  #opened!: Watched
  #size: Pick<InStep, 'notes' | 'chunks'> = {notes: 0, chunks: 0}
  #changedAt: Instant | undefined
  #inStepAt: Instant | undefined
  /** Of the index, when that was last told. */
  #revision: string | undefined
  #trouble: string | undefined
  /** When what waits to be put in was first heard of. */
  #heardAt: Instant | undefined
  #timer: NodeJS.Timeout | undefined
  #turn: Promise<void> = Promise.resolve()

  constructor(asked: Watch, held: Held) {
    this.#asked = asked
    this.#held = held
    this.#since = asked.now()
    this.#edits = new QuietEdits({
      after: asked.commitAfter,
      signal: this.#over.signal,
      commit: () => this.#opened.commitEdits(),
      committed: (subject) => asked.told({what: 'committed', subject}),
      left: (why) => asked.told({what: 'left', why}),
    })
  }

  async run(): Promise<void> {
    const {socket, speaker, signal, told} = this.#asked
    await this.#open()
    let door: Door | undefined
    try {
      this.#size = {notes: await this.#opened.listen(), chunks: 0}
      door = await openDoor(socket, speaker, (asked) => this.#answer(asked))
      told({what: 'watching', ...(await this.#health())})
      // The first index of a large brain takes a while: who asks meanwhile is not greeted, and does without.
      this.#stepIn(0)
      this.#edits.stir()
      await untilEnded(signal, this.#held)
    } finally {
      this.#over.abort()
      clearTimeout(this.#timer)
      await door?.close()
      await this.#edits.close()
      await this.#turn
      await this.#opened.close()
    }
  }

  async #answer(asked: Asked): Promise<Answered> {
    if (asked.verb === 'health') return {health: await this.#health()}
    await this.#renew()
    return {report: await this.#opened.search(asked.query, asked.options)}
  }

  async #health(): Promise<Health> {
    const {how, why, folders} = await this.#opened.hearing()
    return {
      pid: process.pid,
      since: formatInstant(this.#since),
      ...(this.#changedAt === undefined ? {} : {changed: formatInstant(this.#changedAt)}),
      ...(this.#inStepAt === undefined ? {} : {inStep: formatInstant(this.#inStepAt)}),
      how,
      ...(why === undefined ? {} : {why}),
      folders,
      ...this.#size,
      ...(this.#trouble === undefined ? {} : {trouble: this.#trouble}),
      ...(this.#edits.waiting === undefined ? {} : {commits: this.#edits.waiting}),
    }
  }

  async #open(): Promise<void> {
    this.#opened = await this.#asked.open(() => this.#rang())
  }

  /** Opens the brain anew where a setting may be another than when it was opened. */
  #renew(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#opened.isOutdated()) return
      const before = this.#opened
      await this.#open()
      // Whoever is being answered is answered first.
      void this.#edits.settled().then(() => before.close())
    })
  }

  #rang(): void {
    const now = this.#asked.now()
    this.#changedAt = now
    this.#edits.stir()
    this.#heardAt ??= now
    const putOff = now - this.#heardAt
    this.#stepIn(Math.max(0, Math.min(QUIET, LONGEST - putOff)))
  }

  #stepIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (this.#over.signal.aborted) return
    const step = () =>
      void this.#step().catch((error: Error) => {
        this.#stumble(error)
        this.#stepIn(POLL_MOST)
      })
    this.#timer = setTimeout(step, milliseconds)
  }

  async #step(): Promise<void> {
    this.#heardAt = undefined
    await this.#renew()
    const begun = this.#asked.now()
    await this.#inTurn(() => this.#keepInStep())
    const took = this.#asked.now() - begun
    const {how} = await this.#opened.hearing()
    // What rang meanwhile has its own time.
    if (this.#heardAt !== undefined) return
    this.#edits.look()
    const poll = Math.min(POLL_MOST, Math.max(POLL_LEAST, 10 * took))
    this.#stepIn(how === 'events' ? 2 * this.#asked.commitAfter : poll)
  }

  async #keepInStep(): Promise<void> {
    const {now, told} = this.#asked
    try {
      const {notes, chunks, revision} = await this.#opened.keepInStep()
      const changed = revision !== this.#revision
      this.#revision = revision
      // How memories stand, and the model, are known from the first question on: let it be nobody's.
      if (this.#inStepAt === undefined) await this.#opened.search('what', {limit: 1})
      this.#size = {notes, chunks}
      this.#inStepAt = now()
      this.#trouble = undefined
      // Where nothing rings this is how it is heard of.
      if (changed) this.#edits.stir()
      if (changed) told({what: 'in-step', at: formatInstant(this.#inStepAt), notes})
    } catch (error) {
      this.#stumble(error as Error)
    }
  }

  /** It is tried again at the next change, and whoever asks finds out by himself. */
  #stumble(error: Error): void {
    const why = inOneLine(error)
    if (why !== this.#trouble) this.#asked.told({what: 'trouble', why})
    this.#trouble = why
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => {})
    return result
  }
}

function watchedAlready(held: BrainError): BrainError {
  const {pid} = held.data as {readonly pid?: number}
  return new BrainError('lock-held', {
    message: `this brain is watched already, by ${pid ? `process ${pid}` : 'another program'}`,
    hint: 'nothing is to do: it answers every command; `--wait` takes over when it ends',
    data: held.data ?? {},
  })
}
