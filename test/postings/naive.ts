/**
 * What an index must tell, straight from its notes: no code, no number and no order shared with the real one.
 *
 * Chunks are named by their note and place, since numbers are an index's own affair.
 */

import {expect} from 'vitest'
import type {ChunkEntry, ChunkRow, ChunkTerms, NoteEntry} from '../../src/postings/entry.js'
import {
  type NoteRow,
  type Postings,
  positionList,
  postingList,
} from '../../src/postings/postings.js'
import {FACET, STEM} from '../../src/terms/term.js'

/** A note as it was put, with the terms of all its chunks. */
export interface NaiveNote {
  readonly entry: NoteEntry
  readonly terms: readonly ChunkTerms[]
  /** By chunk; `undefined` where none is known yet. */
  readonly vectors?: readonly (Int8Array | undefined)[]
}

/** By path. */
export type Notes = ReadonlyMap<string, NaiveNote>

type Posting = readonly [path: string, place: number, body: number, other: number, ...number[]]

/** The numbers of a vector, and its length. */
type ToldVector = readonly [length: number, ...number[]]

export interface Told {
  readonly counts: {readonly notes: number; readonly chunks: number; readonly words: number}
  readonly languages: readonly string[]
  readonly notes: readonly {
    readonly row: NoteRow
    readonly date: number
    readonly length: number
    readonly chunks: readonly {
      readonly row: ChunkRow
      readonly length: number
      readonly vector: ToldVector | undefined
    }[]
  }[]
  readonly postings: Readonly<Record<string, readonly Posting[]>>
  readonly vocabulary: readonly string[]
  readonly beginnings: Readonly<Record<string, readonly string[]>>
}

const PREFIXES = ['', 'c', 'con', 'constructor', 'z', '\u{20000}', '\uff66', 'nowhere', '_']
const LIMITS = [0, 2, 1000]

/** Tells all that notes come to, as far as `terms` are asked about; without vectors where there are no `dimensions`. */
export function tellNaively(notes: Notes, terms: readonly string[], dimensions = 0): Told {
  const sorted = [...notes.values()].sort((a, b) => (a.entry.path < b.entry.path ? -1 : 1))
  const all = sorted.flatMap((note) => note.terms.map((chunk, place) => ({note, chunk, place})))
  const words = new Set(all.flatMap(({chunk}) => chunk.terms.map(({term}) => term).filter(isWord)))
  const vocabulary = [...words].sort()
  return {
    counts: {
      notes: notes.size,
      chunks: all.length,
      words: all.reduce((sum, {chunk}) => sum + chunk.length, 0),
    },
    languages: [...new Set(sorted.map(({entry}) => entry.language))].sort(),
    notes: sorted.map(({entry, terms: chunks, vectors}) => {
      const {chunks: rows, ...row} = entry
      return {
        row,
        date: entry.date ?? Number.NaN,
        length: chunks.reduce((sum, {length}) => sum + length, 0),
        chunks: rows.map((chunk, place) => ({
          row: plain(chunk),
          length: chunks[place]!.length,
          vector: dimensions === 0 ? undefined : toldVector(vectors?.[place]),
        })),
      }
    }),
    postings: Object.fromEntries(
      terms.map((term) => [
        `:${term}`,
        all.flatMap(({note, chunk, place}) => {
          const entry = chunk.terms.find((one) => one.term === term)
          if (entry === undefined) return []
          const {body, other, positions} = entry
          return [[note.entry.path, place, Math.min(65_535, body), other, ...positions] as const]
        }),
      ]),
    ),
    vocabulary,
    beginnings: beginnings((prefix, limit) =>
      vocabulary.filter((word) => word.startsWith(prefix)).slice(0, limit),
    ),
  }
}

/** One of another length is none, and so is one of zeros. */
function toldVector(vector: Int8Array | undefined): ToldVector | undefined {
  if (vector === undefined || vector.every((number) => number === 0)) return undefined
  const squares = [...vector].map((number) => number ** 2)
  return [Math.fround(Math.sqrt(squares.reduce((sum, square) => sum + square))), ...vector]
}

const texts = new WeakMap<Notes, Map<readonly string[], Map<number, string>>>()

/** The same as text, made once: `notes` do not change. */
export function textOf(notes: Notes, terms: readonly string[], dimensions = 0): string {
  const byTerms = texts.get(notes) ?? new Map<readonly string[], Map<number, string>>()
  texts.set(notes, byTerms)
  const byDimensions = byTerms.get(terms) ?? new Map<number, string>()
  byTerms.set(terms, byDimensions)
  const text = byDimensions.get(dimensions) ?? JSON.stringify(tellNaively(notes, terms, dimensions))
  byDimensions.set(dimensions, text)
  return text
}

