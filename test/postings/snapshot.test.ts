import {expect, test} from 'vitest'
import {numbersIn} from '../../src/postings/columns.js'
import {Corpus} from '../../src/postings/corpus.js'
import {positionList} from '../../src/postings/postings.js'
import {freshOf, putNote} from '../../src/postings/put-note.js'
import {viewSnapshot} from '../../src/postings/snapshot.js'
import type {Sections} from '../../src/postings/snapshot-format.js'
import type {VectorSpace} from '../../src/postings/vector-table.js'
import {writeSections} from '../../src/postings/write-snapshot.js'
import {MODEL, seededNote} from './made-notes.js'
import type {NaiveNote} from './naive.js'

function put(corpus: Corpus, {entry, terms}: NaiveNote): void {
  expect(putNote(corpus, entry, (_, place) => freshOf(terms[place]!))).toBe(true)
}

/** The sections of three notes with three chunks each, which may be written into. */
function made(): Sections {
  const corpus = new Corpus()
  for (const seed of [1, 2, 3]) put(corpus, seededNote(`${seed}.md`, seed))
  const sections = writeSections(corpus)
  return new Map([...sections].map(([name, bytes]) => [name, new Uint8Array(bytes)]))
}

const U32 = (sections: Sections, name: string) => numbersIn(sections.get(name)!, 'u32')
const I32 = (sections: Sections, name: string) => numbersIn(sections.get(name)!, 'i32')

test('what was written is seen again', () => {
  expect(viewSnapshot(made())?.chunkCount).toBe(9)
  expect(viewSnapshot(writeSections(new Corpus()))?.noteCount).toBe(0)
})

test.each<[string, (sections: Sections) => void]>([
  ['chunks that lead back to their first', (made) => I32(made, 'chunk.after').set([0], 2)],
  ['a chunk that leads to itself', (made) => I32(made, 'chunk.after').set([1], 1)],
  ['a way back to another chunk', (made) => I32(made, 'chunk.before').set([0], 2)],
  ['a way out of the table', (made) => I32(made, 'chunk.after').set([9], 0)],
  ['a way before the table', (made) => I32(made, 'chunk.after').set([-2], 0)],
  ['a chunk that is not reached', (made) => I32(made, 'chunk.after').set([-1], 1)],
  ['a chunk of another note', (made) => U32(made, 'chunk.noteOf').set([1], 0)],
  ['a chunk of no note', (made) => U32(made, 'chunk.noteOf').set([77], 0)],
  ['a note that begins with a chunk of another', (made) => I32(made, 'note.headOf').set([3], 0)],
  ['a note without a chunk', (made) => I32(made, 'note.headOf').set([-1], 0)],
  ['a note that begins nowhere', (made) => I32(made, 'note.headOf').set([2 ** 31 - 1], 0)],
  ['an id that stands nowhere', (made) => U32(made, 'chunk.idAt').set([2 ** 31], 8)],
  ['a row that stands nowhere', (made) => U32(made, 'note.rowAt').set([2 ** 31], 2)],
  ['a path of a note that is not there', (made) => U32(made, 'note.byPath').set([3], 0)],
  [
    'a language that has no name',
    (made) => numbersIn(made.get('note.languageOf')!, 'u16').set([9]),
  ],
  ['a kind that has no name', (made) => numbersIn(made.get('note.kindOf')!, 'u16').set([9])],
  ['terms that end before they begin', (made) => U32(made, 'terms.from').set([2 ** 31], 1)],
  [
    'terms behind the end',
    (made) => U32(made, 'terms.from').set([2 ** 30], U32(made, 'terms.from').length - 1),
  ],
  ['postings that end before they begin', (made) => U32(made, 'postings.from').set([2 ** 31], 1)],
  ['positions that end before they begin', (made) => U32(made, 'positions.from').set([2 ** 31], 1)],
  ['more chunks than there are', (made) => U32(made, 'counts').set([10], 0)],
  ['more notes than there are', (made) => U32(made, 'counts').set([4], 1)],
  ['more terms than there are', (made) => U32(made, 'counts').set([2 ** 32 - 1], 2)],
  ['a column that is not there', (made) => made.delete('chunk.toLine')],
  ['a column that is too short', (made) => made.set('note.dateOf', new Uint8Array(16))],
  ['no texts', (made) => made.delete('texts')],
])('not believed: %s', (_, damage) => {
  const sections = made()
  damage(sections)
  expect(viewSnapshot(sections)).toBeUndefined()
})

