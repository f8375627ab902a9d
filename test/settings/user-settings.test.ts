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
  const text = 'personal: ~/brain\nmeaning:\n  key_variable: KEY\n  timeout: 1500ms\n'
  const lines = userSettingLines(readUserSettings(text, name).settings)
  expect(lines.slice(0, 3)).toEqual([
    {key: 'personal', value: '~/brain', default: null, origin: 'config.yaml'},
    {key: 'personal_share', value: 0.33, default: 0.33, origin: 'default'},
    {key: 'meaning.model', value: 'built-in', default: 'built-in', origin: 'default'},
  ])
  expect(lines.filter(({origin}) => origin !== 'default').slice(1)).toEqual([
    {key: 'meaning.key_variable', value: 'KEY', default: null, origin: 'config.yaml'},
    {key: 'meaning.timeout', value: '1500ms', default: '30s', origin: 'config.yaml'},
  ])
})

describe('a model', () => {
  test('is said under `meaning`, one that puts in order under `rerank`', () => {
    const {settings, messages} = readUserSettings(
      [
        'meaning:',
        '  model: endpoint',
        '  path: ~/models/small',
        '  url: https://models.example/v1',
        '  name: nomic-embed-text',
        '  key_variable: MODELS_KEY',
        '  dimensions: 256',
        '  passage_prefix: "passage: "',
        "  question_prefix: ''",
        '  batch: 8',
        '  timeout: 5s',
        '  max_tokens: 300',
        '  threads: 2',
        'rerank:',
        '  url: http://127.0.0.1:8080/v1',
        '  name: bge-reranker',
        '  key_variable: OTHER_KEY',
        '  timeout: 500ms',
      ].join('\n'),
      name,
    )
    expect(messages).toEqual([])
    expect(settings.meaning).toEqual({
      model: 'endpoint',
      path: '~/models/small',
      url: 'https://models.example/v1',
      name: 'nomic-embed-text',
      keyVariable: 'MODELS_KEY',
      dimensions: 256,
      passagePrefix: 'passage: ',
      questionPrefix: '',
      batch: 8,
      timeout: 5000,
      maxTokens: 300,
      threads: 2,
    })
    expect(settings.rerank).toEqual({
      url: 'http://127.0.0.1:8080/v1',
      name: 'bge-reranker',
      keyVariable: 'OTHER_KEY',
      timeout: 500,
    })
  })

  test('`off` is one, also where it is read as a boolean', () => {
    expect(readUserSettings('meaning: {model: off}\n', name).settings.meaning.model).toBe('off')
    expect(readUserSettings('meaning: {model: false}\n', name).settings.meaning.model).toBe('off')
  })

  test.each([
    ['model: onxx', '`meaning.model` is `onxx`, which is not a model', 'did you mean `onnx`?'],
    ['path: models', '`meaning.path` is `models`, which is not the path of a folder', 'write it'],
    ['url: models', '`meaning.url` is not an address of http or https', 'write it as in'],
    ['url: file:///etc', '`meaning.url` is not an address of http or https', 'write it as in'],
    ['name: [a]', '`meaning.name` is `["a"]`, which is not a name', 'write it as the server'],
    ['dimensions: 7', '`meaning.dimensions` is `7`, which is not a number of components', 'write'],
    ['passage_prefix: 1', '`meaning.passage_prefix` is `1`, which is not a text', 'write at most'],
    ['batch: 0', '`meaning.batch` is `0`, which is not a number of texts', 'write a whole number'],
    ['timeout: 30', '`meaning.timeout` is `30`, which is not a time to wait', 'write seconds'],
    ['timeout: 601s', '`meaning.timeout` is `601s`, which is not a time to wait', 'write seconds'],
    ['max_tokens: 1.5', '`meaning.max_tokens` is `1.5`, which is not a number of tokens', 'write'],
    ['threads: many', '`meaning.threads` is `many`, which is not a number of threads', 'write'],
  ])('%j is not understood', (line, wrong, hint) => {
    const {settings, messages} = readUserSettings(`meaning:\n  ${line}\n`, name)
    expect(settings).toEqual(DEFAULT_USER_SETTINGS)
    expect(messages).toMatchObject([
      {reason: `${wrong}; its default holds`, place: {line: 2}, severity: 'error'},
    ])
    expect(messages[0]!.hint).toContain(hint)
  })

  test.each([
    ['key_variable: sk-0123456789', 'sk-0123456789'],
    ['url: https://me:hunter2@models.example/v1', 'hunter2'],
  ])('a secret in the wrong place is not repeated: %j', (line, secret) => {
    const {settings, messages} = readUserSettings(`meaning:\n  ${line}\n`, name)
    expect(settings).toEqual(DEFAULT_USER_SETTINGS)
    expect(messages).toHaveLength(1)
    expect(JSON.stringify(messages)).not.toContain(secret)
  })
})
