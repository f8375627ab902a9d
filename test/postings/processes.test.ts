/** Whole processes, that know nothing of each other, with one index; some of them are killed. */

import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {mkdtempSync, rmSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {createInterface} from 'node:readline'
import {buildSync} from 'esbuild'
import {afterEach, beforeEach, expect, test} from 'vitest'
import {openPostings, type Postings} from '../../src/postings/postings.js'
import {ASKED, MODEL, putInto, seededNote} from './made-notes.js'
import {checkTells, type NaiveNote} from './naive.js'

const WORDS = [...ASKED, 'every', ...Array.from({length: 97}, (_, own) => `word${own}`)]

let place: string
let folder: string
beforeEach(() => {
  place = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-postings-'))
  folder = path.join(place, '.brain')
  buildSync({
    entryPoints: [path.join(import.meta.dirname, 'writer.ts')],
    outfile: path.join(place, 'writer.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
})
afterEach(() => rmSync(place, {recursive: true, force: true}))

const open = () => openPostings(folder, 'print', {vectors: MODEL})

/** Starts a writer; kills it after it has said `last` lines, where it gets so far. Tells what it said. */
async function write(name: string, rounds: number, last = Number.POSITIVE_INFINITY) {
  const child = spawn(
    process.execPath,
    [path.join(place, 'writer.mjs'), folder, name, `${rounds}`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const lines: string[] = []
  const exited = once(child, 'exit')
  for await (const line of createInterface({input: child.stdout})) {
    if (lines.push(line) === last) child.kill('SIGKILL')
  }
  const [code] = await exited
  return {lines, code: code as number | null}
}

/** Every note is one that somebody put, whole: the words of its chunks are those that its digest names. */
function checkNoMixture(index: Postings): void {
  const notes = new Map<string, NaiveNote>()
  // Vectors may have come or not.
  const missing = new Set(index.chunksWithoutVector(1e6).map(({path, place}) => `${path} ${place}`))
  for (const name of index.paths()) {
    const seed = Number(index.digestOf(name)!.split(' ')[1])
    const note = seededNote(name, seed, index.chunkIdsOf(name).length)
    const vectors = note.vectors!.map((vector, place) =>
      missing.has(`${name} ${place}`) ? undefined : vector,
    )
    notes.set(name, {...note, vectors})
  }
  checkTells(index, notes, WORDS)
}

test('fault 20: several processes write one index, and nothing is mixed', async () => {
  const done = await Promise.all([write('one', 40), write('two', 40), write('three', 40)])
  for (const {lines, code} of done) {
    expect(code).toBe(0)
    expect(lines).toHaveLength(40)
    expect(lines.filter((line) => !line.includes('true'))).toEqual([])
  }
  const index = open()
  expect(index.lost).toBeUndefined()
  checkNoMixture(index)
}, 120_000)

test('fault 26: processes are killed while they write, and the next one finds what is whole', async () => {
  for (const last of [1, 2, 4, 7, 11]) {
    const all = [write('one', 500, last), write('two', 500, last + 1)]
    for (const {code} of await Promise.all(all)) expect(code).toBeNull()
    const index = open()
    checkNoMixture(index)
    putInto(index, seededNote('after.md', last))
    expect(index.save().kept).toBe(true)
    const again = open()
    expect([again.lost, again.digestOf('after.md')]).toEqual([undefined, `after.md ${last}`])
    checkNoMixture(again)
  }
}, 120_000)
