/**
 * What is said when a command stops, and the exit code: the one place where this is decided.
 *
 * 2 for what someone can do something about, 70 for a fault of the program, 0 where the reader went
 * away. Wording of the first kind was decided where the error was made.
 */

import {BrainError} from '../index.js'
import {failureWire} from './wire.js'

export interface Failure {
  readonly exit: number
  /** For standard error, with its last newline; empty where there is nothing to say. */
  readonly text: string
}

export interface Telling {
  readonly json: boolean
  readonly debug: boolean
  /** Colours the word that catches the eye. */
  readonly strong: (text: string) => string
}

/** Someone can do something about it. */
export const EXIT_USAGE = 2
/** EX_SOFTWARE of sysexits.h. */
export const EXIT_FAULT = 70

/** Describes what was thrown, whatever it is. */
export function describeFailure(error: unknown, telling: Telling): Failure {
  if (isBrokenPipe(error)) return {exit: 0, text: ''}
  const known = error instanceof BrainError
  const exit = known ? EXIT_USAGE : EXIT_FAULT
  if (telling.json) return {exit, text: `${JSON.stringify(failureWire(error), null, 2)}\n`}
  const stack = telling.debug && error instanceof Error ? `${error.stack ?? ''}\n` : ''
  return {exit, text: `${known ? told(error, telling) : fault(error, telling)}${stack}`}
}

/** Whether a write failed since nobody reads any more. */
export function isBrokenPipe(error: unknown): boolean {
  const code = (error as {code?: unknown} | undefined)?.code
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED'
}

function told(error: BrainError, {strong}: Telling): string {
  const hint = error.hint === undefined || error.hint === '' ? '' : `  hint: ${error.hint}\n`
  return `${strong('error:')} ${legible(error.message)}\n${hint}`
}

/** A name of a megabyte is told by its beginning. */
function legible(message: string): string {
  return message.replace(/\S{200,}/g, (word) => `${word.slice(0, 100)}…${word.slice(-20)}`)
}

function fault(error: unknown, {strong, debug}: Telling): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const how = debug ? 'what stands below' : 'what it prints with `--debug`'
  return `${strong('fault:')} ${what}\n  hint: this is the program's mistake, not yours; please report it with the command you ran and ${how}\n`
}
