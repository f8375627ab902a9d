/**
 * A sentence transformer on this machine: a network of some layers, run over the tokens of a text.
 *
 * One text at a time. Networks of whole numbers measure how large the numbers of a run are, over all that is in it: a
 * text would have another vector in other company. Nothing is lost by it, since what is run together must be
 * made as long as its longest.
 */

import {createHash} from 'node:crypto'
import {createReadStream, statSync} from 'node:fs'
import path from 'node:path'
import {BrainError} from '../ground/brain-error.js'
import {readCacheJson, writeCacheFile} from '../ground/cache-file.js'
import {digest} from '../ground/digest.js'
import type {Embedded, Embedder, Kind} from './embedder.js'
import {type Network, type OpenNetwork, type Output, openNetwork} from './onnx-runtime.js'
import {quantise} from './quantise.js'
import {
  findSentenceModel,
  readSentenceTokens,
  SENTENCE_FILES,
  type SentenceModel,
  type SentenceTokens,
  unusable,
} from './sentence-model.js'

export interface OnnxModel {
  /** Absolute. */
  readonly folder: string
  /** So many components are kept, the first ones; all where absent. */
  readonly dimensions?: number | undefined
  readonly prefixes: Readonly<Record<Kind, string>>
  /** A longer text is cut; what the model has room for, where that is less or this is absent. */
  readonly maxTokens?: number | undefined
  readonly threads: number
}

/** Raised whenever the same text would get another vector from the same network. */
const VERSION = 1

/** Texts that are understood before somebody else may ask: a quarter of a second. */
const BATCH = 16

/**
 * The model in a folder. The network is read when the first text is embedded.
 *
 * @param cacheDir where its checksum is remembered.
 * @throws {BrainError} `model-unreadable` where there is none that can be used.
 */
export async function openOnnxEmbedder(
  model: OnnxModel,
  cacheDir: string,
  open: OpenNetwork = openNetwork,
): Promise<Embedder> {
  const {folder, prefixes} = model
  const found = findSentenceModel(folder)
  const dimensions = Math.min(found.dimensions, model.dimensions ?? found.dimensions)
  const maxTokens = Math.min(found.maxTokens, model.maxTokens ?? found.maxTokens)
  const of = [prefixes.passage, prefixes.question, maxTokens, dimensions]
  const sum = await checksumOf(folder, found.file, cacheDir)
  let reading: Promise<(text: string) => Promise<Embedded>> | undefined
  return {
    fingerprint: `onnx-${VERSION} ${sum} ${JSON.stringify(of)} unicode-${process.versions.unicode}`,
    dimensions,
    slow: true,
    batch: BATCH,
    embed: async (texts, kind, signal) => {
      reading ??= reader({...model, maxTokens, dimensions}, found, open)
      const read = await reading.catch((error: unknown) => {
        reading = undefined
        throw error
      })
      const embedded: Embedded[] = []
      for (const text of texts) {
        signal?.throwIfAborted()
        embedded.push(await read(`${prefixes[kind]}${text}`))
      }
      return embedded
    },
  }
}

type Sized = OnnxModel & {readonly maxTokens: number; readonly dimensions: number}

async function reader(
  {folder, threads, maxTokens, dimensions}: Sized,
  found: SentenceModel,
  open: OpenNetwork,
): Promise<(text: string) => Promise<Embedded>> {
  const tokens = readSentenceTokens(folder)
  const network = await open(found.file, threads)
  return async (text) => {
    const {rows, coverage} = rowsOf(tokens, text, maxTokens)
    if (rows.length === 2) return {vector: new Int8Array(dimensions), coverage: 0}
    const output = outputOf(await network.run(feedsOf(network, rows)).catch(failed(folder)))
    const values = output && pooled(output, rows.length, found)
    if (values === undefined) {
      throw unusable(
        folder,
        'what the network gives is not a vector for each token, or for the text',
      )
    }
    return {vector: quantise(values.subarray(0, dimensions)), coverage}
  }
}

function failed(folder: string): (cause: unknown) => never {
  return (cause) => {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    throw new BrainError('embedder-failed', {
      message: `the model in ${folder} fails: ${reason}`,
      hint: 'see that it is a sentence transformer, and that there is memory for it',
      data: {path: folder},
      cause,
    })
  }
}

/** The tokens of a text, with those around it, and the share of its letters that stand in known words. */
function rowsOf({wordPiece, before, after}: SentenceTokens, text: string, most: number) {
  const rows = [before]
  let letters = 0
  let known = 0
  wordPiece.read(text, (word) => {
    if (most - 1 <= rows.length) return
    rows.push(...word.rows.slice(0, most - 1 - rows.length))
    letters += word.letters
    known += word.known
  })
  rows.push(after)
  return {rows, coverage: letters === 0 ? 0 : known / letters}
}

function feedsOf({inputs}: Network, rows: readonly number[]) {
  const all: Readonly<Record<string, () => readonly number[]>> = {
    input_ids: () => rows,
    attention_mask: () => rows.map(() => 1),
    token_type_ids: () => rows.map(() => 0),
    position_ids: () => rows.map((_, at) => at),
  }
  return Object.fromEntries(
    inputs.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]()]])),
  )
}

/** By name, since a network may give more than is asked for; else the first. */
function outputOf(outputs: Readonly<Record<string, Output>>): Output | undefined {
  const {last_hidden_state, token_embeddings, sentence_embedding} = outputs
  return sentence_embedding ?? last_hidden_state ?? token_embeddings ?? Object.values(outputs).at(0)
}

/** One vector of those of all tokens. `undefined` where they are of another shape. */
function pooled(
  {data, dims}: Output,
  tokens: number,
  {dimensions, pooling}: SentenceModel,
): Float64Array | undefined {
  if (dims.at(-1) !== dimensions) return undefined
  const rows = data.length / dimensions
  if (rows !== (dims.length === 2 ? 1 : tokens)) return undefined
  const sum = new Float64Array(dimensions)
  const count = pooling === 'first' ? 1 : rows
  for (let row = 0; row < count; row++) {
    for (let at = 0; at < dimensions; at++) sum[at]! += data[row * dimensions + at]!
  }
  return sum
}

/** What the model is, to the last byte; read anew only where a file has another size or time. */
async function checksumOf(folder: string, file: string, cacheDir: string): Promise<string> {
  const files = [file, ...SENTENCE_FILES.map((name) => path.join(folder, name))]
  const looks = files.map(lookOf).join('\n')
  const kept = `models/${digest(folder)}.json`
  const {looks: before, sum} = (readCacheJson(cacheDir, kept) ?? {}) as Record<string, unknown>
  if (before === looks && typeof sum === 'string') return sum
  const hash = createHash('sha256')
  for (const one of files) {
    if (lookOf(one) === '') continue
    for await (const part of createReadStream(one)) hash.update(part as Buffer)
    hash.update(`\0${path.relative(folder, one)}\0`)
  }
  const fresh = hash.digest('base64url').slice(0, 22)
  writeCacheFile(cacheDir, kept, JSON.stringify({folder, looks, sum: fresh}))
  return fresh
}

function lookOf(file: string): string {
  const stat = statSync(file, {throwIfNoEntry: false})
  return stat === undefined ? '' : `${file} ${stat.size} ${stat.mtimeMs}`
}
