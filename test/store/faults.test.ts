/** What happens to an index whose files are not what they were. It has vectors too. */

import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import {expect, test} from 'vitest'
import type {IndexedNote, IndexStore} from '../../src/store/index-store.js'
import {
  cacheFolder,
  type Made,
  MODEL,
  meaningOf,
  noteOf,
  pathOf,
  placesOf,
  questionOf,
  storeIn as storeMade,
  vectorById,
} from './sketch.js'

const first = [
  noteOf('a.md', {chunks: ['the office is in lyon', 'rain in spring'], facets: ['wing:atlas']}),
  noteOf('b.md', {chunks: ['lyon and paris', 'fetchUserById'], title: 'Paris', date: 5}),
  noteOf('日本/ü.md', ['検索エンジン', 'lyon']),
]
const later = [
  noteOf('a.md', {chunks: ['a line', 'the office is in lyon', 'rain in spring'], date: 7}),
  noteOf('new.md', ['lyon once more', 'and paris']),
]
const all = [later[0]!, first[1]!, first[2]!, later[1]!]
const questions = [
  'lyon',
  'paris',
  '"in lyon"',
  'fetchUserById',
  '検索',
  'offices',
  'lyonn',
  'rain',
]

const meanings = [undefined, meaningOf(-1, 2, 3), meaningOf(2, -3, 1)]

function storeIn(cacheDir?: string, made: Made = {}) {
  return storeMade(cacheDir, {vectors: MODEL, ...made})
}

/** Files of an index in `cacheDir`, without the one that keeps it out of Git. */
function filesIn(cacheDir: string): string[] {
  return fs
    .readdirSync(cacheDir)
    .filter((name) => name !== '.gitignore')
    .map((name) => path.join(cacheDir, name))
}

/** An index on the disk with a snapshot, and a log of what came later. */
async function keptIndex(): Promise<string> {
  const cacheDir = cacheFolder()
  const begun = await storeIn(cacheDir)
  for (const note of first) putWith(begun, note)
  expect(begun.save().how).toBe('rewritten')
  const opened = await storeIn(cacheDir)
  for (const note of later) opened.put(note)
  // Each by itself in the log.
  catchUpVectors(opened)
  expect(opened.save().how).toBe('added')
  expect(filesIn(cacheDir)).toHaveLength(2)
  return cacheDir
}

function putWith(store: IndexStore, note: IndexedNote): void {
  store.put(note, (place) => vectorById(note.chunks[place]!.id))
}

function catchUpVectors(store: IndexStore): number {
  const missing = store.withoutVector(100)
  for (const {path: at, id} of missing) store.setVector(at, id, vectorById(id))
  return missing.length
}

/** Does what is done with every index that is opened: puts what is not there as it should be. */
function catchUp(store: IndexStore, notes: readonly IndexedNote[]): number {
  const wanted = new Map(notes.map((note) => [note.path as string, note]))
  for (const there of [...store.paths()]) if (!wanted.has(there)) store.remove(there)
  const missing = notes.filter((note) => store.digestOf(note.path) !== note.digest)
  for (const note of missing) putWith(store, note)
  return missing.length + catchUpVectors(store)
}

function answersOf(store: IndexStore) {
  return {
    notes: store.notes,
    chunks: store.chunks,
    found: questions.map((text, index) => {
      const meaning = meanings[index % meanings.length]
      return store.search(questionOf(text, meaning === undefined ? {} : {meaning}))
    }),
  }
}

async function rebuilt(notes: readonly IndexedNote[]) {
  const store = await storeIn()
  for (const note of notes) putWith(store, note)
  return answersOf(store)
}

