/** `brain mcp` stays open while what it serves changes under it. */

import fs from 'node:fs'
import path from 'node:path'
import {expect, test} from 'vitest'
import {McpClient} from '../support/mcp-client.js'
import {Sandbox} from '../support/sandbox.js'

/** Who has made a brain trusts it. */
function trusted(): Sandbox {
  const made = new Sandbox()
  made.write({
    'brain.yaml': 'zone: UTC\n',
    'SOUL.md': '# Soul\n\nThe keeper of a ledger.\n',
    'MEMORY.md': '- The hull is of oak\n',
  })
  made.commit('begin')
  made.run(['trust'])
  return made
}

test('says that the brain is gone, and writes nothing where it was; another there is opened', async () => {
  const made = trusted()
  made.git('rm', '--quiet', 'brain.yaml')
  made.commit('without settings')
  const agent = await McpClient.start(made, ['--brain', made.root], {from: made.home})
  for (const _ of [1, 2, 3, 4]) await agent.call('search', {query: 'oak'})
  fs.renameSync(made.root, path.join(made.home, 'elsewhere'))
  for (const [name, given] of [
    ['boot', {}],
    ['search', {query: 'oak'}],
    ['remember', {text: 'Lost.'}],
  ] as const) {
    const {code, hint, text} = await agent.call(name, given)
    expect(code).toBe('not-a-brain')
    expect(hint).not.toBe('')
    expect(text).not.toContain(made.home)
  }
  expect(fs.existsSync(made.root)).toBe(false)

  fs.mkdirSync(made.root)
  made.git('clone', '--quiet', path.join(made.home, 'elsewhere'), '.')
  made.write({'MEMORY.md': '- The hull is of pine\n'})
  made.commit('pine')
  expect((await agent.call('search', {query: 'pine'})).data.total).toBe(1)
  expect((await agent.call('remember', {text: 'Kept.'})).data.committed).toBe(true)
})

test('commits as soon as there is a repository, and no more when it is gone', async () => {
  const made = new Sandbox({git: false})
  made.write({'MEMORY.md': '- The hull is of oak\n'})
  const agent = await McpClient.start(made)
  expect((await agent.call('remember', {text: 'One.'})).data.committed).toBe(false)
  made.git('init', '--quiet')
  expect((await agent.call('remember', {text: 'Two.'})).data.committed).toBe(true)
  fs.rmSync(path.join(made.root, '.git'), {recursive: true})
  expect((await agent.call('remember', {text: 'Three.'})).data).toMatchObject({
    changed: true,
    committed: false,
  })
})

test('takes up the settings of its user that change', async () => {
  const made = trusted()
  const agent = await McpClient.start(made)
  expect((await agent.call('boot')).text).not.toContain('likes tea')
  fs.mkdirSync(path.join(made.home, 'own'))
  fs.writeFileSync(path.join(made.home, 'own/MEMORY.md'), '- She likes tea\n')
  fs.mkdirSync(path.join(made.home, '.config/mdbrain'), {recursive: true})
  fs.writeFileSync(path.join(made.home, '.config/mdbrain/config.yaml'), 'personal: ~/own\n')
  expect((await agent.call('boot')).text).toContain('likes tea')
})

test('takes up settings that change', async () => {
  const made = trusted()
  const agent = await McpClient.start(made)
  expect((await agent.call('boot')).text).toContain('hull is of oak')
  made.write({'brain.yaml': 'zone: UTC\nboot:\n  budget: 20\n'})
  expect((await agent.call('boot')).data.tokens).toBeLessThanOrEqual(20)
})
