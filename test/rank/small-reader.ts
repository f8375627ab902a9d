/**
 * An index made from plain texts, for the tests of ranking: maps and arrays, no bytes.
 *
 * Words are what stands between blanks and marks, in lower case; `en` has a stemmer that takes an s
 * away.
 */

import type {NotePath} from '../../src/ground/note-path.js'
import type {PostingList, Reader, VectorReader} from '../../src/postings/reader.js'
import type {Rows} from '../../src/rank/rows.js'
import {FACET, FIELDS, type Field, type Language, STEM} from '../../src/terms/term.js'

export interface SmallNote {
  readonly path: string
  /** One text a chunk; the fields of a first chunk may be given with it. */
  readonly chunks: readonly (string | SmallChunk)[]
  readonly facets?: readonly string[]
  readonly language?: Language
  readonly date?: number
  readonly kind?: string
}

export type SmallChunk = Partial<Record<Field, string>> & {
  readonly fact?: number
  readonly turn?: number
  readonly importance?: number
  /** `DIMENSIONS` numbers. */
  readonly vector?: readonly number[]
}

/** Those of the vectors here. */
export const DIMENSIONS = 4

export interface Numbering {
  /** Gives notes and chunks other numbers than their order; the same ones for the same seed. */
  readonly seed?: number
  /** Notes that were there and are gone. */
  readonly gone?: readonly SmallNote[]
}

export type SmallReader = Reader &
  VectorReader &
  Rows & {
    /** Path and place of a chunk, `a.md#0`. */
    nameOf(chunk: number): string
    /** How many postings have been read, and how often the vocabulary. */
    readonly reads: {postings: number; vocabulary: number; rows: number}
  }

interface Posting {
  readonly chunk: number
  readonly counts: number[]
  readonly positions: number[]
}

/**
 * The words of a text and their places; an identifier whole, and its parts from where it stands.
 */
export function words(text: string): {readonly term: string; readonly at: number}[] {
  let at = 0
  const tokens = text.match(/[\p{L}\p{M}\p{N}_./-]*[\p{L}\p{M}\p{N}_]/gu) ?? []
  return tokens.flatMap((token) => {
    const whole = {term: token.toLowerCase(), at}
    const parts = token.split(/(?<=\p{Ll})(?=\p{Lu})/u)
    const from = at
    at += parts.length
    if (parts.length === 1) return [whole]
    return [whole, ...parts.map((part, index) => ({term: part.toLowerCase(), at: from + index}))]
  })
}

/** The stem of a word in `language`, without its namespace. */
export function stem(word: string, language: Language): string {
  return language === 'en' ? word.replace(/(?<=..)s$/, '') : word
}

export function smallReader(notes: readonly SmallNote[], numbering: Numbering = {}): SmallReader {
  const gone = new Set(numbering.gone ?? [])
  const all = [...gone, ...notes]
  const noteNumbers = numbersOf(all.length, numbering.seed)
  const chunkNumbers = numbersOf(
    all.reduce((sum, {chunks}) => sum + chunks.length, 0),
    numbering.seed,
  )
  const builder = new Builder(all.length, chunkNumbers.length)
  let next = 0
  all.forEach((note, index) => {
    const numbers = chunkNumbers.slice(next, next + note.chunks.length)
    next += note.chunks.length
    builder.add(note, noteNumbers[index]!, numbers, !gone.has(note))
  })
  return builder.reader()
}

class Builder {
  readonly noteOf: Uint32Array
  readonly lengthOf: Uint32Array
  readonly before: Int32Array
  readonly after: Int32Array
  readonly factOf: Uint16Array
  readonly turnOf: Uint32Array
  readonly importanceOf: Float64Array
  readonly lengthOfNote: Uint32Array
  readonly headOf: Int32Array
  readonly dateOf: Float64Array
  readonly kindOf: Uint16Array
  readonly kinds: string[] = ['']
  readonly vectors: Int8Array
  readonly vectorLength: Float32Array
  readonly postings = new Map<string, Map<number, Posting>>()
  readonly names = new Map<number, string>()
  readonly paths = new Map<number, string>()
  readonly languages = new Set<Language>()
  chunks = 0
  notes = 0

  constructor(notes: number, chunks: number) {
    this.noteOf = new Uint32Array(chunks)
    this.lengthOf = new Uint32Array(chunks)
    this.before = new Int32Array(chunks).fill(-1)
    this.after = new Int32Array(chunks).fill(-1)
    this.factOf = new Uint16Array(chunks)
    this.turnOf = new Uint32Array(chunks)
    this.importanceOf = new Float64Array(chunks).fill(0.5)
    this.vectors = new Int8Array(chunks * DIMENSIONS)
    this.vectorLength = new Float32Array(chunks)
    this.lengthOfNote = new Uint32Array(notes)
    this.headOf = new Int32Array(notes).fill(-1)
    this.dateOf = new Float64Array(notes).fill(Number.NaN)
    this.kindOf = new Uint16Array(notes)
  }

