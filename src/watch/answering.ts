/** The watcher's door: a local socket. Each guest asks, and is answered before he asks again. */

import {chmodSync, lstatSync, mkdirSync, rmSync} from 'node:fs'
import {createServer, type Server, type Socket} from 'node:net'
import path from 'node:path'
import {BrainError} from '../ground/brain-error.js'
import {
  type Answered,
  type Asked,
  isAsked,
  listenBounded,
  type Speaker,
  say,
  spoken,
} from './wire.js'

export interface Door {
  /** Answers nobody any more. */
  close(): Promise<void>
}

/**
 * Opens the door. Who holds the watcher's lock may take the place of a socket that was left behind.
 *
 * @throws {BrainError} `write-failed` where there can be no socket.
 */
export async function openDoor(
  name: string,
  speaker: Speaker,
  answer: (asked: Asked) => Promise<Answered>,
): Promise<Door> {
  const guests = new Set<Socket>()
  const server = createServer((socket) => {
    guests.add(socket)
    socket.on('close', () => guests.delete(socket))
    // A guest that goes away is no trouble.
    socket.on('error', () => {})
    let isAnswering = false
    listenBounded(socket, (asked) => {
      if (isAnswering || !isAsked(asked)) return void socket.destroy()
      isAnswering = true
      void reply(socket, asked, answer).then(() => {
        isAnswering = false
      })
    })
    say(socket, {watcher: 1, ...speaker})
  })
  try {
    makeRoom(name)
    await listening(server, name)
  } catch (cause) {
    throw new BrainError('write-failed', {
      message: `no socket could be made at ${name}: ${(cause as Error).message}`,
      hint: 'see that its folder is yours and may be written',
      data: {socket: name},
      cause,
    })
  }
  return {
    close: () => {
      for (const guest of guests) guest.destroy()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

async function reply(
  socket: Socket,
  asked: Asked,
  answer: (asked: Asked) => Promise<Answered>,
): Promise<void> {
  try {
    const answered = await answer(asked)
    if (!socket.destroyed) say(socket, answered)
  } catch (error) {
    if (error instanceof BrainError) say(socket, {error: spoken(error)})
    // Whoever asked does it himself, and shows what it comes to.
    else socket.destroy()
  }
}

function makeRoom(name: string): void {
  if (process.platform === 'win32') return
  const folder = path.dirname(name)
  mkdirSync(folder, {recursive: true, mode: 0o700})
  // In a folder that all users share somebody else may have been there first, also with a link to where he likes.
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new Error(`${folder} is not a folder of this user`)
  chmodSync(folder, 0o700)
  rmSync(name, {force: true})
}

function listening(server: Server, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(name, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
}
