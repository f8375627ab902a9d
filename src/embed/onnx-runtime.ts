/**
 * Runs a network that stands in a file, by `onnxruntime-node`.
 *
 * The runtime is nobody's who did not ask for it: 290 MB, with code of the machine in it. So it does not come with the
 * package; whoever wants it installs it beside, and it is loaded when the first text is understood.
 */

import {createRequire} from 'node:module'
import {BrainError} from '../ground/brain-error.js'

/** What a network gives: numbers in rows, `[1, tokens, components]` or `[1, components]`. */
export interface Output {
  readonly data: ArrayLike<number>
  readonly dims: readonly number[]
}

export interface Network {
  readonly inputs: readonly string[]
  /** Runs it over one row of whole numbers for each of its inputs. */
  run(rows: Readonly<Record<string, readonly number[]>>): Promise<Readonly<Record<string, Output>>>
}

/** @param threads that one run may use. */
export type OpenNetwork = (file: string, threads: number) => Promise<Network>

/** The parts of the runtime that are used. */
interface Runtime {
  readonly InferenceSession: {
    create(file: string, options: object): Promise<Session>
  }
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => object
}

interface Session {
  readonly inputNames: readonly string[]
  run(feeds: object): Promise<Readonly<Record<string, Output>>>
}

/** Nothing below an error is printed: it would stand between the lines of a command. */
const ERRORS_ONLY = 3

/**
 * Opens the network in `file`.
 *
 * @throws {BrainError} `embedder-failed` without the runtime, `model-unreadable` where it cannot read the file.
 */
export const openNetwork: OpenNetwork = async (file, threads) => {
  const {InferenceSession, Tensor} = runtime()
  const session = await InferenceSession.create(file, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionProviders: ['cpu'],
    logSeverityLevel: ERRORS_ONLY,
  }).catch((cause: unknown) => {
    throw new BrainError('model-unreadable', {
      message: `cannot run the model ${file}: ${firstLine(cause)}`,
      hint: 'take a model in the format of ONNX that the installed onnxruntime-node can read',
      data: {path: file},
      cause,
    })
  })
  return {
    inputs: session.inputNames,
    run: async (rows) => {
      const feeds = Object.entries(rows).map(([name, row]) => {
        const numbers = BigInt64Array.from(row, BigInt)
        return [name, new Tensor('int64', numbers, [1, row.length])]
      })
      return session.run(Object.fromEntries(feeds))
    },
  }
}

function runtime(): Runtime {
  // Not `import()`: a bundler would look for it, and it is found where `NODE_PATH` says, too.
  const load = createRequire(import.meta.url)
  try {
    return load('onnxruntime-node') as Runtime
  } catch (cause) {
    throw new BrainError('embedder-failed', {
      message: `the model needs \`onnxruntime-node\`, which cannot be loaded (${firstLine(cause)})`,
      hint: 'install it beside mdbrain: `npm install -g onnxruntime-node`; or choose another model in config.yaml',
      cause,
    })
  }
}

function firstLine(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause)
  return text.split('\n')[0]!
}
