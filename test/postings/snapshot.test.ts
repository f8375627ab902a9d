import {expect, test} from 'vitest'
import {numbersIn} from '../../src/postings/columns.js'
import {Corpus} from '../../src/postings/corpus.js'
import {positionList} from '../../src/postings/postings.js'
import {freshOf, putNote} from '../../src/postings/put-note.js'
import {viewSnapshot} from '../../src/postings/snapshot.js'
import type {Sections} from '../../src/postings/snapshot-format.js'
import {writeSections} from '../../src/postings/write-snapshot.js'
import {seededNote} from './made-notes.js'
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
