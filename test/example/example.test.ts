/**
 * The example works for its living: an agent could start from its boot context, and nothing in it is
 * false on the day.
 */

import {cpSync, mkdtempSync, rmSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, expect, test} from 'vitest'
import {boot} from '../../src/boot/boot.js'
import {check} from '../../src/report/check.js'
import {list} from '../../src/report/list.js'
import {sceneOf} from '../boot/scene.js'
import {mustNotAppear, startingFacts} from './starting-facts.js'

const HELD_AT = '2026-11-29'
const folder = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-example-'))
// A copy, without what an earlier start may have kept beside the original.
cpSync(fileURLToPath(new URL('../../brain-example', import.meta.url)), folder, {
  recursive: true,
  filter: (file) => !file.includes('.brain'),
})
afterAll(() => rmSync(folder, {recursive: true, force: true}))

const scene = sceneOf(folder)

test('a wake-up of 900 tokens carries what a starting agent must know', async () => {
  const {text, tokens} = await boot(scene, {budget: 900, heldAt: HELD_AT})
  const missing = startingFacts.filter(({evidence}) => !text.includes(evidence))
  expect(startingFacts).toHaveLength(30)
  expect(missing.length, missing.map(({say}) => say).join('\n')).toBeLessThanOrEqual(3)
  expect(tokens).toBeLessThanOrEqual(900)
})

test('the default budget carries all of it', async () => {
  const {text} = await boot(scene, {heldAt: HELD_AT})
  expect(startingFacts.filter(({evidence}) => !text.includes(evidence))).toEqual([])
})

test.each([0, 300, 900, 1500, 4000, 100_000])(
  'at %i tokens nothing false is told',
  async (budget) => {
    const {text} = await boot(scene, {budget, heldAt: HELD_AT})
    expect(mustNotAppear.filter((untrue) => text.includes(untrue))).toEqual([])
  },
)

test('what is false on the day is in the brain, and would be told on another', async () => {
  const {text} = await boot(scene, {budget: 100_000, heldAt: '2026-12-15'})
  expect(mustNotAppear.filter((later) => text.includes(later)).length).toBeGreaterThan(2)
})

test('every passage begins with its place, and the ledger knows it', async () => {
  const {text, ledger} = await boot(scene, {heldAt: HELD_AT})
  const carried = ledger.filter((line) => line.carried)
  expect(carried.length).toBeGreaterThan(30)
  for (const {source} of carried) expect(text).toContain(`\n${source}: `)
})

test('the prefix above `recent` is the same over 30 days of asking while nothing in it changes', async () => {
  // From the evening on: by then no fact of the example turns before the next morning.
  const prefixes = new Map<string, string[]>()
  for (let day = 1; day <= 30; day++) {
    const heldAt = `2026-11-${String(day).padStart(2, '0')}`
    const {text, ledger} = await boot(scene, {heldAt, budget: 2000})
    const standing = await list(scene, {heldAt, includePast: true})
    const key = JSON.stringify(
      standing.memories
        .filter(({role}) => role !== 'daily')
        .map((memory) => [memory.id, memory.standing, memory.stale]),
    )
    const recent = ledger.find(({layer, carried}) => layer === 'recent' && carried)
    const prefix = recent === undefined ? text : text.slice(0, text.indexOf('# Recent\n'))
    expect(recent === undefined || text.includes('# Recent\n')).toBe(true)
    prefixes.set(key, [...(prefixes.get(key) ?? []), prefix.split('</memory>')[0]!])
  }
  for (const same of prefixes.values()) expect(new Set(same).size).toBe(1)
  expect(Math.max(...[...prefixes.values()].map((same) => same.length))).toBeGreaterThan(1)
})

test('check finds nothing odd in it', async () => {
  const {messages} = await check(scene, {heldAt: HELD_AT})
  expect(messages.filter(({severity}) => severity !== 'info')).toEqual([])
})
