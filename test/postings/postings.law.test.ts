/** Whatever happened to an index: it tells what one tells that was made afresh from the same notes. */

import {mkdtempSync, rmSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import {expect, test} from 'vitest'
import type {ChunkTerms} from '../../src/postings/entry.js'
import {openPostings, type Postings} from '../../src/postings/postings.js'
import {
  ASKED,
  type Draft,
  draft,
  MODEL,
  noteOf,
  path as notePath,
  pool,
  putInto,
  vectorFor,
} from './made-notes.js'
import {checkTells, type NaiveNote, tell} from './naive.js'

type Step =
  | {readonly kind: 'put'; readonly draft: Draft; readonly known: Known}
  | {readonly kind: 'remove'; readonly path: string}
  | {readonly kind: 'embed'; readonly most: number}
  | {readonly kind: 'save' | 'look'}
  | {readonly kind: 'reopen'; readonly withVectors?: boolean}

/** Which vectors are known when a note is put. */
type Known = 'all' | 'some' | 'none'
const known = fc.constantFrom<Known>('all', 'some', 'none')

const step: fc.Arbitrary<Step> = fc.oneof(
  {weight: 5, arbitrary: fc.record({kind: fc.constant('put' as const), draft, known})},
  {weight: 2, arbitrary: fc.record({kind: fc.constant('remove' as const), path: notePath})},
  {weight: 2, arbitrary: fc.record({kind: fc.constant('embed' as const), most: fc.nat(5)})},
  {
    weight: 1,
    arbitrary: fc.record({kind: fc.constant('reopen' as const), withVectors: fc.boolean()}),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('save' as const, 'reopen' as const, 'look' as const),
    }),
  },
)

/** A small log is soon too long: then all is written anew. */
const smallLog = fc.constantFrom(0, 300, 2000, 1_000_000)

function inFolder(work: (folder: string) => void): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-postings-'))
  try {
    work(folder)
  } finally {
    rmSync(folder, {recursive: true, force: true})
  }
}

/** An index and what it ought to hold, in memory and on the disk. */
class Pair {
  readonly #folder: string
  readonly #contents: readonly ChunkTerms[]
  readonly #smallLog: number
  index: Postings
  held = new Map<string, NaiveNote>()
  kept = new Map<string, NaiveNote>()

  constructor(folder: string, contents: readonly ChunkTerms[], smallLogBytes: number) {
    this.#folder = path.join(folder, '.brain')
    this.#contents = contents
    this.#smallLog = smallLogBytes
    this.index = this.#open()
  }

  take(taken: Step): void {
    if (taken.kind === 'put') this.#put(noteOf(taken.draft, this.#contents), taken.known)
    else if (taken.kind === 'embed') this.#embed(taken.most)
    else if (taken.kind === 'remove') this.#remove(taken.path)
    else if (taken.kind === 'save') this.#save()
    else if (taken.kind === 'reopen') this.#reopen(taken.withVectors)
    else this.check()
  }

  check(): void {
    checkTells(this.index, new Map(this.held), ASKED)
  }

  #open(withVectors = true): Postings {
    const index = openPostings(this.#folder, 'law', {
      smallLog: this.#smallLog,
      ...(withVectors ? {vectors: MODEL} : {}),
    })
    expect(index.lost).toBeUndefined()
    return index
  }

  #put(note: NaiveNote, vectors: Known): void {
    const {path: at, chunks} = note.entry
    const before = new Set(this.index.chunkIdsOf(at))
    const had = vectorsById(this.held.get(at))
    const asked: string[] = []
    const {redone} = this.index.put(
      note.entry,
      (_, place) => note.terms[place]!,
      ({id}, place) => {
        asked.push(id)
        return tellVector(id, place, vectors)
      },
    )
    const fresh = chunks.filter(({id}) => !before.has(id)).map(({id}) => id)
    expect(redone).toBe(fresh.length)
    // Without vectors nobody is asked, and those that there were stay.
    expect(asked).toEqual(this.index.dimensions === 0 ? [] : fresh)
    this.held.set(at, {
      ...note,
      vectors: chunks.map(({id}, place) =>
        asked.includes(id) ? fitting(tellVector(id, place, vectors)) : had.get(id),
      ),
    })
  }

  /** Brings vectors that were not known before, and looks whether exactly those are missed. */
  #embed(most: number): void {
    const missing = this.index.chunksWithoutVector(1000)
    const expected = [...this.held.values()].flatMap(({entry, vectors}) =>
      entry.chunks.flatMap(({id}, place) =>
        vectors?.[place] === undefined ? [{path: entry.path, id, place}] : [],
      ),
    )
    const keyOf = (one: object) => JSON.stringify(one)
    if (this.index.dimensions !== 0) {
      expect(missing.map(keyOf).sort()).toEqual(expected.map(keyOf).sort())
    }
    expect(this.index.chunksWithoutVector(most)).toEqual(missing.slice(0, most))
    for (const {path: at, id, place} of missing.slice(0, most)) {
      expect(this.index.setVector(at, id, vectorFor(id))).toBe(true)
      const note = this.held.get(at)!
      const vectors = note.entry.chunks.map((_, i) =>
        i === place ? vectorFor(id) : note.vectors?.[i],
      )
      this.held.set(at, {...note, vectors})
    }
  }

  #remove(removed: string): void {
    this.index.remove(removed as never)
    this.held.delete(removed)
  }

  #save(): void {
    const before = JSON.stringify(tell(this.index, ASKED))
    const {kept, bytes, how} = this.index.save()
    expect(kept).toBe(true)
    expect(0 < bytes).toBe(how !== 'nothing')
    expect(JSON.stringify(tell(this.index, ASKED))).toBe(before)
    this.kept = new Map(this.held)
  }

  #reopen(withVectors?: boolean): void {
    this.index = this.#open(withVectors)
    this.held = new Map(this.kept)
  }
}

