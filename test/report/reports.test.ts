import {describe, expect, test} from 'vitest'
import type {Filter} from '../../src/brain.js'
import {formatMessage} from '../../src/ground/message.js'
import type {NotePath} from '../../src/ground/note-path.js'
import type {Revision, RevisionId} from '../../src/history/history.js'
import {LiveIndex} from '../../src/recall/live-index.js'
import {check} from '../../src/report/check.js'
import {list} from '../../src/report/list.js'
import {show} from '../../src/report/show.js'
import {stale} from '../../src/report/stale.js'
import {status} from '../../src/report/status.js'
import {at, benchOf} from '../catalog/bench-scene.js'

const files = {
  'SOUL.md': '# Soul\n',
  'MEMORY.md': [
    '# Memory',
    '',
    '- The API is gRPC [key:: api.protocol] [valid_from:: 2026-03-01]',
    '  since the spring ^grpc',
    '- The fleet counts 171 devices [ttl:: 30d] [reviewed:: 2026-10-01]',
    '- The office moves [valid_from:: 2027-01-01]',
    '',
  ].join('\n'),
  'drawers/user1/api/limits.md':
    '---\ntitle: Limits\nhall: facts\ntags: [infra/database]\ntype: document\nimportance: 0.9\npinned: true\nttl: 60d\nreviewed: 2026-10-05\n---\n100 a minute\n',
  'drawers/user1/api/old.md': '---\ntitle: Old\nvalid_to: 2026-05-31\n---\n',
  'drawers/user10/api/limits.md': '---\ntitle: Limits of ten\ntags: [infrared]\n---\n',
  'drawers/user10/deploy/gate.md':
    '---\ntitle: Gate\nsupersedes: gate-v1\nvalid_from: 2026-06-01\n---\n',
  'drawers/user10/deploy/gate-v1.md': '---\ntitle: Gate v1\n---\n',
}

async function ids(filter: Filter): Promise<string[]> {
  const {memories, total} = await list(benchOf(files).scene, filter)
  expect(total).toBe(memories.length)
  return memories.map(({id}) => id)
}

describe('list', () => {
  test('shows what is current, by path, facts after their file', async () => {
    expect(await ids({})).toEqual([
      'MEMORY.md',
      'MEMORY.md#^grpc',
      'MEMORY.md#2',
      'SOUL.md',
      'drawers/user1/api/limits.md',
      'drawers/user10/api/limits.md',
      'drawers/user10/deploy/gate.md',
    ])
  })

  test.each<[string, Filter, string[]]>([
    ['fault 61: a wing is compared whole', {wing: 'user1'}, ['drawers/user1/api/limits.md']],
    [
      'a room in any wing',
      {room: 'API'},
      ['drawers/user1/api/limits.md', 'drawers/user10/api/limits.md'],
    ],
    ['a room in a wing', {wing: 'user10', room: 'api'}, ['drawers/user10/api/limits.md']],
    ['a hall', {hall: 'facts'}, ['drawers/user1/api/limits.md']],
    ['a hall that nothing is in', {hall: 'fact'}, []],
    ['a role', {role: 'identity'}, ['SOUL.md']],
    ['a tag, and those in it', {tag: '#Infra'}, ['drawers/user1/api/limits.md']],
    ['a whole tag', {tag: 'infra/database'}, ['drawers/user1/api/limits.md']],
    ['half a tag', {tag: 'infra/data'}, []],
    ['a type', {type: 'document'}, ['drawers/user1/api/limits.md']],
    ['what lapsed', {standing: 'lapsed'}, ['drawers/user1/api/old.md']],
    ['what is to come', {standing: 'upcoming'}, ['MEMORY.md#3']],
    ['what was replaced', {standing: 'superseded'}, ['drawers/user10/deploy/gate-v1.md']],
    [
      'all of a wing',
      {wing: 'user1', includePast: true},
      ['drawers/user1/api/limits.md', 'drawers/user1/api/old.md'],
    ],
    [
      'what was current then',
      {wing: 'user10', room: 'deploy', heldAt: '2026-05-31'},
      ['drawers/user10/deploy/gate-v1.md'],
    ],
    [
      'on the day of change',
      {wing: 'user10', room: 'deploy', heldAt: '2026-06-01'},
      ['drawers/user10/deploy/gate.md'],
    ],
  ])('%s', async (_, filter, expected) => {
    expect(await ids(filter)).toEqual(expected)
  })

  test('a row says what there is, in texts', async () => {
    const {memories, heldAt} = await list(benchOf(files).scene, {includePast: true})
    expect(heldAt).toBe('2026-11-29T12:00:00Z')
    expect(memories.find(({id}) => id === 'drawers/user1/api/limits.md')).toEqual({
      id: 'drawers/user1/api/limits.md',
      path: 'drawers/user1/api/limits.md',
      line: 1,
      title: 'Limits',
      role: 'drawer',
      wing: 'user1',
      room: 'api',
      hall: 'facts',
      importance: 0.9,
      pinned: true,
      standing: 'current',
      stale: false,
      unreadable: false,
      trustedUntil: '2026-12-04T00:00:00Z',
    })
    expect(memories.find(({id}) => id === 'MEMORY.md#^grpc')).toMatchObject({
      line: 3,
      title: 'The API is gRPC',
      key: 'api.protocol',
      validFrom: '2026-03-01T00:00:00Z',
    })
    expect(memories.find(({id}) => id.endsWith('gate-v1.md'))).toMatchObject({
      standing: 'superseded',
      validUntil: '2026-06-01T00:00:00Z',
      closedBy: 'drawers/user10/deploy/gate.md',
    })
  })

  test.each<[string, Filter, object]>([
    [
      'a wing with a slip',
      {wing: 'user11'},
      {
        code: 'unknown-name',
        message: 'there is no wing `user11` in the brain',
        hint: 'did you mean `user1` or `user10`?',
      },
    ],
    [
      'a room of another wing',
      {wing: 'user1', room: 'deploy'},
      {
        code: 'unknown-name',
        message: 'there is no room `deploy` in the wing `user1`',
        hint: 'there are `api`',
      },
    ],
    [
      'a date that is none',
      {heldAt: 'yesterday'},
      {code: 'bad-argument', message: '`heldAt` is `yesterday`, which is not a date'},
    ],
  ])('refuses %s', async (_, filter, expected) => {
    await expect(ids(filter)).rejects.toMatchObject(expected)
  })
})

