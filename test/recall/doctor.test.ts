import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {appendLog, readLog} from '../../src/catalog/kept.js'
import type {Scene} from '../../src/catalog/scene.js'
import {BrainError} from '../../src/ground/brain-error.js'
import type {NotePath} from '../../src/ground/note-path.js'
import {decode} from '../../src/note/decode.js'
import {parse} from '../../src/note/parse.js'
import {fromTheFuture} from '../../src/recall/cache-findings.js'
import {doctor} from '../../src/recall/doctor.js'
import {entryOf} from '../../src/recall/entry-of.js'
import {LiveIndex} from '../../src/recall/live-index.js'
import {search} from '../../src/recall/search.js'
import {BrainBox} from '../boot/scene.js'

const files = {
  'a.md': '# A\n\nThe lighthouse stands on the rock.\n',
  'b.md': '# B\n\nThe harbour is deep.\n',
  'MEMORY.md': '# Facts\n\n- The mast is of spruce.\n- The hull is of oak.\n',
}

/** Asks as a command does that has just begun. */
const examine = (scene: Scene) => doctor(scene, new LiveIndex(scene))
const found = async (scene: Scene, query: string) =>
  (await search(scene, new LiveIndex(scene), query, {})).hits.map(({id}) => id)

/** What it says, shortly; and that it is all well afterwards. */
async function mendedBy(scene: Scene): Promise<string[]> {
  const {findings, well} = await examine(scene)
  expect([well, findings.every(({mended}) => mended)]).toEqual([true, true])
  expect(await examine(scene)).toMatchObject({findings: [], well: true})
  return findings.map(({path: file, what}) => `${file}: ${what}`)
}

describe('a doctor', () => {
  test('finds all well, and changes nothing but what is behind', async () => {
    using box = new BrainBox(files)
    const scene = box.scene()
    expect(await examine(scene)).toEqual({notes: 3, chunks: 4, findings: [], well: true})
    box.write('c.md', 'C.\n')
    box.remove('b.md')
    expect(await examine(scene)).toEqual({notes: 3, chunks: 4, findings: [], well: true})
  })

  test('finds a note that has other words in the index than in its file', async () => {
    using box = new BrainBox(files)
    const scene = box.scene()
    await found(scene, 'lighthouse')
    const store = await new LiveIndex(scene).open()
    const forged = '# A\n\nThe beacon is on the rock.\n'
    const {note} = parse('a.md' as NotePath, forged, scene.settings.zone)
    store.put(
      entryOf({note, text: forged}, store.digestOf('a.md' as NotePath)!, scene.settings.zone),
    )
    store.save()
    expect(await found(scene, 'lighthouse')).toEqual([])
    expect(await mendedBy(scene)).toEqual(['a.md: was in the index with other passages or words'])
    expect(await found(scene, 'lighthouse')).toEqual(['a.md'])
  })

  test('finds a file that the catalog knows otherwise', async () => {
    using box = new BrainBox(files)
    const scene = box.scene()
    await found(scene, 'lighthouse')
    const log = readLog(scene.cacheDir, fingerprintIn(scene))
    const [a, b] = ['a.md', 'b.md'].map((file) => log.kept.get(file as NotePath)!)
    appendLog(scene.cacheDir, [
      {path: 'a.md' as NotePath, now: {...b!, stat: a!.stat, racy: false}},
    ])
    const [first, ...others] = await mendedBy(scene)
    expect(first).toMatch(/^a\.md: has changed without a new size/)
    expect(others).toEqual([])
    expect(await found(scene, 'lighthouse')).toEqual(['a.md'])
  })

  test.each([
    ['noise', 'is something else'],
    ['', 'is cut short'],
  ])('makes an index anew that is %j', async (bytes, expected) => {
    using box = new BrainBox(files)
    const scene = box.scene()
    await found(scene, 'lighthouse')
    writeFileSync(path.join(scene.cacheDir, 'index.bin'), bytes)
    expect(await mendedBy(scene)).toEqual([`.brain: what was kept of the index ${expected}`])
  })

  test('removes what was left half-written, and nothing else', async () => {
    using box = new BrainBox(files)
    const scene = box.scene()
    await found(scene, 'lighthouse')
    const before = readdirSync(scene.cacheDir).sort()
    box.write('.brain/boot/x.json.0a1b2c3d.tmp', '{"half')
    box.write('.brain/index.bin.0a1b2c3d.tmp', 'half')
    expect(await mendedBy(scene)).toEqual([
      '.brain/boot/x.json.0a1b2c3d.tmp: was left half-written',
      '.brain/index.bin.0a1b2c3d.tmp: was left half-written',
    ])
    expect(
      readdirSync(scene.cacheDir)
        .filter((name) => name !== 'boot')
        .sort(),
    ).toEqual(before)
  })

  test('says where nothing can be kept, and ends unwell', async () => {
    using box = new BrainBox({...files, '.brain': 'no folder\n'})
    const {findings, well, notes} = await examine(box.scene())
    expect(well).toBe(false)
    expect(findings).toMatchObject([{path: '.brain', mended: false, hint: expect.any(String)}])
    expect(notes).toBe(3)
  })

  test('says which files are of a time to come', () => {
    using box = new BrainBox(files)
    expect(fromTheFuture(box.root, 0)).toMatchObject([
      {path: 'MEMORY.md', what: expect.stringContaining('and 2 more'), mended: false},
    ])
    expect(fromTheFuture(box.root, 8.64e15)).toEqual([])
  })
})

/** The first line of the log says under what it was begun. */
function fingerprintIn(scene: Scene): string {
  const [line = ''] = decode(readFileSync(path.join(scene.cacheDir, 'catalog.jsonl'))).text.split(
    '\n',
  )
  return JSON.parse(line).catalog
}

test('a model whose bytes are not as they were made is told, and not mended', async () => {
  using box = new BrainBox(files)
  const scene: Scene = {
    ...box.scene(),
    embedder: async () => ({
      fingerprint: 'odd',
      dimensions: 4,
      embed: (texts) => texts.map(() => ({vector: new Int8Array(4), coverage: 0})),
      check: () => {
        throw new BrainError('model-unreadable', {message: 'a byte is wrong', hint: 'install it'})
      },
    }),
  }
  expect(await examine(scene)).toMatchObject({
    well: false,
    findings: [{what: 'a byte is wrong', mended: false, hint: 'install it'}],
  })
})
