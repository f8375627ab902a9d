/**
 * Files as editors save them, asked about by a process that keeps the brain open and by the command.
 *
 * Whatever way a save takes, the next question finds what was saved and no longer what was there before; and nothing of
 * ours stands in the file, in HEAD or in what Git would commit.
 */

import fs from 'node:fs'
import path from 'node:path'
import {describe, expect, onTestFinished, test} from 'vitest'
import type {Brain} from '../../src/brain.js'
import {instant} from '../../src/ground/instant.js'
import {CLI, Sandbox} from '../support/sandbox.js'

const library: typeof import('../../src/index.js') = await import(
  path.join(path.dirname(CLI), 'index.js')
)

const NOTE = 'drawers/a/b/note.md'

/** Of the same size, so that the size tells nothing. */
const BEFORE = '# A note\n\nThe walrus sleeps.\n'
const AFTER = '# A note\n\nThe badger sleeps.\n'

/** A brain that a process has open, and has asked so often that it listens instead of looking. */
async function opened(files: Readonly<Record<string, string>>) {
  const box = new Sandbox()
  box.write({'SOUL.md': 'I am.\n', 'brain.yaml': 'zone: UTC\n', ...files})
  box.commit('start')
  const now = instant(Date.parse('2026-11-29T12:00:00Z'))
  const env = {HOME: box.home, PATH: process.env.PATH}
  const brain = await library.openBrain({root: box.root, env, clock: {now: () => now}})
  onTestFinished(() => brain.close())
  for (let asked = 0; asked < 4; asked++) await brain.search('walrus')
  return {box, brain}
}

/** Where a word stands, for the process that has the brain open. */
async function heard(brain: Brain, word: string): Promise<readonly string[]> {
  const {hits, behind} = await brain.search(`"${word}"`)
  expect(behind).toBe(0)
  return hits.map((hit) => hit.path)
}

/** Where it stands for that and for the command. */
async function found(brain: Brain, box: Sandbox, word: string): Promise<readonly string[]> {
  const paths = await heard(brain, word)
  const told = box.json('search', `"${word}"`) as {hits: {path: string}[]}
  expect(told.hits.map((hit) => hit.path)).toEqual(paths)
  return paths
}

/** What is kept is what is made anew. */
async function expectWell(brain: Brain): Promise<void> {
  expect(await brain.doctor()).toMatchObject({well: true, findings: []})
}

const at = (box: Sandbox, name: string) => path.join(box.root, name)

/** How each saves `text` into `file`, absolute. */
const SAVES: Readonly<Record<string, (file: string, text: string) => void>> = {
  'vim: the old file becomes a backup, a new one is written'(file, text) {
    fs.writeFileSync(path.join(path.dirname(file), '.note.md.swp'), 'b0VIM')
    fs.renameSync(file, `${file}~`)
    fs.writeFileSync(file, text)
    fs.rmSync(`${file}~`)
    fs.rmSync(path.join(path.dirname(file), '.note.md.swp'))
  },
  'vim, backupcopy=yes: a copy is made, and the file written over'(file, text) {
    fs.copyFileSync(file, `${file}~`)
    fs.writeFileSync(file, text)
    fs.rmSync(`${file}~`)
  },
  'VS Code: cut to nothing and written, in place'(file, text) {
    const open = fs.openSync(file, 'r+')
    fs.ftruncateSync(open, 0)
    fs.writeSync(open, text, 0)
    fs.closeSync(open)
  },
  'Obsidian: a file beside it takes its place'(file, text) {
    fs.writeFileSync(`${file}.tmp`, text)
    fs.renameSync(`${file}.tmp`, file)
  },
  'Emacs: the old file stays as a backup beside it'(file, text) {
    fs.writeFileSync(path.join(path.dirname(file), '#note.md#'), text)
    fs.renameSync(file, `${file}~`)
    fs.writeFileSync(file, text)
    fs.rmSync(path.join(path.dirname(file), '#note.md#'))
  },
  'a program that keeps the time of the file'(file, text) {
    const {atime, mtime} = fs.statSync(file)
    fs.writeFileSync(file, text)
    fs.utimesSync(file, atime, mtime)
  },
  'removed, and made anew'(file, text) {
    fs.rmSync(file)
    fs.writeFileSync(file, text)
  },
  'moved away with its folder, and back with another text'(file, text) {
    const folder = path.dirname(file)
    fs.renameSync(folder, `${folder}-away`)
    fs.mkdirSync(folder)
    fs.writeFileSync(file, text)
    fs.rmSync(`${folder}-away`, {recursive: true})
  },
}