/** Tells all that an index comes to, and whether it is of one mind with itself. */
export function tell(index: Postings, terms: readonly string[]): Told {
  const paths = [...index.paths()].sort()
  const places = new Map<number, readonly [string, number]>()
  const vectors = vectorsOf(index)
  const notes = paths.map((path) => {
    const number = index.noteAt(path)!
    const {noteOf, before, after, headOf} = index
    const chunks: number[] = []
    let last = -1
    for (let chunk = headOf[number]!; chunk !== -1; chunk = after[chunk]!) {
      ensure(noteOf[chunk] === number)
      ensure(before[chunk] === last)
      ensure(!places.has(chunk))
      ensure(chunk < index.chunkLimit)
      places.set(chunk, [path, chunks.push(chunk) - 1])
      last = chunk
    }
    ensure(number < index.noteLimit)
    const row = index.noteRowOf(number)
    ensure(index.digestOf(path) === row.digest)
    ensure(index.kinds[index.kindOf[number]!] === (row.kind ?? ''))
    ensure(index.chunkIdsOf(path).join() === chunks.map((chunk) => index.rowOf(chunk).id).join())
    return {
      row,
      date: index.dateOf[number]!,
      length: index.lengthOfNote[number]!,
      chunks: chunks.map((chunk) => {
        const chunkRow = index.rowOf(chunk)
        ensure(index.factOf[chunk] === (chunkRow.fact ?? 0))
        ensure(index.turnOf[chunk] === (chunkRow.turn ?? 0))
        ensure(index.importanceOf[chunk] === (chunkRow.importance ?? 0.5))
        return {row: chunkRow, length: index.lengthOf[chunk]!, vector: vectors.get(chunk)}
      }),
    }
  })
  for (let note = 0; note < index.noteLimit; note++) {
    const isThere = paths.some((path) => index.noteAt(path) === note)
    ensure((index.headOf[note] !== -1) === isThere)
  }
  // What is gone has no vector either.
  for (const chunk of vectors.keys()) ensure(places.has(chunk))
  return {
    counts: {notes: index.notes, chunks: index.chunks, words: index.words},
    languages: [...index.languages].sort(),
    notes,
    postings: Object.fromEntries(
      terms.map((term) => [`:${term}`, postingsOf(index, term, places)]),
    ),
    vocabulary: [...index.vocabulary()],
    beginnings: beginnings((prefix, limit) => index.wordsFrom(prefix, limit)),
  }
}

/** By chunk, as whoever walks along all of them finds them. */
function vectorsOf(index: Postings): Map<number, ToldVector> {
  const {dimensions, chunkLimit, vectorLength} = index
  const found = new Map<number, ToldVector>()
  let end = 0
  for (const {from, to, vectors} of index.vectorBlocks()) {
    ensure(end <= from && from <= to && to <= chunkLimit)
    ensure(vectors.length === (to - from) * dimensions)
    for (let chunk = from; chunk < to; chunk++) {
      const row = vectors.subarray((chunk - from) * dimensions, (chunk - from + 1) * dimensions)
      if (vectorLength[chunk] !== 0) found.set(chunk, [vectorLength[chunk]!, ...row])
    }
    end = to
  }
  for (let chunk = 0; chunk < chunkLimit; chunk++) {
    ensure(vectorLength[chunk] === (dimensions === 0 ? undefined : (found.get(chunk)?.[0] ?? 0)))
    ensure(index.vectorAt(chunk)?.join() === found.get(chunk)?.slice(1).join())
  }
  return found
}

// Two lists for all questions: they must not remember the one before.
const short = postingList()
const long = positionList()

function postingsOf(
  index: Postings,
  term: string,
  places: ReadonlyMap<number, readonly [string, number]>,
): Posting[] {
  index.read(term, short)
  index.readPositions(term, long)
  ensure(short.count === long.count)
  const found: Posting[] = []
  for (let i = 0; i < short.count; i++) {
    const chunk = short.chunk[i]!
    ensure(i === 0 || short.chunk[i - 1]! < chunk)
    ensure(long.chunk[i] === chunk && long.body[i] === short.body[i])
    ensure(long.other[i] === short.other[i])
    const positions = long.positions.subarray(long.from[i], long.from[i + 1])
    const place = places.get(chunk)
    ensure(place !== undefined)
    found.push([...place!, short.body[i]!, short.other[i]!, ...positions])
  }
  return found.sort((a, b) => (a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? -1 : 1))
}

function beginnings(ask: (prefix: string, limit: number) => string[]) {
  return Object.fromEntries(
    PREFIXES.flatMap((prefix) => LIMITS.map((limit) => [`${prefix}/${limit}`, ask(prefix, limit)])),
  )
}

/** As `expect`, which takes longer than what is asked here a thousand times. */
function ensure(isSo: boolean): void {
  if (!isSo) throw new Error('the index is not of one mind with itself')
}

/** Whether an index tells what `notes` come to; shows where it differs. */
export function checkTells(index: Postings, notes: Notes, terms: readonly string[]): void {
  const told = tell(index, terms)
  if (JSON.stringify(told) !== textOf(notes, terms, index.dimensions)) {
    expect(told).toEqual(tellNaively(notes, terms, index.dimensions))
  }
}

/** Whether two indexes tell the same. */
export function checkTellSame(one: Postings, other: Postings, terms: readonly string[]): void {
  expect(JSON.stringify(tell(one, terms))).toBe(JSON.stringify(tell(other, terms)))
}

function isWord(term: string): boolean {
  return !term.startsWith(STEM) && !term.startsWith(FACET)
}

/** Without keys that hold nothing. */
function plain(chunk: ChunkEntry): ChunkRow {
  return Object.fromEntries(
    Object.entries(chunk).filter(([, value]) => value !== undefined),
  ) as unknown as ChunkRow
}
