import {mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {crc32} from 'node:zlib'
import fc from 'fast-check'
import {afterEach, beforeEach, expect, test} from 'vitest'
import {readLog} from '../../src/postings/log.js'
import {
  openPostings,
  type Postings,
  positionList,
  postingList,
} from '../../src/postings/postings.js'
import {type Framed, type Lost, unframe} from '../../src/postings/snapshot-format.js'
import {ASKED, MODEL, putInto, reconcile, seededNote, vectorFor} from './made-notes.js'
import {checkTells, type NaiveNote, type Notes, tell, tellNaively, textOf} from './naive.js'

let place: string
let cache: string
beforeEach(() => {
  place = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-postings-'))
  cache = path.join(place, '.brain')
})
afterEach(() => rmSync(place, {recursive: true, force: true}))

const WORDS = [...ASKED, ...Array.from({length: 97}, (_, own) => `word${own}`), 'every', 'name3']

const open = (fingerprint = 'print') => openPostings(cache, fingerprint, {vectors: MODEL})

/** What was on the disk at some time: all notes, by path. */
type History = Notes[]

/** A snapshot of six notes, then a log in which each is put, changed or removed: one record a save. */
function makeIndex(): History {
  const index = open()
  const notes = new Map<string, NaiveNote>()
  const history: History = [new Map()]
  const put = (name: string, seed: number, chunks?: number) => {
    const note = seededNote(name, seed, chunks)
    notes.set(name, note)
    putInto(index, note)
  }
  const save = (how: string) => {
    expect(index.save().how).toBe(how)
    history.push(new Map(notes))
  }
  for (let i = 0; i < 6; i++) put(`note-${i}.md`, i)
  save('rewritten')
  put('note-1.md', 11)
  save('added')
  put('new/ä.md', 40, 5)
  save('added')
  index.remove('note-2.md' as never)
  notes.delete('note-2.md')
  save('added')
  put('new/ä.md', 40, 3)
  save('added')
  put('note-2.md', 2)
  save('added')
  return history
}

const snapshotFile = () => path.join(cache, 'index.bin')
const idOfLog = () => path.basename(logFile()).slice('index-'.length, -'.log'.length)
const logFile = () => path.join(cache, readdirSync(cache).find((name) => name.endsWith('.log'))!)

/** Which of the states that there were an index is in; fails where it is in none. */
function stateOf(index: Postings, history: History): number {
  const told = tell(index, WORDS)
  const text = JSON.stringify(told)
  const state = history.findLastIndex((notes) => textOf(notes, WORDS, MODEL.dimensions) === text)
  if (state === -1) expect(told).toEqual(tellNaively(history.at(-1)!, WORDS, MODEL.dimensions))
  return state
}

/** Whoever keeps an index asks for digests, and puts what has none or another: then all is well again. */
function checkMends(index: Postings, history: History): void {
  const wanted = history.at(-1)!
  reconcile(index, wanted)
  checkTells(index, wanted, WORDS)
  expect(index.save().kept).toBe(true)
  const again = open()
  expect(again.lost).toBeUndefined()
  checkTells(again, wanted, WORDS)
}

test('what was not damaged is the last that was saved', () => {
  const history = makeIndex()
  const index = open()
  expect(index.lost).toBeUndefined()
  expect(stateOf(index, history)).toBe(history.length - 1)
})

/** Every byte is tried, and every eleventh through the disk, which takes its time. */
const isTriedOnDisk = (at: number) => at % 11 === 0

/** One bit, or all. */
function changedAt(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at]! ^= at % 2 === 0 ? 1 << (at % 8) : 0xff
  return changed
}

test('fault 27: a snapshot cut off anywhere is lost whole', () => {
  makeIndex()
  const bytes = readFileSync(snapshotFile())
  for (let length = bytes.length - 1; 0 <= length; length--) {
    expect([length, unframe(bytes.subarray(0, length), 'print')]).toEqual([length, 'truncated'])
    if (!isTriedOnDisk(length)) continue
    truncateSync(snapshotFile(), length)
    const index = open()
    expect([length, index.lost, index.notes]).toEqual([length, 'truncated', 0])
  }
})

test('fault 27: a snapshot with a byte changed anywhere is lost whole', () => {
  makeIndex()
  const bytes = readFileSync(snapshotFile())
  const seen = new Set<Framed | Lost>()
  for (let at = 0; at < bytes.length; at++) {
    const changed = changedAt(bytes, at)
    const found = unframe(changed, 'print')
    seen.add(found)
    if (!isTriedOnDisk(at)) continue
    writeFileSync(snapshotFile(), changed)
    const index = open()
    expect([at, index.lost, index.notes]).toEqual([at, found, 0])
  }
  expect([...seen].sort()).toEqual(['broken', 'foreign', 'older', 'truncated'])
})

