/** Searching with a model that is waited for by nobody: words at once, meaning afterwards. */

import {expect, onTestFinished, test} from 'vitest'
import type {Scene} from '../../src/catalog/scene.js'
import type {Embedded, Embedder} from '../../src/embed/embedder.js'
import {BrainError} from '../../src/ground/brain-error.js'
import {type Instant, instant} from '../../src/ground/instant.js'
import {doctor} from '../../src/recall/doctor.js'
import {indexBrain} from '../../src/recall/index-brain.js'
import {LiveIndex} from '../../src/recall/live-index.js'
import {search} from '../../src/recall/search.js'
import {BrainBox} from '../boot/scene.js'

const files = {
  'a.md': '# A\n\nThe lighthouse stands on the rock.\n',
  'b.md': '# B\n\nThe harbour is deep.\n',
  'c.md': '# C\n\nA beacon for every port.\n',
}

/** Knows a light and a harbour. It answers a request when the test lets it. */
class SlowModel implements Embedder {
  readonly fingerprint = 'slow'
  readonly dimensions = 2
  readonly slow = true
  readonly batch = 2
  /** Texts of each request. */
  readonly asked: (readonly string[])[] = []
  fails = false
  /** Requests wait until it is resolved. */
  gate: Promise<unknown> = Promise.resolve()

  async embed(
    texts: readonly string[],
    _kind: unknown,
    signal?: AbortSignal,
  ): Promise<readonly Embedded[]> {
    this.asked.push(texts)
    const stopped = new Promise<void>((done) => signal?.addEventListener('abort', () => done()))
    await (signal === undefined ? this.gate : Promise.race([this.gate, stopped]))
    signal?.throwIfAborted()
    if (this.fails) {
      throw new BrainError('embedder-failed', {message: 'no answer', hint: 'start it'})
    }
    return texts.map((text) => ({
      vector: Int8Array.of(
        /lighthouse|beacon/.test(text) ? 100 : 0,
        /harbour|port/.test(text) ? 100 : 0,
      ),
      coverage: 1,
    }))
  }
}

function opened(box: BrainBox, model: Embedder) {
  let now: Instant = box.scene().clock.now()
  const progress: string[] = []
  const scene: Scene = {
    ...box.scene(),
    clock: {now: () => now},
    embedder: async () => model,
    onProgress: (done, total, what) => progress.push(`${what} ${done}/${total}`),
  }
  const live = new LiveIndex(scene)
  onTestFinished(() => live.close())
  const ask = async (query: string) => {
    const {hits, messages} = await search(scene, live, query, {})
    return {
      found: hits.map(({path, match}) => `${path} ${match}`),
      told: messages.map(({severity, reason}) => `${severity}: ${reason}`),
    }
  }
  return {
    live,
    ask,
    progress,
    index: (options = {}) => indexBrain(scene, live, options),
    doctor: () => doctor(scene, live),
    later: (milliseconds: number) => {
      now = instant(now + milliseconds)
    },
  }
}

/** Asks until nothing is told any more. */
async function settled(ask: () => Promise<{told: readonly string[]}>): Promise<void> {
  for (let times = 0; times < 1000; times++) {
    if ((await ask()).told.length === 0) return
    await new Promise((done) => setTimeout(done, 2))
  }
  throw new Error('it never came to an end')
}

