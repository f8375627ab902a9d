/**
 * Fault 18: a mount that is empty reads as "all deleted", and everything that was known is given up.
 */

import fs from 'node:fs'
import path from 'node:path'
import {describe, expect, onTestFinished, test} from 'vitest'
import {boot} from '../../src/boot/boot.js'
import {acceptDisappearance, type Catalog, openCatalog} from '../../src/catalog/catalog.js'
import {forgetAccepted, readAccepted} from '../../src/catalog/disappearance.js'
import {recollect} from '../../src/catalog/memories.js'
import type {Scene} from '../../src/catalog/scene.js'
import {formatMessage} from '../../src/ground/message.js'
import {openHistory} from '../../src/history/git-history.js'
import type {History} from '../../src/history/history.js'
import {check} from '../../src/report/check.js'
import {GitBox} from '../support/git-box.js'
import {type Bench, benchOf, forgeLog, readLogged} from './bench-scene.js'

/** `count` notes, `folder/n000.md` and so on. */
function notes(count: number, folder = 'drawers/a/b'): Record<string, string> {
  return Object.fromEntries(
    Array.from({length: count}, (_, index) => [
      `${folder}/n${String(index).padStart(3, '0')}.md`,
      `# Note ${index} of ${folder}\n`,
    ]),
  )
}

interface Found {
  readonly listed: number
  readonly held: number
  readonly notes: number
  readonly said: readonly string[]
}

/** What a command finds that begins now. */
async function find(scene: Scene): Promise<Found> {
  const catalog = openCatalog(scene)
  const {entries, held} = await catalog.entries()
  expect(entries.filter((entry) => entry.held)).toHaveLength(held)
  expect(entries.map((entry) => entry.path)).toEqual(entries.map((entry) => entry.path).sort())
  const read = await catalog.notes()
  return {listed: entries.length, held, notes: read.notes.length, said: rulesOf(catalog)}
}

function rulesOf({messages}: Catalog): string[] {
  return messages.map(({rule}) => rule)
}

const well = (count: number): Found => ({listed: count, held: 0, notes: count, said: []})
const holding = (held: number, notes: number): Found => {
  return {listed: held + notes, held, notes, said: ['mass-disappearance']}
}

function vanish({root}: {readonly root: string}, folder: string): () => void {
  const away = fs.mkdtempSync(`${root}-away-`)
  onTestFinished(() => fs.rmSync(away, {recursive: true, force: true}))
  fs.renameSync(path.join(root, folder), path.join(away, 'it'))
  return () => {
    fs.mkdirSync(path.dirname(path.join(root, folder)), {recursive: true})
    fs.renameSync(path.join(away, 'it'), path.join(root, folder))
    fs.rmdirSync(away)
  }
}

function settle({root}: Bench): void {
  forgeLog(root, (json) => json.replaceAll('"racy":true,', ''))
}

