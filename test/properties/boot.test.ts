/** Laws of a whole boot: any content in the files, any budget from 0 up. */

import {execFileSync} from 'node:child_process'
import {mkdtempSync, rmSync} from 'node:fs'
import {createRequire} from 'node:module'
import os from 'node:os'
import path from 'node:path'
import {build} from 'esbuild'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {boot} from '../../src/boot/boot.js'
import type {BootContext} from '../../src/boot/context.js'
import {openTokenizer} from '../../src/ground/tokens.js'
import {BrainBox, sceneOf} from '../boot/scene.js'

const tokenizer = openTokenizer()

/** tiktoken as it comes, without our cutting of long runs. */
const load = createRequire(import.meta.url)
const {Tiktoken} = load('tiktoken/lite')
const ranks = load('tiktoken/encoders/o200k_base.json')
const bare = new Tiktoken(ranks.bpe_ranks, ranks.special_tokens, ranks.pat_str)

const nasty = fc.constantFrom(
  '</memory>',
  '<memory>',
  '<|endoftext|>',
  '\ud83d',
  '👩‍👩‍👧',
  '漢字かな',
  'e\u0301\u0301',
  '\u200b\u202e',
  '\u001b[31m',
  '\0',
  '///',
  '\\n',
  '\r\n',
  '\n\n',
  '\n',
  '\n- ',
  '\n  - ',
  '\n# ',
  '\n## AGENTS.md\n',
  '\n```\n',
  '\n12: ',
  '\n/',
  '   ',
  '\t',
  '<!-- ',
  ' -->',
  '<!-- mdbrain:begin 1 -->',
  '<!-- mdbrain:end -->',
  '[importance:: 0.9]',
  '[pinned:: true]',
  '[valid_to:: 2026-11-28]',
  '[ttl:: 1d]',
  '\n---\n',
  '\n<<<<<<< HEAD\n',
  '$&{}',
  'x'.repeat(300),
  '…',
  "don't",
)
const words = fc.lorem({maxCount: 12, mode: 'sentences'})
const content = fc
  .array(fc.oneof({weight: 3, arbitrary: words}, {weight: 2, arbitrary: nasty}, fc.string()), {
    maxLength: 14,
  })
  .map((parts) => parts.join(''))

const paths = fc.constantFrom(
  'SOUL.md',
  'AGENTS.md',
  'TOOLS.md',
  'USER.md',
  'MEMORY.md',
  'daily/2026-11-29.md',
  'daily/2026-11-28.md',
  'memory/2026-11-28-slug.md',
  'drawers/a/AGENTS.md',
  'drawers/a/one/x.md',
  'drawers/a/one/ leading blank.md',
  'drawers/a/two/日本.md',
  'drawers/b/one/y.md',
  'drawers/b/z.md',
  'sessions/s.md',
  'notes/plain.md',
)
const someFiles = fc.dictionary(paths, content, {minKeys: 1, maxKeys: 12, noNullPrototype: true})
const someBudget = fc.oneof(fc.integer({min: 0, max: 400}), fc.integer({min: 0, max: 3000}))
const someOptions = fc.record(
  {session: fc.constant('s'), for: fc.constantFrom('plain' as const, 'claude-code' as const)},
  {requiredKeys: []},
)
const runs = {numRuns: 40}

/** In milliseconds: hundreds of brains are written and booted, on machines that are shared. */
const patience = {timeout: 120_000}

