/** Searching with a model: a made-up one, which knows a few words that mean the same. */

import {describe, expect, test} from 'vitest'
import type {SearchOptions} from '../../src/brain.js'
import type {Scene} from '../../src/catalog/scene.js'
import type {Embedded, Embedder} from '../../src/embed/embedder.js'
import {BrainError} from '../../src/ground/brain-error.js'
import {doctor} from '../../src/recall/doctor.js'
import {indexBrain} from '../../src/recall/index-brain.js'
import {LiveIndex} from '../../src/recall/live-index.js'
import {search} from '../../src/recall/search.js'
import {BrainBox} from '../boot/scene.js'

const MEANINGS: readonly (readonly string[])[] = [
  ['lighthouse', 'beacon', 'pharos'],
  ['harbour', 'port', 'haven'],
  ['engine', 'motor'],
  ['oak', 'timber', 'spruce'],
]

/** A model that has a direction for each meaning; of other words it knows nothing. */
class SmallModel implements Embedder {
  readonly fingerprint: string
  readonly dimensions: number
  /** Each text that it was asked about. */
  readonly asked: string[] = []
  fails = false

  constructor(fingerprint = 'small', dimensions = MEANINGS.length) {
    this.fingerprint = fingerprint
    this.dimensions = dimensions
  }

  embed(texts: readonly string[]): readonly Embedded[] {
    if (this.fails) {
      throw new BrainError('model-unreadable', {
        message: 'the model does not answer',
        hint: 'start it',
        data: {},
      })
    }
    this.asked.push(...texts)
    return texts.map((text) => this.#understood(text))
  }

  #understood(text: string): Embedded {
    const words = text.toLowerCase().match(/[a-z]+/g) ?? []
    const vector = new Int8Array(this.dimensions)
    let known = 0
    for (const word of words) {
      const meaning = MEANINGS.findIndex((same) => same.includes(word))
      if (meaning === -1) continue
      vector[meaning % this.dimensions]! += 50
      known++
    }
    return {vector, coverage: words.length === 0 ? 0 : known / words.length}
  }
}

function opened(box: BrainBox, model?: Embedder | (() => Promise<Embedder>)) {
  const embedder = typeof model === 'function' ? model : async () => model!
  const scene: Scene = model === undefined ? box.scene() : {...box.scene(), embedder}
  const live = new LiveIndex(scene)
  return {
    search: (query: string, options: SearchOptions = {}) => search(scene, live, query, options),
    found: async (query: string, options: SearchOptions = {}) =>
      (await search(scene, live, query, options)).hits.map(({path, match}) => `${path} ${match}`),
    index: (options = {}) => indexBrain(scene, live, options),
    doctor: () => doctor(scene, live),
  }
}

const files = {
  'a.md': '# A\n\nThe lighthouse stands on the rock.\n',
  'b.md': '# B\n\nThe harbour is deep.\n',
  'c.md': '# C\n\nA beacon for every port.\n',
  'd.md': '# D\n\nNothing of the kind.\n',
}

describe('what means the same', () => {
  test('is found without a word of it, and both together are said to be both', async () => {
    using box = new BrainBox(files)
    const brain = opened(box, new SmallModel())
    expect(await brain.found('pharos')).toEqual(['a.md semantic', 'c.md semantic'])
    expect(await brain.found('lighthouse')).toEqual(['a.md both', 'c.md semantic'])
    expect(await brain.found('kind')).toEqual(['d.md keyword'])
    expect(await brain.found('zzz qqq')).toEqual([])
  })

  test('has parts that add up, and those of a filter alone', async () => {
    using box = new BrainBox(files)
    const brain = opened(box, new SmallModel())
    const {hits} = await brain.search('pharos rock')
    for (const {score, parts} of hits) {
      const sum = Object.values(parts).reduce((all, one) => all + one, 0)
      expect(sum).toBeCloseTo(score, 9)
    }
    expect(hits[0]).toMatchObject({path: 'a.md', match: 'both'})
    expect(hits[0]!.parts.meaning).toBeGreaterThan(0.2)
    expect(await brain.found('pharos', {role: 'facts'})).toEqual([])
  })

  test('is known of the passages that are new, and of nothing twice', async () => {
    using box = new BrainBox(files)
    const model = new SmallModel()
    const brain = opened(box, model)
    await brain.index()
    expect(model.asked).toHaveLength(4)
    box.write('c.md', `${files['c.md']}\n## More\n\nA motor.\n`)
    expect(await brain.found('engine')).toEqual(['c.md semantic'])
    expect(model.asked.slice(4)).toEqual(['C\nMore\nA motor.', 'engine'])
    expect(await opened(box, model).found('engine')).toEqual(['c.md semantic'])
    expect(model.asked).toHaveLength(7)
  })

  test('is proved by the doctor', async () => {
    using box = new BrainBox(files)
    const brain = opened(box, new SmallModel())
    await brain.index()
    expect(await brain.doctor()).toMatchObject({well: true, findings: []})
  })
})

