/**
 * Notes as the tests of an index put them, and questions to it, with as little said as is needed.
 */

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {onTestFinished} from 'vitest'
import {digest} from '../../src/ground/digest.js'
import type {Instant} from '../../src/ground/instant.js'
import {type NotePath, notePath} from '../../src/ground/note-path.js'
import type {FoundChunk, Question} from '../../src/rank/question.js'
import type {
  ComparableStore,
  IndexedChunk,
  IndexedNote,
  IndexStore,
} from '../../src/store/index-store.js'
import {openStore} from '../../src/store/orama-store.js'

export interface NoteSketch {
  readonly chunks: readonly (string | ChunkSketch)[]
  readonly language?: string
  readonly title?: string
  readonly date?: number
  /** Without their sign: `wing:atlas`. */
  readonly facets?: readonly string[]
}

export type ChunkSketch = IndexedChunk['fields'] & {readonly fact?: number; readonly turn?: number}

/** A note at `at`; of texts each is the body of a chunk. */
export function noteOf(at: string, sketch: NoteSketch | readonly string[]): IndexedNote {
  const {
    chunks,
    language = 'und',
    title = at,
    date,
    facets = [],
  } = 'chunks' in sketch ? sketch : {chunks: sketch}
  let start = 0
  const seen = new Map<string, number>()
  return {
    path: notePath(at),
    digest: digest(JSON.stringify(sketch)),
    title,
    language,
    ...(date === undefined ? {} : {date: date as Instant}),
    chunks: chunks.map((chunk, index): IndexedChunk => {
      const {fact, turn, ...fields} = typeof chunk === 'string' ? {body: chunk} : chunk
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
        fields,
        facets: own,
      }
    }),
  }
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

/** Opens the index kept in `cacheDir`; without one, an index in memory. */
export function storeIn(cacheDir?: string, fingerprint = 'test'): Promise<ComparableStore> {
  return openStore({
    cacheDir: cacheDir ?? '/nowhere',
    fingerprint,
    inMemory: cacheDir === undefined,
  })
}

/** An index in memory that holds these notes, by their paths. */
export async function storeOf(
  notes: Readonly<Record<string, NoteSketch | readonly string[]>>,
): Promise<ComparableStore> {
  const store = await storeIn()
  for (const [at, sketch] of Object.entries(notes)) store.put(noteOf(at, sketch))
  return store
}

export function pathOf(text: string): NotePath {
  return notePath(text)
}