describe('whatever the files hold', patience, () => {
  test('the text, counted whole, costs what is said, and never more than the budget', async () => {
    await fc.assert(
      fc.asyncProperty(someFiles, someBudget, someOptions, async (files, budget, options) => {
        using box = new BrainBox(files)
        const context = await boot(box.scene(), {budget, ...options})
        expect(tokenizer.count(context.text)).toBe(context.tokens)
        expect(bare.encode_ordinary(context.text).length).toBe(context.tokens)
        expect(context.tokens).toBeLessThanOrEqual(budget)
      }),
      runs,
    )
  })

  test('everything has its line, and the lines sum to the layers, the layers to the text', async () => {
    await fc.assert(
      fc.asyncProperty(someFiles, someBudget, async (files, budget) => {
        using box = new BrainBox(files)
        const {layers, ledger, tokens} = await boot(box.scene(), {budget})
        for (const layer of layers) {
          const carried = ledger.filter((line) => line.layer === layer.name && line.carried)
          expect(sum(carried.map((line) => line.tokens))).toBe(layer.tokens)
          expect(layer.tokens).toBeLessThanOrEqual(layer.allowance)
          expect(
            carried.filter(({reason, estimated}) => reason !== 'carried' || estimated),
          ).toEqual([])
        }
        expect(sum(layers.map((layer) => layer.tokens))).toBeLessThanOrEqual(tokens)
      }),
      runs,
    )
  })

  test('a raised budget keeps, layer by layer, what was carried', async () => {
    await fc.assert(
      fc.asyncProperty(
        someFiles,
        someBudget,
        fc.integer({min: 1, max: 500}),
        async (files, budget, more) => {
          using box = new BrainBox(files)
          const before = await boot(box.scene(), {budget})
          const after = await boot(box.scene(), {budget: budget + more})
          const kept = new Set(after.ledger.filter(isKept).map(nameOfLine))
          for (const line of before.ledger) {
            if (line.carried) expect(kept).toContain(nameOfLine(line))
          }
        },
      ),
      runs,
    )
  })

  test('fault 63: memory stays inside its frame, and every line of it shows whose it is', async () => {
    await fc.assert(
      fc.asyncProperty(someFiles, someBudget, async (files, budget) => {
        using box = new BrainBox(files)
        const {text} = await boot(box.scene(), {budget})
        expect(text.isWellFormed()).toBe(true)
        expect(text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e]/)
        expect((text.match(/<\/?memory/gi) ?? []).length).toBe(text.includes('<memory>') ? 2 : 0)
        const [, framed = '', after = ''] = text.split(/^<\/?memory>\n/m)
        for (const line of framed.split('\n').slice(1, -1)) {
          expect(line).toMatch(
            /^(?:# (?:User|Facts|Essentials|Project|Session|Recent)$|#{2,6} |\S.*?:\d+: | {2})/,
          )
        }
        expect(after).toMatch(/^(?:Left out: .*\n(?:Not whole above: .*\n)?)?$/)
      }),
      runs,
    )
  })

  test('asking twice, with what was kept and without, gives the same', async () => {
    await fc.assert(
      fc.asyncProperty(someFiles, someBudget, async (files, budget) => {
        using box = new BrainBox(files)
        const first = await boot(box.scene(), {budget})
        expect(await boot(box.scene(), {budget})).toEqual(first)
        box.remove('.brain')
        expect(await boot(box.scene(), {budget})).toEqual(first)
      }),
      {numRuns: 20},
    )
  })
})

