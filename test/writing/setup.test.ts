import {existsSync, mkdirSync, symlinkSync} from 'node:fs'
import path from 'node:path'
import {expect, test} from 'vitest'
import {setup} from '../../src/writing/setup.js'
import {GitBox} from '../support/git-box.js'

const files = {
  'CLAUDE.md': '# Rules\r\n\r\nUse tabs.\r\n',
  'AGENTS.md': 'No last line ending',
  '.github/copilot-instructions.md': '\uFEFFBe brief.\n',
  '.cursor/rules/style.mdc': '---\nalwaysApply: true\n---\nTabs.\n',
  'vault/.obsidian/app.json': '{}',
  'README.md': 'Not for agents\n',
}

function sample(): {
  box: GitBox
  ask: (more?: {apply?: boolean; remove?: boolean}) => Promise<Awaited<ReturnType<typeof setup>>>
} {
  const box = new GitBox()
  box.commit({...files, 'memory/brain.yaml': 'zone: UTC\n'})
  const machine = {clock: {now: () => box.now()}, stateDir: path.join(box.home, 'state')}
  const request = {project: box.top, brain: path.join(box.top, 'memory')}
  return {box, ask: (more = {}) => setup({...request, ...more}, machine)}
}

test('the plan says what would be written where, and writes nothing', async () => {
  const {box, ask} = sample()
  const {targets, applied, block} = await ask()
  expect(targets).toMatchObject([
    {path: 'CLAUDE.md', of: 'claude-code', action: 'add'},
    {path: 'AGENTS.md', of: 'codex', action: 'add'},
    {path: '.github/copilot-instructions.md', of: 'copilot', action: 'add'},
    {path: '.cursor/rules/mdbrain.mdc', of: 'cursor', action: 'create'},
    {path: 'vault', of: 'obsidian', action: 'none'},
  ])
  expect(applied).toBe(false)
  expect(block).toContain('brain --brain memory boot')
  expect(box.status()).toBe('')
})

test('what was agreed to is written once, left uncommitted, and can be taken out to the byte', async () => {
  const {box, ask} = sample()
  const head = box.git('rev-parse', 'HEAD')
  const first = await ask({apply: true})
  expect(first.applied).toBe(true)
  expect([...first.paths].sort()).toEqual([
    '.cursor/rules/mdbrain.mdc',
    '.github/copilot-instructions.md',
    'AGENTS.md',
    'CLAUDE.md',
  ])
  expect(box.read('CLAUDE.md')).toMatch(
    /^# Rules\r\n\r\nUse tabs\.\r\n\r\n<!-- mdbrain:begin -->\r\n/,
  )
  expect(box.read('.cursor/rules/mdbrain.mdc')).toContain('alwaysApply: true')
  expect(box.git('rev-parse', 'HEAD')).toBe(head)

  const again = await ask({apply: true})
  expect(again.applied).toBe(false)
  expect(again.targets.every(({action}) => action === 'none')).toBe(true)

  await ask({apply: true, remove: true})
  expect(box.status()).toBe('')
  expect(existsSync(path.join(box.top, '.cursor/rules/mdbrain.mdc'))).toBe(false)
})

test('fault 57: hand edits around the block survive a second run', async () => {
  const {box, ask} = sample()
  await ask({apply: true})
  const edited = `Mine above\n${box.read('AGENTS.md').replace('## Memory', '## Changed by hand')}\nMine below\n`
  box.write({'AGENTS.md': edited})
  const {targets} = await ask({apply: true})
  expect(targets.find((target) => target.path === 'AGENTS.md')?.action).toBe('replace')
  expect(box.read('AGENTS.md')).toBe(edited.replace('## Changed by hand', '## Memory'))
})

test('links: one file is written once, and none outside the project', async () => {
  const {box, ask} = sample()
  symlinkSync('AGENTS.md', path.join(box.top, 'GEMINI.md'))
  box.write({'CLAUDE.md': undefined})
  mkdirSync(path.join(box.home, 'elsewhere'))
  symlinkSync(path.join(box.home, 'elsewhere'), path.join(box.home, 'link'))
  symlinkSync(path.join(box.home, '.gitconfig'), path.join(box.top, 'CLAUDE.md'))
  const {targets} = await ask({apply: true})
  expect(targets).toMatchObject([
    {path: 'CLAUDE.md', action: 'blocked', reason: expect.stringContaining('leaves')},
    {path: 'AGENTS.md', action: 'add'},
    {path: 'GEMINI.md', action: 'none'},
    {},
    {},
    {},
  ])
})

test('markers that do not match up are left alone', async () => {
  const {box, ask} = sample()
  box.write({'CLAUDE.md': '<!-- mdbrain:begin -->\nbroken\n'})
  const {targets} = await ask({apply: true})
  expect(targets[0]).toMatchObject({path: 'CLAUDE.md', action: 'blocked'})
  expect(box.read('CLAUDE.md')).toBe('<!-- mdbrain:begin -->\nbroken\n')
})

test('a brain in the project itself needs no name', async () => {
  const {box} = sample()
  const machine = {clock: {now: () => box.now()}, stateDir: path.join(box.home, 'state')}
  const {block} = await setup({project: box.top, brain: box.top}, machine)
  expect(block).toContain('`brain boot`')
})
