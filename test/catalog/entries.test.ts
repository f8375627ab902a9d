import fs from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {openCatalog} from '../../src/catalog/catalog.js'
import type {Entries} from '../../src/catalog/entries.js'
import type {Scene} from '../../src/catalog/scene.js'
import {type Instant, instant} from '../../src/ground/instant.js'
import {readSettings} from '../../src/settings/settings.js'
import {type Bench, benchOf, forgeLog, readLogged} from './bench-scene.js'

const three = {'a.md': '# A\n', 'b/b.md': '---\naliases: [bee]\n---\n', 'c.md': 'no heading\n'}

async function entriesOf(scene: Scene, patience?: number): Promise<Entries> {
  return openCatalog(scene).entries(patience === undefined ? {} : {patience})
}

function listed({entries}: Entries): string[] {
  return entries.map(({path: file, title}) => `${file}: ${title}`)
}

/** A clock that goes on by so many milliseconds whenever it is read. */
function ticking({scene}: Bench, step: number): Scene {
  let now = 0
  const tick = (): Instant => {
    now += step
    return instant(now)
  }
  return {...scene, clock: {now: tick}}
}

function touch({root}: Bench, name: string, seconds: number): void {
  fs.utimesSync(path.join(root, name), seconds, seconds)
}

describe('entries', () => {
  test('name every file, by path, before its note is asked for', async () => {
    const found = await entriesOf(benchOf({...three, 'image.md': new Uint8Array([0, 1])}).scene)
    expect(listed(found)).toEqual(['a.md: A', 'b/b.md: b', 'c.md: c', 'image.md: '])
    expect(found).toMatchObject({held: 0, behind: 0, hasty: false, messages: []})
    const [, b, , image] = found.entries
    expect([b?.aliases, b?.isText, b?.held, b?.role]).toEqual([['bee'], true, false, 'plain'])
    expect([image?.isText, image?.note(), image?.aliases, image?.facts]).toEqual([
      false,
      undefined,
      [],
      [],
    ])
    expect(image?.messages()).toMatchObject([{rule: 'skipped-file'}])
  })

  test('have the notes that notes() has, before and after they are kept', async () => {
    const {scene} = benchOf({
      ...three,
      'MEMORY.md': '- One ^k\n- Two\n',
      'x.md': '---\ntitle: [\n---\n',
    })
    for (const round of [1, 2]) {
      const {entries} = await entriesOf(scene)
      const {notes, messages} = await openCatalog(scene).notes()
      expect(
        entries.map((entry) => entry.note()),
        `round ${round}`,
      ).toEqual(notes)
      expect(entries.flatMap((entry) => entry.messages())).toEqual(messages)
      expect(entries.map(({facts}) => facts.length)).toEqual(notes.map(({facts}) => facts.length))
    }
  })

  test('tell by the digest which files changed', async () => {
    const bench = benchOf(three)
    const before = await entriesOf(bench.scene)
    bench.write({'a.md': '# Another\n'})
    const after = await entriesOf(bench.scene)
    const same = after.entries.filter(({digest}, index) => digest === before.entries[index]?.digest)
    expect(same.map(({path: file}) => file)).toEqual(['b/b.md', 'c.md'])
  })

  test('of an unreadable file there is none, and it is said', async () => {
    const bench = benchOf(three)
    const catalog = openCatalog(bench.scene)
    bench.remove('c.md')
    fs.mkdirSync(path.join(bench.root, 'c.md'))
    const found = await catalog.entries()
    expect(listed(found)).toEqual(['a.md: A', 'b/b.md: b'])
    expect(found.messages).toMatchObject([{rule: 'unreadable-file', path: 'c.md'}])
  })

  test('two askings at once read every file once', async () => {
    const bench = benchOf(three)
    const catalog = openCatalog(bench.scene)
    const [first, second, notes] = await Promise.all([
      catalog.entries(),
      catalog.entries(),
      catalog.notes(),
    ])
    expect(listed(second)).toEqual(listed(first))
    expect(notes.notes).toHaveLength(3)
    expect(readLogged(bench.root)).toHaveLength(3)
  })

  test('say whether a reading that was cut short is to be tried again', async () => {
    const bench = benchOf({'MEMORY.md': `${'- '.repeat(60)}deep\n`})
    const said: boolean[] = []
    for (let round = 0; round < 4; round++) {
      said.push((await entriesOf(bench.scene)).hasty)
      forgeLog(bench.root, (json) => json.replaceAll('"racy":true,', ''))
    }
    expect(said).toEqual([true, true, false, false])
  })
})

