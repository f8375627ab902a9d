import {expect, test} from 'vitest'
import {endpointReranker} from '../../src/embed/endpoint-reranker.js'
import type {BrainError} from '../../src/ground/brain-error.js'
import {type Answer, loopback, sendJson} from './loopback.js'

async function reranker(answer: Answer, name?: string) {
  const {url, asked} = await loopback(answer)
  return {asked, ...endpointReranker({url, name, timeout: 5000})}
}

test('each passage has its own score, in whatever order they come', async () => {
  const {asked, rerank} = await reranker(({body}, response) => {
    const results = body.documents.map((text: string, index: number) => ({
      index,
      relevance_score: text.length,
    }))
    sendJson(response, {results: results.reverse()})
  }, 'small')
  expect(await rerank('why?', ['a', 'bcd'])).toEqual([1, 3])
  expect(await rerank('why?', [])).toEqual([])
  expect(asked.map(({path, body}) => [path, body])).toEqual([
    ['/v1/rerank', {model: 'small', query: 'why?', documents: ['a', 'bcd']}],
  ])
})

test.each<[what: string, answer: Answer, message: RegExp]>([
  ['500', (_, response) => sendJson(response, {}, 500), /answers 500$/],
  ['nothing', (_, response) => sendJson(response, {}), /without scores in it/],
  ['too few', (_, response) => sendJson(response, {results: []}), /0 scores for 2 passages$/],
  [
    'no number',
    (_, response) => sendJson(response, {results: [{index: 0, relevance_score: null}, {index: 1}]}),
    /not a finite number$/,
  ],
  [
    'elsewhere',
    (_, response) => {
      const results = [0, 2].map((index) => ({index, relevance_score: 1}))
      sendJson(response, {results})
    },
    /a score for passage 2 of 2$/,
  ],
  [
    'twice',
    (_, response) => {
      const results = [1, 1].map((index) => ({index, relevance_score: 1}))
      sendJson(response, {results})
    },
    /two scores for one passage$/,
  ],
])('what is of no use is told, and not asked for again: %s', async (_, answer, message) => {
  const {asked, rerank} = await reranker(answer)
  const error: BrainError = await rerank('why?', ['a', 'b']).then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toMatchObject({code: 'reranker-failed'})
  expect(error.message).toMatch(message)
  expect(asked).toHaveLength(1)
})
