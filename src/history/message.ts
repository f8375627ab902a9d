/**
 * The messages of commits that the brain makes: a subject a person can read, and trailers that
 * programs can.
 */

import {formatInstant, type Instant, readInstant} from '../ground/instant.js'
import type {Authorship, RevisionId} from './history.js'

/** When the brain was told, an instant in UTC. Marks a commit as the brain's own. */
const RECORDED = 'Brain-Recorded-At'
const AGENT = 'Brain-Agent'
const SESSION = 'Brain-Session'
const UNDOES = 'Brain-Undoes'
const BY_HAND = 'Brain-Edited-By'

/** The value of `Brain-Edited-By`: there is no other. */
const HAND = 'hand'

/** In characters: a line of a message that is longer was not written to be read. */
const LONGEST_LINE = 200

/** What the trailers of a commit say. */
export interface Trailers extends Authorship {
  readonly recorded?: Instant
}

/**
 * Writes a message. Whatever the texts hold, it has one subject of at most 100 characters, and each of
 * `body` is one line of the paragraph below.
 */
export function messageOf(
  subject: string,
  recorded: Instant,
  authorship: Authorship,
  body: readonly string[] = [],
): string {
  const trailers: readonly (readonly [string, string | undefined])[] = [
    [RECORDED, formatInstant(recorded)],
    [AGENT, oneLine(authorship.agent ?? '', 200)],
    [SESSION, oneLine(authorship.session ?? '', 200)],
    [UNDOES, authorship.undoes],
    [BY_HAND, authorship.byHand === true ? HAND : undefined],
  ]
  const lines = trailers.flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [`${key}: ${value}`],
  )
  const said = body.map((line) => oneLine(line, LONGEST_LINE)).filter((line) => line !== '')
  const paragraphs = [[oneLine(subject, 100) || 'change'], said, lines]
  return `${paragraphs
    .filter((each) => each.length !== 0)
    .map((each) => each.join('\n'))
    .join('\n\n')}\n`
}

/** Reads the trailers: of the last paragraph alone, so that a text quoting some proves nothing. */
export function trailersOf(message: string): Trailers {
  const paragraphs = message.trimEnd().split(/\n[ \t]*\n/)
  const found = new Map<string, string>()
  if (1 < paragraphs.length) {
    for (const line of paragraphs.at(-1)!.split('\n')) {
      const [, key, value] = /^([A-Za-z-]+):[ \t]*(.*)$/.exec(line.trimEnd()) ?? []
      if (key !== undefined && value !== undefined) found.set(key.toLowerCase(), value)
    }
  }
  const recorded = readInstant(found.get(RECORDED.toLowerCase()) ?? '')
  const entries = {
    recorded,
    agent: found.get(AGENT.toLowerCase()),
    session: found.get(SESSION.toLowerCase()),
    undoes: found.get(UNDOES.toLowerCase()) as RevisionId | undefined,
    byHand: found.get(BY_HAND.toLowerCase()) === HAND ? true : undefined,
  }
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined))
}

/** Control characters would end the line, or dress up a terminal that shows the log. */
function oneLine(text: string, length: number): string {
  const flat = text
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  const characters = [...flat]
  if (characters.length <= length) return characters.join('')
  return `${characters
    .slice(0, length - 1)
    .join('')
    .trimEnd()}…`
}