describe('timely', () => {
  const note = (line: string) => `---\n${line}\n---\nIt is so.\n`

  test.each<[string, Readonly<Record<string, string>>, boolean]>([
    ['nothing', {'a.md': 'It is so.\n'}, false],
    ['created and updated', {'a.md': note('created: 2026-01-01\nupdated: 2026-01-02')}, false],
    ['valid_from', {'a.md': note('valid_from: 2026-01-01')}, true],
    ['valid_to', {'a.md': note('valid_to: 2026-01-01')}, true],
    ['ttl', {'a.md': note('ttl: 90d')}, true],
    ['reviewed', {'a.md': note('reviewed: 2026-01-01')}, true],
    ['a date that is none', {'a.md': note('created: soon')}, true],
    ['a key', {'a.md': note('key: k')}, true],
    ['supersedes', {'a.md': note('supersedes: b.md')}, true],
    ['superseded_by', {'a.md': note('superseded_by: b.md')}, true],
    ['a link', {'a.md': 'See [[b]].\n'}, false],
    ['a fact without a date', {'MEMORY.md': '- It is so ^k\n'}, false],
    ['a fact with one', {'MEMORY.md': '- It is so\n  - and so [valid_to:: 2026-01-01]\n'}, true],
    ['an importance', {'a.md': note('importance: 0.9\npinned: true')}, false],
  ])('a note that says %s', async (_, files, expected) => {
    const {scene} = benchOf(files)
    for (const round of [1, 2]) {
      const {entries} = await entriesOf(scene)
      expect(entries[0]?.timely, `round ${round}`).toBe(expected)
    }
  })

  test.each<[string, string[]]>([
    ['', []],
    ['ttl: {roles: {facts: 90d}}', ['MEMORY.md']],
    ['ttl: {roles: {drawer: forever}}', ['drawers/a/b/c.md', 'drawers/a/b/d.md']],
    ['ttl: {halls: {Facts: 90d}}', ['drawers/a/b/c.md']],
  ])('by the settings `%s`, whatever was set when they were read', async (text, expected) => {
    const bench = benchOf({
      'MEMORY.md': '- One\n',
      'drawers/a/b/c.md': note('hall: facts'),
      'drawers/a/b/d.md': 'x',
      'image.md': new Uint8Array([0]),
    })
    await entriesOf(bench.scene)
    const {entries} = await entriesOf({...bench.scene, settings: readSettings(text).settings})
    expect(entries.filter(({timely}) => timely).map(({path: file}) => file)).toEqual(expected)
  })
})

describe('patience', () => {
  const files = {'a.md': '# A', 'b.md': '# B', 'c.md': '# C', 'd.md': '# D', 'e.md': '# E'}

  function dated(): Bench {
    const bench = benchOf(files)
    // `c.md` is the newest, then `a.md`.
    for (const [name, seconds] of Object.entries({a: 8, b: 3, c: 9, d: 1, e: 2})) {
      touch(bench, `${name}.md`, 1e9 + seconds)
    }
    return bench
  }

  test('newest first, and the rest is counted and left for the next call', async () => {
    const bench = dated()
    const first = await entriesOf(ticking(bench, 10), 20)
    expect([listed(first), first.behind]).toEqual([['a.md: A', 'c.md: C'], 3])
    const second = await entriesOf(ticking(bench, 10), 30)
    expect(second.behind).toBe(2)
    const third = await entriesOf(ticking(bench, 10), 1000)
    expect([listed(third), third.behind]).toEqual([
      ['a.md: A', 'b.md: B', 'c.md: C', 'd.md: D', 'e.md: E'],
      0,
    ])
  })

  test('goes on in the same catalog, and notes() waits for all', async () => {
    const bench = dated()
    const catalog = openCatalog(ticking(bench, 10))
    expect((await catalog.entries({patience: 20})).behind).toBe(3)
    expect((await catalog.entries({patience: 20})).behind).toBe(1)
    expect((await catalog.notes()).notes).toHaveLength(5)
    expect((await catalog.entries({patience: 20})).behind).toBe(0)
  })

  test('without any there is still one new file in each call, however young those before are', async () => {
    const bench = dated()
    const found: string[][] = []
    for (let call = 0; call < 5; call++) found.push(listed(await entriesOf(bench.scene, 0)))
    expect(found.map(({length}) => length)).toEqual([1, 2, 3, 4, 5])
  })

  test('a changed file that was not reached is listed as it was', async () => {
    const bench = dated()
    await entriesOf(bench.scene)
    bench.write({'d.md': '# Changed', 'e.md': '# Changed'})
    touch(bench, 'd.md', 2e9)
    touch(bench, 'e.md', 1.9e9)
    forgeLog(bench.root, (json) => json.replaceAll('"racy":true,', ''))
    const found = await entriesOf(ticking(bench, 10), 5)
    expect(found.behind).toBe(1)
    expect(listed(found).slice(3)).toEqual(['d.md: Changed', 'e.md: E'])
  })

  test('what is kept of a first reading that was cut short is not read again', async () => {
    const bench = dated()
    await entriesOf(ticking(bench, 10), 20)
    const before = readLogged(bench.root).length
    forgeLog(bench.root, (json) => json.replaceAll('"racy":true,', '').replaceAll('"A"', '"kept"'))
    expect(listed(await entriesOf(bench.scene))).toContain('a.md: kept')
    expect(before).toBe(2)
  })
})