test('fault 23: what was put is found at once, before it is saved and after', async () => {
  const cacheDir = await keptIndex()
  const store = await storeIn(cacheDir)
  store.put(noteOf('now.md', ['marseille']))
  expect(placesOf(store, 'marseille')).toEqual(['now.md:1'])
  store.put(noteOf('now.md', ['toulouse']))
  expect(placesOf(store, 'marseille')).toEqual([])
  expect(placesOf(store, 'toulouse')).toEqual(['now.md:1'])
  expect(store.save()).toMatchObject({kept: true})
  expect(placesOf(store, 'toulouse')).toEqual(['now.md:1'])
  expect(placesOf(await storeIn(cacheDir), 'toulouse')).toEqual(['now.md:1'])
  store.remove(pathOf('now.md'))
  expect(placesOf(store, 'toulouse')).toEqual([])
  store.save()
  expect(placesOf(await storeIn(cacheDir), 'toulouse')).toEqual([])
})

test('fault 23: what could not be kept is found as long as the index is open', async () => {
  const cacheDir = cacheFolder()
  fs.writeFileSync(cacheDir, 'a file where the folder should be')
  const store = await storeIn(cacheDir)
  store.put(noteOf('now.md', ['marseille']))
  expect(store.save().kept).toBe(false)
  expect(placesOf(store, 'marseille')).toEqual(['now.md:1'])
  expect(fs.readFileSync(cacheDir, 'utf8')).toBe('a file where the folder should be')
})

test('fault 26: killed at any byte of a save, the next start answers as if made anew', async () => {
  const cacheDir = await keptIndex()
  const expected = await rebuilt(all)
  for (const file of filesIn(cacheDir)) {
    const whole = fs.readFileSync(file)
    for (let length = 0; length < whole.length; length += 1 + Math.floor(whole.length / 60)) {
      fs.writeFileSync(file, whole.subarray(0, length))
      const store = await storeIn(cacheDir)
      // Whatever is there is there whole.
      for (const there of store.paths()) {
        const versions = [...first, ...later].filter((note) => note.path === there)
        expect(versions.map((note) => note.digest)).toContain(store.digestOf(there))
      }
      catchUp(store, all)
      expect(answersOf(store)).toEqual(expected)
    }
    fs.writeFileSync(file, whole)
  }
})

test('fault 26: what a killed process left lying about is nobody’s', async () => {
  const cacheDir = await keptIndex()
  for (const file of filesIn(cacheDir)) {
    const bytes = fs.readFileSync(file)
    fs.writeFileSync(`${file}.0badcafe.tmp`, bytes.subarray(0, bytes.length >> 1))
  }
  const store = await storeIn(cacheDir)
  expect(store.lost).toBeUndefined()
  expect(catchUp(store, all)).toBe(0)
  expect(answersOf(store)).toEqual(await rebuilt(all))
})

test('fault 26: a log without its snapshot, and a snapshot without its log', async () => {
  for (const lost of [/\.bin$/, /\.log$/]) {
    const cacheDir = await keptIndex()
    for (const file of filesIn(cacheDir)) if (lost.test(file)) fs.rmSync(file)
    const store = await storeIn(cacheDir)
    expect(catchUp(store, all)).toBeGreaterThan(0)
    expect(answersOf(store)).toEqual(await rebuilt(all))
    store.save()
    const again = await storeIn(cacheDir)
    expect({missing: catchUp(again, all), lost: again.lost}).toEqual({missing: 0, lost: undefined})
  }
})

test('fault 27: bytes that changed are told, and what they held is made again', async () => {
  const cacheDir = await keptIndex()
  const expected = await rebuilt(all)
  const files = filesIn(cacheDir).map((file) => ({file, bytes: fs.readFileSync(file)}))
  const damage = fc.record({
    which: fc.nat(files.length - 1),
    at: fc.double({min: 0, max: 1, maxExcluded: true, noNaN: true}),
    by: fc.integer({min: 1, max: 255}),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(damage, {minLength: 1, maxLength: 3}), async (damages) => {
      for (const {file, bytes} of files) fs.writeFileSync(file, bytes)
      for (const {which, at, by} of damages) {
        const bytes = fs.readFileSync(files[which]!.file)
        bytes[Math.floor(at * bytes.length)]! ^= by
        fs.writeFileSync(files[which]!.file, bytes)
      }
      const isAsItWas = files.every(({file, bytes}) => fs.readFileSync(file).equals(bytes))
      const store = await storeIn(cacheDir)
      expect(store.lost === undefined).toBe(isAsItWas)
      catchUp(store, all)
      expect(answersOf(store)).toEqual(expected)
    }),
    {numRuns: 100},
  )
})

