/**
 * Checks of what a caller gave, by the name of the flag it came with.
 *
 * The library is called by programs too, so that these are here and not in a door: nothing that the
 * brain could not read back is ever written.
 */

import {BrainError} from '../ground/brain-error.js'
import {type Day, readDay, type Zone} from '../ground/day.js'
import {readDuration} from '../ground/duration.js'
import {readEnd, readStart} from '../validity/written.js'

/** @throws {BrainError} `bad-argument`, always. */
export function refuse(flag: string, value: unknown, reason: string, hint: string): never {
  throw new BrainError('bad-argument', {
    message: `${flag} is \`${String(value)}\`, ${reason}`,
    hint,
    data: {flag, value},
  })
}

const DATE_HINT = 'write a day (`2026-03-31`) or an instant with a zone (`2026-03-31T09:00Z`)'

/** Checks the beginning of a span; returns it trimmed. */
export function checkStart(flag: string, text: string, zone: Zone): string {
  if (readStart(text, zone) === undefined) refuse(flag, text, 'which is not a date', DATE_HINT)
  return text.trim()
}

/** Checks the end of a span; returns it trimmed. */
export function checkEnd(flag: string, text: string, zone: Zone): string {
  if (readEnd(text, zone) === undefined) refuse(flag, text, 'which is not a date', DATE_HINT)
  return text.trim()
}

/** Checks a day. */
export function checkDay(flag: string, text: string): Day {
  const day = readDay(text)
  if (day === undefined) refuse(flag, text, 'which is not a day', 'write a day: `2026-03-31`')
  return day
}

/** Checks a ttl; returns it trimmed. */
export function checkTtl(flag: string, text: string): string {
  if (readDuration(text) === undefined) {
    refuse(
      flag,
      text,
      'which is not a length of time',
      'write `90d`, `12h`, `2w`, `P3M` or `forever`',
    )
  }
  return text.trim()
}

/** Checks an importance. */
export function checkImportance(flag: string, value: number): number {
  if (!(0 <= value && value <= 1)) {
    refuse(flag, value, 'which is not between 0 and 1', 'write a number from 0 to 1: `0.8`')
  }
  return value
}

/**
 * Checks a text that is to be kept byte for byte.
 *
 * Half a surrogate pair has no UTF-8, and a file with a NUL counts as binary and is never read back.
 */
export function checkText(flag: string, text: string): string {
  if (text.trim() === '') {
    throw new BrainError('bad-argument', {
      message: `${flag} is empty`,
      hint: 'say what is to be remembered',
      data: {flag},
    })
  }
  if (/\p{Surrogate}/u.test(text)) {
    refuse(
      flag,
      '…',
      'which holds half of a character and cannot be written as UTF-8',
      'cut it between characters',
    )
  }
  if (text.includes('\0')) {
    refuse(flag, '…', 'which holds a NUL character: the file would count as binary', 'leave it out')
  }
  return text
}

/** In UTF-16 units. All that stands in a frontmatter has to stay within the 64 KB that are read as one. */
const LONGEST_LINE = 1000

/** Checks a text of one line: a key, a source, an agent's name. Returns it trimmed. */
export function checkLine(flag: string, text: string): string {
  const line = text.trim()
  if (LONGEST_LINE < line.length) {
    const reason = `which is ${line.length} characters long, more than the ${LONGEST_LINE} of a line`
    refuse(flag, `${line.slice(0, 40)}…`, reason, 'what is long belongs in the text')
  }
  if (line === '' || /[\p{Cc}\p{Surrogate}\u2028\u2029]/u.test(line)) {
    refuse(flag, text, 'which is not one line of text', 'give one line without control characters')
  }
  return line
}

/** Checks a key, which must also fit an inline field. */
export function checkKey(flag: string, text: string): string {
  const key = checkLine(flag, text)
  if (/[[\]]/.test(key)) {
    refuse(flag, text, 'which holds a bracket', 'write a key like `user.timezone`')
  }
  return key
}
