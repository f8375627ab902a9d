import {mkdtempSync, rmSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {describe, expect, onTestFinished, test} from 'vitest'
import {type EndpointModel, openEndpointEmbedder} from '../../src/embed/endpoint-embedder.js'
import {BrainError} from '../../src/ground/brain-error.js'
import {type Answer, embeddings, loopback, sendJson} from './loopback.js'

function folder(): string {
  const place = mkdtempSync(path.join(os.tmpdir(), 'endpoint-'))
  onTestFinished(() => rmSync(place, {recursive: true, force: true}))
  return place
}

function modelAt(url: string, more: Partial<EndpointModel> = {}): EndpointModel {
  return {
    url,
    name: 'small',
    prefixes: {passage: '', question: ''},
    batch: 2,
    timeout: 5000,
    maxTokens: 512,
    pauses: [1, 1],
    ...more,
  }
}

/** As long as its letters, and how many of them are `e`. */
function counted(text: string): number[] {
  return [text.length, text.split('e').length - 1, -1]
}

async function stopOf(work: Promise<unknown>): Promise<BrainError> {
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  )
  if (!(error instanceof BrainError)) throw new Error(`no BrainError: ${error}`)
  return error
}

async function opened(answer: Answer, more: Partial<EndpointModel> = {}) {
  const server = await loopback((request, response, time) =>
    // The first question is only how long vectors are.
    time === 1 ? embeddings(counted)(request, response, time) : answer(request, response, time),
  )
  return {...server, embedder: await openEndpointEmbedder(modelAt(server.url, more), folder())}
}

test('texts are asked about in batches, and come back in their order', async () => {
  const {embedder, asked} = await opened(embeddings(counted))
  const found = await embedder.embed(['ee', '', 'abcdefgh', '   ', 'x'], 'passage')
  expect(found.map(({vector}) => [...vector])).toEqual([
    [127, 127, -64].map((value) => (value === -64 ? Math.round(-127 / 2) : value)),
    [0, 0, 0],
    [127, 16, -16],
    [0, 0, 0],
    [127, 0, -127],
  ])
  expect(found.map(({coverage}) => coverage)).toEqual([1, 0, 1, 0, 1])
  expect(embedder).toMatchObject({dimensions: 3, slow: true, batch: 2})
  expect(asked.map(({path: at, body}) => [at, body])).toEqual([
    ['/v1/embeddings', {model: 'small', input: ['memory']}],
    ['/v1/embeddings', {model: 'small', input: ['ee', 'abcdefgh']}],
    ['/v1/embeddings', {model: 'small', input: ['x']}],
  ])
})

test('an answer in another order is put in order by its places', async () => {
  const {embedder} = await opened(({body}, response) => {
    const data = body.input.map((text: string, index: number) => ({
      index,
      embedding: counted(text),
    }))
    sendJson(response, {data: data.reverse()})
  })
  const found = await embedder.embed(['x', 'ee'], 'passage')
  expect(found.map(({vector}) => [...vector])).toEqual([
    [127, 0, -127],
    [127, 127, -63],
  ])
})

test('what a model wants to read before a text is put there, and a long text is cut', async () => {
  const prefixes = {passage: 'passage: ', question: 'query: '}
  const {embedder, asked} = await opened(embeddings(counted), {prefixes, maxTokens: 2})
  await embedder.embed(['a word too many'], 'passage')
  await embedder.embed(['why'], 'question')
  expect(asked.slice(1).map(({body}) => body.input)).toEqual([['passage: a word'], ['query: why']])
})

test('an address may have a question in it', async () => {
  const {url, asked} = await loopback(embeddings(counted))
  await openEndpointEmbedder(modelAt(`${url}/?version=2`), folder())
  expect(asked.map((request) => request.path)).toEqual(['/v1/embeddings?version=2'])
})

test('the first components are kept where so many are wanted', async () => {
  const {embedder} = await opened(embeddings(counted), {dimensions: 2})
  expect(embedder.dimensions).toBe(2)
  expect([...(await embedder.embed(['ee'], 'passage'))[0]!.vector]).toEqual([127, 127])
})

test('the key is sent, and stands in no message', async () => {
  const answer: Answer = ({authorization}, response) =>
    sendJson(response, {error: {message: `wrong key ${authorization}`}}, 401)
  const {embedder, asked} = await opened(answer, {key: 'sk-secret'})
  const error = await stopOf(Promise.resolve(embedder.embed(['x'], 'passage')))
  expect(asked[1]!.authorization).toBe('Bearer sk-secret')
  expect(asked).toHaveLength(2)
  expect(error).toMatchObject({code: 'embedder-failed'})
  expect(error.message).toMatch(/answers 401: wrong key Bearer …$/)
  expect(error.hint).toMatch(/key_variable/)
  expect(JSON.stringify([error.message, error.hint, error.data])).not.toContain('sk-secret')
})

describe('how long its vectors are', () => {
  test('is asked once, and remembered by address and name', async () => {
    const {url, asked} = await loopback(embeddings(counted))
    const place = folder()
    const first = await openEndpointEmbedder(modelAt(url), place)
    expect(await openEndpointEmbedder(modelAt(url), place)).toMatchObject({
      fingerprint: first.fingerprint,
      dimensions: 3,
    })
    expect(asked).toHaveLength(1)
    const other = await openEndpointEmbedder(modelAt(url, {name: 'other'}), place)
    expect(asked).toHaveLength(2)
    expect(other.fingerprint).not.toBe(first.fingerprint)
  })

  test('fault 25: once it is another, that is told, and it is another model from then on', async () => {
    let length = 3
    const {url} = await loopback((request, response, time) =>
      embeddings(() => Array.from({length}, (_, at) => at + 1))(request, response, time),
    )
    const place = folder()
    const before = await openEndpointEmbedder(modelAt(url), place)
    length = 5
    const error = await stopOf(Promise.resolve(before.embed(['x'], 'passage')))
    expect(error.message).toMatch(/answers vectors of 5 components, where `small` had 3$/)
    const after = await openEndpointEmbedder(modelAt(url), place)
    expect(after.dimensions).toBe(5)
    expect(after.fingerprint).not.toBe(before.fingerprint)
    expect((await after.embed(['x'], 'passage'))[0]!.vector).toHaveLength(5)
  })
})

