import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import {describe, expect, onTestFinished, test, vi} from 'vitest'
import {openCatalog} from '../../src/catalog/catalog.js'
import type {Entries} from '../../src/catalog/entries.js'
import {LiveCatalog} from '../../src/catalog/live-catalog.js'
import {instant} from '../../src/ground/instant.js'
import {type Bench, type BenchOptions, benchOf} from './bench-scene.js'

interface Live {
  readonly bench: Bench
  readonly catalog: LiveCatalog
  /** Says that so many minutes went by. */
  wait(minutes: number): void
}

/** A brain that was looked at so often that it is listened to from now on. */
async function listened(
  files: Readonly<Record<string, string>>,
  options: BenchOptions = {},
): Promise<Live> {
  return listenedTo(benchOf(files, options))
}

async function listenedTo(bench: Bench): Promise<Live> {
  let now = Date.UTC(2026, 10, 29, 12)
  const catalog = new LiveCatalog({...bench.scene, clock: {now: () => instant(now)}})
  onTestFinished(() => catalog.close())
  for (let look = 0; look < 3; look++) await (await catalog.look()).entries()
  const wait = (minutes: number) => {
    now += minutes * 60_000
  }
  return {bench, catalog, wait}
}

function said({entries}: Entries): string[] {
  return entries.map(({path: file, digest, title}) => `${file} ${digest} ${title}`)
}

/** What somebody finds who knows nothing. */
async function anew({scene}: Bench): Promise<string[]> {
  const cacheDir = path.join(fs.mkdtempSync(`${scene.root}-`), 'cache')
  onTestFinished(() => fs.rmSync(path.dirname(cacheDir), {recursive: true, force: true}))
  return said(await openCatalog({...scene, cacheDir}).entries())
}

async function found({catalog}: Live): Promise<string[]> {
  return said(await (await catalog.look()).entries())
}

const SOME = {
  'MEMORY.md': '- One\n',
  'drawers/a/b/one.md': '# One\n',
  'drawers/a/b/two.md': '# Two\n',
}

describe('a brain that nothing happens to', () => {
  test('is the same catalog with the same entries, and no file is looked at', async () => {
    const live = await listened(SOME)
    const first = await live.catalog.look()
    const second = await live.catalog.look()
    expect(second).toBe(first)
    expect(await second.entries()).toBe(await first.entries())
  })

  test('is looked at all the same every five minutes: rules from around it change without a sound', async () => {
    const around = benchOf({'brain/a.md': '# A\n', 'brain/b.md': '# B\n', '.git/HEAD': 'ref: x\n'})
    const root = `${around.root}/brain`
    const bench = {...around, root, scene: {...around.scene, root, cacheDir: `${root}/.brain`}}
    const live = await listenedTo(bench)
    around.write({'.gitignore': 'b.md\n'})
    live.wait(4)
    expect(await found(live)).toHaveLength(2)
    live.wait(2)
    expect(await found(live)).toEqual(await anew(bench))
    expect(await found(live)).toHaveLength(1)
  })
})

describe('where silence would mean nothing, all files are looked at', () => {
  const cases: Record<string, () => void> = {
    'as many watches as the system allows': () => {
      vi.spyOn(fs, 'watch').mockImplementation(() => {
        throw Object.assign(new Error('no more'), {code: 'ENOSPC'})
      })
    },
    'a disk of another machine': () => {
      vi.spyOn(fs, 'statfsSync').mockImplementation(() => ({type: 0x6969}) as fs.StatsFs)
    },
    'a system on which nobody tried': () => {
      vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin')
    },
  }
  for (const [name, arrange] of Object.entries(cases)) {
    test(name, async () => {
      arrange()
      onTestFinished(() => void vi.restoreAllMocks())
      const live = await listened(SOME)
      const first = await live.catalog.look()
      live.bench.write({'new.md': '# New\n'})
      expect(await live.catalog.look()).not.toBe(first)
      expect(await found(live)).toEqual(await anew(live.bench))
    })
  }
})

