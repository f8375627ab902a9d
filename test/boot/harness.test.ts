import {symlinkSync} from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {boot} from '../../src/boot/boot.js'
import {limitOf, loadedByHarness} from '../../src/boot/harness.js'
import {BrainBox} from './scene.js'

describe('Claude Code loads by itself', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['nothing of a brain without CLAUDE.md', {'AGENTS.md': 'x'}, []],
    ['CLAUDE.md, and not AGENTS.md beside it', {'CLAUDE.md': 'x', 'AGENTS.md': 'x'}, ['CLAUDE.md']],
    [
      'what CLAUDE.md imports, and what that imports',
      {'CLAUDE.md': 'See @AGENTS.md.\n', 'AGENTS.md': '- @./TOOLS.md\n', 'TOOLS.md': 'x'},
      ['AGENTS.md', 'CLAUDE.md', 'TOOLS.md'],
    ],
    [
      'not what code shows or an address holds',
      {
        'CLAUDE.md': '`@AGENTS.md`\n\n```\n@SOUL.md\n```\n\nmail@USER.md\n',
        'AGENTS.md': 'x',
        'SOUL.md': 'x',
        'USER.md': 'x',
      },
      ['CLAUDE.md'],
    ],
    [
      'what stands after code',
      {'CLAUDE.md': '~~~\n```\n~~~\n@AGENTS.md\n', 'AGENTS.md': 'x'},
      ['AGENTS.md', 'CLAUDE.md'],
    ],
    ['not what is outside or absent', {'CLAUDE.md': '@../a.md @~/b.md @none.md\n'}, ['CLAUDE.md']],
    [
      'imports relative to their file',
      {'.claude/CLAUDE.md': '@../AGENTS.md @rules.md', 'AGENTS.md': 'x', 'rules.md': 'x'},
      ['.claude/CLAUDE.md', 'AGENTS.md'],
    ],
    [
      'a ring of imports once',
      {'CLAUDE.md': '@AGENTS.md', 'AGENTS.md': '@CLAUDE.md'},
      ['AGENTS.md', 'CLAUDE.md'],
    ],
  ])('%s', (_, files, expected) => {
    using box = new BrainBox(files)
    expect([...loadedByHarness('claude-code', box.root)].sort()).toEqual(expected)
    expect([...loadedByHarness('plain', box.root)]).toEqual([])
  })

  test('AGENTS.md, where CLAUDE.md is a link to it', async () => {
    using box = new BrainBox({'AGENTS.md': 'Ask first.\n', 'SOUL.md': 'Me.\n'})
    symlinkSync('AGENTS.md', path.join(box.root, 'CLAUDE.md'))
    const {text, ledger} = await boot(box.scene(), {for: 'claude-code'})
    expect(text).not.toContain('Ask first')
    expect(ledger).toContainEqual(
      expect.objectContaining({source: 'AGENTS.md', reason: 'loaded-by-harness'}),
    )
  })
})

describe('others load by themselves', () => {
  const all = {
    ...{'AGENTS.md': 'x', 'CLAUDE.md': 'See @TOOLS.md.', 'GEMINI.md': 'x', 'TOOLS.md': 'x'},
    ...{'SOUL.md': 'x', 'MEMORY.md': 'x', 'drawers/AGENTS.md': 'x'},
  }
  test.each([
    ['codex', all, ['AGENTS.md']],
    ['codex', {...all, 'AGENTS.override.md': 'x'}, ['AGENTS.override.md']],
    ['cursor', all, ['AGENTS.md']],
    ['copilot', all, ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md']],
    ['openclaw', all, ['AGENTS.md', 'MEMORY.md', 'SOUL.md', 'TOOLS.md']],
  ] as const)('%s', (harness, files, expected) => {
    using box = new BrainBox(files)
    expect([...loadedByHarness(harness, box.root)].sort()).toEqual(expected)
  })
})

test.each(['codex', 'copilot', 'cursor', 'openclaw'] as const)(
  'a context for %s keeps to its limit, in whatever writing',
  async (harness) => {
    const long = Array.from({length: 900}, (_, at) => `- 事実 ${at}: 海は近い、山は遠い 😀😀😀\n`)
    using box = new BrainBox({
      'USER.md': 'Ada.\n',
      'HEARTBEAT.md': '',
      'daily/2026-11-29.md': long.join(''),
    })
    const {text} = await boot(box.scene(), {budget: 90_000, for: harness})
    const {most, lengthOf} = limitOf(harness)
    expect(lengthOf(text)).toBeLessThanOrEqual(most)
    expect(lengthOf(text)).toBeGreaterThan(most / 10)
    expect(lengthOf('é')).toBe(['codex', 'copilot'].includes(harness) ? 2 : 1)
  },
)

test('a context for Claude Code keeps to its 10,000 characters, and every layer to its part', async () => {
  const long = Array.from(
    {length: 400},
    (_, index) => `- Rule ${index}: ${'so it is '.repeat(5)}\n`,
  )
  using box = new BrainBox({
    'AGENTS.md': `# Rules\n\n${long.join('\n')}`,
    'MEMORY.md': long.join(''),
    'daily/2026-11-29.md': '- Today.\n',
  })
  const asked = {budget: 50_000, for: 'claude-code'} as const
  const {text, layers} = await boot(box.scene(), asked)
  expect(text.length).toBeLessThanOrEqual(limitOf('claude-code').most)
  expect(text.length).toBeGreaterThan(5_000)
  expect(text).toContain('Today.')
  expect(layers.find(({name}) => name === 'facts')!.tokens).toBeGreaterThan(300)
  expect(text).toMatch(/^Left out: /m)
  expect((await boot(box.scene(), {budget: 50_000})).text.length).toBeGreaterThan(20_000)
})