describe('without Git', () => {
  test('fault 18: more than half and more than twenty that vanish at once are held and reported', async () => {
    const bench = benchOf({...notes(30), ...notes(10, 'drawers/c/d')})
    expect(await find(bench.scene)).toEqual(well(40))
    vanish(bench, 'drawers/a')
    for (const round of [1, 2, 3]) {
      expect(await find(bench.scene), `round ${round}`).toEqual(holding(30, 10))
    }
    const [message] = openCatalog(bench.scene).messages
    expect(formatMessage(message!)).toBe(
      '.: error: 30 of 40 files vanished at once (`drawers/a/b/n000.md`, `drawers/a/b/n001.md`, `drawers/a/b/n002.md`, …) and are held: nothing was forgotten of them [mass-disappearance]\n  hint: see that all of the brain is where it was (a disk that is not mounted?); if it was meant: `brain index --accept`',
    )
    // Nothing was given up of what is held.
    expect(readLogged(bench.root).filter((json) => json.includes('"gone"'))).toEqual([])
  })

  test('fault 18: of what is held everything is still known', async () => {
    const bench = benchOf(notes(30))
    await find(bench.scene)
    vanish(bench, 'drawers')
    const {entries} = await openCatalog(bench.scene).entries()
    expect(entries[7]).toMatchObject({held: true, path: 'drawers/a/b/n007.md'})
    expect(entries[7]?.title).toBe('Note 7 of drawers/a/b')
    expect(entries[7]?.note()?.path).toBe('drawers/a/b/n007.md')
  })

  test.each<[string, number, number]>([
    ['twenty of twenty', 20, 0],
    ['half', 21, 21],
    ['less than half', 25, 60],
  ])('fault 18: %s are obeyed', async (_, gone, left) => {
    const bench = benchOf({...notes(gone), ...notes(left, 'drawers/c/d')})
    await find(bench.scene)
    vanish(bench, 'drawers/a')
    expect(await find(bench.scene)).toEqual(well(left))
    expect(fs.existsSync(path.join(bench.scene.cacheDir, 'held.json'))).toBe(false)
  })

  test('fault 18: files that return are as before, and are not parsed again', async () => {
    const bench = benchOf(notes(30))
    await find(bench.scene)
    settle(bench)
    forgeLog(bench.root, (json) => json.replaceAll('"title":"Note 3 ', '"title":"kept 3 '))
    const back = vanish(bench, 'drawers')
    expect(await find(bench.scene)).toEqual(holding(30, 0))
    back()
    // As from a backup: with another time, and the bytes they had.
    fs.utimesSync(path.join(bench.root, 'drawers/a/b/n003.md'), 1e9, 1e9)
    expect(await find(bench.scene)).toEqual(well(30))
    const {entries} = await openCatalog(bench.scene).entries()
    expect(entries[3]?.title).toBe('kept 3 of drawers/a/b')
    expect(fs.existsSync(path.join(bench.scene.cacheDir, 'held.json'))).toBe(false)
  })

  test('fault 18: a file that returns with another content is read', async () => {
    const bench = benchOf(notes(30))
    await find(bench.scene)
    const back = vanish(bench, 'drawers')
    await find(bench.scene)
    back()
    bench.write({'drawers/a/b/n003.md': '# Another\n'})
    const {entries} = await openCatalog(bench.scene).entries()
    expect([entries.length, entries[3]?.title]).toEqual([30, 'Another'])
  })

  test('fault 18: some return, and the rest stays held until only a few are left', async () => {
    const bench = benchOf({...notes(30), ...notes(30, 'drawers/c/d'), ...notes(5, 'drawers/e/f')})
    await find(bench.scene)
    const texts = notes(30)
    const back = vanish(bench, 'drawers/c')
    vanish(bench, 'drawers/a')
    expect(await find(bench.scene)).toEqual(holding(60, 5))
    back()
    // No more than half by now, but nobody has said that it was meant.
    expect(await find(bench.scene)).toEqual(holding(30, 35))
    const some = (count: number) => Object.fromEntries(Object.entries(texts).slice(0, count))
    bench.write(some(9))
    expect(await find(bench.scene)).toEqual(holding(21, 44))
    bench.write(some(10))
    expect(await find(bench.scene)).toEqual(well(45))
  })

  test('fault 18: files that are added meanwhile are read, and those that go are held too', async () => {
    const bench = benchOf(notes(30))
    await find(bench.scene)
    vanish(bench, 'drawers')
    await find(bench.scene)
    bench.write(notes(50, 'drawers/new/new'))
    expect(await find(bench.scene)).toEqual(holding(30, 50))
    bench.remove('drawers/new/new/n001.md')
    expect(await find(bench.scene)).toEqual(holding(31, 49))
  })

  test('fault 18: what was meant is obeyed when somebody says so, and is then as any other state', async () => {
    const bench = benchOf({...notes(30), ...notes(5, 'drawers/c/d')})
    await find(bench.scene)
    const back = vanish(bench, 'drawers/a')
    const held = openCatalog(bench.scene)
    await held.entries()
    expect(await acceptDisappearance(bench.scene)).toBe(30)
    expect(await find(bench.scene)).toEqual(well(5))
    expect(openCatalog(bench.scene).signature).not.toBe(held.signature)
    expect(await acceptDisappearance(bench.scene)).toBe(0)
    back()
    expect(await find(bench.scene)).toEqual(well(35))
  })

  test('fault 18: what was accepted is kept for whoever commits it, until it is committed', async () => {
    const bench = benchOf(notes(30))
    await find(bench.scene)
    vanish(bench, 'drawers')
    expect(readAccepted(bench.scene.cacheDir)).toEqual([])
    await acceptDisappearance(bench.scene)
    expect([...readAccepted(bench.scene.cacheDir)].sort()).toEqual(Object.keys(notes(30)).sort())
    forgetAccepted(bench.scene.cacheDir)
    expect(readAccepted(bench.scene.cacheDir)).toEqual([])
  })

  test('fault 18: it may be said before anybody noticed', async () => {
    const bench = benchOf(notes(30))
    await find(bench.scene)
    vanish(bench, 'drawers')
    expect(await acceptDisappearance(bench.scene)).toBe(30)
    expect(await find(bench.scene)).toEqual(well(0))
  })

  test('fault 18: a brain of which nothing is kept has lost nothing', async () => {
    const bench = benchOf({...notes(30), ...notes(5, 'drawers/c/d')})
    await find(bench.scene)
    vanish(bench, 'drawers/a')
    await find(bench.scene)
    fs.rmSync(bench.scene.cacheDir, {recursive: true})
    expect(await find(bench.scene)).toEqual(well(5))
  })

  test.each<[string, string]>([
    ['is gone', ''],
    ['is garbage', '{'],
    ['is of another program', '{"format":0,"paths":["a.md"]}'],
    [
      'names what nobody knows',
      JSON.stringify({format: 1, known: 9, head: '', paths: Array(30).fill('z.md')}),
    ],
  ])('fault 18: where what was written down of it %s, it is noticed again', async (_, text) => {
    const bench = benchOf({...notes(30), ...notes(5, 'drawers/c/d')})
    await find(bench.scene)
    vanish(bench, 'drawers/a')
    await find(bench.scene)
    const file = path.join(bench.scene.cacheDir, 'held.json')
    if (text === '') fs.rmSync(file)
    else fs.writeFileSync(file, text)
    expect(await find(bench.scene)).toEqual(holding(30, 5))
  })

  test('fault 18: files in folders that cannot be listed have vanished', async () => {
    const bench = benchOf({...notes(30), ...notes(5, 'drawers/c/d')})
    await find(bench.scene)
    const readdir = fs.readdirSync
    const shut = path.join(bench.root, 'drawers/a')
    // No mode keeps root out.
    fs.readdirSync = ((folder: fs.PathLike, ...rest: unknown[]) => {
      if (String(folder) !== shut) return readdir(folder, ...(rest as []))
      throw Object.assign(new Error('denied'), {code: 'EACCES'})
    }) as typeof fs.readdirSync
    try {
      const found = await find(bench.scene)
      expect(found).toMatchObject({held: 30, notes: 5})
      expect(found.said).toEqual(['mass-disappearance', 'unreadable-file'])
    } finally {
      fs.readdirSync = readdir
    }
    expect(await find(bench.scene)).toEqual(well(35))
  })

  test('a folder that is renamed has not vanished, nor one that is ignored from now on', async () => {
    const bench = benchOf({...notes(30), ...notes(5, 'drawers/c/d')})
    await find(bench.scene)
    fs.renameSync(path.join(bench.root, 'drawers/a'), path.join(bench.root, 'drawers/z'))
    expect(await find(bench.scene)).toEqual(well(35))
    bench.write({'.gitignore': 'drawers/z/\n'})
    expect(await find(bench.scene)).toEqual(well(5))
  })

  test('fault 18: every command says it: a boot at once, and no longer when it was accepted', async () => {
    const bench = benchOf({'SOUL.md': 'I am.\n', ...notes(30)})
    const said = async () => (await boot(bench.scene)).messages.map(({rule}) => rule)
    expect(await said()).toEqual([])
    vanish(bench, 'drawers')
    expect([await said(), await said()]).toEqual([['mass-disappearance'], ['mass-disappearance']])
    const report = await check(bench.scene, {})
    expect(report).toMatchObject({notes: 1, errors: 1})
    await acceptDisappearance(bench.scene)
    expect(await said()).toEqual([])
  })

  test('fault 18: a boot that is kept says it too, and is not believed when it is over', async () => {
    const bench = benchOf({'SOUL.md': 'I am.\n', ...notes(30)})
    const said = async () => (await boot(bench.scene)).messages.map(({rule}) => rule)
    await said()
    const back = vanish(bench, 'drawers')
    await said()
    trust(bench)
    const changes = readLogged(bench.root).length
    fs.appendFileSync(path.join(bench.scene.cacheDir, 'catalog.jsonl'), 'x')
    expect(await said()).toEqual(['mass-disappearance'])
    // It was answered without the log being opened: that would have ended its broken line.
    expect(fs.readFileSync(path.join(bench.scene.cacheDir, 'catalog.jsonl'), 'utf8')).toMatch(/x$/)
    expect(readLogged(bench.root)).toHaveLength(changes)
    back()
    expect(await said()).toEqual([])
  })

  test('what refers to a note that is held is lost for the time, and closes nothing new', async () => {
    const bench = benchOf({
      ...notes(30),
      'x.md': '---\nsuperseded_by: drawers/a/b/n001.md\n---\n',
      'y.md': '---\nsupersedes: drawers/a/b/n002.md\n---\n',
    })
    await find(bench.scene)
    vanish(bench, 'drawers')
    const now = bench.scene.clock.now()
    const {memories} = await recollect(bench.scene, openCatalog(bench.scene), {heldAt: now, now})
    expect(memories.map(({id, standing}) => `${id}: ${standing}`)).toEqual([
      'x.md: superseded',
      'y.md: current',
    ])
  })
})

