/** What is kept from question to question is what would be told without it, whatever happened to the index between. */

import {mkdtempSync, rmSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import {expect, test} from 'vitest'
import {openPostings, type Postings, postingList} from '../../src/postings/postings.js'
import type {Forms} from '../../src/rank/forms.js'
import {KeptCounts} from '../../src/rank/kept-counts.js'
import {KeptNearness} from '../../src/rank/kept-nearness.js'
import {Meaning} from '../../src/rank/meaning.js'
import type {AskedMeaning} from '../../src/rank/question.js'
import {
  type Draft,
  draft,
  MODEL,
  noteOf,
  path as notePath,
  pool,
  putInto,
  seededNote,
  vectorFor,
} from '../postings/made-notes.js'

type Step =
  | {readonly kind: 'put'; readonly draft: Draft; readonly isEmbedded: boolean}
  | {readonly kind: 'remove'; readonly path: string}
  | {readonly kind: 'embed'}
  | {readonly kind: 'save'; readonly anew: boolean}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({kind: fc.constant('put' as const), draft, isEmbedded: fc.boolean()}),
  },
  {weight: 2, arbitrary: fc.record({kind: fc.constant('remove' as const), path: notePath})},
  {weight: 1, arbitrary: fc.record({kind: fc.constant('embed' as const)})},
  {weight: 1, arbitrary: fc.record({kind: fc.constant('save' as const), anew: fc.boolean()})},
)

const WORDS: readonly Forms[] = [
  {word: 'a', weight: 1, worth: 1, shared: ['a'], others: []},
  {word: 'zebra', weight: 1, worth: 1, shared: ['zebra', '~de:haus'], others: ['a', '漢字']},
  {word: 'nowhere', weight: 1, worth: 1, shared: ['nowhere'], others: []},
]
const QUESTIONS: readonly AskedMeaning[] = [
  {vector: Int8Array.of(100, 20, -3), coverage: 1},
  {vector: Int8Array.of(100, 20, -3), coverage: 0.5},
  {vector: Int8Array.of(-100, 3, 90), coverage: 1},
]

test('whatever is put, removed, embedded and saved', () => {
  const small = fc.constantFrom(1, 7, 1000)
  const check = fc.property(
    pool,
    fc.array(step, {maxLength: 20}),
    small,
    (contents, steps, most) => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-kept-'))
      try {
        const index = openPostings(folder, 'print', {vectors: MODEL, smallLog: 300})
        const counts = new KeptCounts(0, most)
        const meaning = new Meaning(new KeptNearness(most))
        for (const one of steps) {
          take(index, one, contents)
          checkCounts(index, counts)
          checkMeaning(index, meaning)
        }
      } finally {
        rmSync(folder, {recursive: true, force: true})
      }
    },
  )
  fc.assert(check, {numRuns: 60})
})

test('of another index nothing is told', () => {
  const counts = new KeptCounts(0)
  const meaning = new Meaning()
  for (let seed = 0; seed < 6; seed++) {
    const index = openPostings(undefined, 'print', {vectors: MODEL})
    for (let i = 0; i <= seed; i++) putInto(index, seededNote(`${i}.md`, seed * 10 + i))
    checkCounts(index, counts)
    checkMeaning(index, meaning)
  }
})

function take(index: Postings, one: Step, contents: Parameters<typeof noteOf>[1]): void {
  if (one.kind === 'remove') index.remove(one.path as never)
  else if (one.kind === 'save') index.save(one.anew)
  else if (one.kind === 'put') {
    const note = noteOf(one.draft, contents)
    const vectors = note.entry.chunks.map(({id}) => vectorFor(id))
    putInto(index, one.isEmbedded ? {...note, vectors} : note)
  } else {
    for (const {path: at, id} of index.chunksWithoutVector(5)) {
      index.setVector(at, id, vectorFor(id))
    }
  }
}

function checkCounts(index: Postings, kept: KeptCounts): void {
  const list = postingList()
  for (const forms of WORDS) {
    const told = (counts: KeptCounts) => {
      const {text, count, size} = counts.of(index, index, forms, list)
      return [[...text.subarray(0, size)], [...count.subarray(0, size)]]
    }
    expect(told(kept)).toEqual(told(new KeptCounts(1e9)))
  }
}

function checkMeaning(index: Postings, kept: Meaning): void {
  for (const asked of QUESTIONS) {
    const told = (meaning: Meaning) => {
      meaning.ask(index, index, asked)
      const {chunks, notes, near, nearCount} = meaning
      return {
        chunks: [...chunks.subarray(0, index.chunkLimit)],
        notes: [...notes.subarray(0, index.noteLimit)],
        near: [...near.subarray(0, nearCount)],
        most: meaning.most,
      }
    }
    const fresh = told(new Meaning())
    // Kept from the second time on.
    for (let time = 0; time < 3; time++) expect(told(kept)).toEqual(fresh)
  }
}
