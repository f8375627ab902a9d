/**
 * A model behind an HTTP API of the shape of OpenAI's `/embeddings`, which Ollama, llama.cpp, LM Studio,
 * vLLM and many others have.
 *
 * How many components its vectors have, only an answer tells: it is asked once, and remembered by address and
 * name, so that what is kept of it can be used while it is away. An answer is not believed before it was
 * looked at: one vector for each text, all finite, all as long as they were.
 *
 * Source: https://platform.openai.com/docs/api-reference/embeddings
 */

import {readCacheJson, removeCacheFile, writeCacheFile} from '../ground/cache-file.js'
import {digest} from '../ground/digest.js'
import type {Embedded, Embedder, Kind} from './embedder.js'
import {ask, type Endpoint, failed, LATER, SOON} from './json-endpoint.js'
import {quantise} from './quantise.js'
import {beginningOfText, type Wording, worded} from './wording.js'

/** Raised whenever the same answer would become another vector, or the same text would be sent otherwise. */
const VERSION = 1

export interface EndpointModel extends Endpoint, Wording {
  /** What the server calls the model. */
  readonly name: string
  /** Only the first so many components are kept, where the model was taught that they can stand alone. */
  readonly dimensions?: number | undefined
  /** Texts in one request. */
  readonly batch: number
  /** Where it is remembered how many components the model has. */
  readonly stateDir: string
}

/** What a text of letters is asked about to see how long vectors are. */
const PROBE = 'probe'

/**
 * The model that `model` describes.
 *
 * @throws {BrainError} `embedder-failed` where its vectors are not known yet and it does not answer; later
 * `embed` throws it where it does not, and where its vectors have become longer or shorter.
 */
export async function openEndpointEmbedder(model: EndpointModel): Promise<Embedder> {
  const own = [model.url, model.name, model.dimensions, model.passagePrefix, model.questionPrefix]
  const called = digest(JSON.stringify([VERSION, ...own, model.maxTokens]))
  const memory = `model-${called}.json`
  const dimensions = remembered(model.stateDir, memory) ?? (await probe(model))
  writeIfNew(model.stateDir, memory, dimensions)
  return {
    fingerprint: `endpoint ${called} ${dimensions}`,
    dimensions,
    slow: true,
    embed: async (texts, kind) => {
      const found: Embedded[] = []
      for (let at = 0; at < texts.length; at += model.batch) {
        const some = texts.slice(at, at + model.batch)
        found.push(...(await embedSome(model, some, kind, dimensions, memory)))
      }
      return found
    },
  }
}

async function embedSome(
  model: EndpointModel,
  texts: readonly string[],
  kind: Kind,
  dimensions: number,
  memory: string,
): Promise<Embedded[]> {
  const vectors = await vectorsOf(model, texts, kind)
  if (vectors.some(({length}) => length !== dimensions)) {
    // Whoever opens it next asks anew, and gets a model with vectors of its own.
    removeCacheFile(model.stateDir, memory)
    const now = vectors.find(({length}) => length !== dimensions)!.length
    throw failed(model, `answers vectors of ${now} numbers, and had ${dimensions} before`)
  }
  return vectors.map((vector, at) => ({
    vector: quantise(vector),
    coverage: /\p{L}/u.test(texts[at]!) ? 1 : 0,
  }))
}

/** Vectors in the order of the texts, cut to the components that are kept. */
async function vectorsOf(
  model: EndpointModel,
  texts: readonly string[],
  kind: Kind,
): Promise<readonly number[][]> {
  const input = texts.map((text) => beginningOfText(worded(model, text, kind), model.maxTokens))
  const question = {model: model.name, input, encoding_format: 'float'}
  const answer = await ask(model, 'embeddings', question, kind === 'question' ? SOON : LATER)
  const vectors = vectorsIn(answer, texts.length)
  if (typeof vectors === 'string') throw failed(model, vectors)
  const {dimensions} = model
  const short = vectors.find(({length}) => length < (dimensions ?? 1))
  if (short !== undefined) {
    throw failed(model, `answers vectors of ${short.length} numbers, fewer than are to be kept`)
  }
  return dimensions === undefined ? vectors : vectors.map((vector) => vector.slice(0, dimensions))
}

/** The vectors of an answer; else what is the matter with it, as the end of a sentence. */
function vectorsIn(answer: unknown, count: number): readonly number[][] | string {
  const data = (answer as {data?: unknown} | null)?.data
  if (!Array.isArray(data)) return 'answers no list of vectors'
  if (data.length !== count) return `answers ${data.length} vectors for ${count} texts`
  const vectors = new Array<number[] | undefined>(count).fill(undefined)
  for (const [place, entry] of data.entries()) {
    const {index = place, embedding} = (entry ?? {}) as {index?: unknown; embedding?: unknown}
    if (!isIndex(index, count) || vectors[index] !== undefined) {
      return 'answers vectors that it numbers wrongly'
    }
    if (!isVector(embedding)) return 'answers something that is no vector'
    vectors[index] = embedding
  }
  return vectors as number[][]
}

function isIndex(index: unknown, count: number): index is number {
  return Number.isInteger(index) && 0 <= (index as number) && (index as number) < count
}

function isVector(read: unknown): read is number[] {
  return Array.isArray(read) && read.length !== 0 && read.every((value) => Number.isFinite(value))
}

async function probe(model: EndpointModel): Promise<number> {
  const [vector] = await vectorsOf(model, [PROBE], 'question')
  return vector!.length
}

function remembered(stateDir: string, name: string): number | undefined {
  const kept = readCacheJson(stateDir, name) as {dimensions?: unknown} | null | undefined
  const dimensions = kept?.dimensions
  return Number.isInteger(dimensions) && 0 < (dimensions as number)
    ? (dimensions as number)
    : undefined
}

function writeIfNew(stateDir: string, name: string, dimensions: number): void {
  if (remembered(stateDir, name) === dimensions) return
  writeCacheFile(stateDir, name, JSON.stringify({dimensions}))
}
