/** Notes made by chance, or by a number: small ones, alike enough that they meet in everything. */

import fc from 'fast-check'
import {digest} from '../../src/ground/digest.js'
import type {Instant} from '../../src/ground/instant.js'
import {notePath} from '../../src/ground/note-path.js'
import type {ChunkEntry, ChunkTerms, NoteEntry, TermEntry} from '../../src/postings/entry.js'
import {countedIn} from '../../src/postings/posting-code.js'
import type {Postings, VectorModel} from '../../src/postings/postings.js'
import type {NaiveNote, Notes} from './naive.js'

/** Every term there is: near one another, named like what objects have, of one code unit and of many. */
export const TERMS = [
  'a',
  'constructor',
  'constructors',
  '__proto__',
  'toString',
  'élan',
  'z',
  'zebra',
  '漢字',
  // By code units these come the other way round than by bytes.
  '\u{20000}',
  '\uff66',
  'x'.repeat(200),
  '',
  '~de:haus',
  '~en:constructor',
  '=wing:user1',
  '=wing:user10',
] as const

/** Also one that is nowhere. */
export const ASKED = [...TERMS, 'nowhere', 'con']

const PATHS = [
  'a.md',
  'b.md',
  'drawers/ä/é.md',
  '__proto__',
  'b.md.md',
  '\u{20000}.md',
  '\uff66.md',
]

const count = fc.oneof(
  {weight: 8, arbitrary: fc.constantFrom(0, 1, 2)},
  fc.constantFrom(63, 64, 70_000),
)
/** A term that is counted so often in each field. */
export function counted(
  counts: readonly number[],
  positions: readonly number[],
  term = '',
): TermEntry {
  const [body = 0, ...others] = counts
  let other = 0
  others.forEach((count, place) => {
    for (let i = 0; i < Math.min(100, count); i++) other = countedIn(other, place + 1)
  })
  return {term, body, other, positions}
}

const termEntry: fc.Arbitrary<TermEntry> = fc
  .tuple(
    fc.boolean(),
    fc.array(count, {minLength: 1, maxLength: 6}),
    fc.array(fc.nat(3000), {maxLength: 5}),
  )
  .map(([isPlain, counts, positions]) => {
    const sorted = positions.sort((a, b) => a - b)
    return counted(isPlain ? [sorted.length] : counts, sorted)
  })

/** What chunks can hold. A chunk's id is its place among these, so that it names the content. */
export const pool: fc.Arbitrary<readonly ChunkTerms[]> = fc.array(
  fc.record({
    length: fc.oneof(fc.nat(300), fc.constant(2 ** 24)),
    terms: fc
      .uniqueArray(fc.tuple(fc.constantFrom(...TERMS), termEntry), {
        selector: ([term]) => term,
        maxLength: 8,
      })
      .map((entries) => entries.map(([term, entry]) => ({...entry, term}))),
  }),
  {minLength: 1, maxLength: 8},
)

/** Everything of a note but what its chunks hold. */
export interface Draft {
  readonly path: string
  readonly digest: string
  readonly title: string
  readonly language: string
  readonly date: number | undefined
  readonly kind: string | undefined
  readonly chunks: readonly (Omit<ChunkEntry, 'id'> & {readonly content: number})[]
}

const number = fc.oneof(fc.nat(500), fc.constantFrom(2 ** 31, 2 ** 32 - 1))

export const path: fc.Arbitrary<string> = fc.constantFrom(...PATHS)

