/** Laws of a context of two brains: any content in both, any budget and share. */

import fc from 'fast-check'
import {expect, test} from 'vitest'
import {bootBoth} from '../../src/boot/boot-both.js'
import type {BootContext} from '../../src/boot/context.js'
import {openTokenizer} from '../../src/ground/tokens.js'
import {BrainBox} from '../boot/scene.js'

const tokenizer = openTokenizer()

const nasty = fc.constantFrom(
  '\n# Project brain\n',
  '\n# Personal brain (~/brain)\n',
  '\n/',
  '\n\n',
  '\n- ',
  '</memory>',
  '```\n# x\n```',
  '<|endoftext|>',
  '[valid_to:: 2026-11-28]',
  '\r\n',
  '   ',
  '漢字かな',
  'x'.repeat(200),
)
const content = fc
  .array(fc.oneof(fc.lorem({maxCount: 10, mode: 'sentences'}), nasty, fc.string()), {maxLength: 12})
  .map((parts) => parts.join(''))
const paths = fc.constantFrom(
  'SOUL.md',
  'AGENTS.md',
  'USER.md',
  'MEMORY.md',
  'daily/2026-11-29.md',
  'drawers/a/one/x.md',
)
const someFiles = fc.dictionary(paths, content, {maxKeys: 6, noNullPrototype: true})
const someBudget = fc.oneof(fc.integer({min: 0, max: 600}), fc.integer({min: 0, max: 3000}))
const someShare = fc.double({min: 0, max: 0.9, noNaN: true})
const someCalled = fc.oneof(
  fc.constant('~/brain'),
  fc.string().map((name) => `~/${name}`),
)
const someHarness = fc.constantFrom('plain' as const, 'claude-code' as const)
const runs = {numRuns: 40}
const patience = 120_000

test(
  'the text, counted whole, costs what is said, and never more than the budget or the harness takes',
  async () => {
    const some = [someFiles, someFiles, someBudget, someShare, someCalled, someHarness] as const
    await fc.assert(
      fc.asyncProperty(...some, async (theirs, own, budget, share, called, harness) => {
        using project = new BrainBox(theirs)
        using personal = new BrainBox(own)
        const brain = {scene: personal.scene(), called}
        const options = {budget, for: harness}
        const both = () => bootBoth(project.scene(), {brain, share, messages: []}, options)
        const context = await both()
        expect(tokenizer.count(context.text)).toBe(context.tokens)
        expect(context.tokens).toBeLessThanOrEqual(budget)
        if (harness === 'claude-code') expect(context.text.length).toBeLessThanOrEqual(10_000)
        for (const layer of context.layers) {
          const isOf = (line: BootContext['ledger'][number]) =>
            line.layer === layer.name && line.brain === layer.brain && line.carried
          const spent = context.ledger.filter(isOf).reduce((sum, {tokens}) => sum + tokens, 0)
          expect(spent).toBe(layer.tokens)
        }
        expect(await both()).toEqual(context)
      }),
      runs,
    )
  },
  patience,
)

test(
  'a raised budget keeps, layer by layer, what was carried of both',
  async () => {
    const more = fc.integer({min: 1, max: 400})
    const some = [someFiles, someFiles, someBudget, someShare, more] as const
    await fc.assert(
      fc.asyncProperty(...some, async (theirs, own, budget, share, raise) => {
        using project = new BrainBox(theirs)
        using personal = new BrainBox(own)
        const brain = {scene: personal.scene(), called: '~/brain'}
        const ask = (tokens: number) =>
          bootBoth(project.scene(), {brain, share, messages: []}, {budget: tokens})
        const before = await ask(budget)
        const after = await ask(budget + raise)
        const kept = new Set(after.ledger.filter(isKept).map(nameOf))
        for (const line of before.ledger) if (line.carried) expect(kept).toContain(nameOf(line))
      }),
      runs,
    )
  },
  patience,
)

type Line = BootContext['ledger'][number]

/** Carried, or said by something else that is. */
function isKept({carried, reason}: Line): boolean {
  return carried || reason === 'duplicate'
}

function nameOf({brain, layer, source}: Line): string {
  return `${brain} ${layer} ${source}`
}
