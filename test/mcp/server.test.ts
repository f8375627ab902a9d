/** The server and its official client in one process, with brains of our own making. */

import {describe, expect, test} from 'vitest'
import {type Brain, BrainError, openTokenizer} from '../../src/index.js'
import {serverOf} from '../support/mcp-server.js'

const {count} = openTokenizer()

test('all that a client is told of the tools costs a model at most 1,500 tokens', async () => {
  const {agent} = await serverOf({})
  const {tools} = await agent.client.listTools()
  expect(tools.map(({name}) => name)).toEqual([
    'boot',
    'recall',
    'search',
    'read',
    'history',
    'remember',
    'log',
    'supersede',
    'end',
    'review',
  ])
  expect(count(JSON.stringify(tools))).toBeLessThanOrEqual(1500)
  expect(count(agent.client.getInstructions() ?? '')).toBeLessThanOrEqual(100)
})

test('tools are told before any brain is looked for', async () => {
  const {agent} = await serverOf({
    open: async () => {
      throw new Error('nobody asked for it')
    },
  })
  await agent.client.listTools()
  await agent.client.listPrompts()
  await agent.client.listResourceTemplates()
})

describe('an answer', () => {
  test('of a fault tells nothing of the inside, which goes to standard error', async () => {
    const {agent, told} = await serverOf(
      {},
      {
        show: async () => {
          throw new TypeError('/home/ada/brain: boom')
        },
      },
    )
    const {code, text} = await agent.call('read', {name: 'x'})
    expect(code).toBe('fault')
    expect(text).not.toMatch(/boom|ada/)
    expect(told.join('\n')).toContain('boom')
  })

  test('is held to 4,000 tokens, however long the hits are', async () => {
    const hit = {
      id: 'a.md',
      path: 'a.md',
      lines: [1, 1],
      title: '長い題名'.repeat(60),
      snippet: '日本語の文章。'.repeat(42),
      score: 0.5,
      match: 'keyword',
      standing: 'current',
      stale: false,
    }
    const report = {
      ...{query: 'x', total: 100, offset: 0, limit: 100, behind: 0},
      ...{hits: Array.from({length: 100}, () => hit), messages: [], instead: {}},
    }
    const {agent} = await serverOf({}, {search: async () => report as never})
    const {text, data} = await agent.call('search', {query: 'x', limit: 100})
    const {hits, next} = data as {hits: unknown[]; next: number}
    expect(count(text)).toBeLessThanOrEqual(4000)
    expect(count(JSON.stringify(data))).toBeLessThanOrEqual(4000)
    expect(hits.length).toBeGreaterThan(1)
    expect(next).toBe(hits.length)
  })

  test('is given although the server is told to stop, and then it stops', async () => {
    let finish = () => {}
    const writing = new Promise<void>((resolve) => {
      finish = resolve
    })
    let closed = false
    const {agent, stop, served} = await serverOf(
      {},
      {
        log: async () => {
          await writing
          return {id: 'd.md', closed: [], changed: true, paths: [], committed: false, messages: []}
        },
        close: async () => {
          closed = true
        },
      },
    )
    const answer = agent.call('log', {text: 'x'})
    await agent.client.ping()
    stop.abort()
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(closed).toBe(false)
    finish()
    expect((await answer).data).toMatchObject({id: 'd.md', committed: false})
    await served
    expect(closed).toBe(true)
  })

  test('says how far long work is, to who asked for it', async () => {
    let report: (done: number, total: number, what: string) => void = () => {}
    const {agent} = await serverOf({
      open: async (_, onProgress) => {
        report = onProgress
        return {
          root: '/brain',
          isOutdated: () => false,
          close: async () => undefined,
          show: async () => {
            report(1, 2, 'reading')
            report(1, 2, 'reading')
            report(2, 2, 'reading')
            throw new BrainError('unknown-name', {message: 'm', hint: 'h'})
          },
        } as unknown as Brain
      },
    })
    const steps: number[] = []
    await agent.client.callTool({name: 'read', arguments: {name: 'x'}}, undefined, {
      onprogress: ({progress}) => void steps.push(progress),
    })
    expect(steps).toEqual([1, 2])
  })
})

test('a brain is opened once for all who ask, and again after it could not be', async () => {
  let opened = 0
  const {agent} = await serverOf({
    open: async () => {
      if (++opened === 1) throw new BrainError('not-a-brain', {message: 'none', hint: 'make one'})
      return {
        root: '/brain',
        isOutdated: () => false,
        close: async () => undefined,
        show: async () => {
          throw new BrainError('unknown-name', {message: 'm', hint: 'h'})
        },
      } as unknown as Brain
    },
  })
  expect((await agent.call('read', {name: 'x'})).code).toBe('not-a-brain')
  await Promise.all([1, 2, 3].map(() => agent.call('read', {name: 'x'})))
  expect(opened).toBe(2)
})