export const draft: fc.Arbitrary<Draft> = fc.record({
  path,
  digest: fc.constantFrom('one', 'two', 'three', 'ü'),
  title: fc.constantFrom('', 'Title', 'Tïtle \u{1f40b}', 't'.repeat(300)),
  language: fc.constantFrom('und', 'en', 'de'),
  date: fc.option(fc.constantFrom(0, -1, 8.64e15, 1_700_000_000_123), {nil: undefined}),
  kind: fc.option(fc.constantFrom('daily', 'drawer/events', '__proto__', '漢字'), {nil: undefined}),
  chunks: fc.uniqueArray(
    fc.record(
      {
        content: fc.nat(7),
        start: number,
        end: number,
        fromLine: number,
        toLine: number,
        fact: fc.integer({min: 1, max: 65_535}),
        turn: fc.integer({min: 1, max: 2 ** 32 - 1}),
        importance: fc.constantFrom(0, 0.1, 1, 1 / 3),
      },
      {requiredKeys: ['content', 'start', 'end', 'fromLine', 'toLine']},
    ),
    {selector: ({content}) => content, minLength: 1, maxLength: 6},
  ),
})

/** Whatever vectors are of; of so few dimensions that they are often alike. */
export const MODEL: VectorModel = {fingerprint: 'a model', dimensions: 3}

/** The vector of a chunk with this id: zero for some, as of a text in no language that the model knows. */
export function vectorFor(id: string, {fingerprint, dimensions} = MODEL): Int8Array {
  const bytes = Buffer.from(digest(`${fingerprint} ${id}`), 'base64url')
  return Int8Array.from({length: dimensions}, (_, i) => (bytes[0]! % 5 === 0 ? 0 : bytes[i]! - 128))
}

/** Makes a note of a draft. Two contents of a pool that is too small are told apart by their id alone. */
export function noteOf(drawn: Draft, contents: readonly ChunkTerms[]): NaiveNote {
  const {path: text, date, kind, chunks, ...rest} = drawn
  const entry: NoteEntry = {
    ...rest,
    // As that of a file does, it names everything in the note.
    digest: `${rest.digest} ${digest(JSON.stringify(drawn))}`,
    path: notePath(text),
    ...(date === undefined ? {} : {date: date as Instant}),
    ...(kind === undefined ? {} : {kind}),
    chunks: chunks.map(({content, ...row}) => ({id: `content-${content}`, ...row})),
  }
  return {entry, terms: chunks.map(({content}) => contents[content % contents.length]!)}
}

/** Puts a note as whoever keeps an index would; tells how many chunks were read. */
export function putInto(index: Postings, {entry, terms, vectors}: NaiveNote): number {
  const termsOf = (chunk: ChunkEntry) => terms[entry.chunks.indexOf(chunk)]!
  return index.put(entry, termsOf, (_, place) => vectors?.[place]).redone
}

/** Makes `index` hold exactly `notes`, as a catalog would: by digest alone. */
export function reconcile(index: Postings, notes: Notes): void {
  for (const path of [...index.paths()]) {
    if (!notes.has(path)) index.remove(path)
  }
  for (const [path, note] of notes) {
    if (index.digestOf(path) !== note.entry.digest) putInto(index, note)
  }
}

/** A note whose every word and vector follows from `seed`: the same for the same. */
export function seededNote(name: string, seed: number, chunks = 3): NaiveNote {
  const terms = Array.from({length: chunks}, (_, place): ChunkTerms => {
    const own = (seed * 31 + place * 7) % 97
    const words = ['every', `word${own}`, `name${seed % 5}`, TERMS[own % TERMS.length]!]
    const terms = [...new Set(words)].map((word, at) =>
      counted([1 + (own % 3), own % 2], [at, at + 10 + own], word),
    )
    return {length: 10 + own, terms}
  })
  const entry: NoteEntry = {
    path: notePath(name),
    digest: `${name} ${seed}`,
    title: `Note ${seed}`,
    language: seed % 2 === 0 ? 'en' : 'und',
    chunks: terms.map((_, place) => ({
      id: `${(seed * 31 + place * 7) % 97}-${seed % 5}`,
      start: place * 100,
      end: place * 100 + 90,
      fromLine: place + 1,
      toLine: place + 1,
    })),
  }
  return {entry, terms, vectors: entry.chunks.map(({id}) => vectorFor(id))}
}
