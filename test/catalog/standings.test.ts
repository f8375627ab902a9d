import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {openCatalog} from '../../src/catalog/catalog.js'
import {LiveCatalog} from '../../src/catalog/live-catalog.js'
import {recollect} from '../../src/catalog/memories.js'
import type {Scene} from '../../src/catalog/scene.js'
import {LastJudged, type Standings, standingsOf} from '../../src/catalog/standings.js'
import {instant} from '../../src/ground/instant.js'
import {at, type Bench, type BenchOptions, benchOf, forgeLog} from './bench-scene.js'
import {aTimelyBrain, historyOf} from './timely-brain.js'

const NOON = '2026-11-29T12:00:00Z'

async function judged(scene: Scene, heldAt = NOON, now = NOON): Promise<Standings> {
  const catalog = openCatalog(scene)
  return standingsOf(scene, catalog, await catalog.entries(), {heldAt: at(heldAt), now: at(now)})
}

function said(standings: Standings): string[] {
  const all = [...standings.values()].map(({id, standing, stale, unreadable}) => {
    return `${id}: ${standing}${stale ? ' stale' : ''}${unreadable ? ' unreadable' : ''}`
  })
  return all.sort()
}

const note = (...lines: string[]) => `---\n${lines.join('\n')}\n---\nIt is so.\n`

describe('what is out of the ordinary', () => {
  test('is named, with its note and its number in it', async () => {
    const {scene} = benchOf({
      'MEMORY.md': [
        '- Ordinary',
        '- Past [valid_to:: 2026-01-31] ^past',
        '- Replaced by a note [superseded_by:: [[newer]]]',
        '  - and so is this [importance:: 0.5]',
        '- Nobody looked [ttl:: 30d] [reviewed:: 2026-01-01]',
      ].join('\n'),
      'ahead.md': note('valid_from: 2027-01-01'),
      'newer.md': note('created: 2026-02-01'),
      'odd.md': note('valid_to: soon'),
      'plain.md': 'It is so.\n',
    })
    const standings = await judged(scene)
    expect(said(standings)).toEqual([
      'MEMORY.md#3: superseded',
      'MEMORY.md#4: superseded',
      'MEMORY.md#5: current stale',
      'MEMORY.md#^past: lapsed',
      'ahead.md: upcoming',
      'odd.md: current unreadable',
    ])
    expect([...standings.values()].map(({path: file, fact}) => [file, fact])).toEqual([
      ['MEMORY.md', 2],
      ['MEMORY.md', 3],
      ['MEMORY.md', 4],
      ['MEMORY.md', 5],
      ['ahead.md', undefined],
      ['odd.md', undefined],
    ])
  })

  test('can be a note that says nothing of time, where another names it', async () => {
    const history = historyOf({'by-path.md': '2026-01-01T00:00Z'})
    const {scene} = benchOf(
      {
        'a.md': note('supersedes: x/by-path.md'),
        'b.md': note('supersedes: "[[An alias]]"', 'created: 2026-02-01'),
        'c.md': note('superseded_by: later'),
        'hash#tag.md': 'It is so.\n',
        'later.md': note('created: 2027-01-01'),
        'MEMORY.md': '- Of a file [supersedes:: hash#tag.md]\n- Of a fact ^k\n',
        'n.md': note('supersedes: MEMORY.md#^k', 'created: 2026-03-01'),
        'x/by-alias.md': note('aliases: [An alias]'),
        'x/by-path.md': 'It is so.\n',
      },
      {history: history.history},
    )
    expect(said(await judged(scene))).toEqual([
      'MEMORY.md#^k: superseded',
      'later.md: upcoming',
      'x/by-alias.md: superseded',
      'x/by-path.md: superseded',
    ])
  })

  test('what is held stands as it would stand, and nothing else knows of it', async () => {
    const many = Object.fromEntries(
      Array.from({length: 30}, (_, index) => [`x/n${index}.md`, 'It is so.\n']),
    )
    const bench = benchOf({
      ...many,
      'x/old.md': note('valid_to: 2026-01-31'),
      'x/newer.md': note('supersedes: older.md', 'created: 2026-01-01'),
      'older.md': 'It is so.\n',
    })
    expect(said(await judged(bench.scene))).toEqual(['older.md: superseded', 'x/old.md: lapsed'])
    fs.rmSync(path.join(bench.root, 'x'), {recursive: true})
    for (const round of [1, 2]) {
      expect(said(await judged(bench.scene)), `round ${round}`).toEqual(['x/old.md: lapsed'])
    }
  })
})

