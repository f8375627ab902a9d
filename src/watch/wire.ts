/**
 * What a watcher and those who ask it say to each other: one JSON value a line.
 *
 * The watcher greets whoever comes, so that one that has stopped or is very busy is noticed at once. What it is asked
 * by another program than its own, or for a machine in another zone, it declines: whoever asked does without.
 */

import type {Socket} from 'node:net'
import {StringDecoder} from 'node:string_decoder'
import type {SearchOptions} from '../brain.js'
import {BrainError, type ErrorCode} from '../ground/brain-error.js'
import type {SearchReport} from '../recall/hit.js'
import type {Health} from './health.js'

/** A question is no larger than this, in characters. */
const LONGEST = 1_000_000

/** Who speaks: answers of two programs that differ may differ. */
export interface Speaker {
  readonly program: string
  /** Of the machine: logs without a zone are understood by it. */
  readonly zone: string
  /** The folder of the user's settings. */
  readonly configDir: string
}

export interface Greeting extends Speaker {
  readonly watcher: 1
}

export type Asked =
  | {readonly verb: 'search'; readonly query: string; readonly options: SearchOptions}
  | {readonly verb: 'health'}

export type Answered =
  | {readonly report: SearchReport}
  | {readonly health: Health}
  | {readonly error: SpokenError}

/** A `BrainError` on its way. */
interface SpokenError {
  readonly code: ErrorCode
  readonly message: string
  readonly hint?: string
  readonly data?: Readonly<Record<string, unknown>>
}

export function isSameSpeaker(one: Speaker, other: Speaker): boolean {
  const {program, zone, configDir} = one
  return program === other.program && zone === other.zone && configDir === other.configDir
}

/** Writes a value as a line. */
export function say(socket: Socket, value: Greeting | Asked | Answered): void {
  socket.write(`${JSON.stringify(value)}\n`)
}

/** Calls `heard` with each line that comes, as a value; ends the connection where one is none, or endless. */
export function listen(socket: Socket, heard: (value: unknown) => void): void {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  socket.on('data', (bytes) => {
    rest += decoder.write(bytes)
    // A long line is put together once, when its end is there.
    if (!bytes.includes(10)) return
    const lines = rest.split('\n')
    rest = lines.pop()!
    try {
      for (const line of lines) heard(JSON.parse(line))
    } catch {
      socket.destroy()
    }
  })
}

/** The same for whoever does not trust the other side to stop. */
export function listenBounded(socket: Socket, heard: (value: unknown) => void): void {
  let size = 0
  socket.on('data', (bytes) => {
    size = bytes.includes(10) ? 0 : size + bytes.length
    if (LONGEST < size) socket.destroy()
  })
  listen(socket, heard)
}

/** Whether what another program said is a question. */
export function isAsked(value: unknown): value is Asked {
  const {verb, query, options} = (value ?? {}) as Partial<Record<string, unknown>>
  if (verb === 'health') return true
  const isSearch = verb === 'search' && typeof query === 'string'
  return isSearch && typeof options === 'object' && options !== null
}

export function spoken({code, message, hint, data}: BrainError): SpokenError {
  return {
    ...{code, message},
    ...(hint === undefined ? {} : {hint}),
    ...(data === undefined ? {} : {data}),
  }
}

export function heardError({code, ...rest}: SpokenError): BrainError {
  return new BrainError(code, rest)
}
