import {existsSync, readdirSync} from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {boot} from '../../src/boot/boot.js'
import type {BootOptions} from '../../src/brain.js'
import {BrainBox} from './scene.js'

const files = {
  'SOUL.md': '# Soul\n\nI am Pirol.\n',
  'MEMORY.md': '- The gateway speaks gRPC. \n- The rollback of a deploy takes seventy seconds.\n',
  'drawers/team/deploys/rollback.md':
    '# Rolling back\n\nTo roll back a deploy, run `just rollback prod`.\n\nIt undoes no migration.\n',
  'drawers/team/deploys/old.md':
    '---\nvalid_to: 2026-03-31\n---\nTo roll back a deploy, ask Ines to roll back the deploy.\n',
  'drawers/team/deploys/stale.md':
    '---\nttl: 3d\nreviewed: 2026-01-01\n---\nRoll back the deploy with the old roll back script.\n',
  'drawers/ship/engine/oil.md': '# Oil\n\nThe engine takes ninety litres.\n',
}

async function booted(options: BootOptions, more: Readonly<Record<string, string>> = {}) {
  const box = new BrainBox({...files, ...more})
  const context = await boot(box.scene(), {budget: 1500, ...options})
  const layer = context.layers.find(({name}) => name === 'task')
  const lines = context.ledger.filter((line) => line.layer === 'task')
  return {box, context, layer, lines: lines.map(({source, reason}) => `${source} ${reason}`)}
}

describe('what a task needs', () => {
  test('is carried with its place, before the last days, within its share', async () => {
    const {context, layer, lines} = await booted(
      {task: 'roll back a deploy'},
      {'daily/2026-11-28.md': '- A day.\n'},
    )
    expect(context.text).toContain('# Task\n')
    expect(context.text).toContain('drawers/team/deploys/rollback.md:1: ')
    expect(lines).toContain('drawers/team/deploys/rollback.md:1 carried')
    expect(context.text.indexOf('# Task')).toBeLessThan(context.text.indexOf('# Recent'))
    expect(layer!.tokens).toBeGreaterThan(0)
    expect(layer!.tokens).toBeLessThanOrEqual(layer!.allowance)
    expect(context.tokens).toBeLessThanOrEqual(1500)
  })

  test('is so by what it says: neither by its age, its importance, nor how a search ranks', async () => {
    const note = 'drawers/team/deploys/rollback.md'
    const other = 'drawers/ship/engine/oil.md'
    const carried = async (more: Readonly<Record<string, string>>) =>
      (await booted({task: 'roll back a deploy'}, more)).lines
    const usual = await carried({})
    expect(usual).toContain(`${note}:1 carried`)
    const lines = await carried({
      [note]: `---\ncreated: 2001-01-01\nhall: events\nimportance: 0\n---\n${files[note]}`,
      [other]: `---\nimportance: 1\n---\n${files[other]}`,
      'brain.yaml': 'search: {ranking: meaning-time-importance}\n',
    })
    expect(lines.some((line) => line.startsWith(note) && line.endsWith('carried'))).toBe(true)
    expect(lines.filter((line) => line.startsWith(other))).toEqual([])
  })

  test('may be nothing', async () => {
    const {context, layer} = await booted({task: 'paint the fence yellow'})
    expect(context.text).not.toContain('# Task')
    expect(layer).toMatchObject({tokens: 0})
  })

  test('is not there where nobody names one', async () => {
    for (const task of ['', ' \n']) {
      const {layer} = await booted({task})
      expect(layer).toBeUndefined()
    }
  })

  test('is nothing stale, and nothing that no longer holds', async () => {
    const {context, lines} = await booted({task: 'roll back a deploy'})
    expect(context.text).not.toContain('Ines')
    expect(context.text).not.toContain('old roll back script')
    expect(lines).toContain('drawers/team/deploys/stale.md stale')
    expect(
      (await booted({task: 'roll back a deploy', heldAt: '2026-03-01'})).context.text,
    ).toContain('ask Ines')
  })

  test('is not carried again where another layer has it', async () => {
    const {context, lines} = await booted({task: 'a rollback takes seconds'})
    expect(context.text.match(/seventy seconds/g)).toHaveLength(1)
    expect(lines.filter((line) => line.endsWith('duplicate'))).toHaveLength(1)
  })

  test('is looked for each time, and what stands above it stays the same bytes', async () => {
    const {box, context} = await booted({task: 'roll back a deploy'})
    const boots = path.join(box.root, '.brain/boot')
    expect(existsSync(boots) ? readdirSync(boots) : []).toEqual([])
    expect(await boot(box.scene(), {budget: 1500, task: 'roll back a deploy'})).toEqual(context)
    const other = await boot(box.scene(), {budget: 1500, task: 'change the oil of the engine'})
    expect(other.text).toContain('drawers/ship/engine/oil.md:1: ')
    const above = (text: string) => text.slice(0, text.indexOf('# Essentials'))
    expect(above(other.text)).toBe(above(context.text))
  })
})
