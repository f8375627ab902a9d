/**
 * Asks a server that speaks JSON over HTTP, with patience that has an end.
 *
 * What may be well a moment later (no connection, too many questions, a fault of the server) is asked again
 * after a pause, a few times; what the server refuses is not. A redirection is a refusal: texts of a memory
 * go to the place that its owner named, and to no other. No message has the key in it.
 */

import {setTimeout as pause} from 'node:timers/promises'
import {BrainError, type ErrorCode} from '../ground/brain-error.js'

/** A server, and how it is asked. */
export interface Endpoint {
  /** `http://127.0.0.1:11434/v1`, under which the server has its doors. */
  readonly url: string
  /** Sent as `Authorization: Bearer`. */
  readonly key?: string | undefined
  /** In milliseconds: so long one answer is waited for, to its last byte. */
  readonly timeout: number
  /** In milliseconds: how long to wait before asking again, each time; so many times it is. */
  readonly pauses?: readonly number[]
}

export interface Errand {
  /** The code of the error where there is no answer. */
  readonly code: ErrorCode
  /** Under the server's address: `embeddings`. */
  readonly door: string
  readonly body: unknown
  /** False where somebody waits: then it is asked once. */
  readonly again: boolean
  readonly signal?: AbortSignal | undefined
}

/** In milliseconds: before the second time, and before the third. */
const PAUSES = [300, 1500]
/** In milliseconds. A server that wants to be left alone for longer is one that fails. */
const LONGEST_PAUSE = 10_000
/** In bytes; an answer takes a few MB at most. */
const MOST_BYTES = 1 << 26
/** UTF-16 units of what a server says that are told. */
const MOST_TOLD = 200

/** What went wrong, and whether it may be well when it is asked again. */
interface Trouble {
  readonly reason: string
  readonly hint: string
  readonly again: boolean
  /** In milliseconds: how long the server wants to be left alone. */
  readonly after?: number
}

/**
 * What the server answers: JSON, of whatever shape.
 *
 * @throws {BrainError} of the errand's code.
 */
export async function askEndpoint(endpoint: Endpoint, errand: Errand): Promise<unknown> {
  const pauses = errand.again ? (endpoint.pauses ?? PAUSES) : []
  for (let time = 0; ; time++) {
    const answer = await askOnce(endpoint, errand)
    if ('json' in answer) return answer.json
    const wait = Math.max(pauses[time] ?? 0, answer.after ?? 0)
    if (!answer.again || pauses.length <= time || LONGEST_PAUSE < wait) {
      throw failure(endpoint, errand.code, answer)
    }
    await pause(wait, undefined, {signal: errand.signal}).catch(() => undefined)
    if (errand.signal?.aborted) throw failure(endpoint, errand.code, STOPPED)
  }
}

/** That the server was no use, in what way, and what to do. */
export function failure(
  {url, key}: Endpoint,
  code: ErrorCode,
  {reason, hint}: Pick<Trouble, 'reason' | 'hint'>,
): BrainError {
  const where = placeOf(url)
  // A server may repeat what it was sent.
  const told = key === undefined ? reason : reason.replaceAll(key, '…')
  return new BrainError(code, {
    message: `${where} ${told}`,
    hint,
    data: {url: where, reason: told},
  })
}

const STOPPED: Trouble = {reason: 'was not waited for', hint: 'ask again', again: false}

async function askOnce(endpoint: Endpoint, errand: Errand): Promise<{json: unknown} | Trouble> {
  const {timeout, key} = endpoint
  const {signal, door, body} = errand
  const stop = new AbortController()
  const stopNow = () => stop.abort()
  signal?.addEventListener('abort', stopNow, {once: true})
  if (signal?.aborted) stopNow()
  const timer = setTimeout(stopNow, timeout)
  try {
    const response = await fetch(addressOf(endpoint.url, door), {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : {authorization: `Bearer ${key}`}),
      },
      body: JSON.stringify(body),
      signal: stop.signal,
    })
    const text = await textOf(response)
    return response.ok ? read(text) : refusal(response, text)
  } catch (cause) {
    if (signal?.aborted) return STOPPED
    return stop.signal.aborted ? late(timeout) : unreachable(cause)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stopNow)
  }
}

/** Before a `?` that the address may have. */
function addressOf(url: string, door: string): URL {
  const address = new URL(url)
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/${door}`
  return address
}

async function textOf({body}: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length
    if (MOST_BYTES < length) throw new Error('its answer has no end')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function read(text: string): {json: unknown} | Trouble {
  try {
    return {json: JSON.parse(text)}
  } catch {
    return {reason: 'answers what is not JSON', hint: SHAPE_HINT, again: false}
  }
}

/** What to do where an answer is not of the shape that was expected. */
export const SHAPE_HINT = 'look whether the address is that of the interface, mostly with `/v1`'

function refusal(response: Response, text: string): Trouble {
  const {status, headers} = response
  const again = status === 408 || status === 429 || 500 <= status
  const after = pauseAsked(headers)
  return {
    reason: `answers ${status}${saying(text)}`,
    hint: hintOf(status),
    again,
    ...(again && after !== undefined ? {after} : {}),
  }
}

function hintOf(status: number): string {
  if (status === 401 || status === 403) return 'see to the key: `key_variable` names its variable'
  if (status === 404) return 'see to the name of the model, and to the address: mostly with `/v1`'
  if (status === 429) return 'wait a little; a smaller `batch` asks for less at a time'
  if (500 <= status) return 'look what the server says of it; it is asked again later'
  return 'see to the settings of the model in config.yaml'
}

/** In milliseconds, counted from the server's own clock. */
function pauseAsked(headers: Headers): number | undefined {
  const asked = headers.get('retry-after')
  if (asked === null) return undefined
  if (/^\d{1,9}$/.test(asked.trim())) return 1000 * Number(asked)
  const wait = Date.parse(asked) - Date.parse(headers.get('date') ?? '')
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}

/** What servers say of a fault: `{"error": {"message": …}}`, `{"error": …}`, `{"message": …}`. */
function saying(text: string): string {
  let said: unknown
  try {
    const {error, message} = JSON.parse(text) as {error?: unknown; message?: unknown}
    said = (error as {message?: unknown} | undefined)?.message ?? error ?? message
  } catch {
    return ''
  }
  if (typeof said !== 'string' || said.trim() === '') return ''
  return `: ${said.replace(/\s+/g, ' ').trim().slice(0, MOST_TOLD)}`
}

function late(timeout: number): Trouble {
  return {
    reason: `did not answer within ${timeout / 1000} s`,
    hint: 'see that it is well, or set a longer `timeout`',
    again: true,
  }
}

function unreachable(cause: unknown): Trouble {
  const {cause: inner, message} = cause as Error & {cause?: {code?: string; message?: string}}
  return {
    reason: `cannot be reached (${inner?.code ?? inner?.message ?? message})`,
    hint: 'start it, or see to the address in config.yaml',
    again: true,
  }
}

/** Without what may be secret in it: a name, a password, a query. */
function placeOf(url: string): string {
  try {
    const {origin, pathname} = new URL(url)
    return `${origin}${pathname}`.replace(/\/+$/, '')
  } catch {
    return 'the endpoint'
  }
}
