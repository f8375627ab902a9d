import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {formatMessage} from '../../src/ground/message.js'
import {DEFAULT_SETTINGS} from '../../src/settings/defaults.js'
import {readSettings, type Settings, settingLines} from '../../src/settings/settings.js'

describe('reading', () => {
  test('nothing written leaves every default', () => {
    for (const text of [undefined, '', '# only a comment\n', 'boot:\n', '---\n']) {
      expect(readSettings(text)).toEqual({settings: DEFAULT_SETTINGS, messages: []})
    }
  })

  test.each<[string, string, (settings: Settings) => unknown, unknown]>([
    ['a zone', 'zone: Europe/Berlin', ({zone}) => zone, 'Europe/Berlin'],
    ['that it is written', 'zone: UTC', ({zoneWritten}) => zoneWritten, true],
    ['a budget', 'boot: {budget: 900}', ({boot}) => boot.budget, 900],
    ['a budget of nothing', 'boot: {budget: 0}', ({boot}) => boot.budget, 0],
    ['one share', 'boot:\n  shares:\n    facts: 500', ({boot}) => boot.shares.facts, 500],
    ['the others', 'boot:\n  shares:\n    facts: 500', ({boot}) => boot.shares.user, 100],
    ['a half-life', 'boot: {half_life: 30}', ({boot}) => boot.halfLife, 30],
    ['notes to carry', 'boot: {also: [a/b.md, ./c.md]}', ({boot}) => boot.also, ['a/b.md', 'c.md']],
    ['one note to carry', 'boot: {also: a.md}', ({boot}) => boot.also, ['a.md']],
    [
      "a role's ttl",
      'ttl: {roles: {daily: 2w}}',
      ({ttl}) => ttl.roles.daily,
      {months: 0, days: 14, milliseconds: 0},
    ],
    ["a hall's ttl", 'ttl: {halls: {Advice: forever}}', ({ttl}) => ttl.halls.advice, 'forever'],
    [
      "a role's half-life",
      'search: {half_life: {roles: {drawer: 2w}}}',
      ({search}) => search.halfLife.roles.drawer,
      {months: 0, days: 14, milliseconds: 0},
    ],
    [
      'the others',
      'search: {half_life: {roles: {drawer: 2w}, halls: {Deals: 1y}}}',
      ({search}) => [Object.keys(search.halfLife.roles), Object.keys(search.halfLife.halls)],
      [
        ['daily', 'session', 'drawer'],
        ['events', 'deals'],
      ],
    ],
    [
      "a hall's, taken away",
      'search: {half_life: {halls: {Events: forever}}}',
      ({search}) => search.halfLife.halls.events,
      'forever',
    ],
    [
      'that who one is does not age',
      'search: {half_life: {roles: {identity: forever}}}',
      ({search}) => search.halfLife.roles.identity,
      'forever',
    ],
    [
      'a way to rank',
      'search: {ranking: meaning-time-importance}',
      ({search}) => search.ranking,
      'meaning-time-importance',
    ],
    ['that nothing said is kept', 'sessions: {keep: off}', ({sessions}) => sessions.keep, 'off'],
    ['that it is', 'sessions:\n  keep: true', ({sessions}) => sessions.keep, 'on'],
    [
      'after a BOM, with CRLF',
      '\uFEFFzone: UTC\r\nboot:\r\n  budget: 7\r\n',
      ({boot}) => boot.budget,
      7,
    ],
    ['an alias', 'boot:\n  budget: &n 8\n  half_life: *n', ({boot}) => boot.halfLife, 8],
  ])('%s', (_, text, pick, expected) => {
    const {settings, messages} = readSettings(text)
    expect(messages).toEqual([])
    expect(pick(settings)).toEqual(expected)
  })
})

