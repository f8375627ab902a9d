/** Whatever happened to an index: it tells what one tells that was made afresh from the same notes. */

import {mkdtempSync, rmSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import {expect, test} from 'vitest'
import type {ChunkTerms} from '../../src/postings/entry.js'
import {openPostings, type Postings} from '../../src/postings/postings.js'
import {ASKED, type Draft, draft, noteOf, path as notePath, pool, putInto} from './made-notes.js'
import {checkTells, type NaiveNote, tell} from './naive.js'

type Step =
  | {readonly kind: 'put'; readonly draft: Draft}
  | {readonly kind: 'remove'; readonly path: string}
  | {readonly kind: 'save' | 'reopen' | 'look'}

const step: fc.Arbitrary<Step> = fc.oneof(
  {weight: 5, arbitrary: fc.record({kind: fc.constant('put' as const), draft})},
  {weight: 2, arbitrary: fc.record({kind: fc.constant('remove' as const), path: notePath})},
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
    if (taken.kind === 'put') this.#put(noteOf(taken.draft, this.#contents))
    else if (taken.kind === 'remove') this.#remove(taken.path)
    else if (taken.kind === 'save') this.#save()
    else if (taken.kind === 'reopen') this.#reopen()
    else this.check()
  }

  check(): void {
    checkTells(this.index, new Map(this.held), ASKED)
  }

  #open(): Postings {
    const index = openPostings(this.#folder, 'law', {smallLog: this.#smallLog})
    expect(index.lost).toBeUndefined()
    return index
  }

  #put(note: NaiveNote): void {
    const before = new Set(this.index.chunkIdsOf(note.entry.path))
    const redone = putInto(this.index, note)
    expect(redone).toBe(note.entry.chunks.filter(({id}) => !before.has(id)).length)
    this.held.set(note.entry.path, note)
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

  #reopen(): void {
    this.index = this.#open()
    this.held = new Map(this.kept)
  }
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
      {weight: 3, arbitrary: fc.record({kind: fc.constant('put' as const), draft})},
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
        }
      })
    }),
    {numRuns: 60},
  )
}, 120_000)
