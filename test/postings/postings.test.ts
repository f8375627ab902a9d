import {mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {afterEach, beforeEach, expect, test} from 'vitest'
import {digest} from '../../src/ground/digest.js'
import {notePath} from '../../src/ground/note-path.js'
import type {ChunkTerms, NoteEntry, TermEntry} from '../../src/postings/entry.js'
import {
  openPostings,
  type Postings,
  positionList,
  postingList,
} from '../../src/postings/postings.js'
import {putInto, seededNote} from './made-notes.js'
import {checkTellSame, checkTells} from './naive.js'

let place: string
beforeEach(() => {
  place = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-postings-'))
})
afterEach(() => rmSync(place, {recursive: true, force: true}))

const open = () => openPostings(path.join(place, '.brain'), 'print')

/** Puts a note whose chunks are words with blanks between them. */
function putText(index: Postings, name: string, ...texts: readonly string[]): number {
  const entry: NoteEntry = {
    path: notePath(name),
    digest: digest(texts.join('\n')),
    title: name,
    language: 'und',
    chunks: texts.map((text, i) => {
      const id = text.split(' ', 4).join(' ')
      return {id, start: i, end: i + 1, fromLine: i, toLine: i}
    }),
  }
  return index.put(entry, (_, at) => termsIn(texts[at]!)).redone
}

function termsIn(text: string): ChunkTerms {
  const words = text === '' ? [] : text.split(' ')
  const terms: TermEntry[] = []
  for (const word of new Set(words)) {
    const positions = words.flatMap((other, at) => (other === word ? [at] : []))
    terms.push({term: word, body: positions.length, other: 0, positions})
  }
  return {length: words.length, terms}
}

function chunksWith(index: Postings, term: string): number[] {
  const list = postingList()
  index.read(term, list)
  return [...list.chunk.subarray(0, list.count)]
}

test('what is found is there before it is saved, and after', () => {
  const index = open()
  expect(putText(index, 'a.md', 'one two two', 'three')).toBe(2)
  const check = (reader: Postings) => {
    const list = positionList()
    reader.readPositions('two', list)
    expect([list.count, list.body[0], ...list.positions.subarray(0, list.from[1])]).toEqual([
      1, 2, 1, 2,
    ])
    expect([reader.chunks, reader.notes, reader.words]).toEqual([2, 1, 4])
    expect(reader.digestOf('a.md')).toBe(digest('one two two\nthree'))
  }
  check(index)
  expect(index.save().how).toBe('rewritten')
  check(index)
  check(open())
})

test('fault 17: a note that changed in one place is read in one place, and little is written of it', () => {
  const index = open()
  const sections = Array.from({length: 100}, (_, i) => `section${i} ${'word '.repeat(i)}`.trim())
  putText(index, 'long.md', ...sections)
  index.save()
  expect(putText(index, 'long.md', 'a line at the top', ...sections)).toBe(1)
  const {how, bytes} = index.save()
  expect(how).toBe('added')
  // Of a chunk that was there only its row is told: its id and where it now stands.
  expect(bytes).toBeLessThan(sections.length * 40)
})

test('numbers of what is there stay while the index is open', () => {
  const index = open()
  putText(index, 'a.md', 'one', 'two')
  putText(index, 'b.md', 'one')
  index.save()
  const before = chunksWith(index, 'one')
  putText(index, 'a.md', 'new', 'one', 'three')
  putText(index, 'c.md', 'one')
  expect(chunksWith(index, 'one').slice(0, 2)).toEqual(before)
  expect(index.save().how).toBe('added')
  expect(chunksWith(index, 'one').slice(0, 2)).toEqual(before)
  index.remove(notePath('b.md'))
  const limit = index.chunkLimit
  putText(index, 'b.md', 'one')
  expect(chunksWith(index, 'one').at(-1)).toBe(limit)
  expect(chunksWith(index, 'two')).toEqual([])
})

test('writing all anew keeps the order of numbers', () => {
  const index = openPostings(path.join(place, '.brain'), 'print', {smallLog: 0})
  for (let i = 0; i < 40; i++) putText(index, `note-${(i * 7) % 40}.md`, `all ${i}`, `all and ${i}`)
  index.save()
  for (let i = 0; i < 35; i++) putText(index, `note-${i}.md`, `all again ${i} ${'more '.repeat(9)}`)
  const named = () => chunksWith(index, 'all').map((chunk) => index.rowOf(chunk).id)
  const before = named()
  expect(index.save().how).toBe('rewritten')
  expect(named()).toEqual(before)
  expect(index.chunkLimit).toBe(index.chunks)
})

test('fault 19: an index is bounded by its text, and deleting it loses nothing', () => {
  const folder = path.join(place, '.brain')
  let index = open()
  const notes = new Map(
    Array.from({length: 30}, (_, i) => [`${i}.md`, seededNote(`${i}.md`, i)] as const),
  )
  for (const note of notes.values()) putInto(index, note)
  const {bytes} = index.save()
  // A year of edits: each note again and again, and back.
  for (let round = 0; round < 25; round++) {
    for (let i = 0; i < 30; i++) putInto(index, seededNote(`${i}.md`, i + ((round + 1) % 30)))
    index.save()
    if (round % 7 === 0) index = openPostings(folder, 'print', {smallLog: 20_000})
  }
  for (const note of notes.values()) putInto(index, note)
  index.save()
  checkTells(index, notes, ['every', 'word31'])
  const sizes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(4 * bytes + 20_000)

  rmSync(folder, {recursive: true})
  const again = open()
  expect([again.notes, again.lost]).toEqual([0, undefined])
  for (const note of notes.values()) putInto(again, note)
  checkTellSame(again, index, ['every', 'word31'])
})

test('fault 61: a term is found whole, never by its beginning', () => {
  const index = open()
  putText(index, 'a.md', '=wing:user1')
  putText(index, 'b.md', '=wing:user10')
  index.save()
  for (const reader of [index, open()]) {
    expect(chunksWith(reader, '=wing:user1')).toHaveLength(1)
    expect(chunksWith(reader, '=wing:user')).toEqual([])
    expect([...reader.vocabulary()]).toEqual([])
  }
})

test('a chunk of another importance is read no more than before, and is told so for good', () => {
  const index = open()
  const noteAt = (importance?: number): NoteEntry => {
    const row = {id: 'one', start: 0, end: 3, fromLine: 1, toLine: 1}
    return {
      ...{path: notePath('a.md'), digest: `${importance}`, title: 'a', language: 'und'},
      chunks: [importance === undefined ? row : {...row, importance}],
    }
  }
  expect(index.put(noteAt(), () => termsIn('one')).redone).toBe(1)
  expect(index.importanceOf[0]).toBe(0.5)
  index.save()
  expect(index.put(noteAt(1 / 3), () => termsIn('one')).redone).toBe(0)
  expect(index.save().how).toBe('added')
  for (const one of [index, open()]) expect(one.importanceOf[0]).toBe(1 / 3)
  index.save(true)
  expect(open().rowOf(0).importance).toBe(1 / 3)
})

test('words that stand only in what is gone are none', () => {
  const index = open()
  putText(index, 'a.md', 'alpha beta')
  putText(index, 'b.md', 'beta gamma')
  index.save()
  index.remove(notePath('a.md'))
  putText(index, 'b.md', 'beta delta')
  putText(index, 'c.md', 'epsilon')
  putText(index, 'c.md', 'alphabet')
  expect([...index.vocabulary()]).toEqual(['alphabet', 'beta', 'delta'])
  expect(index.wordsFrom('al', 5)).toEqual(['alphabet'])
  expect(index.wordsFrom('', 2)).toEqual(['alphabet', 'beta'])
})

test('leaves no log where that is asked', () => {
  const index = open()
  putText(index, 'a.md', 'one')
  index.save()
  putText(index, 'b.md', 'two')
  expect(index.save().how).toBe('added')
  expect(index.save(true).how).toBe('rewritten')
  expect(readdirSync(path.join(place, '.brain')).sort()).toEqual(['.gitignore', 'index.bin'])
  expect(index.save(true).how).toBe('nothing')
  putText(index, 'c.md', 'three')
  expect(index.save(true).how).toBe('rewritten')
  checkTellSame(open(), index, ['one', 'two', 'three'])
})

test('names every term, words and others', () => {
  const index = open()
  putText(index, 'a.md', 'one ~en:two')
  index.save()
  putText(index, 'b.md', 'one =wing:three')
  expect([...index.terms()].sort()).toEqual(['=wing:three', 'one', '~en:two'])
})

test('nothing changed, nothing is written', () => {
  const index = open()
  expect(index.save()).toEqual({kept: true, bytes: 0, how: 'nothing'})
  expect(readdirSync(place)).toEqual([])
  putText(index, 'a.md', 'one')
  index.save()
  expect(putText(index, 'a.md', 'one')).toBe(0)
  index.remove(notePath('nowhere.md'))
  expect(index.save()).toEqual({kept: true, bytes: 0, how: 'nothing'})
})

test('what is begun afresh has nothing, and replaces what was kept', () => {
  putText(open(), 'a.md', 'one')
  const old = open()
  putText(old, 'a.md', 'one')
  old.save()
  const index = openPostings(path.join(place, '.brain'), 'print', {fresh: true})
  expect([index.notes, index.lost]).toEqual([0, undefined])
  putText(index, 'b.md', 'two')
  expect(index.save().how).toBe('rewritten')
  expect([...open().paths()]).toEqual(['b.md'])
})

test('terms that cannot be read leave a note as it was', () => {
  const index = open()
  putText(index, 'a.md', 'one', 'two')
  const entry: NoteEntry = {
    path: notePath('a.md'),
    digest: 'new',
    title: '',
    language: 'und',
    chunks: ['one', 'three', 'four'].map((id) => ({id, start: 0, end: 1, fromLine: 1, toLine: 1})),
  }
  const fail = () => {
    throw new Error('cannot be read')
  }
  expect(() => index.put(entry, fail)).toThrow('cannot be read')
  expect(() => index.put({...entry, chunks: []}, fail)).toThrow('without a chunk')
  expect(index.chunkIdsOf('a.md')).toEqual(['one', 'two'])
  expect([...index.vocabulary()]).toEqual(['one', 'two'])
})
