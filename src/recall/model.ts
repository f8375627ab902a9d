/**
 * What a model is asked by a search: the vectors of passages, and what a question means.
 *
 * Words answer whatever becomes of the model: one that cannot be opened, or fails, is told with what to do, and not
 * asked again as long as the brain is open. A slow one, which may be a server that is being started, is left alone for a
 * minute.
 */

import type {Scene} from '../catalog/scene.js'
import type {Embedder, Kind} from '../embed/embedder.js'
import {BrainError} from '../ground/brain-error.js'
import type {Clock, Instant} from '../ground/instant.js'
import type {Message} from '../ground/message.js'
import type {VectorModel} from '../postings/vector-table.js'
import type {AskedMeaning} from '../rank/question.js'
import type {IndexedChunk} from '../store/index-store.js'
import {namesOnly} from '../terms/names-only.js'

/** Raised whenever, between two releases, another text is embedded for the same passage. */
const FORMAT = 1

/** In milliseconds, by the scene's clock: so long a slow model that failed is not asked. */
const PAUSE = 60_000

/** Passages that are asked about at once, where the model does not say. */
const BATCH = 256

export class Model {
  /** Whose vectors the index keeps; `undefined` where there is no model, or it could not be opened. */
  readonly kind: VectorModel | undefined
  /** What is wrong with the settings that chose it: another may have been meant. */
  readonly messages: readonly Message[]
  /** Whether nobody is to wait for it: vectors of passages come afterwards. */
  readonly isSlow: boolean
  /** So many passages are well asked about at once. */
  readonly batch: number
  readonly #embedder: Embedder | undefined
  readonly #clock: Clock
  #trouble: Message | undefined
  #since: Instant | undefined

  private constructor(
    clock: Clock,
    messages: readonly Message[],
    embedder: Embedder | undefined,
    trouble?: Message,
  ) {
    this.#clock = clock
    this.messages = messages
    this.#embedder = embedder
    this.#trouble = trouble
    this.isSlow = embedder?.slow === true
    this.batch = embedder?.batch ?? BATCH
    this.kind = embedder && {
      fingerprint: `passages-${FORMAT} ${embedder.fingerprint}`,
      dimensions: embedder.dimensions,
    }
  }

  static async open({embedder, ownMessages, clock}: Scene): Promise<Model> {
    const messages = (await ownMessages?.()) ?? []
    try {
      return new Model(clock, messages, await embedder?.())
    } catch (error) {
      return new Model(clock, messages, undefined, troubleOf(error))
    }
  }

  /** Why meaning counts for nothing now, where it should. */
  get trouble(): Message | undefined {
    return this.#isLeftAlone() ? this.#trouble : undefined
  }

  /** What is wrong with the files of the model, to the last byte; `undefined` where nothing is known to be. */
  check(): BrainError | undefined {
    try {
      this.#embedder?.check?.()
      return undefined
    } catch (error) {
      if (error instanceof BrainError) return error
      throw error
    }
  }

  /** The vectors of passages, in their order; `undefined` where the model does not tell, and where it is stopped. */
  async vectorsOf(
    chunks: readonly IndexedChunk[],
    signal?: AbortSignal,
  ): Promise<readonly Int8Array[] | undefined> {
    const found = await this.#embed(chunks.map(textOf), 'passage', signal)
    return found?.map(({vector}) => vector)
  }

  /** What a question means; `undefined` where it only names something, and where the model does not tell. */
  async meaningOf(question: string): Promise<AskedMeaning | undefined> {
    if (namesOnly(question)) return undefined
    return (await this.#embed([question], 'question'))?.[0]
  }

  async #embed(texts: readonly string[], kind: Kind, signal?: AbortSignal) {
    if (this.#embedder === undefined || this.#isLeftAlone()) return undefined
    if (texts.length === 0) return []
    try {
      const found = await this.#embedder.embed(texts, kind, signal)
      this.#trouble = undefined
      return found
    } catch (error) {
      if (signal?.aborted) return undefined
      this.#trouble = troubleOf(error)
      this.#since = this.#clock.now()
      return undefined
    }
  }

  #isLeftAlone(): boolean {
    if (this.#trouble === undefined) return false
    const isPast = this.#since !== undefined && PAUSE <= this.#clock.now() - this.#since
    return !(this.isSlow && isPast)
  }
}

/** A passage is understood with what stands above it: who speaks, and of what. */
function textOf({fields: {headings = '', body = ''}}: IndexedChunk): string {
  return headings === '' ? body : `${headings}\n${body}`
}

function troubleOf(error: unknown): Message {
  if (!(error instanceof BrainError)) throw error
  const {message, hint} = error
  return {
    rule: 'words-only',
    severity: 'warning',
    path: '.brain',
    reason: `nothing was searched by its meaning: ${message}`,
    ...(hint === undefined ? {} : {hint}),
  }
}
