/**
 * The words in a word: identifiers split and whole.
 *
 * `fetchUserById` is found by each of its parts and, as it was typed, by the whole; so is what
 * dots, hyphens, underscores and apostrophes hold together. A whole stands where its first part
 * stands. What comes out, read again by itself, gives itself: whoever types a word that is indexed
 * finds it.
 */

import {fold, lowered, withoutAccents} from './fold.js'

/** One term of a word or identifier. */
export interface Piece {
  /** Folded; at most `LONGEST` units. */
  readonly term: string
  /** Its position, counted from that of the first piece. */
  readonly at: number
  /** How many positions it is the whole of; 1 for a part, and for a word that has none. */
  readonly span: number
  /** An identifier as typed; a word with what held it together left out; a word. */
  readonly kind: 'whole' | 'joined' | 'word'
  /** What its stem is made of: in lower case, with its accents. Absent for what has no stem. */
  readonly base?: string
}

export interface Pieces {
  /** Ascending by position; a whole before its parts. */
  readonly pieces: readonly Piece[]
  /** How many positions they take. */
  readonly length: number
}

/**
 * In UTF-16 units. What is longer is no word that anyone types: bytes in letters, a line without
 * blanks.
 */
export const LONGEST = 64

/** Most words are nothing but letters, and need no looking into. */
const plainWord = /^[A-Z]?[a-z]+$/

/** Takes a word or identifier apart. `raw` is as `scan` gives it, and `normal`. */
export function piecesOf(raw: string): Pieces {
  if (raw.length <= LONGEST && plainWord.test(raw)) {
    const term = raw.toLowerCase()
    return {pieces: [{term, at: 0, span: 1, kind: 'word', base: term}], length: 1}
  }
  const pieces: Piece[] = []
  const plain = raw.includes('**') ? raw.replaceAll('**', '') : raw
  const length = inSuffix(plain.replace(/[\u2019\u02bc]/g, "'").replaceAll('\u2010', '-'), pieces)
  return {pieces, length}
}

/** Cuts a term to `LONGEST` units, and not through a surrogate pair. */
export function cutTerm(term: string): string {
  if (term.length <= LONGEST) return term
  const last = term.charCodeAt(LONGEST - 1)
  return term.slice(0, 0xd800 <= last && last < 0xdc00 ? LONGEST - 1 : LONGEST)
}

