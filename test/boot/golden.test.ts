/**
 * Boot contexts that a person can read in a diff: `test/golden/boot/<scenario>/` holds a brain, what
 * is asked of it, the text that an agent gets, and the ledger. `UPDATE=1` writes the answers anew;
 * without it a missing answer fails.
 */

import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {expect, test} from 'vitest'
import {boot, recall} from '../../src/boot/boot.js'
import type {BootContext, LedgerLine} from '../../src/boot/context.js'
import {RESERVE} from '../../src/boot/render.js'
import {openTokenizer} from '../../src/ground/tokens.js'
import {sceneOf} from './scene.js'

interface Ask {
  /** Another scenario's brain, asked otherwise. */
  readonly brain?: string
  /** Beyond what is kept back for the frame and the notice, so that a layer can be filled exactly. */
  readonly budgetBeyondReserve?: number
  readonly budget?: number
  readonly recall?: boolean
  readonly heldAt: string
  readonly wing?: string
  readonly room?: string
  readonly session?: string
  readonly for?: 'plain' | 'claude-code'
}

const golden = path.resolve(import.meta.dirname, '../golden/boot')
const scenarios = readdirSync(golden, {withFileTypes: true})
  .filter((entry) => entry.isDirectory())
  .map(({name}) => name)
const tokenizer = openTokenizer()

test.each(scenarios)('%s', async (scenario) => {
  const {brain = scenario, recall: isRecall, budgetBeyondReserve, ...asked} = askOf(scenario)
  const budget =
    budgetBeyondReserve === undefined ? {} : {budget: RESERVE.tokens + budgetBeyondReserve}
  const cacheDir = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-golden-'))
  try {
    const scene = sceneOf(path.join(golden, brain, 'brain'), {cacheDir})
    const options = {...asked, ...budget}
    const context = isRecall
      ? await recall(scene, {wing: '', ...options})
      : await boot(scene, options)

    expect(tokenizer.count(context.text)).toBe(context.tokens)
    expect(context.tokens).toBeLessThanOrEqual(context.budget)
    expectGolden(path.join(golden, scenario, 'context.md'), context.text)
    expectGolden(path.join(golden, scenario, 'ledger.txt'), ledgerOf(context))
  } finally {
    rmSync(cacheDir, {recursive: true})
  }
})

function askOf(scenario: string): Ask {
  return JSON.parse(readFileSync(path.join(golden, scenario, 'ask.json'), 'utf8')) as Ask
}

function expectGolden(file: string, actual: string): void {
  const isWanted = process.env.UPDATE === '1' || (!existsSync(file) && !process.env.CI)
  if (isWanted) writeFileSync(file, actual)
  expect(actual).toBe(readFileSync(file, 'utf8'))
}

function ledgerOf({budget, tokens, heldAt, layers, ledger, messages}: BootContext): string {
  const head = `${tokens} of ${budget} tokens at ${heldAt}`
  const shares = layers.map((layer) => `${layer.name}: ${layer.tokens} of ${layer.allowance}`)
  const errors = messages.map(({path: file, place, rule}) => `${file}:${place?.line ?? ''} ${rule}`)
  return `${[head, ...shares, '', ...ledger.map(lineOf), '', ...errors].join('\n').trimEnd()}\n`
}

function lineOf({layer, source, tokens, estimated, reason}: LedgerLine): string {
  const cost = `${estimated ? '~' : ''}${tokens}`.padStart(6)
  return `${layer.padEnd(10)} ${cost}  ${reason.padEnd(12)} ${source}`
}