/** Makes the kept answers and the log old enough to be believed. */
function trust(bench: Bench): void {
  settle(bench)
  const folder = path.join(bench.scene.cacheDir, 'boot')
  const later = Date.now() / 1000 + 10
  for (const name of fs.readdirSync(folder)) fs.utimesSync(path.join(folder, name), later, later)
}

describe('with Git', () => {
  async function world(): Promise<{box: GitBox; root: string; scene: Scene; asked: () => number}> {
    const box = new GitBox()
    box.commit({'SOUL.md': 'I am.\n', '.gitignore': '.brain\n'})
    box.git('branch', 'empty')
    box.commit({...notes(30), ...notes(5, 'drawers/c/d')})
    let asked = 0
    const {cacheDir, ...bench} = benchOf({}).scene
    const scene = {...bench, cacheDir: path.join(box.top, '.brain'), root: box.top}
    const options = {cacheDir, now: () => box.now(), env: box.env}
    const history = async (): Promise<History> => {
      const opened = await openHistory(box.top, options)
      const inHead: History['inHead'] = (paths) => {
        asked++
        return opened.inHead(paths)
      }
      return {...opened, inHead}
    }
    expect(await find({...scene, history})).toEqual(well(36))
    return {box, root: box.top, scene: {...scene, history}, asked: () => asked}
  }

  test('fault 18: what HEAD still has is held, and Git is asked once', async () => {
    const {root, scene, asked} = await world()
    const back = vanish({root}, 'drawers/a')
    for (let round = 0; round < 3; round++) expect(await find(scene)).toEqual(holding(30, 6))
    expect(asked()).toBe(1)
    back()
    expect(await find(scene)).toEqual(well(36))
  })

  test('a checkout is obeyed at once, there and back', async () => {
    const {box, scene} = await world()
    box.git('checkout', '--quiet', 'empty')
    expect(await find(scene)).toEqual(well(1))
    box.git('checkout', '--quiet', 'main')
    expect(await find(scene)).toEqual(well(36))
  })

  test('a committed deletion is obeyed, also where it was held before it was committed', async () => {
    const {box, scene} = await world()
    box.git('rm', '-r', '--quiet', 'drawers/a')
    expect(await find(scene)).toEqual(holding(30, 6))
    const said = async () => (await boot(scene)).messages.map(({rule}) => rule)
    expect(await said()).toEqual(['mass-disappearance'])
    trust({root: box.top, scene} as Bench)
    expect(await said()).toEqual(['mass-disappearance'])
    box.tick()
    box.git('commit', '--quiet', '--message', 'away with it')
    expect(await said()).toEqual([])
    expect(await find(scene)).toEqual(well(6))
  })

  test('notes that HEAD never had are gone, and the others held', async () => {
    const {box, root, scene} = await world()
    box.write(notes(30, 'drawers/a/loose'))
    await find(scene)
    vanish({root}, 'drawers/a')
    expect(await find(scene)).toEqual(holding(30, 6))
  })

  test('fault 18: where Git fails it is held, and asked again', async () => {
    const {root, scene} = await world()
    const broken: Partial<History> = {inHead: async () => undefined, hasFailed: () => true}
    vanish({root}, 'drawers/a')
    const failing = {...scene, history: async () => ({...(await scene.history()), ...broken})}
    expect(await find(failing)).toEqual(holding(30, 6))
    fs.writeFileSync(path.join(root, '.git/HEAD'), 'ref: refs/heads/empty\n')
    expect(await find(scene)).toEqual(well(6))
  })

  test('fault 18: before the first commit it is held', async () => {
    const {box, root, scene} = await world()
    box.git('checkout', '--quiet', '--orphan', 'new')
    vanish({root}, 'drawers/a')
    expect(await find(scene)).toEqual(holding(30, 6))
  })
})