test('words answer at once, and how many passages wait is told; then meaning does', async () => {
  using box = new BrainBox(files)
  const model = new SlowModel()
  let open: (value?: unknown) => void = () => undefined
  model.gate = new Promise((done) => {
    open = done
  })
  const brain = opened(box, model)
  // Only what has a name is asked for: the model is not asked what that means, and would not answer.
  const first = await brain.ask('`lighthouse.md`')
  expect(first.told).toEqual([
    'info: 3 passages are found by words alone yet: the model has still to read them',
  ])
  while (model.asked.length === 0) await new Promise((done) => setTimeout(done, 1))
  // The model is being waited for, and the next search is not.
  expect((await brain.ask('`harbour.md`')).told).toHaveLength(1)
  expect(model.asked).toHaveLength(1)
  open()
  await settled(() => brain.ask('lighthouse'))
  expect((await brain.ask('lighthouse')).found).toEqual(['a.md both', 'c.md semantic'])
  const passages = model.asked.filter((texts) => 1 < texts[0]!.split('\n').length)
  expect(passages.map((texts) => texts.length)).toEqual([2, 1])

  await brain.live.close()
  const again = opened(box, model)
  expect(await again.ask('beacon')).toEqual({found: ['c.md both', 'a.md semantic'], told: []})
})

test('`brain index` waits for all, and shows how far it is', async () => {
  using box = new BrainBox(files)
  const model = new SlowModel()
  const brain = opened(box, model)
  expect(await brain.index()).toMatchObject({changed: 3, messages: []})
  expect(brain.progress).toEqual(['understanding passages 2/3', 'understanding passages 3/3'])
  expect(await brain.ask('beacon')).toEqual({found: ['c.md both', 'a.md semantic'], told: []})
  expect(await brain.index()).toMatchObject({changed: 0, messages: []})
  expect(model.asked).toHaveLength(3)
})

test('a note that changed is found by its words until its meaning is known', async () => {
  using box = new BrainBox(files)
  const model = new SlowModel()
  const brain = opened(box, model)
  await brain.index()
  box.write('b.md', '# B\n\nThe beacon burns.\n')
  const {found, told} = await brain.ask('burns')
  expect(found).toEqual(['b.md keyword'])
  expect(told).toEqual([
    'info: 1 passage is found by words alone yet: the model has still to read them',
  ])
  await settled(() => brain.ask('lighthouse'))
  expect((await brain.ask('lighthouse')).found).toEqual([
    'a.md both',
    'b.md semantic',
    'c.md semantic',
  ])
})

test('one that fails is told, left alone for a minute, and asked again', async () => {
  using box = new BrainBox(files)
  const model = new SlowModel()
  const brain = opened(box, model)
  model.fails = true
  const failed = await brain.ask('lighthouse')
  expect(failed.found).toEqual(['a.md keyword'])
  expect(failed.told).toEqual(['warning: nothing was searched by its meaning: no answer'])
  model.fails = false
  brain.later(59_000)
  expect(await brain.ask('lighthouse')).toEqual(failed)
  expect(model.asked).toHaveLength(1)
  brain.later(1000)
  await settled(() => brain.ask('lighthouse'))
  expect((await brain.ask('lighthouse')).found).toEqual(['a.md both', 'c.md semantic'])
})

test('`brain index` tells that it fails, and keeps what it has', async () => {
  using box = new BrainBox(files)
  const model = new SlowModel()
  model.fails = true
  const brain = opened(box, model)
  const {messages, notes} = await brain.index()
  expect(notes).toBe(3)
  expect(messages).toMatchObject([{rule: 'words-only', severity: 'warning', hint: 'start it'}])
})

test('whoever closes does not wait for the model', async () => {
  using box = new BrainBox(files)
  const model = new SlowModel()
  model.gate = new Promise(() => undefined)
  const brain = opened(box, model)
  await brain.ask('`lighthouse.md`')
  while (model.asked.length === 0) await new Promise((done) => setTimeout(done, 1))
  await brain.live.close()
  // What was not done is done by the next one.
  model.gate = Promise.resolve()
  expect(await opened(box, model).index()).toMatchObject({changed: 0, messages: []})
})

test('the doctor asks it nothing, and finds what is not as it should be all the same', async () => {
  using box = new BrainBox(files)
  const model = new SlowModel()
  const brain = opened(box, model)
  await brain.index()
  const times = model.asked.length
  expect(await brain.doctor()).toMatchObject({well: true, findings: []})
  expect(model.asked).toHaveLength(times)
})