test('columns with unequal room are widened together', () => {
  const sections = made()
  sections.set('chunk.toLine', Buffer.concat([sections.get('chunk.toLine')!, Buffer.alloc(4000)]))
  sections.set('note.headOf', Buffer.concat([sections.get('note.headOf')!, Buffer.alloc(4000)]))
  const corpus = new Corpus(viewSnapshot(aligned(sections))!)
  for (let seed = 4; seed < 60; seed++) put(corpus, seededNote(`${seed}.md`, seed))
  expect([corpus.noteCount, corpus.chunkCount]).toEqual([59, 177])
})

/** Numbers are read where they stand, which must be a place where numbers can. */
function aligned(sections: Sections): Sections {
  return new Map([...sections].map(([name, bytes]) => [name, new Uint8Array(bytes)]))
}

test('a term with more positions than there are bytes has none', () => {
  const sections = made()
  const many = [0xff, 0xff, 0xff, 0xff, 0x0f]
  // Each posting says that it counts its positions itself, and they count to four thousand million.
  const postings = sections.get('postings')!
  for (const from of U32(sections, 'postings.from').slice(0, -1)) postings[from]! |= 2
  const positions = sections.get('positions')!
  for (const from of U32(sections, 'positions.from').slice(0, -1))
    positions.set(many, Math.min(from, positions.length - 5))
  const corpus = new Corpus(viewSnapshot(sections)!)
  const list = positionList()
  corpus.readPositions('every', list)
  expect([list.count, list.positions.length]).toEqual([0, 0])
})

const SPACE: VectorSpace = {id: 'a space', dimensions: MODEL.dimensions}

/** The same with vectors for all of them but the last. */
function madeWithVectors(): Sections {
  const corpus = new Corpus(viewSnapshot(made())!, SPACE)
  for (let chunk = 0; chunk < 8; chunk++) corpus.vectors!.set(chunk, Int8Array.of(chunk, -128, 127))
  return aligned(writeSections(corpus))
}

test('vectors that were written are seen again', () => {
  const {vectors} = viewSnapshot(madeWithVectors())!
  expect(vectors!.space).toEqual(SPACE)
  expect([...vectors!.rows.subarray(6, 9)]).toEqual([2, -128, 127])
  expect(vectors!.rows.length).toBe(27)
  expect([vectors!.lengths[0], vectors!.lengths[8]]).toEqual([Math.fround(Math.hypot(128, 127)), 0])
  expect(viewSnapshot(made())!.vectors).toBeUndefined()
})

test.each<[string, (sections: Sections) => void]>([
  ['no space', (made) => made.delete('vector.space')],
  ['no lengths', (made) => made.delete('vector.length')],
  ['no rows', (made) => made.delete('vectors')],
  ['a row too few', (made) => made.set('vectors', new Uint8Array(24))],
  ['a row too many', (made) => made.set('vectors', new Uint8Array(30))],
  ['a length too few', (made) => made.set('vector.length', new Uint8Array(32))],
  ['a space that is cut off', (made) => made.set('vector.space', Uint8Array.of(9, 65))],
  ['no dimensions', (made) => made.get('vector.space')!.set([0], 8)],
  ['other dimensions', (made) => made.get('vector.space')!.set([4], 8)],
  [
    'very many dimensions',
    (made) => made.set('vector.space', Uint8Array.of(1, 65, 0xff, 0xff, 0xff, 0xff, 0x0f)),
  ],
  ['a length below zero', (made) => numbersIn(made.get('vector.length')!, 'f32').set([-1], 3)],
  ['a length that is none', (made) => numbersIn(made.get('vector.length')!, 'f32').set([NaN], 3)],
  [
    'a length without an end',
    (made) => numbersIn(made.get('vector.length')!, 'f32').set([Number.POSITIVE_INFINITY], 3),
  ],
])('not believed, and words are all the same: vectors with %s', (_, damage) => {
  const sections = madeWithVectors()
  damage(sections)
  const snapshot = viewSnapshot(sections)!
  expect([snapshot.vectors, snapshot.chunkCount]).toEqual([undefined, 9])
  expect(new Corpus(snapshot, SPACE).vectors!.isKnown(0)).toBe(false)
  expect(new Corpus(snapshot).vectors).toBeUndefined()
})