describe('fault 15: a save is found, whatever way it takes', () => {
  test.each(Object.keys(SAVES))('%s', async (name) => {
    const {box, brain} = await opened({[NOTE]: BEFORE})
    const head = box.git('rev-parse', 'HEAD')
    expect(await heard(brain, 'walrus')).toEqual([NOTE])

    SAVES[name]!(at(box, NOTE), AFTER)
    expect(await found(brain, box, 'badger')).toEqual([NOTE])
    expect(await heard(brain, 'walrus')).toEqual([])

    // And a second time: what was listened to may be another file by now.
    SAVES[name]!(at(box, NOTE), BEFORE.replace('walrus', 'ferret'))
    expect(await found(brain, box, 'ferret')).toEqual([NOTE])
    expect(await heard(brain, 'badger')).toEqual([])

    expect(box.read(NOTE)).toBe(BEFORE.replace('walrus', 'ferret'))
    expect(box.git('rev-parse', 'HEAD')).toBe(head)
    expect(box.git('diff', '--name-only').trim()).toBe(NOTE)
    expect(box.git('diff', '--cached')).toBe('')
    await expectWell(brain)
  })

  test('a folder that is renamed, with what lies in it', async () => {
    const notes = Object.fromEntries(
      Array.from({length: 40}, (_, n) => [
        `drawers/a/b/n${n}.md`,
        `# N ${n}\n\nThe walrus${n}w.\n`,
      ]),
    )
    const {box, brain} = await opened(notes)
    fs.renameSync(at(box, 'drawers/a'), at(box, 'drawers/z'))
    expect(await found(brain, box, 'walrus7w')).toEqual(['drawers/z/b/n7.md'])
    fs.writeFileSync(at(box, 'drawers/z/b/n7.md'), '# N 7\n\nThe badger7w.\n')
    expect(await found(brain, box, 'badger7w')).toEqual(['drawers/z/b/n7.md'])
    expect(await heard(brain, 'walrus7w')).toEqual([])
    fs.renameSync(at(box, 'drawers/z'), at(box, 'drawers/a'))
    expect(await found(brain, box, 'badger7w')).toEqual(['drawers/a/b/n7.md'])
    await expectWell(brain)
  })
})

test('fault 16: a link to nothing hides no other file', async () => {
  const {box, brain} = await opened({[NOTE]: BEFORE})
  fs.symlinkSync('nowhere.md', at(box, 'drawers/a/b/link.md'))
  fs.symlinkSync('/nowhere/at/all', at(box, 'drawers/far'))
  SAVES['Obsidian: a file beside it takes its place']!(at(box, NOTE), AFTER)
  expect(await found(brain, box, 'badger')).toEqual([NOTE])
  const {messages} = await brain.check()
  const skipped = messages.filter(({rule}) => rule === 'skipped-file').map((each) => each.path)
  expect(skipped).toContain('drawers/a/b/link.md')
})

describe('what an editor saves is not written over', () => {
  test('an entry of the log between two entries by hand', async () => {
    const {box, brain} = await opened({})
    await brain.log({text: 'One.'})
    fs.appendFileSync(at(box, 'daily/2026-11-29.md'), '- By hand, without an end')
    await brain.log({text: 'Two.'})
    fs.appendFileSync(at(box, 'daily/2026-11-29.md'), '- By hand again\n')
    const written = await brain.log({text: 'Three.'})
    expect(box.read('daily/2026-11-29.md')).toBe(
      '- 12:00 One.\n- By hand, without an end\n- 12:00 Two.\n- By hand again\n- 12:00 Three.\n',
    )
    // A commit of a file takes all of it.
    expect(written.committed).not.toBe(false)
    expect(box.git('status', '--porcelain')).toBe('')
  })

  test('an editor that has the old text open saves it over ours: both are in Git’s reach', async () => {
    const {box, brain} = await opened({[NOTE]: BEFORE})
    const ended = await brain.end(NOTE)
    SAVES['VS Code: cut to nothing and written, in place']!(at(box, NOTE), AFTER)
    expect(box.read(NOTE)).toBe(AFTER)
    expect(box.git('show', `${ended.committed}:${NOTE}`)).toContain(
      'valid_to: 2026-11-29T12:00:00Z',
    )
    expect(await found(brain, box, 'badger')).toEqual([NOTE])
  })
})