describe('what is kept', () => {
  const files = {
    'a.md': note('ttl: 30d', 'valid_to: 2026-12-31'),
    'b.md': note('valid_from: 2026-12-10'),
    'plain.md': 'It is so.\n',
  }
  const keptOf = ({scene}: Bench) => path.join(scene.cacheDir, 'standings.json')

  /** Makes what is kept old enough to be believed, and marks it. */
  function mark(bench: Bench): void {
    forgeLog(bench.root, (json) => json.replaceAll('"racy":true,', ''))
    const text = fs.readFileSync(keptOf(bench), 'utf8')
    fs.writeFileSync(keptOf(bench), text.replace('"upcoming"', '"lapsed"'))
    const later = Date.now() / 1000 + 10
    fs.utimesSync(keptOf(bench), later, later)
  }

  async function begin(options: BenchOptions = {}): Promise<Bench> {
    const bench = benchOf(files, options)
    await judged(bench.scene)
    mark(bench)
    return bench
  }

  const taken = ['b.md: lapsed']
  const anew = ['b.md: upcoming']
  const dated = () => historyOf({'a.md': '2026-11-20T00:00Z'})

  test('is taken while nothing changed, and judges nothing', async () => {
    const {history, asked} = dated()
    const bench = await begin({history})
    expect(asked()).toBe(1)
    expect(said(await judged(bench.scene))).toEqual(taken)
    expect(said(await judged(bench.scene, '2026-12-09T00:00Z', '2026-12-09T00:00Z'))).toEqual(taken)
    expect(said(await judged(bench.scene, '2026-12-09T00:00Z'))).toEqual(taken)
    expect(asked()).toBe(1)
  })

  test.each<[string, (bench: Bench, move: (head: string) => void) => void]>([
    ['a file changed', (bench) => bench.write({'plain.md': 'changed\n'})],
    ['a file is new', (bench) => bench.write({'z.md': ''})],
    ['a commit was made', (_, move) => move('two')],
    [
      'it is of another format',
      (bench) => rewrite(bench, (text) => text.replace('"format":', '"f":')),
    ],
    ['it is half there', (bench) => rewrite(bench, (text) => text.slice(0, -30))],
    [
      'a file was young when it was kept',
      (bench) => fs.utimesSync(keptOf(bench), 1, Date.now() / 1000),
    ],
  ])('is not taken where %s', async (_, change) => {
    const {history, move} = dated()
    const bench = await begin({history})
    change(bench, move)
    expect(said(await judged(bench.scene))).toEqual(anew)
  })

  function rewrite(bench: Bench, change: (text: string) => string): void {
    fs.writeFileSync(keptOf(bench), change(fs.readFileSync(keptOf(bench), 'utf8')))
    const later = Date.now() / 1000 + 10
    fs.utimesSync(keptOf(bench), later, later)
  }

  test('is not taken beyond the span in which nothing changes', async () => {
    const bench = await begin({history: dated().history})
    expect(said(await judged(bench.scene, '2026-12-10T00:00Z'))).toEqual([])
    expect(said(await judged(bench.scene, '2026-11-19T00:00Z'))).toEqual([
      'a.md: current stale',
      'b.md: upcoming',
    ])
  })

  test('of words that are as old as now is for those who ask about now', async () => {
    const bench = await begin({history: historyOf({}).history})
    expect(said(await judged(bench.scene))).toEqual(taken)
    expect(said(await judged(bench.scene, '2026-11-29T13:00Z', NOON))).toEqual(anew)
  })

  test('is of the present alone, of all files, and of a history that did not fail', async () => {
    const past = benchOf(files, {history: dated().history})
    await judged(past.scene, '2026-11-21T00:00Z')
    expect(fs.existsSync(keptOf(past))).toBe(false)

    const failing = benchOf(files, {history: {...dated().history, hasFailed: () => true}})
    await judged(failing.scene)
    expect(fs.existsSync(keptOf(failing))).toBe(false)

    const behind = benchOf(files, {history: dated().history})
    const catalog = openCatalog(behind.scene)
    const read = await catalog.entries({patience: 0})
    await standingsOf(behind.scene, catalog, read, {heldAt: at(NOON), now: at(NOON)})
    expect(fs.existsSync(keptOf(behind))).toBe(false)

    const deep = benchOf({'MEMORY.md': `${'- '.repeat(60)}deep\n`})
    await judged(deep.scene)
    expect(fs.existsSync(keptOf(deep))).toBe(false)
  })
})

