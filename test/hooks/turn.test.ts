import {describe, expect, test} from 'vitest'
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
}

async function answer(
  scene: Scene,
  harness = harnesses[0]!,
): Promise<{output: string; asked: unknown[]; gave: string[]}> {
  const {text = '', trusted = true, fails, given = [], ...heard} = scene
  const asked: unknown[] = []
  const gave: string[] = []
  const brain = {
    about: async (words: string, options: AboutOptions) => {
      asked.push([words, options])
      if (fails !== undefined) throw fails
      return {text, hits: text === '' ? [] : [{name: 'n1'}, {name: 'n2'}]}
    },
    close: async () => undefined,
  } as unknown as Brain
  const remembered = {given: () => given, give: (names: readonly string[]) => gave.push(...names)}
  const bootPersonal = async () => ''
  const met = {trusted, open: async () => brain, bootPersonal}
  const output = await answerTurn(harness, heard, async () => met, remembered)
  return {output, asked, gave}
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
    const remembered = {given: () => [], give: () => undefined}
    expect(await answerTurn(harnesses[0]!, {prompt: 'Who?'}, none, remembered)).toBe('')
  })
})

test('of a prompt of a megabyte only the beginning is looked up', async () => {
  const {asked} = await answer({prompt: 'x'.repeat(1_000_000), text: 'y'})
  expect((asked[0] as [string])[0]).toHaveLength(2000)
})
