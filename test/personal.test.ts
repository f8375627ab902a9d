import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {describe, expect, onTestFinished, test} from 'vitest'
import {formatMessage} from '../src/ground/message.js'
import {openBrain} from '../src/open.js'

/** A home with a project's brain and a person's, and settings that name one. */
function machine(settings: string) {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'personal-')))
  onTestFinished(() => fs.rmSync(home, {recursive: true, force: true}))
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(home, name)), {recursive: true})
    fs.writeFileSync(path.join(home, name), text)
  }
  write('conf/mdbrain/config.yaml', settings.replace('HOME', home))
  write('work/MEMORY.md', '- Atlas speaks gRPC.\n')
  write('brain/MEMORY.md', '- Ada drinks tea.\n')
  const env = {HOME: home, XDG_CONFIG_HOME: path.join(home, 'conf'), PATH: process.env.PATH}
  return {home, open: (name = 'work') => openBrain({root: path.join(home, name), env})}
}

describe('what settings name', () => {
  test.each(['~/brain', '~/brain/', '~/./brain', 'HOME/brain'])('as %s is found', async (name) => {
    const {open} = machine(`personal: ${name}\n`)
    const brain = await open()
    const {text, messages} = await brain.boot()
    expect(text).toMatch(/^# Personal brain \(~\/brain\)\n.*tea.*\n# Project brain\n.*gRPC/s)
    expect(messages).toEqual([])
    expect((await brain.boot({only: 'project'})).text).not.toMatch(/tea|# P\w+ brain/)
    expect((await brain.boot({only: 'personal'})).text).not.toContain('gRPC')
    await brain.close()
  })

  test.each([
    ['~/none', 'which is no folder for a brain'],
    ['~/brain/MEMORY.md', 'which is no folder for a brain'],
    ['~/brain/..', 'which is no folder for a brain'],
    ['HOME', 'which is no folder for a brain'],
  ])('as %s is none, which is said and breaks nothing', async (name, reason) => {
    const {open} = machine(`personal: ${name}\n`)
    const {text, messages} = await (await open()).boot()
    expect(text).not.toMatch(/# P\w+ brain/)
    expect(text).toContain('gRPC')
    expect(messages.map(formatMessage)).toHaveLength(1)
    expect(formatMessage(messages[0]!)).toContain('~/conf/mdbrain/config.yaml: warning: `personal`')
    expect(formatMessage(messages[0]!)).toContain(reason)
  })

  test('and cannot be understood is said, with the defaults', async () => {
    const {open} = machine('personal: [\n')
    const {text, messages} = await (await open()).boot()
    expect(text).toContain('gRPC')
    expect(messages).toMatchObject([
      {rule: 'invalid-setting', path: '~/conf/mdbrain/config.yaml', place: {line: 2}},
    ])
  })

  test('is not booted twice where it is what was opened, by a link either', async () => {
    const {home, open} = machine('personal: ~/brain\n')
    fs.symlinkSync(path.join(home, 'brain'), path.join(home, 'link'))
    for (const name of ['brain', 'link']) {
      const {text, messages} = await (await open(name)).boot()
      expect(text.match(/tea/g)).toHaveLength(1)
      expect(text).not.toMatch(/# P\w+ brain/)
      expect(messages).toEqual([])
    }
  })
})

test('a brain that its owner names as his own is trusted', async () => {
  const {open} = machine('personal: ~/brain\n')
  expect([
    await (await open('brain')).trusted(),
    (await (await open('brain')).status()).trusted,
  ]).toEqual([true, true])
  expect(await (await open()).trusted()).toBe(false)
})

test("settings show the user's own with where they come from", async () => {
  const {open} = machine('personal: ~/brain\n')
  const lines = await (await open()).settings()
  const own = lines.findIndex(({key}) => key === 'personal')
  expect(lines.slice(own, own + 2)).toEqual([
    {key: 'personal', value: '~/brain', default: null, origin: 'config.yaml'},
    {key: 'personal_share', value: 0.33, default: 0.33, origin: 'default'},
  ])
})
