/**
 * Notes as the tests of an index put them, and questions to it, with as little said as is needed.
 */

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {crc32} from 'node:zlib'
import {onTestFinished} from 'vitest'
import {digest} from '../../src/ground/digest.js'
import type {Instant} from '../../src/ground/instant.js'
import {type NotePath, notePath} from '../../src/ground/note-path.js'
import type {VectorModel} from '../../src/postings/postings.js'
import type {AskedMeaning, FoundChunk, Question} from '../../src/rank/question.js'
import type {
  ComparableStore,
  IndexedChunk,
  IndexedNote,
  IndexStore,
  Put,
  VectorOf,
} from '../../src/store/index-store.js'
import {openStore} from '../../src/store/orama-store.js'

export interface NoteSketch {
  readonly chunks: readonly (string | ChunkSketch)[]
  readonly language?: string
  readonly title?: string
  readonly date?: number
  readonly kind?: string
  /** Without their sign: `wing:atlas`. */
  readonly facets?: readonly string[]
}

export type ChunkSketch = IndexedChunk['fields'] & {
  readonly fact?: number
  readonly turn?: number
  readonly importance?: number
  /** What it means: no part of the note, and told apart (`vectorsOf`). */
  readonly vector?: readonly number[]
}

/** Of which vectors are that fit into a line. */
export const MODEL: VectorModel = {fingerprint: 'small', dimensions: 3}

/** A note at `at`; of texts each is the body of a chunk. */
export function noteOf(at: string, sketch: NoteSketch | readonly string[]): IndexedNote {
  const {
    chunks,
    language = 'und',
    title = at,
    date,
    kind,
    facets = [],
  } = 'chunks' in sketch ? sketch : {chunks: sketch}
  let start = 0
  const seen = new Map<string, number>()
  return {
    path: notePath(at),
    digest: digest(JSON.stringify(sketch, withoutVector)),
    title,
    language,
    ...(date === undefined ? {} : {date: date as Instant}),
    ...(kind === undefined ? {} : {kind}),
    chunks: chunks.map((chunk, index): IndexedChunk => {
      const {fact, turn, importance, vector, ...fields}: ChunkSketch =
        typeof chunk === 'string' ? {body: chunk} : chunk
      const own = index === 0 ? facets.map((facet) => `=${facet}`) : []
      const content = digest(JSON.stringify([fields, own, language]))
      const times = seen.get(content) ?? 0
      seen.set(content, times + 1)
      const from = start
      start += (fields.body?.length ?? 0) + 2
      return {
        id: times === 0 ? content : `${content}.${times}`,
        start: from,
        end: from + (fields.body?.length ?? 0),
        fromLine: 2 * index + 1,
        toLine: 2 * index + 1,
        ...(fact === undefined ? {} : {fact}),
        ...(turn === undefined ? {} : {turn}),
        ...(importance === undefined ? {} : {importance}),
        fields,
        facets: own,
      }
    }),
  }
}

/** Of `JSON.stringify`: a note does not tell what it means. */
function withoutVector(name: string, value: unknown): unknown {
  return name === 'vector' ? undefined : value
}

/** Tells the vectors of a sketch, as far as it has any. */
export function vectorsOf(sketch: NoteSketch | readonly string[]): VectorOf {
  const chunks = 'chunks' in sketch ? sketch.chunks : []
  return (place) => {
    const chunk = chunks[place]
    if (chunk === undefined || typeof chunk === 'string') return undefined
    return chunk.vector && Int8Array.from(chunk.vector)
  }
}

/**
 * What `MODEL` says of a chunk where it does not matter what: of another content something else, and
 * of some that it means nothing.
 */
export function vectorById(id: string): Int8Array {
  const sum = crc32(id)
  if (sum % 5 === 0) return new Int8Array(MODEL.dimensions)
  return Int8Array.of((sum % 7) - 3, (sum % 11) - 5, (sum % 13) - 6)
}

/** Puts a note with its vectors. */
export function putInto(
  store: IndexStore,
  at: string,
  sketch: NoteSketch | readonly string[],
): Put {
  return store.put(noteOf(at, sketch), vectorsOf(sketch))
}

/** What a question means that the model knows every letter of. */
export function meaningOf(...numbers: readonly number[]): AskedMeaning {
  return {vector: Int8Array.from(numbers), coverage: 1}
}

/** A question; ten hits, nothing hidden. */
export function questionOf(text: string, narrowed: Partial<Question> = {}): Question {
  const none: ReadonlySet<string> = new Set()
  return {text, where: [], hidden: none, doubted: none, offset: 0, limit: 10, ...narrowed}
}

/** `a.md:3`: where a hit stands. */
export function placeOf({path: at, fromLine}: FoundChunk): string {
  return `${at}:${fromLine}`
}

/** Where the hits of a question stand, best first. */
export function placesOf(store: IndexStore, text: string, narrowed: Partial<Question> = {}) {
  return store.search(questionOf(text, narrowed)).hits.map(placeOf)
}

/** A folder that goes with the test. */
export function cacheFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'store-'))
  onTestFinished(() => fs.rmSync(folder, {recursive: true, force: true}))
  return path.join(folder, '.brain')
}

export interface Made {
  readonly fingerprint?: string
  readonly vectors?: VectorModel | undefined
}

/** Opens the index kept in `cacheDir`; without one, an index in memory. Without vectors unless told. */
export function storeIn(
  cacheDir?: string,
  {fingerprint = 'test', vectors}: Made = {},
): Promise<ComparableStore> {
  return openStore({
    cacheDir: cacheDir ?? '/nowhere',
    fingerprint,
    vectors,
    inMemory: cacheDir === undefined,
  })
}

/** An index in memory that holds these notes, by their paths. */
export async function storeOf(
  notes: Readonly<Record<string, NoteSketch | readonly string[]>>,
): Promise<ComparableStore> {
  const store = await storeIn()
  for (const [at, sketch] of Object.entries(notes)) putInto(store, at, sketch)
  return store
}

export function pathOf(text: string): NotePath {
  return notePath(text)
}
