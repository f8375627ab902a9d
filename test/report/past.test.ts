import {execFileSync} from 'node:child_process'
import {describe, expect, test} from 'vitest'
import {past} from '../../src/report/past.js'
import {World} from '../support/world.js'

/** What was said, by what was said of the commit. */
async function told(world: World, name: string, asked = {}) {
  const {scene, close} = world.open()
  try {
    const {revisions, more} = await past(scene, name, asked)
    return {said: revisions.map(({subject, text}) => [subject, text ?? null]), more}
  } finally {
    await close()
  }
}

function worldOf(...versions: readonly (readonly [string, Record<string, string>])[]): World {
  const world = new World()
  for (const [subject, files] of versions) {
    world.box.commit(files, subject)
  }
  return world
}

describe('the past of a note', () => {
  test('is the commits of its file, newest first, renames followed', async () => {
    const world = worldOf(
      [
        'first',
        {'drawers/a/b/limits.md': 'one hundred a minute, and not one more\n', 'x.md': 'x\n'},
      ],
      ['elsewhere', {'x.md': 'y\n'}],
    )
    world.box.git('mv', 'drawers/a/b/limits.md', 'drawers/a/b/rate-limits.md')
    world.box.commit({}, 'renamed')
    expect(await told(world, 'rate-limits')).toEqual({
      said: [
        ['renamed', null],
        ['first', null],
      ],
      more: false,
    })
    expect(await told(world, 'rate-limits', {limit: 1})).toMatchObject({more: true})
  })

  test('says what stood there, under the name it had then', async () => {
    const world = worldOf(['first', {'old.md': 'as it was, a line of some length\n'}])
    world.box.git('mv', 'old.md', 'new.md')
    world.box.commit({}, 'renamed')
    const {scene, close} = world.open()
    const {revisions} = await past(scene, 'new.md')
    const first = revisions.at(-1)!.id
    expect(await told(world, 'new.md', {at: first.slice(0, 8)})).toEqual({
      said: [['first', 'as it was, a line of some length\n']],
      more: false,
    })
    await close()
  })

  test('by a day is what the brain had by its last instant', async () => {
    const world = worldOf(['one', {'a.md': 'one\n'}])
    const day = new Date(world.now()).toISOString().slice(0, 10)
    world.box.tick(2 * 86_400)
    world.box.commit({'a.md': 'two\n'}, 'two')
    expect(await told(world, 'a.md', {at: day})).toEqual({said: [['one', 'one\n']], more: false})
    await expect(told(world, 'a.md', {at: '1999-01-01'})).rejects.toMatchObject({
      code: 'unknown-revision',
    })
  })

  test('of another file is not its own, whatever begins a commit', async () => {
    const world = worldOf(['one', {'a.md': 'one\n'}], ['two', {'b.md': 'two\n'}])
    const {scene, close} = world.open()
    const [other] = (await past(scene, 'b.md')).revisions
    await close()
    await expect(told(world, 'a.md', {at: other!.id})).rejects.toMatchObject({
      code: 'unknown-revision',
    })
    await expect(told(world, 'a.md', {at: 'soon'})).rejects.toMatchObject({code: 'bad-argument'})
  })
})

describe('the past of a fact', () => {
  test('is what it said each time that it said something else', async () => {
    const world = worldOf(
      ['said', {'MEMORY.md': '- The office is in Lyon ^k3f\n'}],
      ['another', {'MEMORY.md': '- The sea is near\n- The office is in Lyon ^k3f\n'}],
      ['changed', {'MEMORY.md': '- The sea is near\n- The office is in Nantes ^k3f\n'}],
    )
    expect(await told(world, 'MEMORY.md#^k3f')).toEqual({
      said: [
        ['changed', '- The office is in Nantes ^k3f'],
        ['said', '- The office is in Lyon ^k3f'],
      ],
      more: false,
    })
  })

  test('holds that it was away for a while', async () => {
    const world = worldOf(
      ['said', {'MEMORY.md': '- UTC [key:: zone]\n'}],
      ['gone', {'MEMORY.md': '- Nothing\n'}],
      ['back', {'MEMORY.md': '- CET [key:: zone]\n'}],
    )
    expect((await told(world, 'zone')).said).toEqual([
      ['back', '- CET [key:: zone]'],
      ['gone', null],
      ['said', '- UTC [key:: zone]'],
    ])
  })

  test('without an id or a key is since when its words stand there', async () => {
    const world = worldOf(
      ['one', {'MEMORY.md': '- One\n'}],
      ['two', {'MEMORY.md': '- One\n- Two\n'}],
      ['three', {'MEMORY.md': '- Two\n- Three\n'}],
    )
    expect((await told(world, 'MEMORY.md#1')).said).toEqual([['two', '- Two']])
  })

  test('that nobody has committed is empty', async () => {
    const world = worldOf(['one', {'MEMORY.md': '- One\n'}])
    world.box.write({'MEMORY.md': '- One\n- Two\n'})
    expect(await told(world, 'MEMORY.md#2')).toEqual({said: [], more: false})
  })
})

describe('the past of a file with very many commits', () => {
  /** Of one fact that never changes, and a line that always does. */
  function busyWorld(commits: number): World {
    const world = worldOf(['first', {'MEMORY.md': '- The hull is of oak ^hull\n'}])
    const stream = Array.from({length: commits}, (_, at) => {
      const text = `- The hull is of oak ^hull\n- Count ${at}\n`
      const time = Math.floor(world.now() / 1000) + 10 + at
      const from = at === 0 ? 'from refs/heads/main^0\n' : ''
      return `commit refs/heads/main\ncommitter A <a@x> ${time} +0000\ndata 1\nc\n${from}M 644 inline MEMORY.md\ndata ${text.length}\n${text}\n`
    })
    const {top, env} = world.box
    execFileSync('git', ['fast-import', '--quiet'], {cwd: top, env, input: stream.join('')})
    world.box.git('reset', '--hard', '--quiet')
    return world
  }

  test('is found however long ago, and does not begin where nobody looked', async () => {
    const world = busyWorld(600)
    const day = new Date(world.now() + 1000).toISOString()
    expect((await told(world, 'MEMORY.md', {at: day})).said).toEqual([
      ['first', '- The hull is of oak ^hull\n'],
    ])
    const {said, more} = await told(world, 'MEMORY.md#^hull')
    expect(said).toEqual([['c', '- The hull is of oak ^hull']])
    expect(more).toBe(true)
    await expect(told(world, 'MEMORY.md#^hull', {at: day})).rejects.toThrow(/last 500 commits/)
  })
})