describe('show', () => {
  const revision: Revision = {
    id: 'abc' as RevisionId,
    recorded: at('2026-11-01T00:00Z'),
    subject: 'remember: limits',
    author: 'Mara',
    paths: ['drawers/user1/api/limits.md' as NotePath],
  }

  test('gives a note as it is on disk, and what Git knows of it', async () => {
    const asked: unknown[] = []
    const revisions = async (options: unknown) => {
      asked.push(options)
      return [revision]
    }
    const {scene} = benchOf(
      {'a.md': '---\r\ntitle: A\r\nvalid_to: soon\r\n---\r\nText\r\n'},
      {history: {revisions}},
    )
    const shown = await show(scene, 'A', {})
    expect(shown.text).toBe('---\r\ntitle: A\r\nvalid_to: soon\r\n---\r\nText\r\n')
    expect(shown.messages).toMatchObject([{rule: 'unreadable-date', place: {line: 3}}])
    expect(shown.revisions).toEqual([revision])
    expect(asked).toEqual([{path: 'a.md', limit: 20}])
  })

  test('gives the lines of a fact, with what is said of them alone', async () => {
    const {scene} = benchOf({
      'MEMORY.md': '- One [valid_to:: soon]\n- Two [ttl:: ever]\n  goes on\n- Three\n',
    })
    const shown = await show(scene, 'MEMORY.md#2', {})
    expect(shown.text).toBe('- Two [ttl:: ever]\n  goes on')
    expect(shown.messages).toMatchObject([{rule: 'unreadable-ttl'}])
  })

  test('tells how it stood', async () => {
    const {scene} = benchOf(files)
    expect((await show(scene, 'Old', {})).standing).toBe('lapsed')
    expect((await show(scene, 'Old', {heldAt: '2026-05-31'})).standing).toBe('current')
  })

  test('refuses what is not there', async () => {
    await expect(show(benchOf(files).scene, 'limit', {})).rejects.toMatchObject({
      code: 'unknown-name',
      hint: 'did you mean `limits` or `Limits of ten`?',
    })
  })
})

