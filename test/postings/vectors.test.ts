import {cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {openPostings, type Postings, type PostingsOptions} from '../../src/postings/postings.js'
import {unframe} from '../../src/postings/snapshot-format.js'
import {Texts} from '../../src/postings/texts.js'
import {VectorTable} from '../../src/postings/vector-table.js'
import {MODEL, putInto, seededNote, vectorFor} from './made-notes.js'
import {checkTells, type NaiveNote, type Notes} from './naive.js'

let place: string
let folder: string
beforeEach(() => {
  place = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-postings-'))
  folder = path.join(place, '.brain')
})
afterEach(() => rmSync(place, {recursive: true, force: true}))

const open = (options: PostingsOptions = {}) =>
  openPostings(folder, 'print', {vectors: MODEL, ...options})
const openWords = (options: PostingsOptions = {}) => openPostings(folder, 'print', options)
const OTHER = {fingerprint: 'another model', dimensions: 4}
const WORDS = ['every', 'name1', 'word7', 'word31']

/** Notes of these names, in their order. */
function notesOf(...names: readonly string[]): Map<string, NaiveNote> {
  return new Map(names.map((name, seed) => [name, seededNote(name, seed + 1)]))
}

function putAll(index: Postings, notes: Notes): void {
  for (const note of notes.values()) putInto(index, note)
}

const withoutVectors = (notes: Notes): Notes =>
  new Map([...notes].map(([name, note]) => [name, {...note, vectors: []}]))

/** The names of the sections of the snapshot on the disk. */
function sections(): string[] {
  const framed = unframe(readFileSync(path.join(folder, 'index.bin')), 'print')
  return typeof framed === 'string' ? [] : [...framed.sections.keys()]
}

/** Brings all vectors that are missing, so many at a time; tells how many came. */
function embedAll(index: Postings, batch = 5, model = MODEL): number {
  let count = 0
  for (;;) {
    const missing = index.chunksWithoutVector(batch)
    if (missing.length === 0) return count
    for (const {path: at, id} of missing) {
      expect(index.setVector(at, id, vectorFor(id, model))).toBe(true)
      count++
    }
    if (10_000 < count) throw new Error('what was brought is missed again')
  }
}

test('an index without vectors has no byte for them', () => {
  const notes = notesOf('a.md', 'b.md')
  const plain = openWords()
  putAll(plain, withoutVectors(notes))
  plain.save()
  const words = sections()
  expect(words.filter((name) => name.startsWith('vector'))).toEqual([])
  const size = statSync(path.join(folder, 'index.bin')).size
  putInto(plain, seededNote('c.md', 9))
  const {bytes} = plain.save()

  // Vectors that are told to it are not taken, and those that could be are not yet known.
  for (const options of [{}, {vectors: MODEL}]) {
    rmSync(folder, {recursive: true})
    const index = openPostings(folder, 'print', options)
    putAll(index, options.vectors === undefined ? notes : withoutVectors(notes))
    expect(index.save().bytes).toBe(size)
    expect(sections()).toEqual(words)
    putInto(index, {...seededNote('c.md', 9), ...(options.vectors && {vectors: []})})
    expect(index.save().bytes).toBe(bytes)
  }
  expect([plain.dimensions, plain.vectorBlocks(), plain.vectorLength.length]).toEqual([0, [], 0])
  expect([plain.chunksWithoutVector(9), plain.vectorAt(0)]).toEqual([[], undefined])
  expect(plain.setVector('a.md', plain.chunkIdsOf('a.md')[0]!, vectorFor('x'))).toBe(false)
})

test('what was kept without vectors opens, and takes them for old chunks and new ones', () => {
  const notes = notesOf('a.md', 'b.md', 'c.md')
  const plain = openWords()
  putAll(plain, withoutVectors(notes))
  plain.save()

  const index = open()
  expect(index.lost).toBeUndefined()
  checkTells(index, withoutVectors(notes), WORDS)
  notes.set('d.md', seededNote('d.md', 4))
  putInto(index, notes.get('d.md')!)
  expect(embedAll(index)).toBe(9)
  checkTells(index, notes, WORDS)
  expect(index.vectorBlocks().map(({from, to}) => [from, to])).toEqual([
    [0, 9],
    [9, 12],
  ])
  expect(index.save().how).toBe('added')
  checkTells(open(), notes, WORDS)
  const again = open()
  expect(again.save(true).how).toBe('rewritten')
  checkTells(again, notes, WORDS)
  checkTells(open(), notes, WORDS)
})

test('opening copies nothing: the vectors of a snapshot are in its bytes', () => {
  const index = open()
  putAll(index, notesOf('a.md', 'b.md'))
  index.save()
  const {size} = statSync(path.join(folder, 'index.bin'))
  for (const {vectors} of open().vectorBlocks()) expect(vectors.buffer.byteLength).toBe(size)
  const {vectorLength} = open()
  expect(vectorLength.buffer.byteLength).toBe(size)
})

test('fault 25: vectors of another model are not used, words are, and new ones take their place', () => {
  const notes = notesOf('a.md', 'b.md')
  const first = open()
  putAll(first, notes)
  first.save()

  const others = new Map(
    [...notes].map(([name, note]) => [
      name,
      {...note, vectors: note.entry.chunks.map(({id}) => vectorFor(id, OTHER))},
    ]),
  )
  for (const vectors of [OTHER, {...MODEL, dimensions: 4}, {...OTHER, dimensions: 3}]) {
    const index = open({vectors})
    expect([index.lost, index.dimensions]).toEqual([undefined, vectors.dimensions])
    checkTells(index, withoutVectors(notes), WORDS)
    expect(index.chunksWithoutVector(99)).toHaveLength(6)
  }
  const second = open({vectors: OTHER})
  embedAll(second, 2, OTHER)
  checkTells(second, others, WORDS)
  expect(second.save().how).toBe('added')
  // Each finds its own, as long as both are there, and never those of the other.
  checkTells(open({vectors: OTHER}), others, WORDS)
  checkTells(open(), notes, WORDS)
  second.remove('a.md' as never)
  others.delete('a.md')
  notes.delete('a.md')
  expect(second.save(true).how).toBe('rewritten')
  checkTells(open({vectors: OTHER}), others, WORDS)
  checkTells(open(), withoutVectors(notes), WORDS)
})

test('vectors that nobody asked for stay, and move with their chunks', () => {
  const notes = notesOf('a.md', 'b.md', 'c.md')
  const index = open()
  putAll(index, notes)
  index.save()
  const added = seededNote('d.md', 40)
  putInto(index, added)
  index.save()

  const words = openWords()
  checkTells(words, withoutVectors(new Map([...notes, ['d.md', added]])), WORDS)
  words.remove('a.md' as never)
  putInto(words, {...seededNote('e.md', 41), vectors: []})
  expect(words.save(true).how).toBe('rewritten')
  notes.delete('a.md')
  const after = new Map([
    ...notes,
    ['d.md', added],
    ['e.md', {...seededNote('e.md', 41), vectors: []}],
  ])
  checkTells(open(), after, WORDS)
  expect(
    open()
      .chunksWithoutVector(9)
      .map(({path: at}) => at),
  ).toEqual(['e.md', 'e.md', 'e.md'])
})

test('a vector of a wrong length is refused, and so is one of a chunk that is not there', () => {
  const index = open()
  const note = seededNote('a.md', 1)
  const [id] = note.entry.chunks.map((chunk) => chunk.id)
  putInto(index, {...note, vectors: note.vectors!.map(() => new Int8Array(4))})
  checkTells(index, new Map([['a.md', {...note, vectors: []}]]), WORDS)
  index.save()
  for (const vector of [new Int8Array(0), new Int8Array(2), new Int8Array(4).fill(9)]) {
    expect(index.setVector('a.md', id!, vector)).toBe(false)
  }
  expect(index.setVector('a.md', 'nowhere', vectorFor('x'))).toBe(false)
  expect(index.setVector('nowhere.md', id!, vectorFor('x'))).toBe(false)
  expect(index.save().how).toBe('nothing')
  expect(index.setVector('a.md', id!, Int8Array.of(1, 2, 2))).toBe(true)
  expect([index.vectorAt(0), index.vectorLength[0]]).toEqual([Int8Array.of(1, 2, 2), 3])
  expect(index.save().how).toBe('added')
  // The same again is no change.
  expect(index.setVector('a.md', id!, Int8Array.of(1, 2, 2))).toBe(true)
  expect(index.save().how).toBe('nothing')
})

test.each([0, -1, 1.5, Number.NaN, 10_000])('a model of %d dimensions is none', (dimensions) => {
  const index = open({vectors: {fingerprint: 'odd', dimensions}})
  putInto(index, seededNote('a.md', 1))
  expect([index.dimensions, index.chunksWithoutVector(9)]).toEqual([0, []])
})

test('what means nothing to the model is known, and not asked about again', () => {
  let index = open()
  const note = seededNote('a.md', 1)
  const [first, second] = note.entry.chunks.map(({id}) => id)
  putInto(index, {...note, vectors: [new Int8Array(3)]})
  index.save()
  expect(index.setVector('a.md', second!, new Int8Array(3))).toBe(true)
  for (const how of ['added', 'rewritten', 'nothing']) {
    expect(index.chunksWithoutVector(9).map(({place: at}) => at)).toEqual([2])
    expect([index.vectorAt(0), index.vectorAt(1)]).toEqual([undefined, undefined])
    expect([...index.vectorLength.subarray(0, 3)].map((length) => length + 0)).toEqual([0, 0, 0])
    expect(index.save(how === 'rewritten').how).toBe(how)
    index = open()
  }
  expect(index.setVector('a.md', first!, Int8Array.of(0, 0, 1))).toBe(true)
  expect(index.vectorAt(0)).toEqual(Int8Array.of(0, 0, 1))
})

test('vectors are asked for where terms are, and not for what was there', () => {
  const index = open()
  const note = seededNote('a.md', 1)
  // One array for all, as a model may use it.
  const scratch = new Int8Array(3)
  const put = (chunks: NaiveNote['entry']['chunks']) => {
    const asked: number[] = []
    index.put(
      {...note.entry, chunks},
      (_, at) => note.terms[at]!,
      ({id}, at) => {
        asked.push(at)
        scratch.set(vectorFor(id))
        return scratch
      },
    )
    return asked
  }
  expect(put(note.entry.chunks.slice(0, 2))).toEqual([0, 1])
  expect(put(note.entry.chunks)).toEqual([2])
  expect(put(note.entry.chunks)).toEqual([])
  checkTells(index, new Map([['a.md', note]]), WORDS)
})

test('a vector that cannot be made leaves a note as it was', () => {
  const index = open()
  const note = seededNote('a.md', 1)
  putInto(index, note)
  const other = seededNote('a.md', 2)
  const fail = () => {
    throw new Error('no model')
  }
  expect(() => index.put(other.entry, (_, at) => other.terms[at]!, fail)).toThrow('no model')
  checkTells(index, new Map([['a.md', note]]), WORDS)
})

test('a vector goes to the chunks that a note has now', () => {
  const index = open()
  const [before, after] = [seededNote('a.md', 1), seededNote('a.md', 2)]
  const idOf = (note: NaiveNote) => note.entry.chunks[0]!.id
  putInto(index, {...before, vectors: []})
  expect(index.setVector('a.md', idOf(before), vectorFor('x'))).toBe(true)
  putInto(index, {...after, vectors: []})
  expect(index.setVector('a.md', idOf(before), vectorFor('x'))).toBe(false)
  expect(index.setVector('a.md', idOf(after), vectorFor('y'))).toBe(true)
  const vectors = [vectorFor('y')]
  checkTells(index, new Map([['a.md', {...after, vectors}]]), WORDS)
  index.remove('a.md' as never)
  expect(index.setVector('a.md', idOf(after), vectorFor('y'))).toBe(false)
  putInto(index, {...after, vectors: []})
  expect(index.setVector('a.md', idOf(after), vectorFor('y'))).toBe(true)
  index.save(true)
  expect(index.setVector('a.md', idOf(after), vectorFor('z'))).toBe(true)
  checkTells(index, new Map([['a.md', {...after, vectors: [vectorFor('z')]}]]), WORDS)
})

test('chunks with one id in a note have one vector', () => {
  const index = open()
  const note = seededNote('a.md', 1)
  const chunks = [0, 1, 2].map((at) => ({...note.entry.chunks[0]!, start: at}))
  index.put({...note.entry, chunks}, () => note.terms[0]!)
  expect(index.chunksWithoutVector(9).map(({place: at}) => at)).toEqual([2, 1, 0])
  expect(index.setVector('a.md', chunks[0]!.id, Int8Array.of(3, 4, 0))).toBe(true)
  expect([...index.vectorLength.subarray(0, 3)]).toEqual([5, 5, 5])
})

test('chunks without a vector: those that came last come first, as many as are wanted', () => {
  const index = open()
  putAll(index, withoutVectors(notesOf('a.md', 'b.md')))
  const note = seededNote('a.md', 1, 4)
  putInto(index, {...note, vectors: []})
  const named = (limit: number) =>
    index.chunksWithoutVector(limit).map(({path: at, place: n}) => `${at} ${n}`)
  expect(named(99)).toEqual(['a.md 3', 'b.md 2', 'b.md 1', 'b.md 0', 'a.md 2', 'a.md 1', 'a.md 0'])
  expect(named(2)).toEqual(['a.md 3', 'b.md 2'])
  expect([named(0), named(-1)]).toEqual([[], []])
  index.setVector('a.md', note.entry.chunks[3]!.id, vectorFor('x'))
  index.remove('b.md' as never)
  expect(named(2)).toEqual(['a.md 2', 'a.md 1'])
  putInto(index, {...seededNote('c.md', 9, 1), vectors: []})
  expect(named(2)).toEqual(['c.md 0', 'a.md 2'])
})

test('what is missing is looked for where something can be missing', () => {
  const table = new VectorTable({id: 'any', dimensions: 1}, 0)
  let looks = 0
  const count = 2000
  const isAlive = () => {
    looks++
    return true
  }
  for (let round = 0; round < count; round++) {
    const [chunk] = table.missing(count, isAlive)
    table.set(chunk!, Int8Array.of(1))
  }
  expect([...table.missing(count, isAlive)]).toEqual([])
  expect(looks).toBeLessThan(3 * count)
  expect([...table.missing(count + 2, isAlive)]).toEqual([count + 1, count])
})

test('very many vectors that come later are a record each, until all is written anew', () => {
  const index = open({smallLog: 20_000})
  const notes = new Map([['long.md', seededNote('long.md', 3, 97)]])
  putAll(index, withoutVectors(notes))
  index.save()
  const {chunks} = notes.get('long.md')!.entry
  const rounds = ['added', 'added', 'rewritten'] as const
  for (const [round, how] of rounds.entries()) {
    const count = how === 'added' ? 2 : 600
    for (let i = 0; i < count; i++) {
      index.setVector('long.md', chunks[i % 97]!.id, Int8Array.of(1 + (i % 100), round, 1))
    }
    const saved = index.save()
    expect(saved.how).toBe(how)
    if (how === 'added') expect(saved.bytes / count).toBeLessThan(80)
  }
  expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'index.bin'])
})