test('fault 27: a log cut off anywhere is as far as its last whole record', () => {
  const history = makeIndex()
  const bytes = readFileSync(logFile())
  const ends = [0]
  for (let end = 0; end < bytes.length; ends.push(end)) end += 12 + bytes.readUInt32LE(end)
  for (let length = bytes.length - 1; 0 <= length; length--) {
    const cut = bytes.subarray(0, length)
    const whole = ends.filter((end) => end <= length).length
    // Between two records nothing tells that there were more; the digests do.
    const lost = ends.includes(length) ? undefined : 'truncated'
    const read = readLog(cut, idOfLog())
    expect([length, read.records.length, read.lost]).toEqual([length, whole - 1, lost])
    if (!isTriedOnDisk(length) && lost !== undefined) continue
    writeFileSync(logFile(), cut)
    const index = open()
    expect([length, stateOf(index, history), index.lost]).toEqual([length, whole, lost])
  }
})

test('fault 27: a log with a byte changed anywhere is as far as it was whole', () => {
  const history = makeIndex()
  const bytes = readFileSync(logFile())
  const records = readLog(bytes, idOfLog()).records.length
  for (let at = 0; at < bytes.length; at++) {
    const changed = changedAt(bytes, at)
    const read = readLog(changed, idOfLog())
    expect([at, read.lost === undefined, read.records.length < records]).toEqual([at, false, true])
    if (!isTriedOnDisk(at)) continue
    writeFileSync(logFile(), changed)
    const index = open()
    expect([at, stateOf(index, history), index.lost]).toEqual([
      at,
      1 + read.records.length,
      read.lost,
    ])
  }
})

test.each<[string, string | undefined, (bytes: Buffer) => void]>([
  ['a snapshot that is no more', undefined, () => rmSync(snapshotFile())],
  ['a snapshot of nothing', 'truncated', () => writeFileSync(snapshotFile(), '')],
  [
    'a snapshot of text',
    'foreign',
    () => writeFileSync(snapshotFile(), 'Not an index.\n'.repeat(99)),
  ],
  [
    'more behind a snapshot',
    'broken',
    (bytes) => writeFileSync(snapshotFile(), [bytes, Buffer.alloc(8)].map(String).join('')),
  ],
  ['a log of text', 'truncated', () => writeFileSync(logFile(), 'Not a log.\n'.repeat(99))],
  ['a log of zeros', 'broken', () => writeFileSync(logFile(), Buffer.alloc(999))],
  ['a log that is no more', undefined, () => rmSync(logFile())],
  [
    'a log that lacks its first record',
    'foreign',
    () => {
      const bytes = readFileSync(logFile())
      writeFileSync(logFile(), bytes.subarray(12 + bytes.readUInt32LE(0)))
    },
  ],
])('fault 27: %s is found, and mended', (_, lost, damage) => {
  const history = makeIndex()
  damage(readFileSync(snapshotFile()))
  const index = open()
  if (lost === undefined || lost === 'foreign') expect(index.lost).toBe(lost)
  else expect(index.lost).toBeDefined()
  stateOf(index, history)
  checkMends(index, history)
})

test('fault 27: random bytes in the place of either file', () => {
  const history = makeIndex()
  const [snapshot, log] = [readFileSync(snapshotFile()), readFileSync(logFile())]
  const name = logFile()
  fc.assert(
    fc.property(fc.uint8Array({maxLength: 300}), fc.boolean(), (bytes, isLog) => {
      writeFileSync(snapshotFile(), isLog ? snapshot : bytes)
      writeFileSync(name, isLog ? bytes : log)
      const index = open()
      expect(index.lost === undefined).toBe(isLog && bytes.length === 0)
      expect(stateOf(index, history)).toBe(isLog ? 1 : 0)
    }),
    {numRuns: 100},
  )
})

test('fault 25: what was made under another fingerprint, or in another format, is older', () => {
  const history = makeIndex()
  const other = open('another')
  expect([other.lost, other.notes]).toEqual(['older', 0])

  const bytes = readFileSync(snapshotFile())
  const format = bytes.readUInt32LE(8)
  // Also what a machine with the other order of bytes would have written.
  for (const written of [
    format - 1,
    format + 1,
    Buffer.from(bytes.subarray(8, 12)).readUInt32BE(),
  ]) {
    bytes.writeUInt32LE(written, 8)
    writeFileSync(snapshotFile(), bytes)
    const index = open()
    expect([index.lost, index.notes]).toEqual(['older', 0])
  }
  checkMends(open(), history)
})

