/**
 * Makes values of what was written after a flag, each refusal naming the flag.
 *
 * A parser of command lines turns `--budget abc` into NaN and goes on. Here every number, day,
 * instant and length of time is checked before any work begins, and the sentence says which flag it
 * was and what would have been right.
 */

import {BrainError, readDay, readDuration, readInstant} from '../index.js'

/** The text as it is. Refuses an empty one: `--wing ""` is an unset variable of a script. */
export function text(value: string, flag: string): string {
  if (value.trim() === '')
    throw refusal(flag, value, 'is empty', 'give it a value, or leave it out')
  return value
}

/** A whole number of tokens, from 0. */
export function tokens(value: string, flag: string): number {
  if (/^\d{1,9}$/.test(value.trim())) return Number(value)
  throw refusal(
    flag,
    value,
    `is \`${shown(value)}\`, which is not a whole number of tokens`,
    'write digits alone: `--budget 1500`',
  )
}

/** A whole number of something, from 1. */
export function count(value: string, flag: string): number {
  if (/^[1-9]\d{0,8}$/.test(value.trim())) return Number(value)
  const reason = `is \`${shown(value)}\`, which is not a whole number from 1`
  throw refusal(flag, value, reason, 'write digits alone: `20`')
}

/** A whole number of something, from 0. */
export function whole(value: string, flag: string): number {
  if (/^\d{1,9}$/.test(value.trim())) return Number(value)
  const reason = `is \`${shown(value)}\`, which is not a whole number from 0`
  throw refusal(flag, value, reason, 'write digits alone: `20`')
}

/** A number from 0, with or without a fraction. */
export function score(value: string, flag: string): number {
  if (/^(?:\d{1,9}(?:\.\d+)?|\.\d+)$/.test(value.trim())) return Number(value)
  const reason = `is \`${shown(value)}\`, which is not a number from 0`
  throw refusal(flag, value, reason, 'write for example `0.3`')
}

/** A key and a value with `=` between them; the value may have more of them. */
export function pair(value: string, flag: string): readonly [key: string, value: string] {
  const at = value.indexOf('=')
  const key = value.slice(0, Math.max(0, at)).trim()
  const given = value.slice(at + 1).trim()
  if (key !== '' && given !== '') return [key, given]
  const reason = `is \`${shown(value)}\`, which is not a key with a value`
  throw refusal(flag, value, reason, 'write for example `status=open`')
}

/** A number from 0 to 1. */
export function fraction(value: string, flag: string): number {
  const trimmed = value.trim()
  const number = /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(trimmed) ? Number(trimmed) : Number.NaN
  if (0 <= number && number <= 1) return number
  const reason = `is \`${shown(value)}\`, which is not a number from 0 to 1`
  throw refusal(flag, value, reason, 'write for example `0.8`')
}

/** A day, as it was written. */
export function day(value: string, flag: string): string {
  if (readDay(value) !== undefined) return value.trim()
  const reason = `is \`${shown(value)}\`, which is not a day`
  throw refusal(flag, value, reason, 'write a day (`2026-03-31`)')
}

/** A day or an instant with a zone, as it was written. */
export function moment(value: string, flag: string): string {
  if (readDay(value) !== undefined || readInstant(value) !== undefined) return value.trim()
  throw refusal(
    flag,
    value,
    `is \`${shown(value)}\`, which is not a date`,
    'write a day (`2026-03-31`) or an instant with a zone (`2026-03-31T09:00Z`)',
  )
}

/** A length of time, as it was written. */
export function duration(value: string, flag: string): string {
  if (readDuration(value) !== undefined) return value.trim()
  throw refusal(
    flag,
    value,
    `is \`${shown(value)}\`, which is not a length of time`,
    'write for example `90d`, `12h`, `2w` or `P3M`',
  )
}

/** One of a few words. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return (value: string, flag: string): Word => {
    const found = words.find((word) => word === value)
    if (found !== undefined) return found
    const reason = `is \`${shown(value)}\`, which it does not know`
    throw refusal(flag, value, reason, `it knows ${words.map((word) => `\`${word}\``).join(', ')}`)
  }
}

/** What is refused about a flag, as a value that stops the command. */
export function refusal(flag: string, value: unknown, reason: string, hint: string): BrainError {
  return new BrainError('bad-argument', {
    message: `\`--${flag}\` ${reason}`,
    hint,
    data: {argument: flag, value},
  })
}

/** Cut, so that a slip with quotes does not fill the screen; on one line. */
function shown(value: string): string {
  const line = value.replace(/\s+/g, ' ')
  return 60 < line.length ? `${line.slice(0, 60)}…` : line
}