test('a long note is not gone through for each of its vectors, nor when they are opened again', () => {
  const index = open()
  const note = seededNote('long.md', 3, 97)
  putInto(index, {...note, vectors: []})
  index.save()
  const read = vi.spyOn(Texts.prototype, 'read')
  try {
    embedAll(index, 100)
    index.save()
    const again = open()
    expect(read.mock.calls.length).toBeLessThan(15 * 97)
    read.mockRestore()
    checkTells(again, new Map([['long.md', note]]), WORDS)
  } finally {
    read.mockRestore()
  }
})

test('whoever keeps a copy is told what changed in it', () => {
  const index = open()
  const copy = new Map<number, string>()
  let revision = 0
  const catchUp = () => {
    const changed = index.vectorsChangedSince(revision)
    if (changed === undefined) copy.clear()
    const chunks = changed ?? Array.from({length: index.chunkLimit}, (_, chunk) => chunk)
    for (const chunk of chunks) {
      const vector = index.vectorAt(chunk)
      if (vector === undefined) copy.delete(chunk)
      else copy.set(chunk, vector.join())
    }
    expect(revision <= index.vectorRevision).toBe(true)
    revision = index.vectorRevision
    expect(index.vectorsChangedSince(revision)).toEqual([])
    for (let chunk = 0; chunk < index.chunkLimit; chunk++) {
      expect(copy.get(chunk)).toBe(index.vectorAt(chunk)?.join())
    }
    return changed?.length
  }
  expect(catchUp()).toBeUndefined()
  putAll(index, notesOf('a.md', 'b.md'))
  expect(catchUp()).toBe(6)
  index.remove('a.md' as never)
  expect(catchUp()).toBe(3)
  index.setVector('b.md', index.chunkIdsOf('b.md')[1]!, Int8Array.of(7, 7, 7))
  expect(catchUp()).toBe(1)
  putInto(index, seededNote('c.md', 9))
  index.save()
  expect(catchUp()).toBeUndefined()
  putInto(index, seededNote('d.md', 10))
  expect(catchUp()).toBe(3)
  putInto(index, seededNote('e.md', 11))
  index.save(true)
  expect(catchUp()).toBeUndefined()
})

