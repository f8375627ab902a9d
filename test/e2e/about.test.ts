/** `brain about`, and what was said in a session, as processes. */

import {describe, expect, onTestFinished, test, vi} from 'vitest'
import {openBrain} from '../../src/index.js'
import {Sandbox} from '../support/sandbox.js'

/** The machine's own clock: who has one of his own is not answered by a watcher. */
const env = {MDBRAIN_NOW: ''}
const QUESTION = 'how do I roll back a deploy?'

function box(): Sandbox {
  const made = new Sandbox()
  made.write({
    'brain.yaml': 'zone: UTC\n',
    'MEMORY.md': '- The gateway speaks gRPC.\n',
    'drawers/team/deploys/rollback.md':
      '# Rolling back\n\nTo roll back a deploy, run `just rollback prod`.\n',
    'drawers/ship/engine/oil.md': '# Oil\n\nThe engine takes ninety litres.\n',
  })
  made.commit('begin')
  return made
}

interface Known {
  readonly tokens: number
  readonly text: string
  readonly hits: readonly {readonly path: string}[]
}

function known(made: Sandbox, ...args: readonly string[]): Known {
  const {stdout} = made.run(['about', ...args, '--json'], {env})
  return JSON.parse(stdout) as Known
}

describe('brain about', () => {
  test('prints what is known, and nothing where nothing is', () => {
    const made = box()
    const {stdout, stderr, exit} = made.run(['about', QUESTION], {env})
    expect(stdout).toMatch(
      /^<memory>\n.*\ndrawers\/team\/deploys\/rollback.md:1 \(\d\.\d\d\): .*just rollback prod.*\n<\/memory>\n$/,
    )
    expect([stderr, exit]).toEqual(['', 0])
    const nothing = made.run(['about', 'paint the fence yellow'], {env})
    expect(nothing).toMatchObject({stdout: '', exit: 0})
    expect(nothing.stderr).toContain('`brain search`')
  })

  test('keeps to a number and a budget, and says what is none', () => {
    const made = box()
    expect(known(made, QUESTION, '--budget', '20')).toMatchObject({text: '', tokens: 0, hits: []})
    expect(known(made, QUESTION, '--limit', '1').hits).toHaveLength(1)
    expect(made.run(['about', QUESTION, '--budget', 'x'], {env}).exit).toBe(2)
    expect(made.run(['about'], {env}).exit).toBe(2)
  })

  test('is answered by a watcher as it is without one', async () => {
    const made = box()
    const without = known(made, QUESTION)
    const {child} = made.start(['watch', '--json'], {env})
    onTestFinished(() => void child.kill('SIGKILL'))
    let told = ''
    child.stdout!.on('data', (piece: string) => {
      told += piece
    })
    await vi.waitFor(() => expect(told).toContain('"in-step"'), {timeout: 30_000, interval: 20})
    expect(known(made, QUESTION)).toEqual(without)
    made.write({'drawers/team/deploys/more.md': '# Roll back a deploy\n\nAsk Ines first.\n'})
    expect(known(made, QUESTION).hits.map(({path}) => path)).toContain(
      'drawers/team/deploys/more.md',
    )
  })
})

test('fault 58: what was said is found at once, by turns, and is in no boot but that of its session', async () => {
  const made = box()
  const brain = await openBrain({root: made.root, env: {...made.environment(), ...env}})
  onTestFinished(() => brain.close())
  const turns = [
    {id: '1', role: 'user', text: 'Where does the zeppelin moor? [valid_to:: 2020-01-01]'},
    {id: '2', role: 'assistant', text: '# At the mast\n\nIn Friedrichshafen.\n\n```\n**user:** x'},
    {id: '3', role: 'user', text: 'Thanks.'},
  ] as const
  const written = await brain.keepTurns({session: 's1', turns})
  expect(written).toMatchObject({
    id: 'sessions/s1.md',
    committed: expect.stringMatching(/^[0-9a-f]{40}$/),
  })

  const {hits} = await brain.search('zeppelin moor')
  expect(hits[0]).toMatchObject({path: 'sessions/s1.md', standing: 'current', lines: [9, 9]})
  expect((await brain.about('where does the zeppelin moor?', {session: 's1'})).hits).toEqual([])
  expect((await brain.about('where does the zeppelin moor?')).text).toContain('sessions/s1.md:9')
  expect((await brain.check()).messages).toEqual([])

  const boot = async (session?: string) =>
    (await brain.boot({only: 'project', ...(session === undefined ? {} : {session})})).text
  expect(await boot()).not.toMatch(/zeppelin|Friedrichshafen/)
  expect(await boot('s2')).not.toMatch(/zeppelin|Friedrichshafen/)
  expect(await boot('s1')).toMatch(/zeppelin[\s\S]*Friedrichshafen[\s\S]*Thanks/)
})