test.each([
  ['random bytes', Buffer.from(Array.from({length: 5000}, (_, index) => (index * 7919) % 251))],
  ['nothing at all', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(4096)],
  ['a text', Buffer.from('{"notes": []}\n')],
  ['one byte', Buffer.from([0x89])],
])('fault 27: an index that is %s is told, and made again', async (_, bytes) => {
  const cacheDir = await keptIndex()
  const snapshot = filesIn(cacheDir).find((file) => file.endsWith('.bin'))!
  fs.writeFileSync(snapshot, bytes)
  const store = await storeIn(cacheDir)
  expect(store.lost).toMatch(/^(?:truncated|foreign|broken)$/)
  expect({notes: store.notes, missing: catchUp(store, all)}).toEqual({notes: 0, missing: 4})
  expect(answersOf(store)).toEqual(await rebuilt(all))
  expect(store.save()).toMatchObject({kept: true, how: 'rewritten'})
  const again = await storeIn(cacheDir)
  expect({lost: again.lost, missing: catchUp(again, all)}).toEqual({lost: undefined, missing: 0})
})

test('fault 27: an index of another version is not read, and said to be older', async () => {
  const cacheDir = await keptIndex()
  const store = await storeIn(cacheDir, {fingerprint: 'another version'})
  expect({lost: store.lost, notes: store.notes}).toEqual({lost: 'older', notes: 0})
  catchUp(store, all)
  expect(answersOf(store)).toEqual(await rebuilt(all))
  store.save()
  expect((await storeIn(cacheDir, {fingerprint: 'another version'})).lost).toBeUndefined()
  expect((await storeIn(cacheDir)).lost).toBe('older')
})

test('fault 27: a folder or a link in the place of the index is none', async () => {
  const outside = await keptIndex()
  for (const place of ['folder', 'link', 'linked folder']) {
    const cacheDir = cacheFolder()
    if (place === 'linked folder') fs.symlinkSync(outside, cacheDir)
    else fs.mkdirSync(cacheDir)
    if (place === 'folder') fs.mkdirSync(path.join(cacheDir, 'index.bin'))
    if (place === 'link') {
      fs.symlinkSync(path.join(outside, 'index.bin'), path.join(cacheDir, 'index.bin'))
    }
    const before = filesIn(outside).map((file) => fs.readFileSync(file))
    const store = await storeIn(cacheDir)
    expect(store.notes, place).toBe(0)
    for (const note of all) putWith(store, note)
    store.save()
    expect(answersOf(store)).toEqual(await rebuilt(all))
    expect(filesIn(outside).map((file) => fs.readFileSync(file))).toEqual(before)
  }
})

test('with nothing kept, nothing is lost', async () => {
  const store = await storeIn(cacheFolder())
  expect({lost: store.lost, notes: store.notes}).toEqual({lost: undefined, notes: 0})
  expect(store.save()).toEqual({kept: true, bytes: 0, how: 'nothing'})
})

test('in memory nothing is written, and nothing that is kept is read', async () => {
  const cacheDir = await keptIndex()
  const before = fs.readdirSync(cacheDir)
  const {openStore} = await import('../../src/store/orama-store.js')
  const store = await openStore({cacheDir, fingerprint: 'test', inMemory: true})
  expect(store.notes).toBe(0)
  store.put(all[0]!)
  expect(store.save().kept).toBe(false)
  expect(fs.readdirSync(cacheDir)).toEqual(before)
})
