/** Asks a small index a question, and tells the answer by the names of chunks. */

import type {Instant} from '../../src/ground/instant.js'
import type {Question} from '../../src/rank/question.js'
import {type Ranked, type RankedChunk, rank} from '../../src/rank/rank.js'
import type {Room} from '../../src/rank/room.js'
import type {Query} from '../../src/terms/query.js'
import {STEM} from '../../src/terms/term.js'
import {type SmallReader, stem, words} from './small-reader.js'

export interface Asked extends Partial<Omit<Question, 'text' | 'since' | 'until'>> {
  readonly since?: number
  readonly until?: number
  readonly room?: Room
}

export interface Answer extends Ranked {
  /** `a.md#0`, best first. */
  readonly names: readonly string[]
  readonly scores: readonly number[]
  readonly best: RankedChunk
}

const STOP_WORDS = new Set(['the', 'of', 'a', 'to', 'be', 'or', 'not', 'is'])
/**
 * An identifier or a path, with capitals, a low line, a dot, a slash or figures among its letters.
 */
const IDENTIFIER = /[a-z][A-Z]|[\p{L}\p{N}][_./][\p{L}\p{N}]|\p{L}\p{N}/u

export function questionOf(text: string, {since, until, ...asked}: Asked = {}): Question {
  return {
    text,
    where: [],
    hidden: new Set(),
    doubted: new Set(),
    offset: 0,
    limit: 1000,
    ...(since === undefined ? {} : {since: since as Instant}),
    ...(until === undefined ? {} : {until: until as Instant}),
    ...asked,
  }
}

export function queryOf(text: string): Query {
  const phrases = [...text.matchAll(/"([^"]+)"/g)].map((match) => words(match[1]!))
  const exact = text
    .split(/[\s"]+/)
    .filter((word) => IDENTIFIER.test(word))
    .map((word) => words(word)[0]!.term)
  return {
    words: words(text).map(({term}) => ({
      word: term,
      stems: [`${STEM}en:${stem(term, 'en')}`],
      stop: STOP_WORDS.has(term),
      weight: 1,
    })),
    phrases: phrases.filter(({length}) => length !== 0),
    exact,
  }
}

export function ask(reader: SmallReader, text: string, asked: Asked = {}): Answer {
  const {room, ...rest} = asked
  const ranked = rank(reader, reader, queryOf(text), questionOf(text, rest), room)
  return {
    ...ranked,
    names: ranked.hits.map(({chunk}) => reader.nameOf(chunk)),
    scores: ranked.hits.map(({score}) => score),
    best: ranked.hits[0]!,
  }
}