test('the log of another snapshot is not taken for this one', () => {
  makeIndex()
  const foreign = readFileSync(logFile())
  rmSync(cache, {recursive: true})
  const history = makeIndex()
  writeFileSync(logFile(), foreign)
  const index = open()
  expect(index.lost).toBe('foreign')
  expect(stateOf(index, history)).toBe(1)
  checkMends(index, history)
})

test('a section that nobody knows is passed over', () => {
  const history = makeIndex()
  const bytes = readFileSync(snapshotFile())
  const count = bytes.readUInt32LE(20)
  // Another entry in the table moves all sections on by its length, which is one of 8 bytes three times.
  const entry = Buffer.alloc(24)
  entry.write('pictures')
  entry.writeUInt32LE(bytes.length + 24, 16)
  entry.writeUInt32LE(5, 20)
  const table = 64 + 24 * count
  const wider = Buffer.concat([
    bytes.subarray(0, table),
    entry,
    bytes.subarray(table),
    Buffer.alloc(8, 7),
  ])
  for (let i = 0; i < count; i++) {
    wider.writeUInt32LE(wider.readUInt32LE(64 + 24 * i + 16) + 24, 64 + 24 * i + 16)
  }
  wider.writeUInt32LE(wider.length, 16)
  wider.writeUInt32LE(count + 1, 20)
  writeFileSync(snapshotFile(), seal(wider))
  const index = open()
  expect(index.lost).toBeUndefined()
  expect(stateOf(index, history)).toBe(history.length - 1)
})

/** Gives a snapshot the checksum of what it holds. */
function seal(bytes: Buffer): Buffer {
  bytes.writeUInt32LE(crc32(bytes.subarray(16)), 12)
  return bytes
}

/** Asks everything; what it says may be nonsense, but it must say something. */
function exercise(index: Postings): void {
  const [short, long] = [postingList(), positionList()]
  const paths = [...index.paths()]
  for (const path of [...paths, 'nowhere.md']) {
    index.chunkIdsOf(path)
    index.digestOf(path)
  }
  for (let note = 0; note < index.noteLimit; note++) index.noteRowOf(note)
  for (let chunk = 0; chunk < index.chunkLimit; chunk++) index.rowOf(chunk)
  for (const word of [...WORDS, ...index.vocabulary(), ...index.wordsFrom('w', 5)]) {
    index.read(word, short)
    index.readPositions(word, long)
    for (let i = 0; i < long.count; i++) expect(index.chunkLimit).toBeGreaterThan(long.chunk[i]!)
  }
  index.vectorBlocks()
  for (const {path, id} of index.chunksWithoutVector(9)) {
    index.setVector(path, id, vectorFor(id, {...MODEL, dimensions: index.dimensions}))
  }
  for (const path of paths.slice(0, 2)) index.remove(path)
  putInto(index, seededNote('note-1.md', 77))
  putInto(index, seededNote('note-9.md', 78))
}

test('what somebody made on purpose, with the right checksum, harms nobody', () => {
  makeIndex()
  const original = readFileSync(snapshotFile())
  const change = fc.record({
    at: fc.integer({min: 20, max: original.length - 1}),
    value: fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(255)),
    times: fc.constantFrom(1, 1, 4, 40),
  })
  let believed = 0
  fc.assert(
    fc.property(fc.array(change, {minLength: 1, maxLength: 4}), (changes) => {
      const bytes = Buffer.from(original)
      for (const {at, value, times} of changes)
        bytes.fill(value, at, Math.min(bytes.length, at + times))
      writeFileSync(snapshotFile(), seal(bytes))
      const index = open()
      if (index.lost === undefined) believed++
      exercise(index)
      index.save()
      exercise(open())
    }),
    {numRuns: 150},
  )
  // Most of it is nonsense of a kind that can be seen; enough is not, or this would test nothing.
  expect(believed).toBeGreaterThan(5)
}, 120_000)

test('a record that somebody made on purpose, with the right checksum, harms nobody', () => {
  makeIndex()
  const original = readFileSync(logFile())
  const name = logFile()
  const length = original.readUInt32LE(0)
  fc.assert(
    fc.property(fc.nat(length - 1), fc.uint8Array({minLength: 1, maxLength: 6}), (at, put) => {
      const bytes = Buffer.from(original.subarray(0, 12 + length))
      bytes.set(put.subarray(0, length - at), 12 + at)
      bytes.writeUInt32LE(crc32(bytes.subarray(12), crc32(bytes.subarray(0, 8))), 8)
      writeFileSync(name, bytes)
      const index = open()
      exercise(index)
      index.save()
      exercise(open())
      makeAgain(original, name)
    }),
    {numRuns: 60},
  )
})

/** Puts the index back as it was, since `save` may have written it anew. */
function makeAgain(log: Buffer, name: string): void {
  if (readdirSync(cache).includes(path.basename(name))) writeFileSync(name, log)
}
