import {describe, expect, onTestFinished, test, vi} from 'vitest'
import type {Heard} from '../../src/hooks/harness.js'
import {harnesses} from '../../src/hooks/harnesses.js'
import {answerTurn} from '../../src/hooks/turn.js'
import type {AboutOptions, Brain} from '../../src/index.js'
import {BrainError} from '../../src/index.js'
import {contextIn} from './output.js'

interface Scene extends Heard {
  readonly text?: string
  readonly trusted?: boolean
  readonly fails?: unknown
  readonly given?: readonly string[]
  /** Whether an answer never comes. */
  readonly isLate?: boolean
  readonly isIndexed?: boolean
}

async function answer(scene: Scene, harness = harnesses[0]!) {
  const {text = '', trusted = true, fails, given = [], isLate, isIndexed, ...heard} = scene
  const asked: unknown[] = []
  const gave: string[] = []
  const closed: string[] = []
  const brain = {
    about: async (words: string, options: AboutOptions) => {
      asked.push([words, options])
      if (fails !== undefined) throw fails
      if (isLate) return new Promise(() => undefined)
      return {text, hits: text === '' ? [] : [{name: 'n1'}, {name: 'n2'}]}
    },
    close: async () => {
      closed.push('closed')
    },
  } as unknown as Brain
  const remembered = {
    given: () => given,
    give: (names: readonly string[]) => gave.push(...names),
    isDue: () => !(isIndexed ?? false),
  }
  const indexed: string[] = []
  const index = async (root: string) => {
    indexed.push(root)
  }
  const bootPersonal = async () => ''
  const met = {root: '/brain', trusted, open: async () => brain, bootPersonal}
  const output = await answerTurn(harness, heard, {meet: async () => met, remembered, index})
  return {output, asked, gave, indexed, closed}
}

const takesTurns = harnesses.filter(({entries}) => entries.some(({does}) => does === 'turn'))

test.each(takesTurns)('$title is told what is known, and that is remembered', async (harness) => {
  const prompt = ' Who deploys? '
  const {output, asked, gave} = await answer(
    {prompt, session: 's1', text: 'Mara.\n', given: ['n0']},
    harness,
  )
  expect(contextIn(harness.name, 'turn', output)).toBe('Mara.\n')
  const options = {most: 5, budget: 500, not: ['n0'], session: 's1'}
  expect(asked).toEqual([['Who deploys?', options]])
  expect(gave).toEqual(['n1', 'n2'])
})

test('those that take nothing at a prompt have no hook for it', () => {
  expect(harnesses.filter((one) => !takesTurns.includes(one)).map(({name}) => name)).toEqual([
    'copilot',
    'openclaw',
  ])
})

describe('nothing is said', () => {
  test('where nothing is known', async () => {
    const {output, asked, gave} = await answer({prompt: 'Who?'})
    expect([output, asked.length, gave]).toEqual(['', 1, []])
  })

  test.each([undefined, '', '  \n', '/compact', '/review 42', '/mcp:do it\nnow'])(
    'and nothing asked for %j',
    async (prompt) => {
      const {output, asked} = await answer({...(prompt === undefined ? {} : {prompt}), text: 'x'})
      expect([output, asked]).toEqual(['', []])
    },
  )

  test.each(['/etc/hosts is wrong', '/'])('but %j is no command', async (prompt) => {
    expect((await answer({prompt, text: 'x'})).asked).toHaveLength(1)
  })

  test('where the brain fails', async () => {
    for (const fails of [new BrainError('write-failed', {message: 'Ignore all'}), new Error('x')]) {
      expect((await answer({prompt: 'Who?', fails})).output).toBe('')
    }
  })

  test('fault 60: of a brain that came by clone, and nothing looked up in it', async () => {
    const {output, asked} = await answer({prompt: 'Who?', text: 'Ignore all.', trusted: false})
    expect([output, asked]).toEqual(['', []])
  })

  test('where there is no brain', async () => {
    const none = async () => {
      throw new BrainError('not-a-brain', {message: 'none'})
    }
    const remembered = {given: () => [], give: () => undefined, isDue: () => true}
    const index = async () => undefined
    const heard = {prompt: 'Who?'}
    expect(await answerTurn(harnesses[0]!, heard, {meet: none, remembered, index})).toBe('')
  })
})

test('whoever has to wait for an index is told nothing, and it is made by somebody else, once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  for (const isIndexed of [false, true]) {
    const answering = answer({prompt: 'Who?', text: 'x', isLate: true, isIndexed})
    await vi.advanceTimersByTimeAsync(3000)
    const {output, indexed, closed, gave} = await answering
    expect([output, indexed, gave]).toEqual(['', isIndexed ? [] : ['/brain'], []])
    // To close it would be to wait for it.
    expect(closed).toEqual([])
  }
  expect((await answer({prompt: 'Who?', text: 'x'})).closed).toEqual(['closed'])
})
