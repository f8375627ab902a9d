import fs from 'node:fs'
import path from 'node:path'
import {setTimeout} from 'node:timers/promises'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {isSettled, openCatalog} from '../../src/catalog/catalog.js'
import type {Scene} from '../../src/catalog/scene.js'
import {readSettings} from '../../src/settings/settings.js'
import {type Bench, benchOf, forgeLog, readLogged} from './bench-scene.js'

async function titles(scene: Scene): Promise<string[]> {
  const {notes} = await openCatalog(scene).notes()
  return notes.map(({path: file, title}) => `${file}: ${title}`)
}

function logOf({root}: Bench): string[] {
  return readLogged(root)
}

/** Makes files old enough that their stat is to be trusted. */
function age(bench: Bench, ...names: string[]): void {
  for (const name of names) fs.utimesSync(path.join(bench.root, name), 1e9, 1e9)
}

/** As if what is kept had been read long after the files were written. */
function settle({root}: Bench): void {
  forgeLog(root, (json) => json.replaceAll('"racy":true,', ''))
}

const three = {'a.md': '# A\n', 'b/b.md': '# B\n', 'c.md': 'no heading\n'}

describe('reading', () => {
  test('every note, by path', async () => {
    const {scene} = benchOf(three)
    expect(await titles(scene)).toEqual(['a.md: A', 'b/b.md: B', 'c.md: c'])
  })

  test('an empty brain has no notes, and nothing is kept of it', async () => {
    const bench = benchOf({})
    expect(await titles(bench.scene)).toEqual([])
    expect(fs.existsSync(bench.scene.cacheDir)).toBe(false)
  })

  test('fault 1: reading twice changes no byte of anything but the cache', async () => {
    const bench = benchOf({
      ...three,
      'crlf.md': '---\r\ntitle: x\r\n---\r\nbody\r\n',
      'bom.md': '\uFEFF---\ntitle: y\n---\nbody',
      'broken.md': '---\ntitle: [\n---\n---\ntitle: second\n---\n',
    })
    const before = bench.bytes()
    const first = await openCatalog(bench.scene).notes()
    const second = await openCatalog(bench.scene).notes()
    expect(bench.bytes()).toEqual(before)
    expect(second).toEqual(first)
  })

  test('the cache keeps itself out of every repository', async () => {
    const bench = benchOf(three)
    await titles(bench.scene)
    expect(fs.readFileSync(path.join(bench.scene.cacheDir, '.gitignore'), 'utf8')).toBe('*\n')
  })

  test('a file that is no text is skipped with its reason, and the rest is read', async () => {
    const bench = benchOf({...three, 'image.md': new Uint8Array([137, 80, 78, 71, 0, 1, 2])})
    for (const round of [1, 2]) {
      const {notes, messages} = await openCatalog(bench.scene).notes()
      expect(notes, `round ${round}`).toHaveLength(3)
      expect(messages).toMatchObject([{rule: 'skipped-file', path: 'image.md'}])
    }
  })

  test('bytes that are no UTF-8 are said, a mark of their replacement that is written is not', async () => {
    const bench = benchOf({'a.md': '# A\uFFFD\n'})
    fs.writeFileSync(path.join(bench.root, 'b.md'), Buffer.from([0x23, 0x20, 0x42, 0xff, 0x0a]))
    const {notes, messages} = await openCatalog(bench.scene).notes()
    expect(notes.map(({title}) => title)).toEqual(['A\uFFFD', 'B\uFFFD'])
    expect(messages).toMatchObject([{rule: 'not-utf8', path: 'b.md'}])
  })

  test('a NUL far into a text makes it no picture', async () => {
    const {scene} = benchOf({'a.md': `# A\n${'word '.repeat(2000)}\0\n`})
    expect(await titles(scene)).toEqual(['a.md: A'])
  })

  test('a file that cannot be read is reported, and tried again', async () => {
    const bench = benchOf(three)
    const shut = path.join(bench.root, 'c.md')
    const catalog = openCatalog(bench.scene)
    // A folder where the walk saw a file is what any reader, root too, cannot read.
    fs.rmSync(shut)
    fs.mkdirSync(shut)
    const {notes, messages} = await catalog.notes()
    expect(notes.map((note) => note.path)).toEqual(['a.md', 'b/b.md'])
    expect(messages).toMatchObject([{rule: 'unreadable-file', path: 'c.md'}])
    fs.rmdirSync(shut)
    fs.writeFileSync(shut, '# again')
    expect(await titles(bench.scene)).toContain('c.md: again')
  })

  test('a file that goes away between the walk and the reading is not there', async () => {
    const bench = benchOf(three)
    const catalog = openCatalog(bench.scene)
    bench.remove('a.md')
    const {notes, messages} = await catalog.notes()
    expect(notes).toHaveLength(2)
    expect(messages).toEqual([])
  })

  test('only long work is reported', async () => {
    const many = Object.fromEntries(Array.from({length: 501}, (_, index) => [`n${index}.md`, '']))
    const bench = benchOf(many)
    const told: string[] = []
    const scene = {
      ...bench.scene,
      onProgress: (...said: unknown[]) => told.push(said.join(' ')),
    }
    await openCatalog(scene).notes()
    expect(told).toEqual([
      '250 501 reading notes',
      '500 501 reading notes',
      '501 501 reading notes',
    ])
    await openCatalog(benchOf(three).scene).notes()
    expect(told).toHaveLength(3)
  })
})

