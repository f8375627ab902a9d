/**
 * Lets the hook read, open and answer.
 *
 * A harness may keep standard input open for ever, or close it, or write anything: it is read for a
 * bounded time and to a bounded size, and then the brain is booted with what was understood.
 */

import {answerSessionStart} from '../hooks/session-start.js'
import {openBrain} from '../index.js'
import {clockFrom, workingDirectory} from './clock.js'

/** A harness writes its JSON at once; a second is patience with a busy machine. */
const PATIENCE = 1000
/** What a harness says of a session is a few hundred bytes. */
const MOST_INPUT = 1024 * 1024

/** Returns what the hook prints. Never throws. */
export async function runHook(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  return answerSessionStart({
    input: await inputWithin(() => process.stdin, PATIENCE),
    workingDirectory: workingDirectory(),
    open: async (from) => openBrain({env, from, ...clockFrom(env)}),
  })
}

/**
 * Everything that comes on a stream within `milliseconds`, or until it ends; `undefined` where nothing
 * came. Never rejects: a closed standard input fails as soon as it is looked at.
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
      if (MOST_INPUT < size) finish()
      else pieces.push(piece)
    })
    stream.once('end', finish)
    stream.once('error', finish)
  })
}
