/**
 * What every `History` promises: run on Git's and on that of a folder without Git.
 */

import {mkdirSync, rmSync} from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {type NotePath, notePath} from '../../src/ground/note-path.js'
import type {History, RevisionId, Unit} from '../../src/history/history.js'
import {GitBox} from '../support/git-box.js'

const kinds = [
  {name: 'Git', git: true, folder: ''},
  {name: 'Git, in a folder of a larger repository', git: true, folder: 'brain'},
  {name: 'a folder without Git', git: false, folder: ''},
]

const a = notePath('a.md')
const units: readonly Unit[] = [
  {path: a, words: 'one', whole: true},
  {path: notePath('missing.md'), words: 'two', whole: false},
]

describe.each(kinds)('history of $name', ({git, folder}) => {
  async function begin(): Promise<{box: GitBox; history: History; write: (text: string) => void}> {
    const box = new GitBox({git})
    const write = (text: string) => box.write({[`${folder === '' ? '' : `${folder}/`}a.md`]: text})
    write('one')
    return {box, history: await box.history(folder), write}
  }

  test('answers every question before anything was recorded', async () => {
    const {history} = await begin()
    expect(await history.head()).toMatch(/./)
    expect(await history.ages(units)).toHaveLength(2)
    expect(await history.ages([])).toEqual([])
    expect(await history.revisions({})).toEqual([])
    expect(await history.revisions({path: a, limit: 3})).toEqual([])
    expect([...(await history.renames([a]))]).toEqual([])
    expect(await history.inHead([a])).toBeUndefined()
    expect(Array.isArray(await history.pending())).toBe(true)
  })

  test('what it says it has committed can be read; what it has not, it explains', async () => {
    const {box, history} = await begin()
    const before = await history.head()
    const recorded = await history.record([a], 'remember: it', box.tick(), {agent: 'x'})
    if (recorded.committed === false) {
      expect(recorded.detail).toMatch(/Git/)
      expect(await history.obstacle([a])).toEqual(recorded)
      expect(await history.head()).toBe(before)
      expect(await history.inHead([a])).toBeUndefined()
      await expect(history.read(a, 'HEAD' as RevisionId)).rejects.toMatchObject({
        code: 'no-history',
      })
      return
    }
    expect(await history.head()).not.toBe(before)
    expect(await history.obstacle([a])).toBeUndefined()
    const [newest] = await history.revisions({limit: 1})
    expect(newest).toMatchObject({
      id: recorded.committed,
      recorded: box.now(),
      subject: 'remember: it',
      agent: 'x',
      paths: ['a.md'],
    })
    const bytes = await history.read(a, recorded.committed)
    expect(new TextDecoder().decode(bytes)).toBe('one')
    expect(await history.read(notePath('none.md'), recorded.committed)).toBeUndefined()
    expect(await history.read(notePath('a.md/b.md'), recorded.committed)).toBeUndefined()
    const asked = [notePath('none.md'), a, notePath('a.md/b.md')]
    expect([...(await history.inHead(asked))!]).toEqual(['a.md'])
    expect(await history.inHead([])).toEqual(new Set())
    const unknown = '0123456789012345678901234567890123456789' as RevisionId
    await expect(history.read(a, unknown)).rejects.toMatchObject({code: 'unknown-revision'})
    expect(await history.pending()).toEqual([])
    expect(await history.ages(units)).toEqual([
      {changed: [box.now()], selective: [], committed: true},
      {changed: [], selective: [], committed: false},
    ])
  })

  test('answers are in the order asked, the same unit twice included', async () => {
    const {box, history} = await begin()
    await history.record([a], 's', box.tick(), {})
    const [first, second] = await history.ages(units)
    const again = await history.ages([units[1]!, units[0]!, units[1]!])
    expect(again).toEqual([second, first, second])
  })

  test('asking changes nothing, and closing may be done twice', async () => {
    const {box, history, write} = await begin()
    await history.record([a], 's', box.tick(), {})
    write('two')
    const before = git ? box.status() : ''
    await history.pending()
    await history.obstacle([a])
    await history.ages(units)
    expect(git ? box.status().replace(/^.*\.brain.*\n/gm, '') : '').toBe(before)
    await history.close()
    await history.close()
  })
})

describe('pending', () => {
  test('names what is new, changed, removed, staged and in conflict, of the brain alone', async () => {
    const box = new GitBox()
    box.commit({'b/a.md': '1', 'b/gone.md': '1', 'b/c.md': '1', 'b/staged.md': '1', 'out.md': '1'})
    box.git('checkout', '--quiet', '-b', 'side')
    box.commit({'b/c.md': '2'})
    box.git('checkout', '--quiet', 'main')
    box.commit({'b/c.md': '3'})
    expect(() => box.git('merge', '--quiet', 'side')).toThrow()
    box.write({'b/a.md': '2', 'b/gone.md': undefined, 'b/staged.md': '2', 'out.md': '2'})
    box.write({'b/new "ü".md': 'n', 'b/added.md': 'n'})
    box.git('add', 'b/staged.md', 'b/added.md')
    expect(await (await box.history('b')).pending()).toEqual([
      {path: 'a.md', kind: 'changed', staged: false},
      {path: 'added.md', kind: 'new', staged: true},
      {path: 'c.md', kind: 'conflicted', staged: true},
      {path: 'gone.md', kind: 'removed', staged: false},
      {path: 'new "ü".md', kind: 'new', staged: false},
      {path: 'staged.md', kind: 'changed', staged: true},
    ])
  })
})

describe('inHead', () => {
  test('is of the last commit, whatever is on disk or staged, and of the brain alone', async () => {
    const box = new GitBox()
    box.commit({'b/kept.md': '1', 'b/x/é "\t.md': '1', 'b/removed.md': '1', 'out.md': '1'})
    box.commit({'b/removed.md': undefined})
    box.write({'b/kept.md': undefined, 'b/new.md': 'n'})
    box.git('add', '--all')
    const names = ['kept.md', 'x/é "\t.md', 'removed.md', 'new.md', 'out.md', '../out.md', 'x']
    const history = await box.history('b')
    const found = await history.inHead(names as NotePath[])
    expect([...found!]).toEqual(['kept.md', 'x/é "\t.md'])
    const decomposed = 'x/é "\t.md'.normalize('NFD') as NotePath
    expect(await history.inHead([decomposed])).toEqual(new Set([decomposed]))
  })

  test('where Git fails nothing tells', async () => {
    const box = new GitBox()
    box.commit({'a.md': '1'})
    const history = await box.history()
    rmSync(path.join(box.top, '.git/objects'), {recursive: true})
    mkdirSync(path.join(box.top, '.git/objects'))
    expect(await history.inHead([a])).toBeUndefined()
    expect(history.hasFailed?.()).toBe(true)
  })
})
