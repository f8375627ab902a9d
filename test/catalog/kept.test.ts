import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {openCatalog} from '../../src/catalog/catalog.js'
import {appendLog, beginLog, compactLog, readLog} from '../../src/catalog/kept.js'
import {blockOf, type KeptChange} from '../../src/catalog/kept-block.js'
import {headOf, type Kept, messagesOf, noteOf, packed} from '../../src/catalog/kept-note.js'
import {UTC} from '../../src/ground/day.js'
import type {Message} from '../../src/ground/message.js'
import {type NotePath, notePath} from '../../src/ground/note-path.js'
import {parse} from '../../src/note/parse.js'
import {type Bench, benchOf, changesIn} from './bench-scene.js'

const text = fc.oneof(
  fc.string({unit: 'grapheme'}),
  fc.constantFrom('# A\n', '---\ntitle: T\naliases: [a, "b\\tc"]\nkey: k\n---\n- x\n', '\t\n\0'),
)

/** A file as it would be kept. */
function kept(name: NotePath, content: string, hasty = 0): Kept {
  const made = parse(name, content, UTC)
  return packed(
    {stat: `${content.length} 1.5 2 3`, racy: content.length % 2 === 1, digest: 'd'},
    hasty,
    made,
  )
}

function readAll(bytes: Buffer): KeptChange[] {
  return changesIn(bytes, 0)
}

/** A change with all that can be asked of it. */
function plain(change: KeptChange): unknown {
  if (!('now' in change)) return change
  const {stat, racy, digest, hasty} = change.now
  const asked = {
    head: headOf(change.now),
    note: noteOf(change.now),
    messages: messagesOf(change.now),
  }
  return JSON.parse(JSON.stringify({path: change.path, stat, racy, digest, hasty, ...asked}))
}

const someChange: fc.Arbitrary<KeptChange> = fc.oneof(
  fc
    .tuple(fc.constantFrom('a.md', 'x/ü "\t\n.md', 'MEMORY.md'), text, fc.nat(4))
    .map(([name, content, hasty]) => {
      const file = name as NotePath
      return {path: file, now: kept(file, content, hasty)}
    }),
  fc.constant({path: notePath('a.md'), gone: true as const}),
  fc
    .boolean()
    .map((racy) => ({path: notePath('b.md'), seen: {stat: '1 2 3 4', racy, digest: 'e'}})),
)

describe('a line of the log', () => {
  test('says what was put in it, whatever that is', () => {
    fc.assert(
      fc.property(fc.array(fc.array(someChange, {maxLength: 5}), {maxLength: 3}), (lines) => {
        const bytes = Buffer.concat(lines.map(blockOf))
        expect(readAll(bytes).map(plain)).toEqual(lines.flat().map(plain))
        expect(bytes.filter((byte) => byte === 10)).toHaveLength(lines.length)
      }),
    )
  })

  test('a file that is no text has messages and no note', () => {
    const message: Message = {rule: 'skipped-file', severity: 'warning', path: 'a', reason: 'ü'}
    const now = packed({stat: '1', racy: false, digest: 'd'}, 0, {messages: [message]})
    const [change] = readAll(blockOf([{path: notePath('a.md'), now}]))
    expect(plain(change!)).toMatchObject({messages: [message]})
    expect(plain(change!)).not.toHaveProperty('note')
    expect(plain(change!)).not.toHaveProperty('head')
  })

  test('with any other byte says nothing, and the lines around it what they said', () => {
    const [before, line, after] = ['a.md', 'b.md', 'c.md'].map((name) =>
      blockOf([{path: notePath(name), now: kept(notePath(name), '# Ä\n')}]),
    ) as [Buffer, Buffer, Buffer]
    fc.assert(
      fc.property(fc.nat(line.length - 1), fc.integer({min: 1, max: 255}), (at, change) => {
        const damaged = Buffer.from(line)
        damaged[at] = damaged[at]! ^ change
        const said = readAll(Buffer.concat([before, damaged, after])).map((one) => one.path)
        // Without its own end a line takes the next one with it.
        expect(said).toEqual(at === line.length - 1 ? ['a.md'] : ['a.md', 'c.md'])
      }),
      {numRuns: 500},
    )
  })

  test('a body that is no JSON is no note, and stops nothing', () => {
    const now = kept(notePath('a.md'), '# A\n')
    const bytes = Buffer.from(now.page.bytes)
    bytes.fill('x', 0, 1)
    const forged = {...now, page: {...now.page, bytes}}
    const [change] = readAll(blockOf([{path: notePath('a.md'), now: forged}]))
    expect(plain(change!)).toMatchObject({head: {title: 'A'}, messages: []})
    expect(plain(change!)).not.toHaveProperty('note')
  })
})

