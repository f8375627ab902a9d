/** After each verb that writes, a search tells the truth at once: in the process that wrote, and in any other. */

import {readdirSync, readFileSync, statSync} from 'node:fs'
import path from 'node:path'
import {expect, onTestFinished, test} from 'vitest'
import type {Brain, SearchOptions} from '../../src/brain.js'
import {openBrain} from '../../src/open.js'
import {GitBox} from '../support/git-box.js'

const files = {
  'brain.yaml': 'zone: UTC\n',
  'MEMORY.md': '# Facts\n\n- The hull is of oak. ^hull\n- The sail is of hemp.\n',
  'drawers/ship/rig/mast.md': '---\ntitle: Mast\nkey: ship.mast\n---\nThe mast is of spruce.\n',
  'notes/log.md': 'See [[mast]].\n',
}

/** A brain that writes and searches, and another that only searches, as another process would. */
async function brains() {
  const box = new GitBox()
  box.commit(files)
  const open = async (): Promise<Brain> => {
    const brain = await openBrain({
      root: box.top,
      env: box.env,
      clock: {now: () => box.now()},
    })
    onTestFinished(() => brain.close())
    return brain
  }
  const [brain, other] = [await open(), await open()]
  const found = async (query: string, options: SearchOptions = {}) => {
    box.tick(5)
    const reports = [await brain.search(query, options), await other.search(query, options)]
    const [own, others] = reports.map(({hits}) => hits.map(({id, standing}) => `${standing} ${id}`))
    expect(others).toEqual(own)
    expect(reports.map(({staleIndex}) => staleIndex)).toEqual([false, false])
    return own!
  }
  await found('anything')
  return {box, brain, found}
}

test('remember, and remember under the same key', async () => {
  const {box, brain, found} = await brains()
  box.tick(60)
  const {id} = await brain.remember({text: 'The mast is of steel.', key: 'ship.mast', wing: 'ship'})
  expect(await found('steel')).toEqual([`current ${id}`])
  expect(await found('spruce')).toEqual([])
  expect(await found('spruce', {includePast: true})).toEqual([
    'superseded drawers/ship/rig/mast.md',
  ])
})

test('log', async () => {
  const {box, brain, found} = await brains()
  box.tick(60)
  await brain.log({text: 'The mast creaked all night.'})
  expect(await found('creaked')).toEqual(['current daily/2026-01-01.md'])
})

test('supersede, a note and a fact', async () => {
  const {box, brain, found} = await brains()
  box.tick(60)
  const {id} = await brain.supersede({older: 'Mast', text: 'The mast is of carbon.'})
  expect(await found('carbon')).toEqual([`current ${id}`])
  expect(await found('spruce')).toEqual([])
  await brain.supersede({older: 'MEMORY.md#^hull', text: 'The hull is of iron.'})
  expect(await found('oak')).toEqual([])
  expect(await found('oak', {standing: 'superseded'})).toEqual(['superseded MEMORY.md#^hull'])
  expect(await found('iron')).toHaveLength(1)
})

test('end, and undo of it', async () => {
  const {box, brain, found} = await brains()
  box.tick(60)
  await brain.end('Mast')
  expect(await found('spruce')).toEqual([])
  expect(await found('spruce', {standing: 'lapsed'})).toEqual(['lapsed drawers/ship/rig/mast.md'])
  await brain.undo()
  expect(await found('spruce')).toEqual(['current drawers/ship/rig/mast.md'])
})

test('move', async () => {
  const {box, brain, found} = await brains()
  box.tick(60)
  await brain.move('Mast', 'drawers/ship/rig/main-mast.md')
  expect(await found('spruce')).toEqual(['current drawers/ship/rig/main-mast.md'])
})

test('forget: it is in no answer, and in no byte of what is kept', async () => {
  const {box, brain, found} = await brains()
  box.tick(60)
  const {id} = await brain.remember({text: 'The quetzalcoatl is aboard.', title: 'Passenger'})
  expect(await found('quetzalcoatl')).toEqual([`current ${id}`])
  await brain.boot()
  await brain.forget(id)
  expect(await found('quetzalcoatl')).toEqual([])
  await brain.boot()
  await brain.remember({text: 'Another passenger.'})
  expect(await found('passenger')).toHaveLength(1)
  for (const name of cachesOf(box)) {
    const bytes = readFileSync(path.join(box.top, '.brain', name))
    expect([name, bytes.includes('quetzal')]).toEqual([name, false])
  }
})

test('forget a fact', async () => {
  const {box, brain, found} = await brains()
  box.tick(60)
  await brain.forget('MEMORY.md#^hull')
  expect(await found('oak')).toEqual([])
  expect(await found('hemp')).toEqual(['current MEMORY.md#1'])
  for (const name of cachesOf(box)) {
    const bytes = readFileSync(path.join(box.top, '.brain', name))
    expect([name, /\boak\b/.test(bytes.toString('latin1'))]).toEqual([name, false])
  }
})

function cachesOf(box: GitBox): string[] {
  const folder = path.join(box.top, '.brain')
  return readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  )
}