describe('what happens is seen at the next look', () => {
  const cases: Record<string, (root: string) => void> = {
    'a new file': (root) => fs.writeFileSync(`${root}/new.md`, '# New\n'),
    'a file written over': (root) => fs.writeFileSync(`${root}/MEMORY.md`, '- Two\n'),
    'a file of the same size at the same time': (root) => {
      const {atime, mtime} = fs.statSync(`${root}/MEMORY.md`)
      fs.writeFileSync(`${root}/MEMORY.md`, '- Six\n')
      fs.utimesSync(`${root}/MEMORY.md`, atime, mtime)
    },
    'a file replaced by another': (root) => {
      fs.writeFileSync(`${root}/drawers/.tmp`, '# Instead\n')
      fs.renameSync(`${root}/drawers/.tmp`, `${root}/drawers/a/b/one.md`)
    },
    'a file gone': (root) => fs.rmSync(`${root}/drawers/a/b/two.md`),
    'a file renamed': (root) =>
      fs.renameSync(`${root}/drawers/a/b/two.md`, `${root}/drawers/a/three.md`),
    'a new folder with a file': (root) => {
      fs.mkdirSync(`${root}/drawers/c/d`, {recursive: true})
      fs.writeFileSync(`${root}/drawers/c/d/e.md`, '# E\n')
    },
    'a folder renamed': (root) => fs.renameSync(`${root}/drawers/a`, `${root}/drawers/z`),
    'a folder gone and there again': (root) => {
      fs.rmSync(`${root}/drawers/a/b`, {recursive: true})
      fs.mkdirSync(`${root}/drawers/a/b`)
      fs.writeFileSync(`${root}/drawers/a/b/one.md`, '# Again\n')
    },
    'a folder that takes the place of another': (root) => {
      fs.mkdirSync(`${root}/other`)
      fs.writeFileSync(`${root}/other/x.md`, '# X\n')
      fs.rmSync(`${root}/drawers`, {recursive: true})
      fs.renameSync(`${root}/other`, `${root}/drawers`)
    },
    'a file that becomes a folder': (root) => {
      fs.rmSync(`${root}/drawers/a/b/two.md`)
      fs.mkdirSync(`${root}/drawers/a/b/two.md`)
      fs.writeFileSync(`${root}/drawers/a/b/two.md/in.md`, '# In\n')
    },
    'rules that leave out': (root) => fs.writeFileSync(`${root}/.gitignore`, 'drawers/a/b/t*\n'),
    'rules in a folder': (root) =>
      fs.writeFileSync(`${root}/drawers/a/.gitignore`, '*.md\n!one.md\n'),
    'an ignored file': (root) => {
      fs.writeFileSync(`${root}/drawers/a/.gitignore`, 'no.md\n')
      fs.writeFileSync(`${root}/drawers/a/no.md`, '# No\n')
    },
    'a link to a file outside': (root) => fs.symlinkSync('/etc/hostname', `${root}/drawers/x.md`),
    'a link inside': (root) => fs.symlinkSync('../MEMORY.md', `${root}/drawers/link.md`),
    'a hidden folder': (root) => {
      fs.mkdirSync(`${root}/.obsidian`)
      fs.writeFileSync(`${root}/.obsidian/x.md`, '# Hidden\n')
    },
    'files of other kinds': (root) => fs.writeFileSync(`${root}/drawers/picture.png`, 'PNG'),
    'a file that is no text': (root) => fs.writeFileSync(`${root}/drawers/bin.md`, 'a\0b'),
    'more at once than is listened to': (root) => {
      for (let n = 0; n < 1500; n++) fs.writeFileSync(`${root}/drawers/n${n}.md`, `# ${n}\n`)
    },
    'the cache gone': (root) => {
      fs.rmSync(`${root}/.brain`, {recursive: true})
      fs.writeFileSync(`${root}/new.md`, '# New\n')
    },
  }
  for (const [name, happen] of Object.entries(cases)) {
    test(name, async () => {
      const live = await listened(SOME)
      happen(live.bench.root)
      expect(await found(live)).toEqual(await anew(live.bench))
      // And what happens then in a folder that is new.
      for (const {path: file} of (await live.catalog.look()).files) {
        fs.appendFileSync(`${live.bench.root}/${file}`, '\nMore.\n')
      }
      expect(await found(live)).toEqual(await anew(live.bench))
    })
  }

  test('what vanishes at once is held, and obeyed when another process says so', async () => {
    const many = Object.fromEntries(
      Array.from({length: 60}, (_, n) => [`drawers/w/r/${n}.md`, `# ${n}\n`]),
    )
    const live = await listened(many)
    fs.rmSync(`${live.bench.root}/drawers`, {recursive: true})
    const held = await (await live.catalog.look()).entries()
    expect(held.held).toBe(60)
    fs.rmSync(path.join(live.bench.scene.cacheDir, 'held.json'))
    for (let n = 0; n < 60; n++) live.bench.write({[`drawers/w/r/${n}.md`]: `# ${n}\n`})
    expect((await (await live.catalog.look()).entries()).held).toBe(0)
    expect(await found(live)).toEqual(await anew(live.bench))
  })

  test('what is kept on the disk is what the next process needs', async () => {
    const live = await listened(SOME)
    live.bench.write({'new.md': '# New\n', 'MEMORY.md': '- Other\n'})
    fs.rmSync(`${live.bench.root}/drawers/a/b/two.md`)
    await found(live)
    expect(said(await openCatalog(live.bench.scene).entries())).toEqual(await anew(live.bench))
  })
})

describe('law', () => {
  const name = fc.constantFrom('a', 'b', 'c.md', 'd.md', '.e', 'f.txt')
  const place = fc.array(name, {minLength: 1, maxLength: 3}).map((parts) => parts.join('/'))
  const step = fc.oneof(
    fc.record({
      does: fc.constant('write' as const),
      at: place,
      text: fc.constantFrom('# 1', '# 2'),
    }),
    fc.record({does: fc.constant('remove' as const), at: place}),
    fc.record({does: fc.constant('rename' as const), at: place, to: place}),
    fc.record({
      does: fc.constant('ignore' as const),
      at: name,
      text: fc.constantFrom('', 'c.md', 'a/'),
    }),
    fc.record({does: fc.constant('look' as const)}),
  )
  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

  test('whatever happens, a look sees what somebody sees who knows nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, {maxLength: 25}), async (steps) => {
        const live = await listened({'a/c.md': '# 0\n', 'd.md': '# 0\n'})
        for (const one of steps) {
          if (one.does === 'look') expect(await found(live)).toEqual(await anew(live.bench))
          else attempt(live.bench.root, one)
        }
        expect(await found(live)).toEqual(await anew(live.bench))
        live.catalog.close()
      }),
      {numRuns: Number(process.env.MDBRAIN_RUNS ?? 60)},
    )
  })

  /** Does a step where the disk allows it. */
  function attempt(root: string, one: Exclude<Step, {does: 'look'}>): void {
    const at = path.join(root, one.at)
    try {
      if (one.does === 'write') {
        fs.mkdirSync(path.dirname(at), {recursive: true})
        fs.writeFileSync(at, `${one.text}\n`)
      } else if (one.does === 'remove') fs.rmSync(at, {recursive: true})
      else if (one.does === 'rename') fs.renameSync(at, path.join(root, one.to))
      else fs.writeFileSync(path.join(at, '.gitignore'), `${one.text}\n`)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error
    }
  }
})