describe('the log', () => {
  const fingerprint = 'one'

  function begun({scene}: Bench, changes: readonly KeptChange[]): string {
    beginLog(scene.cacheDir, fingerprint, readLog(scene.cacheDir, fingerprint))
    appendLog(scene.cacheDir, changes)
    return path.join(scene.cacheDir, 'catalog.jsonl')
  }

  const [a, b] = [notePath('a.md'), notePath('b.md')]

  test('what is said last of a path counts', () => {
    const bench = benchOf({})
    begun(bench, [
      {path: a, now: kept(a, '# One\n')},
      {path: b, now: kept(b, '# B\n')},
    ])
    begun(bench, [{path: a, now: kept(a, '# Two\n')}])
    begun(bench, [{path: a, seen: {stat: 'new', racy: false, digest: 'd'}}])
    begun(bench, [{path: b, gone: true}])
    const log = readLog(bench.scene.cacheDir, fingerprint)
    expect(log.changes).toBe(5)
    expect([...log.kept.keys()]).toEqual(['a.md'])
    const now = log.kept.get(a)!
    expect([now.stat, now.racy, headOf(now)?.title]).toEqual(['new', false, 'Two'])
  })

  test('a new stat of content that is not there says nothing', () => {
    const bench = benchOf({})
    begun(bench, [{path: a, now: kept(a, '# One\n')}])
    begun(bench, [{path: a, seen: {stat: 'new', racy: false, digest: 'another'}}])
    expect(readLog(bench.scene.cacheDir, fingerprint).kept.size).toBe(0)
  })

  test('of another fingerprint is none', () => {
    const bench = benchOf({})
    begun(bench, [{path: a, now: kept(a, '')}])
    expect(readLog(bench.scene.cacheDir, 'two')).toEqual({kept: new Map(), changes: undefined})
  })

  test('written anew says the same in fewer lines', () => {
    const bench = benchOf({})
    const log = begun(bench, [{path: b, now: kept(b, '---\ntitle: [\n---\n')}])
    for (let round = 0; round < 250; round++)
      begun(bench, [{path: a, now: kept(a, `# ${round}\n`)}])
    const before = readLog(bench.scene.cacheDir, fingerprint)
    compactLog(bench.scene.cacheDir, fingerprint, before.kept, before.changes!)
    const after = readLog(bench.scene.cacheDir, fingerprint)
    const plainly = (one: typeof before) =>
      [...one.kept].map(([file, now]) => plain({path: file, now}))
    expect(plainly(after)).toEqual(plainly(before))
    expect(after.changes).toBe(2)
    expect(fs.readFileSync(log, 'utf8').split('\n')).toHaveLength(3)
  })
})

test('opening parses no note', async () => {
  const bench = benchOf({'a.md': '# A\n'})
  await openCatalog(bench.scene).notes()
  const log = path.join(bench.scene.cacheDir, 'catalog.jsonl')
  const bytes = fs.readFileSync(log)
  const header = bytes.subarray(0, bytes.indexOf('\n') + 1)
  const [change] = changesIn(bytes, header.length)
  if (change === undefined || !('now' in change)) throw new Error('nothing is kept')
  const page = {...change.now.page, bytes: Buffer.from(change.now.page.bytes)}
  page.bytes.fill('x', change.now.start, change.now.middle)
  const forged = blockOf([{path: change.path, now: {...change.now, racy: false, page}}])
  fs.writeFileSync(log, Buffer.concat([header, forged]))
  const [entry] = (await openCatalog(bench.scene).entries()).entries
  expect([entry?.title, entry?.note()]).toEqual(['A', undefined])
})