test('fault 20: who knows fewer vectors takes none away, and who knows more adds them', () => {
  const notes = notesOf('a.md')
  const begun = open()
  putAll(begun, notes)
  begun.save()
  const note = seededNote('b.md', 20)
  const [without, words, withAll] = [open(), openWords(), open()]
  putInto(without, {...note, vectors: []})
  putInto(words, {...note, vectors: []})
  putInto(withAll, note)
  expect(without.save().how).toBe('added')
  // The words are there; what is added brings the vectors.
  expect(withAll.save().how).toBe('added')
  notes.set('b.md', note)
  checkTells(open(), notes, WORDS)
  expect(words.save().how).toBe('nothing')
  const third = seededNote('c.md', 21)
  putInto(without, {...third, vectors: []})
  expect(without.save().how).toBe('added')
  notes.set('c.md', {...third, vectors: []})
  checkTells(open(), notes, WORDS)
})

test('vectors that came later are for chunks that the other process has as well', () => {
  const note = seededNote('a.md', 1)
  const begun = open()
  putInto(begun, {...note, vectors: []})
  begun.save()
  const [one, other] = [open(), open()]
  embedAll(one)
  embedAll(other)
  expect(one.save().how).toBe('added')
  expect(other.save()).toEqual({kept: true, bytes: 0, how: 'nothing'})
  checkTells(open(), new Map([['a.md', note]]), WORDS)
  const copy = path.join(place, 'copy')
  cpSync(folder, copy, {recursive: true})
  checkTells(openPostings(copy, 'print', {vectors: MODEL}), new Map([['a.md', note]]), WORDS)
})
