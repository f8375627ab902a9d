import {describe, expect, test} from 'vitest'
import type {Landed, Plan} from '../../src/edit/edit.js'
import {land} from '../../src/edit/land.js'
import {undoPlan} from '../../src/edit/undo.js'
import {notePath} from '../../src/ground/note-path.js'
import type {History} from '../../src/history/history.js'
import {noHistory} from '../../src/history/no-history.js'
import {GitBox} from '../support/git-box.js'

const bytes = (text: string | undefined) =>
  text === undefined ? undefined : new TextEncoder().encode(text)

async function landIn(box: GitBox, history: History, plan: Plan): Promise<Landed> {
  return land(plan, {root: box.top, history, now: box.tick(), authorship: {}, lockDir: box.home})
}

/** Lands changes of the brain's own, `[before, after]` by path. */
async function write(
  box: GitBox,
  changes: Readonly<Record<string, readonly [string | undefined, string | undefined]>>,
): Promise<string> {
  const plan = {
    subject: `write: ${Object.keys(changes)[0]}`,
    changes: Object.entries(changes).map(([name, [before, after]]) => ({
      path: notePath(name),
      before: bytes(before),
      after: bytes(after),
    })),
  }
  const {committed} = await landIn(box, await box.history(), plan)
  expect(committed).not.toBe(false)
  return committed as string
}

async function undo(box: GitBox, revision?: string): Promise<Landed> {
  const history = await box.history()
  return landIn(box, history, await undoPlan(history, revision))
}

/** The committed tree, as text by path. */
function tree(box: GitBox): Record<string, string> {
  const names = box.git('ls-tree', '-r', '-z', '--name-only', 'HEAD').split('\0').slice(0, -1)
  return Object.fromEntries(names.map((name) => [name, box.git('show', `HEAD:${name}`)]))
}

