/** What is told of an edit that was cut short, before anybody makes an end of it, and by whoever does. */

import fs from 'node:fs'
import path from 'node:path'
import {expect, onTestFinished, test} from 'vitest'
import {cutShortIn} from '../../src/edit/cut-short.js'
import {debtOf} from '../../src/edit/debt.js'
import {
  type Debt,
  type Journal,
  journalIn,
  lockBeside,
  writeJournal,
} from '../../src/edit/journal.js'
import {withLock} from '../../src/edit/lock.js'
import {operations} from '../../src/edit/operations.js'
import type {NotePath} from '../../src/ground/note-path.js'
import {openBrain} from '../../src/open.js'
import {GitBox} from '../support/git-box.js'

const memory = 'MEMORY.md' as NotePath

async function left(journal: Journal | Debt) {
  const box = new GitBox()
  box.commit({'brain.yaml': 'zone: UTC\n', [memory]: '- The hull is of oak.\n'})
  const lockDir = path.join(box.top, '.git')
  const name = journalIn(lockDir, box.top)
  fs.mkdirSync(path.dirname(name))
  await writeJournal(name, journal, operations)
  const brain = await openBrain({root: box.top, env: box.env})
  onTestFinished(() => brain.close())
  return {box, brain, name, look: () => cutShortIn(box.top, lockDir)}
}

const halfWay: Journal = {
  version: 1,
  lines: [{staged: '.a.tmp', old: '.b.tmp', target: memory, after: 'x'}],
  folders: [],
}

function owed(text: string): Debt {
  const files = [{path: memory, after: Buffer.from(text)}]
  return debtOf(files, 'log: of the mast', 0 as never, {})
}

test('an edit that stopped half-way is told by status, which leaves it as it is', async () => {
  const {brain, name, look} = await left(halfWay)
  const found = {paths: [memory], detail: expect.stringContaining('takes it back')}
  expect(await look()).toEqual(found)
  expect((await brain.status()).cutShort).toEqual(found)
  expect(fs.existsSync(name)).toBe(true)
  await brain.remember({text: 'The rudder is of elm.'})
  expect((await brain.status()).cutShort).toBeUndefined()
})

test('whoever is at work was not cut short', async () => {
  const {name, look} = await left(halfWay)
  await withLock(lockBeside(name), async () => expect(await look()).toBeUndefined())
  fs.writeFileSync(name, 'no journal')
  expect(await look()).toBeUndefined()
  fs.rmSync(name)
  expect(await look()).toBeUndefined()
})

test('a commit that is owed is told by status, made by `commit`, and told once more', async () => {
  const text = '- The hull is of oak.\n- The mast is of spruce.\n'
  const {box, brain, look} = await left(owed(text))
  fs.writeFileSync(path.join(box.top, memory), text)
  expect(await look()).toEqual({paths: [memory], detail: expect.stringContaining('of the mast')})
  const {messages} = await brain.commit()
  expect(messages.map(({rule, path: where}) => [rule, where])).toEqual([['cut-short', memory]])
  expect(box.git('log', '-1', '--format=%s').trim()).toBe('log: of the mast')
  expect(await look()).toBeUndefined()
})

test('a commit that is owed for what nobody can read any more is given up, and that is told', async () => {
  const {box, brain, look} = await left(owed('x'))
  fs.rmSync(path.join(box.top, memory))
  fs.mkdirSync(path.join(box.top, memory))
  const {messages} = await brain.log({text: 'Of the rudder.'})
  const told = messages.filter(({rule}) => rule === 'cut-short')
  expect(told.map(({severity, path: where}) => [severity, where])).toEqual([['warning', memory]])
  expect(await look()).toBeUndefined()
})