function vectorsById(note: NaiveNote | undefined): Map<string, Int8Array | undefined> {
  return new Map(note?.entry.chunks.map(({id}, place) => [id, note.vectors?.[place]]))
}

/** What is told of a chunk that is put: its vector, one of a wrong length, or none. */
function tellVector(id: string, place: number, vectors: Known): Int8Array | undefined {
  if (vectors === 'all' || (vectors === 'some' && place % 3 === 0)) return vectorFor(id)
  return vectors === 'some' && place % 3 === 1 ? new Int8Array(2) : undefined
}

function fitting(vector: Int8Array | undefined): Int8Array | undefined {
  return vector?.length === MODEL.dimensions ? vector : undefined
}

test('incremental equals rebuilt, whatever happened in between', () => {
  fc.assert(
    fc.property(
      pool,
      fc.array(step, {maxLength: 40}),
      smallLog,
      (contents, steps, smallLogBytes) => {
        inFolder((folder) => {
          const pair = new Pair(folder, contents, smallLogBytes)
          for (const taken of steps) pair.take(taken)
          pair.check()
          pair.take({kind: 'save'})
          pair.take({kind: 'reopen'})
          pair.check()
        })
      },
    ),
    {numRuns: 100},
  )
}, 120_000)

test('an index that is kept nowhere tells the same', () => {
  fc.assert(
    fc.property(pool, fc.array(draft, {maxLength: 12}), (contents, drafts) => {
      const index = openPostings(undefined, 'law')
      const notes = new Map<string, NaiveNote>()
      for (const drawn of drafts) {
        const note = noteOf(drawn, contents)
        putInto(index, note)
        notes.set(note.entry.path, note)
      }
      checkTells(index, new Map(notes), ASKED)
      expect(index.save()).toEqual({kept: drafts.length === 0, bytes: 0, how: 'nothing'})
    }),
    {numRuns: 50},
  )
})

test('fault 20: of two with one index, the last to save is right, and neither loses anything', () => {
  const turn = fc.record({
    whose: fc.constantFrom(0, 1),
    step: fc.oneof(
      {weight: 3, arbitrary: fc.record({kind: fc.constant('put' as const), draft, known})},
      {weight: 1, arbitrary: fc.record({kind: fc.constant('embed' as const), most: fc.nat(5)})},
      {weight: 1, arbitrary: fc.record({kind: fc.constant('remove' as const), path: notePath})},
      {weight: 3, arbitrary: fc.record({kind: fc.constant('save' as const)})},
    ),
  })
  fc.assert(
    fc.property(pool, fc.array(turn, {maxLength: 30}), smallLog, (contents, turns, bytes) => {
      inFolder((folder) => {
        const pairs = [0, 1].map(() => new Pair(folder, contents, bytes))
        for (const {whose, step: taken} of turns) {
          const pair = pairs[whose]!
          const isChanged = JSON.stringify([...pair.held]) !== JSON.stringify([...pair.kept])
          pair.take(taken)
          pair.check()
          if (taken.kind !== 'save' || !isChanged) continue
          checkTells(openPostings(path.join(folder, '.brain'), 'law'), pair.held, ASKED)
          checkHasVectors(path.join(folder, '.brain'), pair.held)
        }
      })
    }),
    {numRuns: 60},
  )
}, 120_000)

/** Whether all vectors are there that one of two had; the other may have known more of them. */
function checkHasVectors(folder: string, notes: ReadonlyMap<string, NaiveNote>): void {
  const found = openPostings(folder, 'law', {vectors: MODEL})
  const missing = new Set(found.chunksWithoutVector(1000).map(({path: at, id}) => `${at} ${id}`))
  for (const [at, {entry, vectors}] of notes) {
    entry.chunks.forEach(({id}, place) => {
      if (vectors?.[place] !== undefined) expect(missing).not.toContain(`${at} ${id}`)
    })
  }
  for (let chunk = 0; chunk < found.chunkLimit; chunk++) {
    const vector = found.vectorAt(chunk)
    if (vector !== undefined) expect(vector).toEqual(vectorFor(found.rowOf(chunk).id))
  }
}
