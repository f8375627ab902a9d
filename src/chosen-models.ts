/**
 * Makes the models that a user's own settings name.
 *
 * A model that is named and cannot be had is no reason to take another in silence: it is said, and words answer
 * until it can.
 */

import path from 'node:path'
import type {Embedder} from './embed/embedder.js'
import type {Reranker} from './embed/reranker.js'
import {BrainError, type ErrorCode} from './ground/brain-error.js'
import {expanded} from './locate.js'
import type {Machine} from './machine.js'
import type {MeaningSettings, RerankSettings} from './settings/user-settings.js'

/** About as much as a passage has; servers refuse more than their model has room for. */
const TOKENS_OF_A_SERVER = 512

/**
 * The model that tells what texts mean; `undefined` where the user wants none.
 *
 * @param builtIn the file of the table that comes with the package.
 * @throws {BrainError} `embedder-failed`, `model-unreadable`.
 */
export async function chosenEmbedder(
  machine: Machine,
  settings: MeaningSettings,
  builtIn: string,
): Promise<Embedder | undefined> {
  switch (settings.model) {
    case 'off':
      return undefined
    case 'built-in': {
      const {builtInEmbedder} = await import('./embed/static-embedder.js')
      return builtInEmbedder(builtIn)
    }
    case 'onnx':
      return kept(machine, await onnxEmbedder(machine, settings))
    case 'endpoint':
      return kept(machine, await endpointEmbedder(machine, settings))
  }
}

async function kept(machine: Machine, embedder: Embedder): Promise<Embedder> {
  const {keptEmbedder} = await import('./embed/kept-embedder.js')
  return keptEmbedder(embedder, cacheDirOf(machine))
}

async function onnxEmbedder(machine: Machine, settings: MeaningSettings): Promise<Embedder> {
  const {openOnnxEmbedder} = await import('./embed/onnx-embedder.js')
  const {dimensions, maxTokens, threads} = settings
  const folder = path.resolve(expanded(needed(settings, 'path'), machine.home))
  const model = {folder, prefixes: prefixesOf(settings), dimensions, maxTokens, threads}
  return openOnnxEmbedder(model, cacheDirOf(machine))
}

async function endpointEmbedder(machine: Machine, settings: MeaningSettings): Promise<Embedder> {
  const {openEndpointEmbedder} = await import('./embed/endpoint-embedder.js')
  const {dimensions, batch, timeout, maxTokens = TOKENS_OF_A_SERVER} = settings
  const model = {
    url: needed(settings, 'url'),
    name: needed(settings, 'name'),
    key: keyOf(machine, settings.keyVariable, 'meaning'),
    prefixes: prefixesOf(settings),
    ...{dimensions, batch, timeout, maxTokens},
  }
  return openEndpointEmbedder(model, cacheDirOf(machine))
}

/**
 * Who puts hits in order once more; `undefined` where the settings name nobody.
 *
 * @throws {BrainError} `reranker-failed` where its key is not to be had.
 */
export async function chosenReranker(
  machine: Machine,
  {url, name, keyVariable, timeout}: RerankSettings,
): Promise<Reranker | undefined> {
  if (url === undefined) return undefined
  const {endpointReranker} = await import('./embed/endpoint-reranker.js')
  return endpointReranker({url, name, timeout, key: keyOf(machine, keyVariable, 'rerank')})
}

/** In the user's state folder: what is known of his models is no brain's. */
function cacheDirOf({stateDir}: Machine): string {
  return path.join(stateDir, 'cache')
}

function prefixesOf({passagePrefix, questionPrefix}: MeaningSettings) {
  return {passage: passagePrefix, question: questionPrefix}
}

function needed(settings: MeaningSettings, name: 'path' | 'url' | 'name'): string {
  const value = settings[name]
  if (value !== undefined) return value
  throw new BrainError('embedder-failed', {
    message: `\`meaning.model\` is \`${settings.model}\`, and \`meaning.${name}\` says nothing`,
    hint: `write \`${name}\` under \`meaning\` in your config.yaml`,
    data: {setting: `meaning.${name}`},
  })
}

const CODES = {meaning: 'embedder-failed', rerank: 'reranker-failed'} as const

function keyOf(
  {env}: Machine,
  variable: string | undefined,
  group: keyof typeof CODES,
): string | undefined {
  if (variable === undefined) return undefined
  const key = env[variable]?.trim()
  if (key !== undefined && key !== '') return key
  const code: ErrorCode = CODES[group]
  const setting = `${group}.key_variable`
  throw new BrainError(code, {
    message: `the environment variable ${variable} is not set, which \`${setting}\` names`,
    hint: `set ${variable} to the key where mdbrain is started`,
    data: {setting, variable},
  })
}
