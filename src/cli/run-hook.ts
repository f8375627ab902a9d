/**
 * Lets a hook read, open and answer.
 *
 * A harness may keep standard input open for ever, or close it, or write anything: it is read for a
 * bounded time and to a bounded size, and then the brain is asked with what was understood. What needs
 * the brain is loaded only where it is asked: at the end of a turn nothing of it is.
 */

import {fieldsOf, present, textIn} from '../hooks/fields.js'
import type {Heard, HookEvent, HookHarness} from '../hooks/harness.js'
import {harnessNamed} from '../hooks/harnesses.js'
import {hear} from '../hooks/hear.js'

/** A harness writes its JSON at once; a second is patience with a busy machine. */
const PATIENCE = 1000
/** What a harness says is a few hundred bytes, and what was typed or answered. */
const MOST_INPUT = 1024 * 1024

type Env = Readonly<Record<string, string | undefined>>

/**
 * Returns what the hook prints. Never throws: a harness takes some exit codes for an order to stop.
 *
 * @param words `claude-code`, `claude-code turn`.
 */
export async function runHook(
  [name, does = 'begin']: readonly string[],
  env: Env,
): Promise<string> {
  try {
    const harness = harnessNamed(name)
    if (harness === undefined || !isEvent(does)) return unknown(name, does)
    const heard = hear(harness, await input(), env)
    return heard === undefined ? '' : await answer(harness, does, heard, env)
  } catch {
    return ''
  }
}

function isEvent(does: string): does is HookEvent {
  return does === 'begin' || does === 'turn' || does === 'keep'
}

/** Some program's settings, of another version perhaps: said where a person looks for it, and no failure. */
function unknown(name = '', does: string): string {
  process.stderr.write(
    `brain hook run: there is no harness \`${name}\`, or it has no \`${does}\`; see \`brain hook status\`\n`,
  )
  return ''
}

async function answer(
  harness: HookHarness,
  does: HookEvent,
  heard: Heard,
  env: Env,
): Promise<string> {
  if (does === 'keep') {
    const {handOver} = await import('../hooks/hand-over.js')
    await handOver(process.argv[1]!, harness.name, heard)
    return ''
  }
  const {hookBrain} = await import('./hook-brain.js')
  const {meet, remembered} = hookBrain(harness.name, heard, env)
  if (does === 'turn') {
    const {answerTurn} = await import('../hooks/turn.js')
    const {indexAlone} = await import('../hooks/hand-over.js')
    const index = (root: string) => indexAlone(process.argv[1]!, root)
    return answerTurn(harness, heard, {meet, remembered, index})
  }
  const {answerBegin} = await import('../hooks/begin.js')
  return answerBegin(harness, heard, meet, remembered)
}

/** Keeps what was said, in the process that `hand-over.ts` started. Never throws. */
export async function runKeep([name]: readonly string[], env: Env): Promise<void> {
  try {
    const harness = harnessNamed(name)
    if (harness === undefined) return
    const said = fieldsOf(await input())
    const heard: Heard = present({
      session: textIn(said, 'session'),
      cwd: textIn(said, 'cwd'),
      transcript: textIn(said, 'transcript'),
    })
    const {hookBrain} = await import('./hook-brain.js')
    const {meet, remembered} = hookBrain(harness.name, heard, env)
    const {keepSession} = await import('../hooks/keep.js')
    await keepSession(harness, heard, meet, remembered)
  } catch {
    // Nobody is here to be told.
  }
}

function input(): Promise<string | undefined> {
  return inputWithin(() => process.stdin, PATIENCE)
}

/**
 * Everything that comes on a stream within `milliseconds`, or until it ends or is a whole object of JSON;
 * `undefined` where nothing came. Never rejects: a closed standard input fails as soon as it is looked at.
 */
export function inputWithin(
  open: () => NodeJS.ReadStream,
  milliseconds: number,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    let stream: NodeJS.ReadStream
    try {
      stream = open()
      if (stream.isTTY) return resolve(undefined)
    } catch {
      return resolve(undefined)
    }
    const pieces: Buffer[] = []
    let size = 0
    const finish = () => {
      clearTimeout(timer)
      stream.removeAllListeners()
      // Nothing may keep the process from ending; a late error of the pipe concerns nobody.
      stream.on('error', () => undefined)
      stream.destroy()
      resolve(size === 0 ? undefined : Buffer.concat(pieces).toString('utf8'))
    }
    const timer = setTimeout(finish, milliseconds)
    stream.on('data', (piece: Buffer) => {
      size += piece.length
      if (size <= MOST_INPUT) pieces.push(piece)
      // Some harnesses never end what they write.
      if (MOST_INPUT < size || isWhole(pieces)) finish()
    })
    stream.once('end', finish)
    stream.once('error', finish)
  })
}

function isWhole(pieces: readonly Buffer[]): boolean {
  if (!/\}\s*$/.test(pieces.at(-1)?.toString('latin1') ?? '')) return false
  return Object.keys(fieldsOf(Buffer.concat(pieces).toString('utf8'))).length !== 0
}
