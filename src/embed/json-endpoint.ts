/**
 * Asks a server over HTTP, JSON for JSON, and gives up in good time.
 *
 * What may be better a moment later is tried again: a connection that fails, 429, and whatever begins with 5.
 * What would be the same again is not. No redirect is followed, since texts and a key would go to somebody
 * nobody named, and no key stands in any message, also where the server repeats it.
 */

import {setTimeout as sleep} from 'node:timers/promises'
import {BrainError} from '../ground/brain-error.js'

export interface Endpoint {
  /** What stands before `/embeddings` or `/rerank`: `http://127.0.0.1:11434/v1`. */
  readonly url: string
  /** Sent as `Authorization: Bearer`. */
  readonly key?: string | undefined
  /** In milliseconds: so long one answer is waited for. */
  readonly timeout: number
  /** Waits so many milliseconds; by the machine's timer where absent. */
  readonly wait?: ((milliseconds: number) => Promise<unknown>) | undefined
}

export interface Patience {
  /** How often a question is asked before it is given up. */
  readonly attempts: number
}

/** Somebody waits for the answer. */
export const SOON: Patience = {attempts: 2}
/** Nobody does. */
export const LATER: Patience = {attempts: 5}

/** In milliseconds, before the second attempt; twice as long before each one after. */
const FIRST_WAIT = 250
/** In milliseconds: a server that wants to be left alone for longer is given up. */
const LONGEST_WAIT = 30_000
/** Of what a server says of its trouble. */
const MOST_SAID = 200

/**
 * Asks `endpoint` for what stands under `path`, and returns the JSON of its answer, whatever that is.
 *
 * @throws {BrainError} `embedder-failed` where there is none in the end.
 */
export async function ask(
  endpoint: Endpoint,
  path: string,
  question: unknown,
  {attempts}: Patience,
): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const {answer, failure} = await tryOnce(endpoint, path, question)
    if (failure === undefined) return answer
    const pause = failure.after ?? FIRST_WAIT * 2 ** (attempt - 1)
    if (!failure.passes || attempt === attempts || LONGEST_WAIT < pause) {
      throw failed(endpoint, failure.reason, failure.cause)
    }
    await (endpoint.wait ?? sleep)(pause)
  }
}

/** That a server did not do what it was asked for, and why. */
export function failed({url, key}: Endpoint, reason: string, cause?: unknown): BrainError {
  return new BrainError('embedder-failed', {
    message: withoutKey(`${shownUrl(url)} ${reason}`, key),
    hint: 'see that the server runs and that the settings under `meaning` and `rerank` in your config.yaml name it rightly; until then words answer',
    data: {url: shownUrl(url), reason: withoutKey(reason, key)},
    cause,
  })
}

interface Failure {
  readonly reason: string
  /** Whether it may be otherwise a moment later. */
  readonly passes: boolean
  /** In milliseconds, where the server says when to come again. */
  readonly after?: number | undefined
  readonly cause?: unknown
}

async function tryOnce(
  endpoint: Endpoint,
  path: string,
  question: unknown,
): Promise<{answer?: unknown; failure?: Failure}> {
  let response: Response
  let text: string
  try {
    response = await fetch(addressOf(endpoint.url, path), {
      method: 'POST',
      headers: headersOf(endpoint),
      body: JSON.stringify(question),
      redirect: 'manual',
      signal: AbortSignal.timeout(endpoint.timeout),
    })
    text = await response.text()
  } catch (cause) {
    return {failure: {reason: unreached(cause, endpoint), passes: !isTimeout(cause)}}
  }
  if (!response.ok) return {failure: refusal(response, text)}
  try {
    return {answer: JSON.parse(text)}
  } catch {
    return {failure: {reason: 'answers something that is no JSON', passes: false}}
  }
}

/** Before a `?` that the url may have. */
function addressOf(url: string, path: string): URL {
  const address = new URL(url)
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/${path}`
  return address
}

function headersOf({key}: Endpoint): Record<string, string> {
  const json = {'content-type': 'application/json', accept: 'application/json'}
  return key === undefined ? json : {...json, authorization: `Bearer ${key}`}
}

/** Where a server hangs, another attempt would take as long again. */
function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'TimeoutError'
}

function unreached(cause: unknown, {timeout}: Endpoint): string {
  if (isTimeout(cause)) return `gives no answer within ${timeout / 1000} s`
  const inner = (cause as {cause?: {code?: unknown; message?: unknown}}).cause
  return `cannot be reached (${String(inner?.code ?? inner?.message ?? cause)})`
}

function refusal(response: Response, text: string): Failure {
  const {status, headers} = response
  const said = saidIn(text)
  return {
    reason: `answers with status ${status}${said === '' ? '' : `: ${said}`}`,
    passes: status === 429 || 500 <= status,
    after: secondsIn(headers.get('retry-after')),
  }
}

/** What a server says in words, on one line: `{"error": {"message": …}}`, `{"error": …}` or `{"message": …}`. */
function saidIn(text: string): string {
  let said: unknown
  try {
    const read = JSON.parse(text)
    said = read?.error?.message ?? read?.error ?? read?.message
  } catch {}
  return typeof said === 'string' ? said.replaceAll(/\s+/g, ' ').slice(0, MOST_SAID) : ''
}

/** In milliseconds. A date instead of a number of seconds is left: clocks differ. */
function secondsIn(after: string | null): number | undefined {
  return after !== null && /^\d{1,6}$/.test(after.trim()) ? 1000 * Number(after) : undefined
}

/** What stands behind the `?` may be secret. */
function shownUrl(url: string): string {
  const {origin, pathname} = new URL(url)
  return `${origin}${pathname}`.replace(/\/+$/, '')
}

function withoutKey(text: string, key: string | undefined): string {
  return key === undefined || key === '' ? text : text.replaceAll(key, '…')
}
