import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {expect, onTestFinished, test} from 'vitest'
import type {Embedder} from '../../src/embed/embedder.js'
import {keptEmbedder} from '../../src/embed/kept-embedder.js'
import {KeptVectors} from '../../src/embed/kept-vectors.js'

function folder(): string {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'kept-'))
  onTestFinished(() => fs.rmSync(place, {recursive: true, force: true}))
  return place
}

/** Tells the length of a text, and remembers what it was asked. */
function model(fingerprint = 'long') {
  const asked: string[] = []
  const embedder: Embedder = {
    fingerprint,
    dimensions: 2,
    slow: true,
    batch: 7,
    embed: async (texts, kind) => {
      asked.push(...texts.map((text) => `${kind} ${text}`))
      return texts.map((text) => ({vector: Int8Array.of(text.length, -1), coverage: 0.5}))
    },
  }
  return {embedder, asked}
}

function filesIn(place: string): string[] {
  return fs.readdirSync(path.join(place, 'vectors')).sort()
}

test('a text is asked about once, also by the next process, and told as it was', async () => {
  const place = folder()
  const {embedder, asked} = model()
  const kept = keptEmbedder(embedder, place)
  const first = await kept.embed(['a', 'bcd', 'a'], 'passage')
  expect(await kept.embed(['bcd', 'new', 'a'], 'passage')).toEqual([
    first[1],
    {vector: Int8Array.of(3, -1), coverage: 0.5},
    first[0],
  ])
  expect(await keptEmbedder(embedder, place).embed(['new'], 'passage')).toHaveLength(1)
  expect(asked).toEqual(['passage a', 'passage bcd', 'passage a', 'passage new'])
  expect(kept).toMatchObject({fingerprint: 'long', dimensions: 2, slow: true, batch: 7})
})

test('a question is not a passage, and another model is another model', async () => {
  const place = folder()
  const {embedder, asked} = model()
  await keptEmbedder(embedder, place).embed(['a'], 'passage')
  await keptEmbedder(embedder, place).embed(['a'], 'question')
  const other = model('other')
  await keptEmbedder(other.embedder, place).embed(['a'], 'passage')
  expect([asked, other.asked]).toEqual([['passage a', 'question a'], ['passage a']])
})

test('what is damaged is asked for again, and what cannot be written is not kept', async () => {
  const place = folder()
  const {embedder, asked} = model()
  await keptEmbedder(embedder, place).embed(['a'], 'passage')
  const file = path.join(place, 'vectors', filesIn(place)[0]!)
  const bytes = fs.readFileSync(file)
  const at = bytes.findIndex((byte) => byte !== 0)
  for (const [from, to] of [
    [at, at + 1],
    [at + 20, at + 21],
  ] as const) {
    fs.writeFileSync(file, Buffer.from(bytes).fill(0x55, from, to))
    const [found] = await keptEmbedder(embedder, place).embed(['a'], 'passage')
    expect(found).toEqual({vector: Int8Array.of(1, -1), coverage: 0.5})
  }
  fs.truncateSync(file, at + 10)
  await keptEmbedder(embedder, place).embed(['a'], 'passage')
  expect(asked).toHaveLength(4)

  const nowhere = path.join(place, 'file')
  fs.writeFileSync(nowhere, '')
  expect(await keptEmbedder(embedder, nowhere).embed(['a'], 'passage')).toHaveLength(1)
  expect(fs.readFileSync(nowhere, 'utf8')).toBe('')
})

test('the files of four models are kept', async () => {
  const place = folder()
  for (const [at, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    await keptEmbedder(model(name).embedder, place).embed(['x'], 'passage')
    for (const file of filesIn(place)) {
      const one = path.join(place, 'vectors', file)
      if (fs.statSync(one).mtimeMs > 1e12) fs.utimesSync(one, at, at)
    }
  }
  expect(filesIn(place)).toHaveLength(4)
  const first = model('a')
  await keptEmbedder(first.embedder, place).embed(['x'], 'passage')
  expect(first.asked).toHaveLength(1)
})

test('a file has a bound, and what is in it then is right', () => {
  const file = path.join(folder(), 'few.vectors')
  const kept = new KeptVectors(file, 3, 2000)
  const names = Array.from({length: 500}, (_, at) => {
    const name = Buffer.alloc(16)
    name.writeUInt32BE(at, 2)
    name[15] = at
    return name
  })
  for (const [at, name] of names.entries()) {
    kept.keep([name], [{vector: Int8Array.of(at % 100, 1, 2), coverage: 1}])
  }
  expect(fs.statSync(file).size).toBeLessThanOrEqual(2000)
  const found = kept.find(names)
  expect(found.filter((one) => one !== undefined).length).toBeGreaterThan(20)
  for (const [at, one] of found.entries()) {
    if (one !== undefined) expect(one).toEqual({vector: Int8Array.of(at % 100, 1, 2), coverage: 1})
  }
})