describe('what cannot be understood', () => {
  test.each([
    [
      'a zone with a slip',
      'zone: Europe/Berln\n',
      'brain.yaml:1:7: error: `zone` is `Europe/Berln`, which is not a time zone; its default holds [invalid-setting]\n  hint: did you mean `Europe/Berlin`?',
    ],
    [
      'an unknown key near a known one',
      'boot:\n  budgt: 3\n',
      'brain.yaml:2:3: warning: `boot.budgt` is not a setting [invalid-setting]\n  hint: did you mean `budget`?',
    ],
    [
      'an unknown key near none',
      'colour: red\n',
      'brain.yaml:1:1: warning: `colour` is not a setting [invalid-setting]\n  hint: known here: zone, ttl, boot, search, sessions',
    ],
    [
      'an unknown role',
      'ttl:\n  roles:\n    drawers: 90d\n',
      'brain.yaml:3:5: warning: `ttl.roles.drawers` is not a setting [invalid-setting]\n  hint: did you mean `drawer`?',
    ],
    [
      'a length of time without a unit',
      'ttl:\n  halls:\n    facts: 90\n',
      'brain.yaml:3:12: error: `ttl.halls.facts` is `90`, which is not a length of time; its default holds [invalid-setting]\n  hint: write it as in `facts: 90d`; also `12h`, `2w`, `3mo`, `P1Y`, `forever`',
    ],
    [
      'a budget in words',
      'boot:\n  budget: lots\n',
      'brain.yaml:2:11: error: `boot.budget` is `lots`, which is not a number of tokens; its default holds [invalid-setting]\n  hint: write a whole number from 0 to 1000000, as in `budget: 1500`',
    ],
    [
      'a path that climbs out',
      'boot:\n  also: [../secret.md]\n',
      'brain.yaml:2:9: error: `boot.also` names `../secret.md`, which is not a path inside the brain; its default holds [invalid-setting]\n  hint: write it relative to the brain, with `/` between folders',
    ],
    [
      'a half-life of what does not age',
      'search:\n  half_life:\n    roles:\n      procedures: 90d\n',
      'brain.yaml:4:19: error: `search.half_life.roles.procedures` is `90d`, but what that role has never loses by its age; its default holds [invalid-setting]\n  hint: leave the line out; what no longer holds gets a `valid_to`, or is superseded',
    ],
    [
      'a half-life without a unit',
      'search:\n  half_life:\n    halls:\n      events: 90\n',
      'brain.yaml:4:15: error: `search.half_life.halls.events` is `90`, which is not a length of time; its default holds [invalid-setting]\n  hint: write it as in `events: 90d`; also `12h`, `2w`, `3mo`, `P1Y`, `forever`',
    ],
    [
      'a way to rank that there is none of',
      'search:\n  ranking: best\n',
      'brain.yaml:2:12: error: `search.ranking` is `best`, which is no way to rank; its default holds [invalid-setting]\n  hint: there is `usual` and `meaning-time-importance`',
    ],
    [
      'something else than on and off',
      'sessions:\n  keep: some\n',
      'brain.yaml:2:9: error: `sessions.keep` is `some`, which is neither `on` nor `off`; its default holds [invalid-setting]\n  hint: write `keep: off` where nothing that is said in sessions is to be kept',
    ],
    [
      'a list where a mapping should be',
      'boot: [1]\n',
      'brain.yaml:1:7: error: `boot` is not a mapping; its defaults hold [invalid-setting]\n  hint: write `key: value` lines in it',
    ],
  ])('%s', (_, text, expected) => {
    const {settings, messages} = readSettings(text)
    expect(messages.map(formatMessage)).toEqual([expected])
    expect(settings).toEqual(DEFAULT_SETTINGS)
  })

  test('a file that is not YAML leaves every default, and says where it breaks', () => {
    const {settings, messages} = readSettings('zone: Europe/Berlin\nboot: {budget: 9\n')
    expect(settings).toEqual(DEFAULT_SETTINGS)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({rule: 'invalid-setting', severity: 'error'})
    expect(messages[0]?.place?.line).toBeGreaterThan(1)
  })

  test('one bad setting does not take the good ones with it', () => {
    const {settings, messages} = readSettings('zone: Mars\nboot: {budget: 9, nope: 1}\n')
    expect(settings.boot.budget).toBe(9)
    expect(settings.zone).toBe('UTC')
    expect(messages).toHaveLength(2)
  })

  test('shares of nothing but 0 are the default shares', () => {
    const zeros = Object.keys(DEFAULT_SETTINGS.boot.shares).map((name) => `    ${name}: 0\n`)
    const {settings, messages} = readSettings(`boot:\n  shares:\n${zeros.join('')}`)
    expect(settings.boot.shares).toEqual(DEFAULT_SETTINGS.boot.shares)
    expect(messages).toHaveLength(1)
  })

  test('names of the language itself are only names', () => {
    const {settings} = readSettings('ttl:\n  halls:\n    __proto__: 90d\n    constructor: 12h\n')
    expect(Object.keys(settings.ttl.halls)).toEqual(['__proto__', 'constructor'])
    expect(readSettings('toString: 1\n').messages).toHaveLength(1)
  })

  test('aliases that multiply without end end', () => {
    const lines = ['a: &a [x, x, x, x, x, x, x, x, x]']
    for (const [one, next] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg'].map((pair) => [...pair])) {
      lines.push(`${next}: &${next} [${Array(9).fill(`*${one}`).join(', ')}]`)
    }
    const {settings} = readSettings(`${lines.join('\n')}\nboot:\n  also: *g\n`)
    expect(settings.boot).toEqual(DEFAULT_SETTINGS.boot)
  })

  test('no text whatever throws', () => {
    const words = [
      'zone',
      'boot',
      'ttl',
      'budget',
      ':',
      ' ',
      '\n',
      '  ',
      '- ',
      '{',
      '}',
      '&a',
      '*a',
      '[',
      '"',
      '9',
    ]
    const yamlish = fc.array(fc.constantFrom(...words)).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.string({unit: 'binary'}), yamlish), (text) => {
        const {settings} = readSettings(text)
        expect(settings.boot.budget).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('lines', () => {
  test('say value, default and origin', () => {
    const {settings} = readSettings('zone: Asia/Tokyo\nttl: {halls: {facts: P3M}}\n')
    const lines = settingLines(settings)
    expect(lines).toContainEqual({
      key: 'zone',
      value: 'Asia/Tokyo',
      default: 'UTC',
      origin: 'brain.yaml',
    })
    expect(lines).toContainEqual({
      key: 'ttl.halls.facts',
      value: '3mo',
      default: null,
      origin: 'brain.yaml',
    })
    expect(lines).toContainEqual({
      key: 'boot.budget',
      value: 1500,
      default: 1500,
      origin: 'default',
    })
  })

  test('a half-life says its default, and whether it has one', () => {
    const {settings} = readSettings('search: {half_life: {roles: {daily: 30d, plain: 1y}}}\n')
    const lines = settingLines(settings)
    const of = (key: string) => lines.find((line) => line.key === `search.half_life.${key}`)
    expect(of('roles.daily')).toMatchObject({value: '30d', default: '180d', origin: 'brain.yaml'})
    expect(of('roles.plain')).toMatchObject({value: '12mo', default: null, origin: 'brain.yaml'})
    expect(of('roles.session')).toMatchObject({value: '365d', default: '365d', origin: 'default'})
  })

  test('a default that was written out still comes from brain.yaml', () => {
    const {settings} = readSettings('boot: {budget: 1500}\n')
    expect(settingLines(settings).find(({key}) => key === 'boot.budget')?.origin).toBe('brain.yaml')
  })

  test('settings survive JSON, as their cache needs', () => {
    const {settings} = readSettings(
      'zone: Asia/Tokyo\nttl: {roles: {drawer: 12h, daily: forever}}\n',
    )
    expect(JSON.parse(JSON.stringify(settings))).toEqual(settings)
  })

  test('a length of time is written as it is read', () => {
    for (const text of ['90d', '12h', '3mo', 'forever', 'P1M2DT30S']) {
      const {settings} = readSettings(`ttl: {roles: {drawer: ${text}}}`)
      const line = settingLines(settings).find(({key}) => key === 'ttl.roles.drawer')
      const again = readSettings(`ttl: {roles: {drawer: ${line?.value}}}`)
      expect(again.settings.ttl).toEqual(settings.ttl)
    }
  })
})