describe('what is kept', () => {
  test('a changed note is parsed, and only that is written', async () => {
    const bench = benchOf(three)
    await titles(bench.scene)
    settle(bench)
    const before = logOf(bench)
    bench.write({'a.md': '# Another\n'})
    expect(await titles(bench.scene)).toContain('a.md: Another')
    expect(logOf(bench).slice(before.length)).toEqual([
      expect.stringMatching(/^\{"path":"a\.md".*"note":/),
    ])
  })

  test('a note with a new stat and the same bytes is not parsed again', async () => {
    const bench = benchOf(three)
    await titles(bench.scene)
    const before = logOf(bench).length
    age(bench, 'a.md')
    expect(await titles(bench.scene)).toContain('a.md: A')
    const added = logOf(bench).slice(before)
    expect(added).toEqual([expect.stringMatching(/^\{"path":"a\.md","seen":/)])
    expect(added[0]).not.toContain('"note"')
  })

  test('a note that settled is believed by its stat', async () => {
    const bench = benchOf(three)
    await titles(bench.scene)
    settle(bench)
    forgeLog(bench.root, (json) => json.replaceAll('"title":"A"', '"title":"kept"'))
    expect(await titles(bench.scene)).toContain('a.md: kept')
  })

  test('a change that its stat does not show is found while the file is young', async () => {
    const bench = benchOf({'a.md': '# One'})
    await titles(bench.scene)
    const file = path.join(bench.root, 'a.md')
    bench.write({'a.md': '# Two'})
    const {size, mtimeMs, ctimeMs, ino} = fs.statSync(file)
    // As if both had been written within one tick of the disk's clock.
    forgeLog(bench.root, (json) =>
      json.replace(/"stat":"[^"]*"/, `"stat":"${[size, mtimeMs, ctimeMs, ino].join(' ')}"`),
    )
    expect(await titles(bench.scene)).toEqual(['a.md: Two'])
  })

  test('a reading that was cut short is tried again, and not for ever', async () => {
    const bench = benchOf({'MEMORY.md': `${'- '.repeat(60)}deep\n`})
    const forge = () => {
      settle(bench)
      forgeLog(bench.root, (json) => json.replaceAll('"title":"MEMORY"', '"title":"kept"'))
    }
    for (const round of [1, 2, 3]) {
      expect(await titles(bench.scene), `round ${round}`).toEqual(['MEMORY.md: MEMORY'])
      forge()
    }
    expect(await titles(bench.scene)).toEqual(['MEMORY.md: kept'])
    bench.write({'MEMORY.md': '- shallow\n'})
    expect(await titles(bench.scene)).toEqual(['MEMORY.md: MEMORY'])
    expect(logOf(bench).at(-1)).not.toContain('hasty')
  })

  test('a note that is gone is gone from what is kept', async () => {
    const bench = benchOf(three)
    await titles(bench.scene)
    bench.remove('a.md')
    expect(await titles(bench.scene)).toEqual(['b/b.md: B', 'c.md: c'])
    expect(logOf(bench).at(-1)).toBe('{"path":"a.md","gone":true}')
  })

  test('another zone means other days, so everything is read anew', async () => {
    const bench = benchOf({'a.md': '---\nvalid_from: 2026-01-01\n---\n'})
    const [utc] = (await openCatalog(bench.scene).notes()).notes
    const {settings} = readSettings('zone: Asia/Tokyo')
    const [tokyo] = (await openCatalog({...bench.scene, settings}).notes()).notes
    expect(utc!.written.validFrom! - tokyo!.written.validFrom!).toBe(9 * 3_600_000)
  })

  test('what another version of the program made is not believed', async () => {
    const bench = benchOf(three)
    const {signature} = openCatalog({...bench.scene, program: '1.0.0'})
    await titles({...bench.scene, program: '1.0.0'})
    forgeLog(bench.root, (json) => json.replaceAll('"title":"A"', '"title":"old"'))
    expect(await titles({...bench.scene, program: '1.0.1'})).toContain('a.md: A')
    expect(openCatalog({...bench.scene, program: '1.0.1'}).signature).not.toBe(signature)
  })

  test('the log does not grow without end', async () => {
    const bench = benchOf({'a.md': '', 'b.md': ''})
    for (let round = 0; round < 220; round++) {
      bench.write({'a.md': `# ${round}\n`})
      await openCatalog(bench.scene).notes()
    }
    expect(logOf(bench).length).toBeLessThan(210)
    expect(await titles(bench.scene)).toEqual(['a.md: 219', 'b.md: b'])
  })

  test.each<[string, (log: string) => string | Uint8Array]>([
    ['is empty', () => ''],
    ['is garbage', () => new Uint8Array([0, 255, 10, 123, 10])],
    ['has another header', (log) => log.replace(/"catalog":"/, '"catalog":"0')],
    ['ends in half a line', (log) => log.slice(0, -20)],
    ['has lines in one another', (log) => log.replace('{"path":"b', '{"path":"{"path":"b')],
    ['has another letter in a title', (log) => log.replace('"title":"A"', '"title":"B"')],
    ['has another letter in a name', (log) => log.replaceAll('"path":', '"pith":')],
    ['says less of a note', (log) => log.replaceAll('"links":', '"lynx":')],
    [
      'has lines that mean nothing',
      (log) => `${log}null\n[]\n7\n{"path":3}\n{"path":"a.md","stat":[1],"digest":"x"}\n`,
    ],
  ])('a log that %s is no worse than none', async (_, damage) => {
    const bench = benchOf(three)
    const expected = await titles(bench.scene)
    const log = path.join(bench.scene.cacheDir, 'catalog.jsonl')
    fs.writeFileSync(log, damage(fs.readFileSync(log, 'utf8')))
    expect(await titles(bench.scene)).toEqual(expected)
    expect(await titles(bench.scene)).toEqual(expected)
  })

  test('where nothing can be kept, everything is read all the same', async () => {
    const bench = benchOf({...three, '.brain': 'a file where the folder should be'})
    expect(await titles(bench.scene)).toHaveLength(3)
    expect(await titles(bench.scene)).toHaveLength(3)
  })

  test('whatever happens to the files, what is kept equals what is read anew', async () => {
    const names = ['a.md', 'b.md', 'x/c.md', 'MEMORY.md']
    const step = fc.oneof(
      fc.record({
        do: fc.constant('write' as const),
        name: fc.constantFrom(...names),
        text: fc.constantFrom('', '# One\n', '# Two\n', '---\ntitle: T\n---\n- a fact\n', '\0'),
      }),
      fc.record({do: fc.constant('remove' as const), name: fc.constantFrom(...names)}),
      fc.record({do: fc.constant('read' as const)}),
      fc.record({do: fc.constant('peek' as const)}),
      fc.record({do: fc.constant('settle' as const)}),
      fc.record({do: fc.constant('cut' as const), by: fc.nat(400)}),
      fc.record({
        do: fc.constant('flip' as const),
        at: fc.nat(2000),
        by: fc.integer({min: 1, max: 255}),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, {maxLength: 12}), async (steps) => {
        const bench = benchOf({})
        const log = path.join(bench.scene.cacheDir, 'catalog.jsonl')
        const damage = async (one: {do: string; at?: number; by?: number}) => {
          const bytes = fs.readFileSync(log)
          if (one.do === 'cut') fs.truncateSync(log, Math.max(0, bytes.length - one.by!))
          else if (one.do === 'settle') {
            settle(bench)
            // As long as the disk's clock needs for the next change to have another time.
            await setTimeout(25)
          } else if (one.at! < bytes.length) {
            bytes[one.at!] = bytes[one.at!]! ^ one.by!
            fs.writeFileSync(log, bytes)
          }
        }
        for (const one of steps) {
          if (one.do === 'write') bench.write({[one.name]: one.text})
          else if (one.do === 'remove') fs.rmSync(path.join(bench.root, one.name), {force: true})
          else if (one.do === 'read') await openCatalog(bench.scene).notes()
          else if (one.do === 'peek') await openCatalog(bench.scene).entries({patience: 0})
          else if (fs.existsSync(log)) await damage(one)
        }
        const kept = await openCatalog(bench.scene).notes()
        fs.rmSync(bench.scene.cacheDir, {recursive: true, force: true})
        expect(kept).toEqual(await openCatalog(bench.scene).notes())
      }),
      {numRuns: 60},
    )
  })
})

describe('the signature', () => {
  test('is the same while nothing changes, and reads no file', () => {
    const {scene} = benchOf(three)
    const {signature} = openCatalog(scene)
    expect(openCatalog(scene).signature).toBe(signature)
    expect(fs.existsSync(scene.cacheDir)).toBe(false)
  })

  test.each<[string, (bench: Bench) => Scene | undefined]>([
    ['a changed file', (bench) => void bench.write({'a.md': '# Changed\n'})],
    ['a new file', (bench) => void bench.write({'new.md': ''})],
    ['a removed file', (bench) => void bench.remove('a.md')],
    [
      'a renamed file',
      ({root}) => void fs.renameSync(path.join(root, 'a.md'), path.join(root, 'z.md')),
    ],
    ['a link that leads nowhere', ({root}) => void fs.symlinkSync('no', path.join(root, 'l.md'))],
    ['a setting', ({scene}) => ({...scene, settings: readSettings('boot: {budget: 9}').settings})],
  ])('changes with %s', (_, change) => {
    const bench = benchOf(three)
    const {signature} = openCatalog(bench.scene)
    expect(openCatalog(change(bench) ?? bench.scene).signature).not.toBe(signature)
  })
})

describe('what was kept under a signature', () => {
  const file = {path: 'a.md', size: 1, ino: 1} as never
  test.each<[string, number, number, boolean]>([
    ['long after every change', 5_000, 5_000, true],
    ['just after a change', 9_000, 9_000, false],
    ['two seconds after a change', 7_999, 7_999, true],
    ['with an old mtime that was set just before', 1_000, 9_000, false],
    ['with an mtime in the future', 99_000, 5_000, true],
    ['with a clock that was set back', 5_000, 99_000, false],
  ])('%s', (_, mtimeMs, ctimeMs, expected) => {
    const files = [Object.assign({}, file, {mtimeMs, ctimeMs})]
    expect(isSettled({files}, 10_000)).toBe(expected)
  })
})