  add(note: SmallNote, number: number, chunkNumbers: readonly number[], alive: boolean): void {
    chunkNumbers.forEach((chunk) => {
      this.noteOf[chunk] = number
    })
    if (!alive) return
    this.notes++
    this.paths.set(number, note.path)
    this.languages.add(note.language ?? 'und')
    this.headOf[number] = chunkNumbers[0] ?? -1
    this.dateOf[number] = note.date ?? Number.NaN
    this.kindOf[number] = this.kinds.push(note.kind ?? '') - 1
    note.chunks.forEach((chunk, index) => {
      const at = chunkNumbers[index]!
      this.before[at] = chunkNumbers[index - 1] ?? -1
      this.after[at] = chunkNumbers[index + 1] ?? -1
      this.names.set(at, `${note.path}#${index}`)
      this.addChunk(note, at, typeof chunk === 'string' ? {body: chunk} : chunk)
      this.lengthOfNote[number]! += this.lengthOf[at]!
      this.chunks++
    })
    for (const facet of note.facets ?? []) this.occur(`${FACET}${facet}`, chunkNumbers[0]!, 0, -1)
  }

  addChunk({language = 'und'}: SmallNote, chunk: number, fields: SmallChunk): void {
    this.factOf[chunk] = fields.fact ?? 0
    this.turnOf[chunk] = fields.turn ?? 0
    this.importanceOf[chunk] = fields.importance ?? 0.5
    this.vectors.set(fields.vector ?? [], chunk * DIMENSIONS)
    this.vectorLength[chunk] = Math.hypot(...(fields.vector ?? []))
    let from = 0
    FIELDS.forEach((field, place) => {
      const found = words(fields[field] ?? '')
      for (const {term, at} of found) {
        this.occur(term, chunk, place, from + at)
        const stemmed = stem(term, language)
        if (stemmed !== term) this.occur(`${STEM}${language}:${stemmed}`, chunk, place, -1)
      }
      const length = (found.at(-1)?.at ?? -1) + 1
      if (field === 'body' || field === 'headings') this.lengthOf[chunk]! += length
      from += length + 1
    })
  }

  occur(term: string, chunk: number, field: number, position: number): void {
    const byChunk = this.postings.get(term) ?? new Map<number, Posting>()
    this.postings.set(term, byChunk)
    const posting = byChunk.get(chunk) ?? {chunk, counts: FIELDS.map(() => 0), positions: []}
    byChunk.set(chunk, posting)
    if (!term.startsWith(FACET)) posting.counts[field]! += 1
    if (position !== -1) posting.positions.push(position)
  }

  reader(): SmallReader {
    const {names, paths, noteOf, lengthOf} = this
    const postings = new Map(
      [...this.postings].map(([term, byChunk]) => [
        term,
        [...byChunk.values()].sort((a, b) => a.chunk - b.chunk),
      ]),
    )
    const vocabulary = [...postings.keys()].filter((term) => !/^[~=]/.test(term)).sort()
    const numbers = new Map([...paths].map(([number, path]) => [path, number]))
    const reads = {postings: 0, vocabulary: 0, rows: 0}
    return {
      ...this,
      words: [...names.keys()].reduce((sum, chunk) => sum + lengthOf[chunk]!, 0),
      chunkLimit: noteOf.length,
      noteLimit: this.headOf.length,
      reads,
      dimensions: DIMENSIONS,
      vectorBlocks: () => [{from: 0, to: noteOf.length, vectors: this.vectors}],
      vectorAt: (chunk) => this.vectors.subarray(chunk * DIMENSIONS, (chunk + 1) * DIMENSIONS),
      revision: 1,
      vectorRevision: 1,
      vectorsChangedSince: () => [],
      numbering: 1,
      isGone: (chunk) => !names.has(chunk),
      read(term, list, from = 0) {
        reads.postings++
        fill(
          list,
          (postings.get(term) ?? []).filter(({chunk}) => from <= chunk),
        )
      },
      readPositions(term, list) {
        const found = postings.get(term) ?? []
        fill(list, found)
        list.from = Uint32Array.from([0, ...found.map(({positions}) => positions.length)])
        for (let i = 1; i < list.from.length; i++) list.from[i]! += list.from[i - 1]!
        list.positions = Uint32Array.from(found.flatMap(({positions}) => positions))
      },
      wordsFrom: (prefix, limit) =>
        vocabulary.filter((word) => word.startsWith(prefix)).slice(0, limit),
      vocabulary() {
        reads.vocabulary++
        return vocabulary
      },
      noteAt: (path) => numbers.get(path),
      noteRowOf(note) {
        reads.rows++
        return {path: paths.get(note) as NotePath}
      },
      rowOf(chunk) {
        reads.rows++
        return {start: Number(names.get(chunk)!.split('#').at(-1))}
      },
      nameOf: (chunk) => names.get(chunk)!,
    }
  }
}

function fill(list: PostingList, postings: readonly Posting[]): void {
  list.count = postings.length
  list.chunk = Uint32Array.from(postings, ({chunk}) => chunk)
  list.body = Uint16Array.from(postings, ({counts}) => counts[0]!)
  list.other = Uint32Array.from(postings, ({counts}) =>
    counts.slice(1).reduce((bits, count, place) => bits + Math.min(count, 63) * 64 ** place, 0),
  )
}

/** 0 up to `size` in some order. */
function numbersOf(size: number, seed: number | undefined): number[] {
  const numbers = Array.from({length: size}, (_, index) => index)
  if (seed === undefined) return numbers
  let state = seed
  for (let i = size - 1; 0 < i; i--) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const other = state % (i + 1)
    const kept = numbers[i]!
    numbers[i] = numbers[other]!
    numbers[other] = kept
  }
  return numbers
}