describe('law', () => {
  test('every memory stands as a full recollection says, asked once or twice', async () => {
    await fc.assert(
      fc.asyncProperty(aTimelyBrain, async ({files, options, heldAt, now}) => {
        const {scene} = benchOf(files, options)
        const {memories} = await recollect(scene, openCatalog(scene), {heldAt, now})
        const odd = memories
          .filter(({standing, stale, unreadable}) => standing !== 'current' || stale || unreadable)
          .map(({id, standing, stale, unreadable}) => ({id, standing, stale, unreadable}))
        for (let round = 0; round < 2; round++) {
          const catalog = openCatalog(scene)
          const standings = await standingsOf(scene, catalog, await catalog.entries(), {
            heldAt,
            now,
          })
          const found = [...standings.values()].map(({path: _, fact: __, ...rest}) => rest)
          expect(sorted(found)).toEqual(sorted(odd))
        }
      }),
      {numRuns: 100},
    )
  })

  test('from one state of the brain to the next, memories stand as whoever knows nothing says', async () => {
    await fc.assert(
      fc.asyncProperty(
        aTimelyBrain,
        fc.array(
          fc.record({
            path: fc.constantFrom('x.md', 'y.md', 'n/z.md', 'n/plain.md', 'MEMORY.md', 'moved.md'),
            text: fc.constantFrom(
              ...['# Plain\n', '# Other\n', '---\naliases: [Ypsilon]\n---\n', undefined],
              ...['---\nttl: 3d\nreviewed: 2026-11-01\n---\n', '---\nsupersedes: "[[x]]"\n---\n'],
            ),
          }),
          {minLength: 1, maxLength: 6},
        ),
        async ({files, options, heldAt: now}, changes) => {
          const bench = benchOf(files, options)
          const {scene} = bench
          const last = new LastJudged()
          const moment = {heldAt: now, now}
          const live = new LiveCatalog(scene)
          for (const change of [undefined, ...changes]) {
            if (change?.text !== undefined) bench.write({[change.path]: change.text})
            else if (change !== undefined) fs.rmSync(`${bench.root}/${change.path}`, {force: true})
            const catalog = await live.look()
            const found = await standingsOf(scene, catalog, await catalog.entries(), moment, last)
            const bare = {...scene, cacheDir: `${scene.cacheDir}/nowhere/at/all`}
            const anew = openCatalog(bare)
            const wanted = await standingsOf(bare, anew, await anew.entries(), moment)
            expect(sorted([...found.values()])).toEqual(sorted([...wanted.values()]))
            // What was recalled is kept with the catalog, and is of its own moments alone.
            for (const days of [0, 0, 40, 0]) {
              const heldAt = instant(now + days * 86_400_000)
              const asked = {heldAt, now: heldAt}
              expect(await recollect(scene, catalog, asked)).toEqual(
                await recollect(bare, openCatalog(bare), asked),
              )
            }
          }
          live.close()
        },
      ),
      {numRuns: Number(process.env.MDBRAIN_RUNS ?? 100)},
    )
  }, 600_000)

  test('of an untouched judgement nothing is judged again', async () => {
    const reads: string[] = []
    const bench = benchOf({
      'a.md': note('created: 2025-06-01', 'valid_to: 2026-01-01', 'supersedes: "[[b]]"'),
      'old/b.md': note('created: 2025-01-01'),
    })
    const live = new LiveCatalog(bench.scene)
    const last = new LastJudged()
    const ask = async () => {
      const catalog = await live.look()
      const {entries, ...rest} = await catalog.entries()
      const watched = entries.map((entry) =>
        Object.assign(Object.create(entry), {
          note() {
            reads.push(entry.path)
            return entry.note()
          },
        }),
      )
      const moment = {heldAt: at(NOON), now: at(NOON)}
      return standingsOf(bench.scene, catalog, {...rest, entries: watched}, moment, last)
    }
    const first = await ask()
    reads.length = 0
    bench.write({'c.md': '# C\n'})
    expect(await ask()).toBe(first)
    bench.write({'c.md': '# Another C\n'})
    expect(await ask()).toBe(first)
    expect(reads).toEqual([])
    // Now `b` could be either.
    bench.write({'other/b.md': '# B\n'})
    expect(said(await ask())).not.toEqual(said(first))
    live.close()
  })

  function sorted<One extends {readonly id: string}>(all: readonly One[]): One[] {
    return [...all].sort((a, b) => (a.id < b.id ? -1 : 1))
  }
})
