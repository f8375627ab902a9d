/** A doctor on a machine so busy that readings are cut short. */

import {expect, test, vi} from 'vitest'
import type {Scene} from '../../src/catalog/scene.js'
import {doctor} from '../../src/recall/doctor.js'
import {LiveIndex} from '../../src/recall/live-index.js'
import {search} from '../../src/recall/search.js'
import {BrainBox} from '../boot/scene.js'

const machine = vi.hoisted(() => ({busy: false}))

vi.mock('../../src/ground/bounded.js', async (load) => {
  const real = await load<typeof import('../../src/ground/bounded.js')>()
  const bounded: typeof real.bounded = (milliseconds, compute) =>
    machine.busy ? undefined : real.bounded(milliseconds, compute)
  return {bounded}
})

/** Read by remark, whose time is bounded. */
const files = {'MEMORY.md': '# Facts\n\n- The mast is of spruce.\n\n  - The hull is of oak.\n'}

const examine = (scene: Scene) => doctor(scene, new LiveIndex(scene))
const ask = (scene: Scene) => search(scene, new LiveIndex(scene), 'spruce', {})

test('its own reading in haste says nothing of what is kept', async () => {
  using box = new BrainBox(files)
  const scene = box.scene()
  machine.busy = false
  await ask(scene)
  machine.busy = true
  expect(await examine(scene)).toMatchObject({findings: [], well: true})
})

test('what was kept of a reading in haste is read again', async () => {
  using box = new BrainBox(files)
  const scene = box.scene()
  machine.busy = true
  for (let tried = 0; tried < 4; tried++) await ask(scene)
  machine.busy = false
  const {findings, well} = await examine(scene)
  expect(findings).toEqual([
    {path: 'MEMORY.md', what: 'was read in haste, on a busy machine', mended: true},
  ])
  expect(well).toBe(true)
  expect(await examine(scene)).toMatchObject({findings: [], well: true})
})
