import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {describe, expect, onTestFinished, test} from 'vitest'
import {formatMessage} from '../../src/ground/message.js'
import {DEFAULT_USER_SETTINGS} from '../../src/settings/defaults.js'
import {readUserSettings} from '../../src/settings/read-user-settings.js'
import {loadUserSettings, userSettingLines} from '../../src/settings/user-settings.js'

const name = '~/.config/mdbrain/config.yaml'

describe('reading', () => {
  test.each([
    ['personal: ~/brain\n', {personal: '~/brain', written: ['personal']}],
    ['personal: /srv/brain\n', {personal: '/srv/brain', written: ['personal']}],
    ['personal_share: 0.5\n', {personalShare: 0.5, written: ['personal_share']}],
    ['personal_share: 0\n', {personalShare: 0, written: ['personal_share']}],
    ['personal_share: 0.9\n', {personalShare: 0.9, written: ['personal_share']}],
    ['', {}],
    ['# nothing yet\n', {}],
  ])('%j', (text, expected) => {
    const settings = {...DEFAULT_USER_SETTINGS, ...expected}
    expect(readUserSettings(text, name)).toEqual({settings, messages: []})
  })

  test.each([
    [
      'personal: brain\n',
      '1:11: error: `personal` is `brain`, which is not the path of a folder; its default holds [invalid-setting]\n  hint: write it from your home or from the root, as in `personal: ~/brain`',
    ],
    [
      'personal: ~\n',
      '1:11: error: `personal` is empty, which is not the path of a folder; its default holds [invalid-setting]\n  hint: write it from your home or from the root, as in `personal: ~/brain`',
    ],
    [
      'personal_share: 0.91\n',
      '1:17: error: `personal_share` is `0.91`, which is not a part of the budget; its default holds [invalid-setting]\n  hint: write a number from 0 to 0.9, as in `personal_share: 0.33`',
    ],
    [
      'personal_share: 33%\n',
      '1:17: error: `personal_share` is `33%`, which is not a part of the budget; its default holds [invalid-setting]\n  hint: write a number from 0 to 0.9, as in `personal_share: 0.33`',
    ],
    [
      'personel: ~/brain\n',
      '1:1: warning: `personel` is not a setting [invalid-setting]\n  hint: did you mean `personal`?',
    ],
    [
      '- personal\n',
      '1:1: error: is not a mapping; its defaults hold [invalid-setting]\n  hint: write `key: value` lines in it',
    ],
  ])('%j leaves the defaults, and says so', (text, expected) => {
    const {settings, messages} = readUserSettings(text, name)
    expect(settings).toEqual(DEFAULT_USER_SETTINGS)
    expect(messages.map(formatMessage)).toEqual([`${name}:${expected}`])
  })

  test('one bad setting does not take the good one with it', () => {
    const {settings} = readUserSettings('personal_share: much\npersonal: ~/brain\n', name)
    expect(settings.personal).toBe('~/brain')
  })
})

describe('loading', () => {
  function machine() {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'user-settings-'))
    onTestFinished(() => fs.rmSync(home, {recursive: true, force: true}))
    const folders = {
      configDir: path.join(home, 'config'),
      stateDir: path.join(home, 'state'),
      name,
    }
    fs.mkdirSync(folders.configDir)
    const kept = path.join(folders.stateDir, 'cache/user-settings.json')
    const write = (text: string) =>
      fs.writeFileSync(path.join(folders.configDir, 'config.yaml'), text)
    return {folders, kept, write, load: () => loadUserSettings(folders)}
  }

  test('without a file there are the defaults, and nothing is kept', async () => {
    const {folders, load} = machine()
    expect(await load()).toEqual({settings: DEFAULT_USER_SETTINGS, messages: []})
    expect(fs.existsSync(folders.stateDir)).toBe(false)
  })

  test('the second time they come from what was kept, until the file changes', async () => {
    const {kept, write, load} = machine()
    write('personal: ~/brain\nnope: 1\n')
    const first = await load()
    expect(first.settings.personal).toBe('~/brain')
    expect(first.messages).toHaveLength(1)
    expect(await load()).toEqual(first)
    fs.writeFileSync(kept, fs.readFileSync(kept, 'utf8').replace('~/brain', '~/other'))
    expect((await load()).settings.personal).toBe('~/other')
    write('personal: ~/third\n')
    expect((await load()).settings.personal).toBe('~/third')
  })

  test('a file that is there and cannot be read is reported by its name', async () => {
    const {folders, load} = machine()
    fs.mkdirSync(path.join(folders.configDir, 'config.yaml'))
    const {settings, messages} = await load()
    expect(settings).toEqual(DEFAULT_USER_SETTINGS)
    expect(messages).toMatchObject([{rule: 'unreadable-file', path: name}])
  })

  test('where nothing can be kept it is read each time', async () => {
    const {folders, write, load} = machine()
    fs.writeFileSync(folders.stateDir, '')
    write('personal_share: 0.2\n')
    expect((await load()).settings.personalShare).toBe(0.2)
    expect((await load()).settings.personalShare).toBe(0.2)
  })
})

test('lines say value, default and origin', () => {
  const {settings} = readUserSettings('personal: ~/brain\n', name)
  expect(userSettingLines(settings)).toEqual([
    {key: 'personal', value: '~/brain', default: null, origin: 'config.yaml'},
    {key: 'personal_share', value: 0.33, default: 0.33, origin: 'default'},
  ])
})
