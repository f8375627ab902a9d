/** The first hits put in order once more, by a made-up reranker that likes certain words. */

import {expect, test} from 'vitest'
import type {SearchOptions} from '../../src/brain.js'
import type {Reranker} from '../../src/embed/reranker.js'
import {BrainError} from '../../src/ground/brain-error.js'
import {instant} from '../../src/ground/instant.js'
import {LiveIndex} from '../../src/recall/live-index.js'
import {search} from '../../src/recall/search.js'
import {BrainBox} from '../boot/scene.js'

/** The more often it says `rock`, the better. */
class Likes implements Reranker {
  readonly asked: [question: string, passages: readonly string[]][] = []
  answer = (passages: readonly string[]) => passages.map((text) => text.split('rock').length - 1)

  async rerank(question: string, passages: readonly string[]) {
    this.asked.push([question, passages])
    return this.answer(passages)
  }
}

function opened(box: BrainBox, reranker?: Reranker) {
  let now = box.scene().clock.now()
  const scene = {
    ...box.scene(),
    clock: {now: () => now},
    ...(reranker === undefined ? {} : {reranker: async () => reranker}),
  }
  const live = new LiveIndex(scene)
  return {
    search: (query: string, options: SearchOptions = {}) => search(scene, live, query, options),
    later: (milliseconds: number) => {
      now = instant(now + milliseconds)
    },
  }
}

const files = {
  'a.md': '# A\n\nThe lighthouse, the lighthouse.\n',
  'b.md': '# B\n\nThe lighthouse stands on the rock and nowhere else.\n',
  'c.md': '# C\n\nOf the lighthouse I know that rock is under rock, wherever it may stand.\n',
}

function many(): Record<string, string> {
  return Object.fromEntries(
    Array.from({length: 30}, (_, at) => {
      const text = `The lighthouse ${'rock '.repeat(at)} ${'and more '.repeat(30 - at)}`
      return [`n${String(at).padStart(2, '0')}.md`, `# N ${at}\n\n${text}\n`]
    }),
  )
}

test('hits come in its order, with their score and what they were given', async () => {
  using box = new BrainBox(files)
  const plain = await opened(box).search('lighthouse')
  const likes = new Likes()
  const {hits, messages, total} = await opened(box, likes).search('lighthouse')
  expect(hits.map(({path, reranked}) => [path, reranked])).toEqual([
    ['c.md', 2],
    ['b.md', 1],
    ['a.md', 0],
  ])
  expect([messages, total]).toEqual([[], plain.total])
  const scores = (some: typeof hits) => Object.fromEntries(some.map((hit) => [hit.path, hit.score]))
  expect(scores(hits)).toEqual(scores(plain.hits))
  expect(plain.hits[0]).not.toHaveProperty('reranked')
  expect(likes.asked).toHaveLength(1)
  expect(likes.asked[0]![0]).toBe('lighthouse')
  expect(likes.asked[0]![1]).toContainEqual(
    expect.stringMatching(/^B\n[\s\S]*The lighthouse stands on the rock and nowhere else\.$/),
  )
})

test('the first twenty are looked at, whichever page is asked for, and no page shows one twice', async () => {
  using box = new BrainBox(many())
  const plain = (await opened(box).search('lighthouse', {limit: 30})).hits.map(({path}) => path)
  const likes = new Likes()
  const brain = opened(box, likes)
  const pages: string[] = []
  for (let offset = 0; offset < 30; offset += 7) {
    const {hits, total} = await brain.search('lighthouse', {offset, limit: 7})
    expect(total).toBe(30)
    pages.push(...hits.map(({path}) => path))
  }
  expect(pages.slice(0, 20)).toEqual(plain.slice(0, 20).sort().reverse())
  expect(pages.slice(20)).toEqual(plain.slice(20))
  expect(likes.asked.map(([, passages]) => passages.length)).toEqual([20, 20, 20])
})

test('what is there as it was typed stays above', async () => {
  using box = new BrainBox({...files, 'd.md': '# D\n\nlight_house in the lighthouse\n'})
  const {hits} = await opened(box, new Likes()).search('light_house lighthouse')
  expect(hits[0]).toMatchObject({path: 'd.md', match: 'exact', reranked: 0})
})

test.each<[what: string, answer: Likes['answer'], reason: RegExp]>([
  [
    'fails',
    () => {
      throw new BrainError('reranker-failed', {message: 'no answer', hint: 'start it'})
    },
    /^hits were not put in order once more: no answer$/,
  ],
  ['gives too few', () => [1], /gives 1 scores for 3 passages$/],
  ['gives no numbers', () => [1, 2, Number.NaN], /gives 3 scores for 3 passages$/],
])(
  'one that %s leaves them as they were, is told, and is asked again after a minute',
  async (_, answer, reason) => {
    using box = new BrainBox(files)
    const plain = await opened(box).search('lighthouse')
    const likes = new Likes()
    const usual = likes.answer
    const brain = opened(box, likes)
    likes.answer = answer
    for (const _time of [1, 2]) {
      const {hits, messages} = await brain.search('lighthouse')
      expect(hits).toEqual(plain.hits)
      expect(messages).toMatchObject([{rule: 'not-reranked', severity: 'warning'}])
      expect(messages[0]!.reason).toMatch(reason)
    }
    expect(likes.asked).toHaveLength(1)
    likes.answer = usual
    brain.later(60_000)
    const {hits, messages} = await brain.search('lighthouse')
    expect([hits[0]!.path, messages]).toEqual(['c.md', []])
  },
)
