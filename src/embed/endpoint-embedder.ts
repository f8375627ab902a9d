/**
 * A model behind an address: any server that speaks as OpenAI's embeddings do (Ollama, llama.cpp, LM Studio,
 * vLLM, and many a provider).
 *
 * Nothing that it answers is believed unseen: so many vectors as there were texts, each of its own place, of
 * finite numbers and of the length that the model had before. How long its vectors are nobody knows before the first
 * answer; it is remembered, so that a start asks nobody.
 *
 * Source: https://platform.openai.com/docs/api-reference/embeddings
 */

import type {BrainError} from '../ground/brain-error.js'
import {readCacheJson, writeCacheFile} from '../ground/cache-file.js'
import {digest} from '../ground/digest.js'
import {askEndpoint, type Endpoint, failure, SHAPE_HINT} from './ask-endpoint.js'
import {cutToTokens} from './cut-to-tokens.js'
import type {Embedded, Embedder, Kind} from './embedder.js'
import {quantise} from './quantise.js'

export interface EndpointModel extends Endpoint {
  /** The server's name for the model. */
  readonly name: string
  /** So many components are kept, the first ones; all where absent. Only some models are made for it. */
  readonly dimensions?: number | undefined
  /** What the model wants to stand before a text: `passage: `, `search_query: `. */
  readonly prefixes: Readonly<Record<Kind, string>>
  /** Texts in one request. */
  readonly batch: number
  /** A longer text is cut. */
  readonly maxTokens: number
}

/** Raised whenever the same text would get another vector from the same answers. */
const VERSION = 1

/** What is asked where nothing is known of a model yet. */
const PROBE = 'memory'

/**
 * The model at an address. Asks it for one vector where it is not known how long they are.
 *
 * @param cacheDir where that is remembered.
 * @throws {BrainError} `embedder-failed` where it has to be asked and does not answer.
 */
export async function openEndpointEmbedder(
  model: EndpointModel,
  cacheDir: string,
): Promise<Embedder> {
  const book = lengthBook(model, cacheDir)
  let length = book.read()
  if (length === undefined) {
    length = (await vectorsOf(model, [PROBE], {again: false}))[0]!.length
    book.write(length)
  }
  const known = length
  const dimensions = Math.min(known, model.dimensions ?? known)
  return {
    fingerprint: fingerprintOf(model, known, dimensions),
    dimensions,
    slow: true,
    batch: model.batch,
    embed: async (texts, kind, signal) => {
      const found: Embedded[] = texts.map(() => nothing(dimensions))
      const asked = [...texts.keys()].filter((at) => texts[at]!.trim() !== '')
      for (let from = 0; from < asked.length; from += model.batch) {
        const places = asked.slice(from, from + model.batch)
        const written = places.map((at) => writtenAs(model, texts[at]!, kind))
        const vectors =
          kind === 'question'
            ? await vectorsOf(hasty(model), written, {again: false, signal})
            : await vectorsOf(model, written, {again: true, signal})
        const other = vectors.find((vector) => vector.length !== known)
        if (other !== undefined) {
          book.write(other.length)
          throw otherLength(model, known, other.length)
        }
        for (const [index, at] of places.entries()) {
          const vector = quantise(vectors[index]!.slice(0, dimensions))
          found[at] = {vector, coverage: 1}
        }
      }
      return found
    },
  }
}

/** A text that says nothing is not asked about: servers refuse it. */
function nothing(dimensions: number): Embedded {
  return {vector: new Int8Array(dimensions), coverage: 0}
}

function writtenAs({prefixes, maxTokens}: EndpointModel, text: string, kind: Kind): string {
  return `${prefixes[kind]}${cutToTokens(text, maxTokens)}`
}

function fingerprintOf(model: EndpointModel, length: number, dimensions: number): string {
  const {url, name, prefixes, maxTokens} = model
  const of = [url, name, prefixes.passage, prefixes.question, maxTokens, length, dimensions]
  return `endpoint-${VERSION} ${JSON.stringify(of)}`
}

/** Remembers how long the vectors of a model are. */
function lengthBook({url, name}: EndpointModel, cacheDir: string) {
  const file = `models/${digest(JSON.stringify([url, name]))}.json`
  return {
    read: (): number | undefined => {
      const {length} = (readCacheJson(cacheDir, file) ?? {}) as {length?: unknown}
      return isLength(length) ? length : undefined
    },
    write: (length: number) => writeCacheFile(cacheDir, file, JSON.stringify({length})),
  }
}

/** As many as an index takes. */
const MOST_DIMENSIONS = 8192

function isLength(value: unknown): value is number {
  return (
    Number.isSafeInteger(value) && 0 < (value as number) && (value as number) <= MOST_DIMENSIONS
  )
}

/** In milliseconds: nobody waits longer for what is found with its meaning, where words have found it long since. */
const MOST_FOR_A_QUESTION = 10_000

function hasty(model: EndpointModel): EndpointModel {
  return {...model, timeout: Math.min(model.timeout, MOST_FOR_A_QUESTION)}
}

interface Manner {
  readonly again: boolean
  readonly signal?: AbortSignal | undefined
}

async function vectorsOf(
  model: EndpointModel,
  input: readonly string[],
  manner: Manner,
): Promise<readonly (readonly number[])[]> {
  const body = {model: model.name, input}
  const errand = {code: 'embedder-failed', door: 'embeddings', body, ...manner} as const
  const vectors = vectorsIn(await askEndpoint(model, errand), input.length)
  if (typeof vectors !== 'string') return vectors
  throw failure(model, 'embedder-failed', {reason: vectors, hint: SHAPE_HINT})
}

/** The vectors of an answer, in the order of what was asked; else what is wrong with it. */
function vectorsIn(answer: unknown, count: number): readonly (readonly number[])[] | string {
  const {data} = (answer ?? {}) as {data?: unknown}
  if (!Array.isArray(data)) return 'answers JSON without vectors in it (`data`)'
  if (data.length !== count) return `answers ${data.length} vectors for ${count} texts`
  const ordered: (readonly number[])[] = []
  for (const [at, entry] of data.entries()) {
    const {index = at, embedding} = (entry ?? {}) as {index?: unknown; embedding?: unknown}
    if (!isVector(embedding)) return 'answers a vector that is not made of finite numbers'
    if (!Number.isInteger(index) || (index as number) < 0 || count <= (index as number)) {
      return `answers a vector for text ${String(index)} of ${count}`
    }
    ordered[index as number] = embedding
  }
  // A place that was named twice leaves another without any.
  return Object.keys(ordered).length === count ? ordered : 'answers two vectors for one text'
}

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && isLength(value.length) && value.every(Number.isFinite)
}

function otherLength(model: EndpointModel, before: number, now: number): BrainError {
  const reason = `answers vectors of ${now} components, where \`${model.name}\` had ${before}`
  return failure(model, 'embedder-failed', {
    reason,
    hint: 'it is another model now: passages are understood anew when the brain is opened again',
  })
}