describe('a server that is not well', () => {
  test.each<[what: string, answers: number, answer: Answer, message: RegExp]>([
    [
      '500',
      3,
      (_, response) => sendJson(response, {error: 'no room'}, 500),
      /answers 500: no room$/,
    ],
    ['429', 3, (_, response) => sendJson(response, {}, 429), /answers 429$/],
    ['400', 1, (_, response) => sendJson(response, {message: 'too long'}, 400), /400: too long$/],
    ['404', 1, (_, response) => sendJson(response, {}, 404), /answers 404$/],
    [
      'elsewhere',
      1,
      (_, response) => response.writeHead(307, {location: '/'}).end(),
      /answers 307$/,
    ],
    ['cut off', 3, (_, response) => response.destroy(), /cannot be reached \(/],
    ['no JSON', 1, (_, response) => response.end('<html>'), /answers what is not JSON$/],
    ['NaN', 1, (_, response) => response.end('{"data": [{"embedding": [NaN]}]}'), /is not JSON$/],
    ['nothing', 1, (_, response) => sendJson(response, null), /without vectors in it/],
    [
      'null in it',
      1,
      (_, response) => sendJson(response, {data: [{embedding: [1, null, 2]}]}),
      /not made of finite numbers$/,
    ],
    [
      'too few',
      1,
      (_, response) => sendJson(response, {data: []}),
      /answers 0 vectors for 1 texts$/,
    ],
    [
      'a place that nobody asked for',
      1,
      (_, response) => sendJson(response, {data: [{index: 7, embedding: [1, 2, 3]}]}),
      /answers a vector for text 7 of 1$/,
    ],
  ])('%s: it is told, after so many tries: %i', async (_, answers, answer, message) => {
    const {embedder, asked} = await opened(answer)
    const error = await stopOf(Promise.resolve(embedder.embed(['x'], 'passage')))
    expect(error.code).toBe('embedder-failed')
    expect(error.message).toMatch(message)
    expect(error.message).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1 /)
    expect(error.hint).toBeTruthy()
    expect(asked).toHaveLength(1 + answers)
  })

  test('one place named twice is refused', async () => {
    const {embedder} = await opened((_, response) => {
      const entry = {index: 0, embedding: [1, 2, 3]}
      sendJson(response, {data: [entry, entry]})
    })
    const error = await stopOf(Promise.resolve(embedder.embed(['x', 'y'], 'passage')))
    expect(error.message).toMatch(/two vectors for one text$/)
  })

  test('is asked again, and answers', async () => {
    const {embedder, asked} = await opened((request, response, time) => {
      if (time === 2) response.writeHead(429, {'retry-after': '0'}).end()
      else if (time === 3) sendJson(response, {}, 503)
      else embeddings(counted)(request, response, time)
    })
    expect(await embedder.embed(['x'], 'passage')).toHaveLength(1)
    expect(asked).toHaveLength(4)
  })

  test('is not asked again where somebody waits for the answer', async () => {
    const {embedder, asked} = await opened((_, response) => sendJson(response, {}, 503))
    await stopOf(Promise.resolve(embedder.embed(['x'], 'question')))
    expect(asked).toHaveLength(2)
  })

  test('and wants to be left alone for long, is', async () => {
    const {embedder, asked} = await opened((_, response) =>
      response.writeHead(429, {'retry-after': '3600'}).end(),
    )
    expect((await stopOf(Promise.resolve(embedder.embed(['x'], 'passage')))).message).toMatch(
      /429$/,
    )
    expect(asked).toHaveLength(2)
  })

  test.each<[what: string, answer: Answer]>([
    ['never', () => undefined],
    ['halfway', (_, response) => void response.writeHead(200).write('{"data": [')],
  ])('and answers %s, is waited for no longer than was said', async (_, answer) => {
    // How long its vectors are is known, so that the first question is the one that it does not answer.
    const place = folder()
    const {url} = await loopback((request, response, time) =>
      time === 1 ? embeddings(counted)(request, response, time) : answer(request, response, time),
    )
    await openEndpointEmbedder(modelAt(url), place)
    const embedder = await openEndpointEmbedder(modelAt(url, {timeout: 60, pauses: []}), place)
    const error = await stopOf(Promise.resolve(embedder.embed(['x'], 'passage')))
    expect(error.message).toMatch(/did not answer within 0\.06 s$/)
  })

  test('is not waited for by whoever stops', async () => {
    const stop = new AbortController()
    const {embedder} = await opened(() => stop.abort())
    const error = await stopOf(Promise.resolve(embedder.embed(['x'], 'passage', stop.signal)))
    expect(error.message).toMatch(/was not waited for$/)
  })

  test('is not there at all: told when it is opened', async () => {
    const {url, server} = await loopback(embeddings(counted))
    await new Promise((done) => server.close(done))
    const error = await stopOf(openEndpointEmbedder(modelAt(url), folder()))
    expect(error).toMatchObject({code: 'embedder-failed'})
    expect(error.message).toMatch(/cannot be reached \(ECONNREFUSED\)$/)
  })
})
