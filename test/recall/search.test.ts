/** Searching as a library does: one brain, asked again and again. */

import {readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import type {SearchOptions} from '../../src/brain.js'
import type {Scene} from '../../src/catalog/scene.js'
import {instant} from '../../src/ground/instant.js'
import {indexBrain} from '../../src/recall/index-brain.js'
import {LiveIndex} from '../../src/recall/live-index.js'
import {search} from '../../src/recall/search.js'
import {BrainBox} from '../boot/scene.js'
import {refused} from '../writing/brain-box.js'

/** A brain of these files that is asked as one process would. */
function asked(box: BrainBox, scene: Scene = box.scene()) {
  const live = new LiveIndex(scene)
  return {
    live,
    search: (query: string, options: SearchOptions = {}) => search(scene, live, query, options),
    found: async (query: string, options: SearchOptions = {}) =>
      (await search(scene, live, query, options)).hits.map(({id}) => id),
    index: (options = {}) => indexBrain(scene, live, options),
  }
}

const files = {
  'a.md': '# A\n\nThe lighthouse stands on the rock.\n',
  'b.md': '# B\n\nThe harbour is deep.\n',
  'drawers/ship/engine/oil.md': '---\ntitle: Oil\n---\nThe engine takes oil.\n',
  'MEMORY.md': '# Facts\n\n- The mast is of spruce. ^mast\n- The hull is of oak.\n',
}

describe('one brain, asked again and again', () => {
  test('is in step each time', async () => {
    using box = new BrainBox(files)
    const brain = asked(box)
    expect(await brain.found('lighthouse')).toEqual(['a.md'])
    box.write('a.md', '# A\n\nThe beacon stands on the rock.\n')
    box.write('c.md', 'A lighthouse elsewhere.\n')
    expect(await brain.found('lighthouse')).toEqual(['c.md'])
    expect(await brain.found('beacon')).toEqual(['a.md'])
    box.remove('a.md')
    expect(await brain.found('beacon')).toEqual([])
  })

  test('answers several at once, each as if it were alone', async () => {
    using box = new BrainBox(files)
    const brain = asked(box)
    const queries = ['lighthouse', 'harbour', 'engine', 'mast', 'lighthouse']
    expect(await Promise.all(queries.map((query) => brain.found(query)))).toEqual([
      ['a.md'],
      ['b.md'],
      ['drawers/ship/engine/oil.md'],
      ['MEMORY.md#^mast'],
      ['a.md'],
    ])
  })

  test('sees what another process wrote', async () => {
    using box = new BrainBox(files)
    const [one, other] = [asked(box), asked(box)]
    await one.search('lighthouse')
    await other.search('lighthouse')
    for (let at = 0; at < 5; at++) {
      box.write(`n${at}.md`, `Buoy ${at}.\n`)
      expect(await (at % 2 === 0 ? one : other).found('buoy')).toHaveLength(at + 1)
    }
    expect(await one.found('buoy')).toEqual(await other.found('buoy'))
    expect((await asked(box).index()).changed).toBe(0)
  })

  test('keeps nothing in memory of what was removed under it', async () => {
    using box = new BrainBox(files)
    const brain = asked(box)
    await brain.search('lighthouse')
    box.write('a.md', 'Nothing to see.\n')
    rmSync(path.join(box.root, '.brain'), {recursive: true})
    expect(await brain.found('lighthouse')).toEqual([])
    const cache = path.join(box.root, '.brain')
    for (const name of readdirSync(cache)) {
      expect([name, readFileSync(path.join(cache, name)).includes('lighthous')]).toEqual([
        name,
        false,
      ])
    }
  })

  test('says once that what was kept was of no use', async () => {
    using box = new BrainBox(files)
    await asked(box).search('lighthouse')
    writeFileSync(path.join(box.root, '.brain/index.bin'), 'noise')
    const brain = asked(box)
    const rules = async () => (await brain.search('harbour')).messages.map(({rule}) => rule)
    expect([await rules(), await rules()]).toEqual([['lost-index'], []])
  })

  test('works where nothing can be kept, and says so', async () => {
    using box = new BrainBox({...files, '.brain': 'no folder\n'})
    const brain = asked(box)
    const report = await brain.search('lighthouse')
    expect(report.hits.map(({id}) => id)).toEqual(['a.md'])
    expect(report.messages.map(({rule}) => rule)).toEqual(['unwritable-cache'])
    box.write('c.md', 'A lighthouse elsewhere.\n')
    expect(await brain.found('lighthouse')).toHaveLength(2)
  })
})

describe('an answer', () => {
  test('has parts that add up, and tells what it was asked', async () => {
    using box = new BrainBox(files)
    const report = await asked(box).search('harbour rock', {limit: 1})
    expect(report).toMatchObject({
      query: 'harbour rock',
      heldAt: '2026-11-29T12:00:00Z',
      total: 2,
      offset: 0,
      limit: 1,
      staleIndex: false,
      behind: 0,
    })
    const [hit] = report.hits
    const sum = Object.values(hit!.parts).reduce((all, part) => all + part, 0)
    expect(hit!.score).toBeCloseTo(sum, 12)
  })

  test('is behind where there was no time for all, and says so', async () => {
    using box = new BrainBox()
    for (let at = 0; at < 30; at++) box.write(`n${at}.md`, `Buoy ${at}.\n`)
    let now = Date.UTC(2026, 10, 29)
    let step = 1000
    // Each look at the clock takes a second.
    const tick = () => {
      now += step
      return instant(now)
    }
    const scene = {...box.scene(), clock: {now: tick}}
    const brain = asked(box, scene)
    const first = await brain.search('buoy', {limit: 100})
    expect(first.staleIndex).toBe(true)
    expect(first.behind).toBe(30 - first.total)
    expect(first.total).toBeGreaterThan(0)
    await brain.index()
    step = 0
    expect(await brain.search('buoy')).toMatchObject({total: 30, staleIndex: false, behind: 0})
  })

  test('shows the file as it is now where it changed since', async () => {
    using box = new BrainBox(files)
    const scene = box.scene()
    const brain = asked(box, scene)
    await brain.search('lighthouse')
    const {passages} = await import('../../src/recall/passages.js')
    const {hits} = (await brain.live.open()).search({
      text: 'lighthouse',
      where: [],
      hidden: new Set(),
      doubted: new Set(),
      offset: 0,
      limit: 10,
    })
    box.write('a.md', 'Above.\n\nThe old lighthouse is white.\n')
    const shown = passages(box.root, 'lighthouse', {instead: {}}, new Map())(hits[0]!)
    expect(shown.text).toBe('Above. The old lighthouse is white.')
    box.remove('a.md')
    expect(passages(box.root, 'lighthouse', {instead: {}}, new Map())(hits[0]!).text).toBe('')
  })

  test('is empty where a filter fits nothing, and refused where a place is not there', async () => {
    using box = new BrainBox(files)
    const brain = asked(box)
    expect(await brain.found('lighthouse', {wing: 'ship'})).toEqual([])
    expect(await brain.found('oil', {wing: 'SHIP', room: 'Engine'})).toHaveLength(1)
    expect(await brain.found('oil', {tag: 'none'})).toEqual([])
    expect((await refused(brain.search('oil', {wing: 'shi'}), 'unknown-name')).hint).toBe(
      'did you mean `ship`?',
    )
    await refused(brain.search('oil', {wing: 'ship', room: 'deck'}), 'unknown-name')
  })

  test.each<[string, SearchOptions]>([
    ['', {}],
    [' \n', {}],
    ['x', {heldAt: 'yesterday'}],
    ['x', {since: 'monday'}],
    ['x', {until: '2026-02-31'}],
    ['x', {limit: 0}],
    ['x', {limit: 1.5}],
    ['x', {offset: -1}],
    ['x', {minScore: Number.NaN}],
  ])('is refused for %j with %j', async (query, options) => {
    using box = new BrainBox(files)
    await refused(asked(box).search(query, options), 'bad-argument')
  })
})

test('a word that every object has is a word', async () => {
  using box = new BrainBox({...files, 'n.md': 'The constructor of the ship.\n'})
  const {hits} = await asked(box).search('constructor')
  expect(hits.map(({path, marks}) => [path, marks])).toEqual([['n.md', [[4, 15]]]])
})

test('a query is never slow, whatever it is', async () => {
  using box = new BrainBox(files)
  const brain = asked(box)
  for (const query of [
    'x'.repeat(1_000_000),
    '"'.repeat(50_000),
    'constructor __proto__ toString',
    'lighthouse '.repeat(50_000),
    '\u0000\ud800',
    '東'.repeat(100_000),
  ]) {
    const {hits} = await brain.search(query)
    expect(hits.length).toBeLessThanOrEqual(10)
  }
})