/** `c++`, `c#`, `__init__`, `.gitignore`: signs at the sides that make another word of it. */
function inSuffix(raw: string, pieces: Piece[]): number {
  const match = /^(\.|__)?(.*?)(\+\+|#|__)?$/s.exec(raw)!
  const [, prefix = '', name, suffix = ''] = match
  if (prefix + suffix === '') return dotted(raw, 0, pieces)
  const inner: Piece[] = []
  const length = dotted(name!, 0, inner)
  whole(pieces, raw, 0, length)
  // The letter of `C++` says nothing alone.
  if (name!.length === 1) return 1
  pieces.push(...inner)
  return length
}

function dotted(raw: string, at: number, pieces: Piece[]): number {
  if (!raw.includes('.')) return hyphened(raw, at, pieces)
  const parts = raw.split('.')
  if (parts.every(isOneLetter)) return word(parts.join(''), at, pieces)
  const inner: Piece[] = []
  const length = inOrder(parts, at, inner, hyphened)
  if (!parts.some(isNextSentence)) {
    whole(pieces, raw, at, length)
    // A version is told with its `v` and without.
    if (/^v\d+\.\d/i.test(raw)) whole(pieces, raw.slice(1), at, length)
  }
  append(pieces, inner)
  return length
}

/** `U.S.A.`, `e.g.`: one word whose letters say nothing. */
function isOneLetter(part: string): boolean {
  return /^\p{L}\p{M}*$/u.test(part)
}

/** `…by noon.Then we…`: somebody forgot a blank. */
function isNextSentence(part: string, index: number, parts: readonly string[]): boolean {
  return index !== 0 && /^\p{Lu}\p{Ll}/u.test(part) && /^\p{L}?\p{Ll}*$/u.test(parts[index - 1]!)
}

/** Of more parts than this the whole is a slug, and nobody writes it in one. */
const MOST_JOINED = 3

function hyphened(raw: string, at: number, pieces: Piece[]): number {
  if (!raw.includes('-')) return grouped(raw, at, pieces)
  const parts = raw.split('-')
  const inner: Piece[] = []
  const length = inOrder(parts, at, inner, grouped)
  // `e-mail` is `email`, `2026-03-01` is `20260301`.
  if (parts.length <= MOST_JOINED) joined(pieces, parts, at, length)
  append(pieces, inner)
  return length
}

/** `1,000` is `1000`; other commas stand apart. */
function grouped(raw: string, at: number, pieces: Piece[]): number {
  if (!raw.includes(',')) return apostrophed(raw, at, pieces)
  if (/^\d{1,3}(?:,\d{3})+$/.test(raw)) return word(raw.replaceAll(',', ''), at, pieces)
  return inOrder(raw.split(','), at, pieces, apostrophed)
}

/** French and Italian leave out a vowel before another: two words stand here. */
const elided =
  /^(?:[bcdjlmnst]|qu|lorsqu|puisqu|quoiqu|jusqu|quelqu|un|gl|dell|all|nell|sull|dall|coll|quell|bell|sant)$/i

function apostrophed(raw: string, at: number, pieces: Piece[]): number {
  if (!raw.includes("'")) return underscored(raw, at, pieces)
  const parts = raw.split("'")
  const [head, tail] = parts as [string, string]
  if (parts.length === 2) {
    if (/^(?:s|ll|re|ve|d|m)$/i.test(tail)) return underscored(head, at, pieces)
    if (/^t$/i.test(tail) && /n$/i.test(head)) return word(head + tail, at, pieces)
    if (elided.test(head)) return inOrder(parts, at, pieces, underscored)
  }
  const inner: Piece[] = []
  const length = inOrder(parts, at, inner, underscored)
  if (parts.length <= MOST_JOINED) joined(pieces, parts, at, length)
  append(pieces, inner)
  return length
}

function underscored(raw: string, at: number, pieces: Piece[]): number {
  if (!raw.includes('_')) return humped(raw, at, pieces)
  const inner: Piece[] = []
  const length = inOrder(raw.split(/_+/), at, inner, humped)
  whole(pieces, raw, at, length)
  append(pieces, inner)
  return length
}

/**
 * Before a capital that begins a hump: `fetch|User`, `HTTP|Server`, `utf8|Text`; not in `APIs` and
 * `3D`.
 */
const hump =
  /(?<=\p{Ll}\p{M}*)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}(?!s(?:\p{Lu}|$))\p{Ll})|(?<=\p{L}\p{N}+)(?=\p{Lu}\p{Ll})/u
/** Of more humps than this it is bytes in letters. */
const MOST_HUMPS = 8

function humped(raw: string, at: number, pieces: Piece[]): number {
  if (LONGEST < raw.length || !/[^\p{Lu}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u.test(raw)) {
    return word(raw, at, pieces)
  }
  const parts = raw.split(hump)
  if (parts.length === 1 || MOST_HUMPS < parts.length) return word(raw, at, pieces)
  const inner: Piece[] = []
  const length = inOrder(parts, at, inner, word)
  whole(pieces, raw, at, length)
  append(pieces, inner)
  return length
}

function word(raw: string, at: number, pieces: Piece[]): number {
  // Folding may make a word shorter or longer by a few signs, not by half.
  const base = lowered(raw.length <= LONGEST ? raw : raw.slice(0, 4 * LONGEST))
  const term = cutTerm(isAscii(base) ? base : withoutAccents(base))
  if (term === '') return 0
  pieces.push({term, at, span: 1, kind: 'word', base})
  return 1
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text)
}

function inOrder(
  parts: readonly string[],
  at: number,
  pieces: Piece[],
  read: (part: string, at: number, pieces: Piece[]) => number,
): number {
  let length = 0
  for (const part of parts) length += read(part, at + length, pieces)
  return length
}

function whole(pieces: Piece[], raw: string, at: number, span: number): void {
  if (raw.length <= LONGEST) add(pieces, {term: fold(raw), at, span, kind: 'whole'})
}

function joined(pieces: Piece[], parts: readonly string[], at: number, span: number): void {
  const raw = parts.join('').replace(/[',]/g, '')
  if (LONGEST < raw.length) return
  add(pieces, {term: fold(raw), at, span, kind: 'joined', base: lowered(raw)})
}

/** What folding made too long is left out: a whole that is cut is none. */
function add(pieces: Piece[], piece: Piece): void {
  if (piece.term !== '' && piece.term.length <= LONGEST && 0 < piece.span) pieces.push(piece)
}

/** Not by spreading: a line of a megabyte has more parts than a call may have arguments. */
function append(pieces: Piece[], more: readonly Piece[]): void {
  for (const piece of more) pieces.push(piece)
}
