/**
 * A sentence transformer in a folder, as they are published: the network, its vocabulary, and what it wants.
 *
 * ```
 * model.onnx, or onnx/model….onnx
 * tokenizer.json, or vocab.txt        BERT's, all in lower case; of others the words would be parted wrongly
 * config.json                         how long its vectors are, and what it has room for
 * sentence_bert_config.json           what room it was made for, where that is less
 * 1_Pooling/config.json               whether a text's vector is that of its first token; else the mean of all
 * ```
 */

import {readdirSync, readFileSync, statSync} from 'node:fs'
import path from 'node:path'
import {BrainError} from '../ground/brain-error.js'
import {Vocabulary} from './vocabulary.js'
import {UNKNOWN, WordPiece} from './word-piece.js'

export interface SentenceModel {
  /** The network. */
  readonly file: string
  readonly dimensions: number
  /** What it has room for, the two tokens around each text included. */
  readonly maxTokens: number
  readonly pooling: 'mean' | 'first'
}

/** How its texts are parted. */
export interface SentenceTokens {
  readonly wordPiece: WordPiece
  /** Before each text, and after it. */
  readonly before: number
  readonly after: number
}

const BEFORE = '[CLS]'
const AFTER = '[SEP]'
/** In letters, where nothing is said. */
const MAX_WORD = 100

/**
 * Finds the model in `folder`, without reading the network or the vocabulary.
 *
 * @throws {BrainError} `model-unreadable` where there is none, or one of another kind.
 */
export function findSentenceModel(folder: string): SentenceModel {
  const config = readJson(folder, 'config.json')
  if (config === undefined) throw unusable(folder, 'there is no `config.json` that can be read')
  const {hidden_size: dimensions, max_position_embeddings: room} = config
  if (!isCount(dimensions)) throw unusable(folder, '`config.json` has no `hidden_size`')
  const file = networkIn(folder)
  if (file === undefined) throw unusable(folder, 'there is no `model.onnx`, nor one in `onnx/`')
  const {max_seq_length: made} = readJson(folder, 'sentence_bert_config.json') ?? {}
  const maxTokens = Math.min(...[room, made, 512].filter(isCount))
  return {file, dimensions, maxTokens, pooling: poolingOf(folder)}
}

/**
 * Reads how texts are parted for the model in `folder`.
 *
 * @throws {BrainError} `model-unreadable` where that is not as BERT does in lower case.
 */
export function readSentenceTokens(folder: string): SentenceTokens {
  const {tokens, maxWord} = fromJson(folder) ?? fromText(folder) ?? {tokens: [], maxWord: MAX_WORD}
  const vocabulary = Vocabulary.over(Buffer.from(tokens.join('\n').concat('\n')), tokens.length)
  const rowOf = (token: string) => {
    const row = vocabulary?.rowOf(token) ?? -1
    if (row === -1) throw unusable(folder, `its vocabulary has no ${token}`)
    return row
  }
  if (tokens.length === 0) throw unusable(folder, 'there is no `tokenizer.json` and no `vocab.txt`')
  rowOf(UNKNOWN)
  const [before, after] = [rowOf(BEFORE), rowOf(AFTER)]
  return {wordPiece: new WordPiece(vocabulary!, maxWord), before, after}
}

/** The names of the files that a model's vectors depend on, beside the network. */
export const SENTENCE_FILES = [
  'tokenizer.json',
  'vocab.txt',
  'config.json',
  'sentence_bert_config.json',
  path.join('1_Pooling', 'config.json'),
]

/** That the model in `folder` is no use, and why. */
export function unusable(folder: string, reason: string): BrainError {
  return new BrainError('model-unreadable', {
    message: `cannot use the model in ${folder}: ${reason}`,
    hint: 'name a folder with a sentence transformer in the format of ONNX, such as all-MiniLM-L6-v2',
    data: {path: folder, reason},
  })
}

/** The plainest name goes first: `model.onnx` before `model_int8.onnx`, the folder before `onnx/`. */
function networkIn(folder: string): string | undefined {
  for (const place of [folder, path.join(folder, 'onnx')]) {
    const names = namesIn(place).filter((name) => /^model.*\.onnx$/.test(name))
    const [first] = names.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    if (first !== undefined) return path.join(place, first)
  }
  return undefined
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function poolingOf(folder: string): 'mean' | 'first' {
  const pooling = readJson(folder, path.join('1_Pooling', 'config.json')) ?? {}
  const chosen = Object.keys(pooling).filter(
    (key) => key.startsWith('pooling_mode_') && pooling[key] === true,
  )
  if (chosen.length === 0 || chosen.join() === 'pooling_mode_mean_tokens') return 'mean'
  if (chosen.join() === 'pooling_mode_cls_token') return 'first'
  throw unusable(folder, `it makes one vector of many by ${chosen.join(', ')}`)
}

interface Tokens {
  /** By number. */
  readonly tokens: readonly string[]
  readonly maxWord: number
}

function fromJson(folder: string): Tokens | undefined {
  const read = readJson(folder, 'tokenizer.json')
  if (read === undefined) return undefined
  const model = asRecord(read.model)
  const normalizer = asRecord(read.normalizer)
  const isPlain = (model.continuing_subword_prefix ?? '##') === '##'
  // Older files do not name the kind of the model.
  if ((model.type ?? 'WordPiece') !== 'WordPiece' || !isPlain) {
    throw unusable(folder, `its words are parted by ${String(model.type)}, not by WordPiece`)
  }
  const {type, lowercase, strip_accents: strips, handle_chinese_chars: parts} = normalizer
  const isUncased = type === 'BertNormalizer' && lowercase === true
  if (!isUncased || strips === false || parts === false) {
    throw unusable(folder, 'it tells upper and lower case apart, or accents')
  }
  const maxWord = isCount(model.max_input_chars_per_word)
    ? model.max_input_chars_per_word
    : MAX_WORD
  return {tokens: inOrder(folder, asRecord(model.vocab)), maxWord}
}

function inOrder(folder: string, vocab: Readonly<Record<string, unknown>>): string[] {
  const tokens: string[] = []
  for (const [token, row] of Object.entries(vocab)) {
    if (typeof row === 'number' && 0 <= row) tokens[row] = token
  }
  const isWhole = Object.keys(tokens).length === tokens.length
  if (!isWhole || tokens.some((token) => token.includes('\n'))) {
    throw unusable(folder, 'the numbers of its vocabulary leave some out')
  }
  return tokens
}

function fromText(folder: string): Tokens | undefined {
  const text = textOf(path.join(folder, 'vocab.txt'))
  if (text === undefined) return undefined
  const cased = readJson(folder, 'tokenizer_config.json')?.do_lower_case === false
  if (cased) throw unusable(folder, 'it tells upper and lower case apart')
  return {tokens: text.replace(/\r?\n$/, '').split(/\r?\n/), maxWord: MAX_WORD}
}

function readJson(folder: string, name: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return asRecord(JSON.parse(textOf(path.join(folder, name)) ?? ''))
  } catch {
    return undefined
  }
}

/** More is no file of settings and no vocabulary. */
const MOST_BYTES = 1 << 26

function textOf(file: string): string | undefined {
  try {
    return statSync(file).size <= MOST_BYTES ? readFileSync(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && 0 < (value as number)
}
