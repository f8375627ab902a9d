/** The `Io` of a real run: `process` and its three streams. */

import type {Brain, OpenOptions} from '../index.js'
import {BrainError, openBrain} from '../index.js'
import {clockFrom, workingDirectory} from './clock.js'
import type {Colour, Io, Stream} from './io.js'
import {progress} from './progress.js'

/** More on standard input is a mistake, not a memory: 16 MB. */
const MOST_INPUT = 16 * 1024 * 1024

const codes: Readonly<Record<Colour, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
  cyan: [36, 39],
}

/** Makes the `Io` of this process. `plain` is `--no-color`. */
export function terminalIo(plain: boolean): Io {
  const {env, stdin, stdout, stderr} = process
  const opening = (named: string | undefined): OpenOptions => ({
    from: workingDirectory(),
    env,
    ...(named === undefined ? {} : {root: named}),
    ...clockFrom(env),
    ...(stderr.isTTY ? {onProgress: progress(stderr, Date.now)} : {}),
  })
  return {
    env,
    workingDirectory: workingDirectory(),
    columns: columnsOf(stdout.columns, env.COLUMNS),
    ascii: isAscii(env),
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    terminal: (stream) => process[stream].isTTY === true,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    style: styler(plain, env),
    confirm: async (question) => /^y(?:es)?$/i.test(await answer(`${question} [y/N] `)),
    ask: async (question, fallback) => (await answer(`${question} [${fallback}] `)) || fallback,
    readInput: () => readInput(stdin),
    stopped: stopSignal,
    open: (named): Promise<Brain> => openBrain(opening(named)),
    opening,
  }
}

/** The second time the process ends at once, as it would have the first time. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stop.abort())
  }
  return stop.signal
}

/** Held between 20 and 200: narrower nothing is legible, wider no line can be followed. */
function columnsOf(real: number | undefined, said: string | undefined): number {
  const columns = real ?? (/^\d{1,4}$/.test(said ?? '') ? Number(said) : 80)
  return Math.min(200, Math.max(20, columns))
}

/** A machine that says nothing of its language (most containers) shows Unicode well. */
function isAscii(env: Io['env']): boolean {
  const language = env.LC_ALL || env.LC_CTYPE || env.LANG
  return env.TERM === 'linux' || language === 'C' || language === 'POSIX'
}

function styler(plain: boolean, env: Io['env']): Io['style'] {
  const allowed = !plain && !env.NO_COLOR && env.TERM !== 'dumb'
  return (colour: Colour, text: string, stream: Stream = 'stdout') => {
    if (!allowed || process[stream].isTTY !== true) return text
    const [on, off] = codes[colour]
    return `\x1b[${on}m${text}\x1b[${off}m`
  }
}

async function answer(question: string): Promise<string> {
  const readline = await import('node:readline/promises')
  const asking = readline.createInterface({input: process.stdin, output: process.stderr})
  try {
    return (await asking.question(question)).trim()
  } finally {
    asking.close()
  }
}

async function readInput(stdin: NodeJS.ReadStream): Promise<string | undefined> {
  if (stdin.isTTY) return undefined
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of stdin) {
    const bytes = Buffer.from(piece as Uint8Array)
    size += bytes.length
    if (MOST_INPUT < size) {
      throw new BrainError('bad-argument', {
        message: 'what came on standard input is larger than 16 MB',
        hint: 'a memory is a text; put large files beside the brain and name them',
      })
    }
    pieces.push(bytes)
  }
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(Buffer.concat(pieces))
  } catch (error) {
    throw new BrainError('bad-argument', {
      message: 'what came on standard input is not UTF-8',
      hint: 'convert it first: `iconv -t utf-8`',
      cause: error,
    })
  }
}