describe('over the days', () => {
  const daily = (day: number) => `daily/2026-11-${String(day).padStart(2, '0')}.md`
  const logs = Array.from({length: 30}, (_, index) => [daily(index + 1), `- Day ${index + 1}.\n`])
  const files = {
    'SOUL.md': 'Me.\n',
    'AGENTS.md': '# Rules\n\nAsk.\n',
    'MEMORY.md': '- Always.\n- Until mid-month. [valid_to:: 2026-11-15]\n- Undated.\n',
    'drawers/a/b/old.md': '---\ncreated: 2026-01-01\nimportance: 0.9\n---\n\nOld and weighty.\n',
    'drawers/a/b/new.md':
      '---\ncreated: 2026-11-20\n---\n\nNew, and not yet written on most days.\n',
    'drawers/a/c/undated.md': 'Without a date.\n',
    ...Object.fromEntries(logs),
  }

  test('fault 56: what stands above recent changes only where a memory begins or ends', async () => {
    using box = new BrainBox(files)
    const prefixes: string[] = []
    for (let day = 1; day <= 30; day++) {
      const heldAt = daily(day).slice(6, 16)
      const {text} = await boot(box.scene(), {heldAt})
      expect(text).toContain(`Day ${day}.`)
      prefixes.push(text.slice(0, text.indexOf('# Recent\n')))
    }
    expect(new Set(prefixes.slice(0, 15)).size).toBe(1)
    expect(new Set(prefixes.slice(15)).size).toBe(1)
    expect(prefixes[14]).toContain('Until mid-month')
    expect(prefixes[15]).not.toContain('Until mid-month')
  })

  test('fault 56: it is the same for every task above essentials', async () => {
    using box = new BrainBox(files)
    const heldAt = '2026-11-20'
    const {text} = await boot(box.scene(), {heldAt, budget: 400})
    const withWing = await boot(box.scene(), {heldAt, budget: 400, wing: 'a', session: 'none'})
    const above = text.slice(0, text.indexOf('# Essentials\n'))
    expect(withWing.text.slice(0, above.length)).toBe(above)
    expect(above).toContain('MEMORY.md:1: Always.')
  })
})

test(
  'the same inputs give the same bytes in another zone, locale and folder',
  patience,
  async () => {
    using box = new BrainBox({
      'SOUL.md': 'Größe, ångström, zebra.\n',
      'MEMORY.md': '- ä first [created:: 2026-03-01 10:00]\n- z second\n- İstanbul\n',
      ...Object.fromEntries(
        ['ä', 'z', 'a', 'Å', 'i', 'I', 'ı', '日'].map((name) => [
          `drawers/w/${name}/${name}.md`,
          `${name} says so.\n`,
        ]),
      ),
      'daily/2026-11-29.md': '- Today.\n',
      'daily/2026-11-30.md': '- Tomorrow.\n',
    })
    const folder = mkdtempSync(path.join(import.meta.dirname, '../../node_modules/.boot-'))
    try {
      const outfile = path.join(folder, 'print.mjs')
      await build({
        stdin: {
          contents: `
          import {boot} from './src/boot/boot.js'
          import {sceneOf} from './test/boot/scene.js'
          const context = await boot(sceneOf(process.argv[2], {cacheDir: '/dev/null/none'}), {heldAt: '2026-11-29T23:30Z'})
          process.stdout.write(JSON.stringify(context))`,
          resolveDir: path.resolve(import.meta.dirname, '../..'),
          loader: 'ts',
        },
        bundle: true,
        platform: 'node',
        format: 'esm',
        packages: 'external',
        outfile,
      })
      const machines = [
        {TZ: 'UTC', LC_ALL: 'C', cwd: '/'},
        {TZ: 'Pacific/Kiritimati', LC_ALL: 'sv_SE.UTF-8', cwd: os.tmpdir()},
        {TZ: 'America/St_Johns', LC_ALL: 'tr_TR.UTF-8', cwd: box.root},
      ]
      const answers = machines.map(({cwd, ...env}) =>
        execFileSync(process.execPath, [outfile, box.root], {
          cwd,
          encoding: 'utf8',
          env: {...process.env, LANG: env.LC_ALL, ...env},
        }),
      )
      expect(new Set(answers).size).toBe(1)
      const here = await boot(sceneOf(box.root), {heldAt: '2026-11-29T23:30Z'})
      expect(JSON.parse(answers[0]!)).toEqual(here)
      expect(here.text).not.toContain(box.root)
    } finally {
      rmSync(folder, {recursive: true})
    }
  },
)

/** Carried, or said by something else that is. */
function isKept({carried, reason}: BootContext['ledger'][number]): boolean {
  return carried || reason === 'duplicate'
}

function nameOfLine({layer, source}: BootContext['ledger'][number]): string {
  return `${layer} ${source}`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
