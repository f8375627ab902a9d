/**
 * What a model is asked by a search: the vectors of passages, and what a question means.
 *
 * Words answer whatever becomes of the model: one that cannot be opened, or fails, is told once with what to
 * do, and not asked again as long as the brain is open.
 */

import type {Scene} from '../catalog/scene.js'
import type {Embedder, Kind} from '../embed/embedder.js'
import {BrainError} from '../ground/brain-error.js'
import type {Message} from '../ground/message.js'
import type {VectorModel} from '../postings/vector-table.js'
import type {AskedMeaning} from '../rank/question.js'
import type {IndexedChunk} from '../store/index-store.js'
import {namesOnly} from '../terms/names-only.js'

/** Raised whenever, between two releases, another text is embedded for the same passage. */
const FORMAT = 1

export class Model {
  /** Whose vectors the index keeps; `undefined` where there is no model, or it could not be opened. */
  readonly kind: VectorModel | undefined
  readonly #embedder: Embedder | undefined
  #trouble: Message | undefined

  private constructor(embedder: Embedder | undefined, trouble?: Message) {
    this.#embedder = embedder
    this.#trouble = trouble
    this.kind = embedder && {
      fingerprint: `passages-${FORMAT} ${embedder.fingerprint}`,
      dimensions: embedder.dimensions,
    }
  }

  static async open({embedder}: Scene): Promise<Model> {
    try {
      return new Model(await embedder?.())
    } catch (error) {
      return new Model(undefined, troubleOf(error))
    }
  }

  /** Why meaning counts for nothing, where it should. */
  get trouble(): Message | undefined {
    return this.#trouble
  }

  /** The vectors of passages, in their order; `undefined` where the model does not tell. */
  async vectorsOf(chunks: readonly IndexedChunk[]): Promise<readonly Int8Array[] | undefined> {
    const found = await this.#embed(chunks.map(textOf), 'passage')
    return found?.map(({vector}) => vector)
  }

  /** What a question means; `undefined` where it only names something, and where the model does not tell. */
  async meaningOf(question: string): Promise<AskedMeaning | undefined> {
    if (namesOnly(question)) return undefined
    return (await this.#embed([question], 'question'))?.[0]
  }

  async #embed(texts: readonly string[], kind: Kind) {
    if (this.#embedder === undefined || this.#trouble !== undefined) return undefined
    if (texts.length === 0) return []
    try {
      return await this.#embedder.embed(texts, kind)
    } catch (error) {
      this.#trouble = troubleOf(error)
      return undefined
    }
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
