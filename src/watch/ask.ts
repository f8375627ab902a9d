/**
 * Asks the watcher of a brain, where there is one.
 *
 * It is a shortcut and nothing hangs on it: whatever is the matter with it, whoever asks hears nothing and does the work
 * himself. An error that the watcher tells is the answer.
 */

import {lstatSync} from 'node:fs'
import {connect, type Socket} from 'node:net'
import path from 'node:path'
import {
  type Answered,
  type Asked,
  type Greeting,
  heardError,
  isSameSpeaker,
  listen,
  type Speaker,
  say,
} from './wire.js'

/** In milliseconds. One that does not greet so soon is busy, or has stopped. */
const GREETING = 300
/** A search is let off catching up after ten seconds. */
const ANSWER = 20_000

/**
 * The answer; `undefined` where there is no watcher, or it is of no use.
 *
 * @throws {BrainError} what the watcher came to.
 */
export async function askWatcher(
  socket: string,
  own: () => Speaker,
  asked: Asked,
): Promise<Exclude<Answered, {error: unknown}> | undefined> {
  if (process.platform !== 'win32' && !isOurs(socket)) return undefined
  const answered = await conversation(socket, own, asked)
  if (answered !== undefined && 'error' in answered) throw heardError(answered.error)
  return answered
}

/**
 * Whose folder it stands in may answer there, if nobody else may put a socket into it. A link is none: where it leads may
 * be another place by the time that is gone to.
 */
function isOurs(socket: string): boolean {
  try {
    const [folder, found] = [lstatSync(path.dirname(socket)), lstatSync(socket)]
    const isSafe = folder.isDirectory() && (folder.mode & 0o022) === 0 && found.isSocket()
    return isSafe && [folder, found].every(({uid}) => uid === process.getuid?.())
  } catch {
    return false
  }
}

function conversation(
  name: string,
  own: () => Speaker,
  asked: Asked,
): Promise<Answered | undefined> {
  return new Promise((resolve) => {
    const socket: Socket = connect(name)
    let timer = setTimeout(() => end(undefined), GREETING)
    let isGreeted = false
    const end = (answered: Answered | undefined) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answered)
    }
    socket.on('error', () => end(undefined))
    socket.on('close', () => end(undefined))
    listen(socket, (value) => {
      if (isGreeted) return end(value as Answered)
      // How it is, it tells everybody.
      if (asked.verb !== 'health' && !isSameSpeaker(value as Greeting, own())) return end(undefined)
      isGreeted = true
      clearTimeout(timer)
      timer = setTimeout(() => end(undefined), ANSWER)
      say(socket, asked)
    })
  })
}