describe('undo', () => {
  test('takes back what was made, changed, removed and moved, by a new commit', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'a', 'b.md': 'b', 'old/c.md': 'a text to be moved'})
    const id = await write(box, {
      'a.md': ['a', 'a2'],
      'b.md': ['b', undefined],
      'old/c.md': ['a text to be moved', undefined],
      'new/c.md': [undefined, 'a text to be moved'],
    })
    const landed = await undo(box)
    expect(landed.committed).toBe(box.git('rev-parse', 'HEAD').trim())
    expect(tree(box)).toEqual({'a.md': 'a', 'b.md': 'b', 'old/c.md': 'a text to be moved'})
    expect(box.status()).toBe('')
    expect(box.git('log', '-1', '--format=%s%n%b')).toContain(
      `undo: write: a.md\nBrain-Recorded-At: 2026-01-01T00:00:03Z\nBrain-Undoes: ${id}`,
    )
  })

  test('goes back step by step, past commits by hand, and then says that nothing is left', async () => {
    const box = new GitBox()
    box.commit({'hand.md': '1'})
    await write(box, {'a.md': [undefined, '1']})
    box.commit({'hand.md': '2'})
    await write(box, {'a.md': ['1', '2']})
    await undo(box)
    expect(tree(box)).toEqual({'a.md': '1', 'hand.md': '2'})
    await undo(box)
    expect(tree(box)).toEqual({'hand.md': '2'})
    await expect(undo(box)).rejects.toMatchObject({code: 'nothing-to-undo'})
  })

  test('what a hand did is passed over, though the brain committed it, unless it is named', async () => {
    const box = new GitBox()
    await write(box, {'a.md': [undefined, '1']})
    box.write({'b.md': 'by hand'})
    const history = await box.history()
    const byHand = {byHand: true}
    const hand = await history.record([notePath('b.md')], 'edit: b', box.tick(), byHand)
    await undo(box)
    expect(tree(box)).toEqual({'b.md': 'by hand'})
    await undo(box, hand.committed as string)
    expect(tree(box)).toEqual({})
  })

  test('an undo can be undone by its name', async () => {
    const box = new GitBox()
    await write(box, {'a.md': [undefined, '1']})
    const {committed} = await undo(box)
    await undo(box, (committed as string).slice(0, 12))
    expect(tree(box)).toEqual({'a.md': '1'})
  })

  test('a commit by hand can be taken back by its name', async () => {
    const box = new GitBox()
    box.commit({'a.md': '1'})
    const {id} = box.commit({'a.md': '2'})
    await undo(box, id)
    expect(tree(box)).toEqual({'a.md': '1'})
    await expect(undo(box, id)).rejects.toMatchObject({code: 'nothing-to-undo'})
  })

  test('the first commit of all', async () => {
    const box = new GitBox()
    await write(box, {'a.md': [undefined, '1']})
    await undo(box)
    expect(tree(box)).toEqual({})
  })

  test('what was changed since is not touched', async () => {
    const box = new GitBox()
    const id = await write(box, {'a.md': [undefined, '1'], 'b.md': [undefined, '1']})
    box.commit({'b.md': 'by hand'})
    const before = tree(box)
    await expect(undo(box, id)).rejects.toMatchObject({
      code: 'edit-conflict',
      data: {path: 'b.md'},
    })
    expect(tree(box)).toEqual(before)

    box.commit({'b.md': '1'})
    await undo(box, id)
    expect(tree(box)).toEqual({})
  })

  test('what was changed on disk since is not touched', async () => {
    const box = new GitBox()
    await write(box, {'a.md': [undefined, '1']})
    box.write({'a.md': 'by hand'})
    await expect(undo(box)).rejects.toMatchObject({code: 'edit-conflict'})
    expect(box.read('a.md')).toBe('by hand')
  })

  test('line endings that Git converts do not stand in the way', async () => {
    const box = new GitBox()
    box.git('config', 'core.autocrlf', 'true')
    box.write({'a.md': 'one\r\ntwo\r\n'})
    box.git('add', '.')
    box.git('commit', '--quiet', '-m', 'x')
    await write(box, {'a.md': ['one\r\ntwo\r\n', 'one\r\nthree\r\n']})
    expect(tree(box)).toEqual({'a.md': 'one\nthree\n'})
    await undo(box)
    expect(box.read('a.md')).toBe('one\r\ntwo\r\n')
    expect(box.status()).toBe('')
  })

  test('bytes that are no text come back as they were', async () => {
    const box = new GitBox()
    const odd = Uint8Array.from([0xff, 0xfe, 0x00, 0x0d, 0x0a, 0x80])
    box.commit({'a.md': odd})
    const changes = [{path: notePath('a.md'), before: odd, after: bytes('text')}]
    await landIn(box, await box.history(), {changes, subject: 's'})
    const [change] = (await undoPlan(await box.history())).changes
    expect(new Uint8Array(change!.after!)).toEqual(odd)
  })

  const names = ['zzz', 'HEAD', '', '--all', 'ffffffffffff']
  test.each(names)('%j names no commit', async (name) => {
    const box = new GitBox()
    await write(box, {'a.md': [undefined, '1']})
    await expect(undo(box, name)).rejects.toMatchObject({code: 'unknown-revision'})
  })

  test('a merge, an unborn branch and a folder without Git have nothing', async () => {
    const box = new GitBox()
    await expect(undo(box)).rejects.toMatchObject({code: 'nothing-to-undo'})
    await expect(undoPlan(noHistory(false))).rejects.toMatchObject({code: 'no-history'})
    box.commit({'a.md': '1'})
    box.git('checkout', '--quiet', '-b', 'side')
    box.commit({'b.md': '1'})
    box.git('checkout', '--quiet', 'main')
    box.commit({'c.md': '1'})
    box.git('merge', '--quiet', '--no-edit', 'side')
    const merge = box.git('rev-parse', 'HEAD').trim()
    await expect(undo(box, merge)).rejects.toMatchObject({code: 'nothing-to-undo'})
  })
})
