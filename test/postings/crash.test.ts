import {cpSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {afterEach, beforeEach, expect, test} from 'vitest'
import {openPostings, type Postings, type PostingsOptions} from '../../src/postings/postings.js'
import {killedAt, operationsOf, watched} from './disk.js'
import {ASKED, MODEL, putInto, reconcile, seededNote, vectorFor} from './made-notes.js'
import {checkTellSame, checkTells, type NaiveNote, type Notes, tell, textOf} from './naive.js'

let place: string
beforeEach(() => {
  place = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-postings-'))
})
afterEach(() => rmSync(place, {recursive: true, force: true}))

const WORDS = [...ASKED, 'every', 'name1', 'name3', 'word7', 'word31']

/** Notes of these names, each made from a number. `e.md` and `f.md` are more than a small log has room for. */
function notesOf(seeds: Readonly<Record<string, number>>): Notes {
  const notes = Object.entries(seeds).map(([name, seed]): [string, NaiveNote] => [
    name,
    seededNote(name, seed, /^[ef]/.test(name) ? 12 : 3),
  ])
  return new Map(notes)
}

const BEFORE = notesOf({'a.md': 1, 'b.md': 2, 'c.md': 3, 'd.md': 4})
const AFTER = notesOf({'a.md': 1, 'b.md': 12, 'd.md': 4, 'e.md': 5})
/** From one to the other, note by note, as `reconcile` goes. */
const STEPS = [
  BEFORE,
  notesOf({'a.md': 1, 'b.md': 2, 'd.md': 4}),
  notesOf({'a.md': 1, 'b.md': 12, 'd.md': 4}),
  AFTER,
]
const OTHER = notesOf({'a.md': 21, 'b.md': 12, 'c.md': 3, 'd.md': 4, 'f.md': 6})

/** Every file operation in turn is many, and machines are shared. In milliseconds. */
const PATIENCE = 120_000

const ADDS = {smallLog: 1_000_000, vectors: MODEL}
const REWRITES = {smallLog: 0, vectors: MODEL}

function folderWith(...states: readonly Notes[]): string {
  const folder = mkdtempSync(path.join(place, 'brain-'))
  for (const notes of states) {
    const index = open(folder)
    reconcile(index, notes)
    index.save()
  }
  return folder
}

const open = (folder: string) => openPostings(folder, 'print', {vectors: MODEL})

test.each([
  ['the first time', [], ADDS],
  ['adding to a log', [BEFORE], ADDS],
  ['adding to a log that there is', [new Map(), BEFORE], ADDS],
  ['writing all anew', [new Map(), BEFORE], REWRITES],
] as const)(
  'fault 26: killed at any moment of saving: %s',
  (_, states, options) => {
    const original = folderWith(...states)
    const copied = () => {
      const folder = mkdtempSync(path.join(place, 'copy-'))
      cpSync(original, folder, {recursive: true})
      return folder
    }
    const changed = (folder: string): Postings => {
      const index = openPostings(folder, 'print', options)
      reconcile(index, AFTER)
      return index
    }
    const names = operationsOf(() => expect(changed(copied()).save().kept).toBe(true))
    const state = states.length === 0 ? [new Map(), AFTER] : STEPS
    const moments = [...names, 'nothing'].flatMap((name, last) =>
      (name === 'writeSync' ? [false, true] : [false]).map((half) => ({last, half})),
    )
    const seen = new Set<string>()
    for (const {last, half} of moments) {
      const folder = copied()
      const index = changed(folder)
      killedAt(last, half, () => index.save())

      const next = open(folder)
      const text = JSON.stringify(tell(next, WORDS))
      const step = state.findIndex((notes) => textOf(notes, WORDS, MODEL.dimensions) === text)
      // A write that was cut off may have left some of several records, each of them whole.
      const isCut = step !== 0 && step !== state.length - 1
      const isWrong = step === -1 || (isCut && next.lost === undefined)
      expect([last, half, isWrong]).toEqual([last, half, false])
      seen.add(`${isCut ? 'between' : step === 0 ? 'before' : 'after'}, ${next.lost ?? 'whole'}`)

      reconcile(next, AFTER)
      expect(next.save().kept).toBe(true)
      expect(open(folder).lost).toBeUndefined()
      checkTells(open(folder), AFTER, WORDS)
      rmSync(folder, {recursive: true})
    }
    expect(seen).toContain('before, whole')
    expect(seen).toContain('after, whole')
  },
  PATIENCE,
)

test.each([
  ['adding them', ADDS],
  ['writing all anew', REWRITES],
] as const)(
  'fault 26: killed at any moment of saving vectors that came later: %s',
  (_, options) => {
    const original = folderWith(withoutVectors(BEFORE))
    const copied = () => {
      const folder = mkdtempSync(path.join(place, 'copy-'))
      cpSync(original, folder, {recursive: true})
      return folder
    }
    const names = operationsOf(() => embedded(copied(), options).save())
    const left = new Set<number>()
    for (let last = 0; last <= names.length; last++) {
      for (const half of names[last] === 'writeSync' ? [false, true] : [false]) {
        const folder = copied()
        const index = embedded(folder, options)
        killedAt(last, half, () => index.save())
        const next = open(folder)
        // The words are there whatever happened, and those vectors that were saved whole.
        checkTells(openPostings(folder, 'print'), BEFORE, WORDS)
        const missing = next.chunksWithoutVector(99)
        left.add(missing.length)
        for (const {path: at, id} of missing) next.setVector(at, id, vectorFor(id))
        checkTells(next, BEFORE, WORDS)
        expect(next.save().kept).toBe(true)
        checkTells(open(folder), BEFORE, WORDS)
        rmSync(folder, {recursive: true})
      }
    }
    expect(Math.max(...left)).toBe(12)
    expect(Math.min(...left)).toBe(0)
  },
  PATIENCE,
)

function withoutVectors(notes: Notes): Notes {
  return new Map([...notes].map(([name, note]) => [name, {...note, vectors: []}]))
}

/** Opens an index and brings all vectors that are missing. */
function embedded(folder: string, options: PostingsOptions): Postings {
  const index = openPostings(folder, 'print', options)
  for (const {path: at, id} of index.chunksWithoutVector(99)) {
    expect(index.setVector(at, id, vectorFor(id))).toBe(true)
  }
  return index
}

test('a save that failed is made up for by the next', () => {
  const folder = folderWith(BEFORE)
  const index = open(folder)
  reconcile(index, AFTER)
  for (const last of [0, 3, 20]) {
    killedAt(last, true, () => expect(index.save().kept).toBe(false))
    checkTells(index, AFTER, WORDS)
  }
  expect(index.save().kept).toBe(true)
  checkTells(open(folder), AFTER, WORDS)
})

test('a folder that cannot be written keeps nothing, and everything is found all the same', () => {
  const folder = path.join(place, 'file')
  writeFileSync(folder, 'in the way')
  const index = open(folder)
  reconcile(index, AFTER)
  expect(index.save()).toEqual({kept: false, bytes: 0, how: 'nothing'})
  checkTells(index, AFTER, WORDS)
})

test.each([
  ['both add', ADDS, ADDS],
  ['one adds, another writes all anew', ADDS, REWRITES],
  ['one writes all anew, another adds', REWRITES, ADDS],
  ['both write all anew', REWRITES, REWRITES],
] as const)(
  'fault 20: another saves at any moment of saving: %s',
  (_, own, others) => {
    const original = folderWith(new Map(), BEFORE)
    const seen = new Set<string>()
    for (let at = 0, isOver = false; !isOver; at++) {
      const folder = mkdtempSync(path.join(place, 'copy-'))
      cpSync(original, folder, {recursive: true})
      const index = openPostings(folder, 'print', own)
      const other = openPostings(folder, 'print', others)
      reconcile(index, AFTER)
      reconcile(other, OTHER)
      isOver = true
      const after: string[] = []
      const saved = watched(
        (count, name) => {
          if (at <= count) after.push(name)
          if (count !== at) return
          isOver = false
          expect(other.save().kept).toBe(true)
        },
        () => index.save(),
      )
      expect(saved.kept).toBe(true)
      // No mixture: what is there is what one of the two had.
      const found = open(folder)
      const isMine = found.digestOf('e.md') !== undefined
      checkTells(found, isMine ? AFTER : OTHER, WORDS)
      expect(found.lost).toBeUndefined()
      // Who was told that all is kept was the last to write: nothing was left to do but to read what it had opened, or to clear up.
      const last = saved.how === 'rewritten' ? 'renameSync' : 'openSync'
      expect([at, isMine || !after.includes(last)]).toEqual([at, true])
      seen.add(isMine ? 'mine' : 'theirs')
      // Neither lost anything of its own, and whoever saves next is right.
      for (const [one, has] of [
        [other, OTHER],
        [index, AFTER],
      ] as const) {
        checkTells(one, has, WORDS)
      }
      for (const [one, seed] of [
        [other, 71],
        [index, 72],
      ] as const) {
        putInto(one, seededNote('last.md', seed))
        expect(one.save().kept).toBe(true)
        checkTellSame(open(folder), one, WORDS)
      }
      rmSync(folder, {recursive: true})
    }
    expect(seen).toContain('mine')
  },
  PATIENCE,
)

test('fault 20: another saves at the same moment, and then this one is killed', () => {
  for (let at = 0, isOver = false; !isOver; at++) {
    const folder = folderWith(BEFORE)
    const [index, other] = [open(folder), open(folder)]
    reconcile(index, AFTER)
    reconcile(other, OTHER)
    isOver = true
    let hasWritten = false
    watched(
      (count, name) => {
        if (count === at) {
          isOver = false
          expect(other.save().kept).toBe(true)
        }
        if (hasWritten) throw new Error('killed')
        hasWritten = name === 'writeSync'
      },
      () => index.save(),
    )
    // What both wrote stands in the log, one after the other; only the first was there to be gone on from.
    const found = open(folder)
    checkTells(found, found.digestOf('e.md') === undefined ? OTHER : AFTER, WORDS)
  }
})

test('fault 20: two who read the same files add to one log, and neither writes all anew', () => {
  const folder = folderWith(BEFORE)
  const [one, other] = [open(folder), open(folder)]
  for (let seed = 30; seed < 40; seed++) {
    const note = seededNote('b.md', seed)
    putInto(one, note)
    expect(one.save().how).toBe('added')
    putInto(other, note)
    putInto(other, seededNote('only-one-saw.md', seed))
    expect(other.save().how).toBe('added')
    putInto(one, seededNote('only-one-saw.md', seed))
    expect(one.save()).toEqual({kept: true, bytes: 0, how: 'nothing'})
    checkTellSame(open(folder), one, WORDS)
  }
})

test('what killed processes and older snapshots left is cleared up, and nothing else', () => {
  const folder = folderWith(BEFORE)
  const files = {
    'index-0123456789abcdef.log': true,
    'index.bin.0a1b2c3d.tmp': true,
    'index.bin.9a1b2c3d.tmp': false,
    'catalog.jsonl': false,
    'index.bin.bak': false,
    'index-notes.log': false,
  }
  for (const name of Object.keys(files)) writeFileSync(path.join(folder, name), 'x')
  utimesSync(path.join(folder, 'index.bin.0a1b2c3d.tmp'), 1e9, 1e9)
  const index = openPostings(folder, 'print', REWRITES)
  reconcile(index, AFTER)
  expect(index.save().how).toBe('rewritten')
  const left = Object.keys(files).filter((name) => !files[name as keyof typeof files])
  expect(readdirSync(folder).sort()).toEqual(['.gitignore', ...left, 'index.bin'].sort())
})
