/**
 * Finds in a question what is a name of something and no word of a language: identifiers, paths,
 * numbers of versions.
 *
 * Who types one means exactly that. So it must not be found where none is: a brand with a capital
 * in it, a hyphenated word, a time of the day are words among others.
 */

import {type PlacedWord, wholesOf} from './placed.js'

export interface Identifiers {
  /** Those that are one term. */
  readonly terms: readonly string[]
  /** Those that are several, side by side. */
  readonly paths: readonly (readonly PlacedWord[])[]
}

/** All that are in `text`, in order, each once. */
export function identifiersIn(text: string): Identifiers {
  const terms = new Set<string>()
  const paths: (readonly PlacedWord[])[] = []
  for (const token of new Set(text.split(/\s+/))) {
    if (!isIdentifierToken(token)) continue
    const words = wholesOf(token)
    if (words.length === 1) terms.add(words[0]!.term)
    else if (1 < words.length) paths.push(words)
  }
  return {terms: [...terms], paths}
}

/** Whether `token`, which has no blanks, is one, whatever marks of a sentence stand around it. */
export function isIdentifierToken(token: string): boolean {
  return token.length <= LONGEST && isIdentifier(bare(token))
}

/** A token without the marks of the sentence around it. Dots and slashes before it belong to it. */
function bare(token: string): string {
  return token
    .replace(/^(?:(?![./~@_\\])[\p{P}\p{Sm}\p{Sc}\p{Sk}])+/u, '')
    .replace(/(?:\(\)|(?![_/\\])[\p{P}\p{Sm}\p{Sc}\p{Sk}])+$/u, '')
}

/** In UTF-16 units. Longer ones are looked for by their words. */
const LONGEST = 512

function isIdentifier(token: string): boolean {
  return (
    3 <= token.length &&
    (isPath(token) ||
      isDotted(token) ||
      /[\p{L}\p{N}]_+[\p{L}\p{N}]|^__\w+__$/u.test(token) ||
      isCamel(token) ||
      isNumbered(token))
  )
}

/** `src/a/b.ts`, `./a`, `@scope/name`, `ann@example.com`; not `and/or`, `24/7`, `TCP/IP`. */
function isPath(token: string): boolean {
  const segments = token.split(/[\\/]/)
  if (segments.length === 1) return /^[^@]+@[^@]+\.[a-z]{2,}$/i.test(token)
  const names = segments.filter((segment) => /[\p{L}\p{N}]/u.test(segment))
  if (names.length === 0 || names.every((name) => /^[\p{N}.,]+$/u.test(name))) return false
  return (
    2 < names.length ||
    /^(?:[~.@]|[\\/])/.test(token) ||
    segments.at(-1) === '' ||
    names.some((name) => isDotted(name) || /\w_\w|[a-z][A-Z]/.test(name))
  )
}

/** `foo.test.ts`, `v0.6.2`, `.gitignore`; not `e.g`, `3.14`, `01.03.2026`, `noon.Then`. */
function isDotted(token: string): boolean {
  if (/^\.[a-z][\w-]+$/i.test(token)) return true
  const parts = token.split('.')
  if (parts.length < 2 || !parts.every((part) => /^[\p{L}\p{N}_-]+$/u.test(part))) return false
  if (parts.every((part) => /^\p{N}+$/u.test(part))) {
    return 2 < parts.length && parts.at(-1)!.length < 4
  }
  if (/^\p{N}/u.test(token)) return 2 < parts.length
  const isAbbreviation = parts.some((part, index) => index !== 0 && /^\p{Lu}$/u.test(part))
  const isSentence = parts.some((part, index) => index !== 0 && /^\p{Lu}\p{Ll}/u.test(part))
  return !isAbbreviation && !isSentence && parts.some((part) => 1 < part.length)
}

/** `fetchUser`, `UserServiceImpl`; not `iPhone`, `GitHub`, `macOS`. */
function isCamel(token: string): boolean {
  return /^(?:[a-z]{2,}[a-z0-9]*(?:[A-Z]+[a-z0-9]+)+|(?:[A-Z]+[a-z0-9]+){3,})[A-Z]*$/.test(token)
}

/** `E1234`, `PROJ-123`, `3f2a9bc`, a UUID; not `20th`, `5pm`, `GPT-4`, `v2`. */
function isNumbered(token: string): boolean {
  return (
    /^[a-z]+\d{3,}[a-z0-9]*$/i.test(token) ||
    /^[A-Z]{2,}[A-Z0-9]*(?:-\d+)*-\d{3,}$/.test(token) ||
    /^(?=(?:[a-f]*\d){2})(?=\d*[a-f])[0-9a-f]{7,40}$/.test(token) ||
    /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(token)
  )
}