describe('fault 25: another model', () => {
  test('of other dimensions: words answer, and every passage is understood anew', async () => {
    using box = new BrainBox(files)
    await opened(box, new SmallModel()).index()
    const other = new SmallModel('other', 2)
    const brain = opened(box, other)
    expect(await brain.found('lighthouse')).toEqual(['a.md both', 'c.md semantic'])
    expect(other.asked.filter((text) => text.includes('rock'))).toHaveLength(1)
    expect((await brain.search('lighthouse')).messages).toEqual([])
    expect(await brain.doctor()).toMatchObject({well: true, findings: []})
  })

  test('where there was none: it is understood without its words being read again', async () => {
    using box = new BrainBox(files)
    await opened(box).index()
    expect(await opened(box).found('pharos')).toEqual([])
    const brain = opened(box, new SmallModel())
    expect(await brain.index()).toMatchObject({changed: 0, redone: 0})
    expect(await brain.found('pharos')).toEqual(['a.md semantic', 'c.md semantic'])
  })

  test('back again: without it words answer, and what was known stays', async () => {
    using box = new BrainBox(files)
    const model = new SmallModel()
    await opened(box, model).index()
    expect(await opened(box).found('lighthouse')).toEqual(['a.md keyword'])
    expect(await opened(box, model).found('pharos')).toEqual(['a.md semantic', 'c.md semantic'])
    expect(model.asked).toHaveLength(5)
  })
})

describe('a model that fails', () => {
  test('is said once an answer, and words answer', async () => {
    using box = new BrainBox(files)
    const model = new SmallModel()
    model.fails = true
    const report = await opened(box, model).search('lighthouse')
    expect(report.hits.map(({path, match}) => [path, match])).toEqual([['a.md', 'keyword']])
    expect(report.messages).toEqual([
      {
        rule: 'words-only',
        severity: 'warning',
        path: '.brain',
        reason: 'nothing was searched by its meaning: the model does not answer',
        hint: 'start it',
      },
    ])
    model.fails = false
    expect(await opened(box, model).found('pharos')).toEqual(['a.md semantic', 'c.md semantic'])
  })

  test('later, and what it told before still counts', async () => {
    using box = new BrainBox(files)
    const model = new SmallModel()
    await opened(box, model).index()
    model.fails = true
    box.write('e.md', 'A haven.\n')
    const brain = opened(box, model)
    expect(await brain.found('haven')).toEqual(['e.md keyword'])
    model.fails = false
    expect(await opened(box, model).found('haven')).toEqual([
      'e.md both',
      'b.md semantic',
      'c.md semantic',
    ])
  })

  test('cannot even be opened', async () => {
    using box = new BrainBox(files)
    const brain = opened(box, async () => {
      throw new BrainError('model-unreadable', {message: 'm.bin is damaged', data: {}})
    })
    const {hits, messages} = await brain.search('lighthouse')
    expect(hits).toHaveLength(1)
    expect(messages.map(({rule, reason}) => `${rule}: ${reason}`)).toEqual([
      'words-only: nothing was searched by its meaning: m.bin is damaged',
    ])
    expect((await brain.index()).messages.map(({rule}) => rule)).toEqual(['words-only'])
  })
})