describe('check', () => {
  test('says everything once, in the order of paths and places', async () => {
    const {scene} = benchOf(
      {
        'b.md': '---\nttl: 90\nvalid_to: soon\n---\n',
        'a note.md': '---\nsupersedes: gone\n---\n',
        'A_note.md': '',
        'image.md': new Uint8Array([0, 1]),
      },
      {settings: 'zone: Mars\ncolour: red\n'},
    )
    const {notes, errors, warnings, messages} = await check(scene, {})
    expect(messages.map((message) => formatMessage(message).split('\n')[0])).toEqual([
      'a note.md: info: has nearly the same name as `A_note.md` [path-twin]',
      'a note.md:2:13: error: `supersedes` names `gone`, which is not in the brain [lost-reference]',
      'b.md:2:6: error: `ttl` is `90`, which is not a length of time [unreadable-ttl]',
      'b.md:3:11: error: `valid_to` is `soon`, which is not a date [unreadable-date]',
      'brain.yaml:1:7: error: `zone` is `Mars`, which is not a time zone; its default holds [invalid-setting]',
      'brain.yaml:2:1: warning: `colour` is not a setting [invalid-setting]',
      'image.md: warning: is skipped: it is not a text, but has a NUL byte [skipped-file]',
    ])
    // The file that is skipped is no note, here as in `status`.
    expect({notes, errors, warnings}).toEqual({notes: 3, errors: 4, warnings: 2})
  })

  test('fault 7: twins are told of, and all are read', async () => {
    const twins = ['api notes.md', 'api-notes.md', 'api_notes.md', 'API-Notes.md']
    const {scene} = benchOf(Object.fromEntries(twins.map((name) => [name, `# ${name}\n`])))
    const {messages, errors, warnings} = await check(scene, {})
    expect(messages.map(({rule}) => rule)).toEqual(['path-twin', 'path-twin', 'path-twin'])
    expect([errors, warnings]).toEqual([0, 0])
    expect((await list(scene, {})).total).toBe(4)
  })

  test('has nothing to say of a good brain, and changes no byte of it', async () => {
    const bench = benchOf(files)
    const before = bench.bytes()
    expect(await check(bench.scene, {})).toEqual({notes: 7, errors: 0, warnings: 0, messages: []})
    expect(bench.bytes()).toEqual(before)
  })
})

describe('status', () => {
  test('counts what is there', async () => {
    const {root, scene} = benchOf(files)
    expect(await status(scene, new LiveIndex(scene))).toEqual({
      root,
      zone: {value: 'UTC', origin: 'default'},
      notes: 7,
      byRole: {drawer: 5, facts: 1, identity: 1},
      wings: 2,
      rooms: 3,
      memories: {upcoming: 1, current: 7, lapsed: 1, superseded: 1, stale: 1},
      errors: 0,
      warnings: 0,
      git: {
        kind: 'none',
        pending: [],
        obstacle: 'the folder is not in a Git repository',
        edits: 0,
        whenQuiet: false,
      },
      trusted: expect.any(Boolean),
    })
  })

  test('tells what waits to be committed', async () => {
    const pending = async () => [{path: 'a.md' as NotePath, kind: 'new' as const, staged: false}]
    const history = {kind: 'git' as const, pending, obstacle: async () => undefined}
    const {scene} = benchOf({'a.md': ''}, {history, settings: 'zone: UTC'})
    const {git, zone} = await status(scene, new LiveIndex(scene))
    expect(git).toEqual({
      kind: 'git',
      pending: [{path: 'a.md', kind: 'new'}],
      edits: 1,
      whenQuiet: false,
    })
    expect(zone.origin).toBe('setting')
  })
})

describe('stale', () => {
  test.each<[string, {within?: string; heldAt?: string}, string[]]>([
    ['now', {}, ['MEMORY.md#2']],
    ['and within a time', {within: '14d'}, ['MEMORY.md#2', 'drawers/user1/api/limits.md']],
    ['a day too early', {within: '4d'}, ['MEMORY.md#2']],
    ['at another day', {heldAt: '2026-10-20'}, []],
  ])('%s', async (_, asked, expected) => {
    const {memories} = await stale(benchOf(files).scene, asked)
    expect(memories.map(({id}) => id)).toEqual(expected)
  })

  test('without a clock it comes first', async () => {
    const {scene} = benchOf({
      'a.md': '---\nttl: 1d\nreviewed: 2026-01-01\n---\n',
      'b.md': '---\nttl: 1d\n---\n',
      'c.md': '---\nttl: 1d\nvalid_to: 2026-01-01\n---\n',
    })
    const {memories} = await stale(scene, {})
    expect(memories.map(({id, stale: is}) => [id, is])).toEqual([
      ['b.md', true],
      ['a.md', true],
    ])
  })

  test('refuses what is no length of time', async () => {
    for (const within of ['14', 'soon', 'forever']) {
      await expect(stale(benchOf(files).scene, {within})).rejects.toMatchObject({
        code: 'bad-argument',
        message: `\`within\` is \`${within}\`, which is not a length of time`,
      })
    }
  })
})
