import {describe, expect, test} from 'vitest'
import {openCatalog} from '../../src/catalog/catalog.js'
import {type Recollection, recollect} from '../../src/catalog/memories.js'
import {formatInstant, type Instant, instant} from '../../src/ground/instant.js'
import {formatMessage} from '../../src/ground/message.js'
import type {NotePath} from '../../src/ground/note-path.js'
import type {Ages, Unit} from '../../src/history/history.js'
import {at, type BenchOptions, benchOf} from './bench-scene.js'

const NOON = '2026-11-29T12:00:00Z'

type Files = Readonly<Record<string, string>>

async function recall(
  files: Files,
  heldAt: string | Instant = NOON,
  options: BenchOptions = {},
): Promise<Recollection> {
  const {scene} = benchOf(files, options)
  const asked = typeof heldAt === 'string' ? at(heldAt) : heldAt
  return recollect(scene, openCatalog(scene), {heldAt: asked, now: scene.clock.now()})
}

/** How each memory stands, as `id: current`, `id: current stale`, `id: superseded by x`. */
function standings({memories}: Recollection): string[] {
  return memories.map(({id, standing, stale, unreadable, validity}) => {
    const by = validity.closedBy === undefined ? '' : ` by ${validity.closedBy}`
    const marks = `${stale ? ' stale' : ''}${unreadable ? ' unreadable' : ''}`
    return `${id}: ${standing}${standing === 'superseded' ? by : ''}${marks}`
  })
}

function said({messages}: Recollection): string[] {
  return messages.map(formatMessage)
}

function note(fields: Readonly<Record<string, string>>, body = 'It is so.\n'): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${value}\n`)
  return `---\n${lines.join('')}---\n${body}`
}

/** A history that knows these dates of a path's words, and notes what it was asked. */
function historyOf(changed: Readonly<Record<string, readonly string[]>>, asked: Unit[] = []) {
  return {
    kind: 'git' as const,
    ages: async (units: readonly Unit[]): Promise<Ages[]> => {
      asked.push(...units)
      return units.map(({path}) => {
        const dates = changed[path]?.map(at)
        return dates === undefined
          ? {changed: [], selective: [], committed: false}
          : {changed: dates, selective: dates.slice(1), committed: true}
      })
    },
  }
}

describe('standing', () => {
  const lifetime = {'a.md': note({valid_from: '2026-03-01', valid_to: '2026-03-31'})}

  test.each<[string, string]>([
    ['2026-02-28T23:59:59.999Z', 'upcoming'],
    ['2026-03-01T00:00:00Z', 'current'],
    ['2026-03-31T23:59:59.999Z', 'current'],
    ['2026-04-01T00:00:00Z', 'lapsed'],
  ])('at %s it is %s', async (heldAt, expected) => {
    expect(standings(await recall(lifetime, heldAt))).toEqual([`a.md: ${expected}`])
  })

  test('fault 34: now says B, held at an earlier day says A', async () => {
    const files = {
      'employer-a.md': note({key: 'user.employer', valid_from: '2024-01-01'}, 'Works for A.\n'),
      'employer-b.md': note({key: 'user.employer', valid_from: '2026-06-01'}, 'Works for B.\n'),
    }
    expect(standings(await recall(files))).toEqual([
      'employer-a.md: superseded by employer-b.md',
      'employer-b.md: current',
    ])
    expect(standings(await recall(files, '2026-05-31T23:59:59Z'))).toEqual([
      'employer-a.md: current',
      'employer-b.md: upcoming',
    ])
  })

  test('fault 35: a chain has one current head', async () => {
    const recollection = await recall({
      'v1.md': note({created: '2026-01-01'}),
      'v2.md': note({created: '2026-02-01', supersedes: 'v1.md'}),
      'v3.md': note({created: '2026-03-01', supersedes: '"[[v2]]"'}),
      'v4.md': note({created: '2026-04-01', supersedes: 'v3'}),
    })
    expect(standings(recollection)).toEqual([
      'v1.md: superseded by v2.md',
      'v2.md: superseded by v3.md',
      'v3.md: superseded by v4.md',
      'v4.md: current',
    ])
    expect(said(recollection)).toEqual([])
  })

  test('fault 36: nothing is closed that nothing names', async () => {
    const recollection = await recall({
      'old.md': note({title: 'API protocol', created: '2026-01-01'}, 'The API is REST.\n'),
      'new.md': note({title: 'API protocol', created: '2026-02-01'}, 'The API is gRPC.\n'),
      'MEMORY.md': '- The API is REST\n- The API is gRPC\n- The API is not REST [[old]]\n',
    })
    expect(recollection.memories.every(({standing}) => standing === 'current')).toBe(true)
    expect(said(recollection)).toEqual([])
  })

  test('fault 37: works, left, works again: three intervals', async () => {
    const files = {
      'a.md': note({key: 'mara.job', valid_from: '2026-01-01'}, 'Works here.\n'),
      'b.md': note({key: 'mara.job', valid_from: '2026-04-01'}, 'Left.\n'),
      'c.md': note({key: 'mara.job', valid_from: '2026-08-01'}, 'Works here again.\n'),
    }
    const current = async (heldAt: string) => {
      const {memories} = await recall(files, heldAt)
      return memories.filter(({standing}) => standing === 'current').map(({id}) => id)
    }
    expect(await current('2026-02-01T00:00Z')).toEqual(['a.md'])
    expect(await current('2026-05-01T00:00Z')).toEqual(['b.md'])
    expect(await current('2026-09-01T00:00Z')).toEqual(['c.md'])
    const {memories} = await recall(files)
    expect(memories.map(({validity}) => formatInstant(validity.from))).toEqual([
      '2026-01-01T00:00:00Z',
      '2026-04-01T00:00:00Z',
      '2026-08-01T00:00:00Z',
    ])
  })

  test('fault 38: on the day of change one of both holds, at every instant', async () => {
    const files = {
      'a.md': note({valid_from: '2026-01-01', superseded_by: 'b.md'}),
      'b.md': note({valid_from: '2026-06-01T09:00:00Z'}),
    }
    for (const heldAt of ['08:59:59.999', '09:00:00', '09:00:00.001']) {
      const {memories} = await recall(files, `2026-06-01T${heldAt}Z`)
      expect(memories.filter(({standing}) => standing === 'current')).toHaveLength(1)
    }
  })

  test('fault 39: a date that is none is reported, and keeps its memory from being carried', async () => {
    const recollection = await recall({
      'bad.md': note({valid_to: 'next tuesday'}),
      'good.md': note({valid_to: '2027-01-01'}),
      'no-day.md': note({valid_from: '2026-02-31'}),
    })
    expect(standings(recollection)).toEqual([
      'bad.md: current unreadable',
      'good.md: current',
      'no-day.md: current unreadable',
    ])
    expect(said(recollection).map((text) => text.split('\n')[0])).toEqual([
      'bad.md:2:11: error: `valid_to` is `next tuesday`, which is not a date [unreadable-date]',
      'no-day.md:2:13: error: `valid_from` is `2026-02-31`, which is not a date [unreadable-date]',
    ])
  })

  test('a successor whose dates cannot be read closes, and neither is carried', async () => {
    const recollection = await recall({
      'new.md': note({created: '2026-02-01', valid_to: 'soon', supersedes: 'old.md'}),
      'old.md': note({created: '2026-01-01'}),
    })
    expect(standings(recollection)).toEqual([
      'new.md: current unreadable',
      'old.md: superseded by new.md unreadable',
    ])
    expect(said(recollection).join('\n')).toContain(
      'new.md:4:13: warning: replaces `old.md`, but has a date that cannot be read',
    )
  })
})

describe('facts', () => {
  test('have names and validities of their own', async () => {
    const recollection = await recall({
      'MEMORY.md': [
        '- Production runs v1 [valid_to:: 2026-06-30] ^v1',
        '- Production runs v2 [valid_from:: 2026-07-01] [supersedes:: MEMORY.md#^v1]',
        '- Production runs v3 [valid_from:: 2027-01-01]',
        '- The office moves',
        '  - to Lyon [valid_from:: 2027-05-01]',
        '',
      ].join('\n'),
    })
    expect(standings(recollection)).toEqual([
      'MEMORY.md: current',
      'MEMORY.md#^v1: superseded by MEMORY.md#2',
      'MEMORY.md#2: current',
      'MEMORY.md#3: upcoming',
      'MEMORY.md#4: current',
      'MEMORY.md#5: upcoming',
    ])
  })

  test('hold only while the file does, and a nested one only while the one around it does', async () => {
    const recollection = await recall({
      'MEMORY.md': [
        '---\nvalid_from: 2026-06-01\n---',
        '- Outer [valid_to:: 2026-09-30]',
        '  - inner [valid_from:: 2026-01-01]',
        '- Beside',
        '',
      ].join('\n'),
    })
    const spans = recollection.memories.map(({validity: {from, until}}) => [
      formatInstant(from).slice(0, 10),
      formatInstant(until).slice(0, 10),
    ])
    expect(spans.slice(1, 3)).toEqual([
      ['2026-06-01', '2026-10-01'],
      ['2026-06-01', '2026-10-01'],
    ])
    expect(spans[3]?.[0]).toBe('2026-06-01')
  })

  test('two of one block id are two, and only the first has the name', async () => {
    const {memories} = await recall({'MEMORY.md': '- One ^k\n- Two ^k\n'})
    expect(memories.map(({id}) => id)).toEqual(['MEMORY.md', 'MEMORY.md#^k', 'MEMORY.md#2'])
  })

  test("OpenClaw's superseded facts hold no more", async () => {
    const {memories} = await recall({
      'MEMORY.md':
        '- Old <!-- observed: 2026-03-01 | status: superseded -->\n- New <!-- observed: 2026-04-01 -->\n',
    })
    expect(memories.slice(1).map(({standing}) => standing === 'current')).toEqual([false, true])
  })

  test('a note and a fact under one key follow one another', async () => {
    const recollection = await recall({
      'MEMORY.md': '- REST [key:: api.protocol] [valid_from:: 2026-01-01]\n',
      'drawers/atlas/api/grpc.md': note({key: 'api.protocol', valid_from: '2026-03-01'}),
    })
    expect(standings(recollection)[1]).toBe('MEMORY.md#1: superseded by drawers/atlas/api/grpc.md')
  })
})

describe('trust', () => {
  test.each<[string, Record<string, string>, string | undefined]>([
    ['without a ttl always', {}, '+275760-09-13T00:00:00Z'],
    [
      'from its review',
      {ttl: '30d', reviewed: '2026-11-01', created: '2026-01-01'},
      '2026-12-01T00:00:00Z',
    ],
    [
      'from its update',
      {ttl: '30d', updated: '2026-11-01', created: '2026-01-01'},
      '2026-12-01T00:00:00Z',
    ],
    ['from its creation', {ttl: 'P1M', created: '2026-10-31'}, '2026-11-30T00:00:00Z'],
    [
      'not from the future',
      {ttl: '30d', reviewed: '2027-01-01', created: '2026-11-01'},
      '2026-12-01T00:00:00Z',
    ],
    ['for ever', {ttl: 'forever'}, '+275760-09-13T00:00:00Z'],
    ['not without a clock', {ttl: '30d'}, undefined],
  ])('%s', async (_, fields, expected) => {
    const {memories} = await recall({'a.md': note(fields)})
    const until = memories[0]?.trustedUntil
    expect(until === undefined ? undefined : formatInstant(until)).toBe(expected)
    expect(memories[0]?.stale).toBe(expected === undefined)
  })

  test('fault 41: what is stale is current, and marked', async () => {
    const recollection = await recall({'a.md': note({ttl: '30d', reviewed: '2026-10-01'})})
    expect(standings(recollection)).toEqual(['a.md: current stale'])
  })

  test('a ttl with nothing to run from is reported with the cure', async () => {
    const recollection = await recall({
      'drawers/a/b/my note.md': note({title: 'x', ttl: '30d'}),
      'lapsed.md': note({ttl: '30d', valid_to: '2026-01-01'}),
      'MEMORY.md': '- A fact [ttl:: 90d] ^k\n',
    })
    expect(said(recollection)).toEqual([
      "MEMORY.md:1:1: warning: has a ttl, but nothing tells when somebody last looked, so it counts as stale [missing-clock]\n  hint: if it is still so: `brain review 'MEMORY.md#^k'`",
      "drawers/a/b/my note.md:3:6: warning: has a ttl, but nothing tells when somebody last looked, so it counts as stale [missing-clock]\n  hint: if it is still so: `brain review 'drawers/a/b/my note.md'`",
    ])
  })

  test('a ttl of the settings is for what has none, by hall before role', async () => {
    const settings = 'ttl: {roles: {drawer: 10d, plain: 5d}, halls: {Facts: 20d}}\n'
    const {memories} = await recall(
      {
        'drawers/a/b/hall.md': note({hall: 'facts', created: '2026-11-28'}),
        'drawers/a/b/own.md': note({ttl: '90d', created: '2026-11-28'}),
        'drawers/a/b/role.md': note({hall: 'advice', created: '2026-11-28'}),
        'drawers/a/b/proto.md': note({hall: 'constructor', created: '2026-11-28'}),
      },
      NOON,
      {settings},
    )
    expect(
      memories.map(({note: {path}, trustedUntil}) => [
        path.slice(12),
        formatInstant(trustedUntil!),
      ]),
    ).toEqual([
      ['hall.md', '2026-12-18T00:00:00Z'],
      ['own.md', '2027-02-26T00:00:00Z'],
      ['proto.md', '2026-12-08T00:00:00Z'],
      ['role.md', '2026-12-08T00:00:00Z'],
    ])
  })

  test('a fact takes the ttl and the review of its file, and not its dates', async () => {
    const {memories} = await recall({
      'MEMORY.md':
        '---\nttl: 30d\nreviewed: 2026-11-20\nupdated: 2026-11-29\n---\n- Of the file\n- Of its own [ttl:: 10d] [reviewed:: 2026-11-25]\n- Kept [ttl:: forever]\n',
    })
    expect(memories.slice(1).map(({trustedUntil}) => formatInstant(trustedUntil!))).toEqual([
      '2026-12-20T00:00:00Z',
      '2026-12-05T00:00:00Z',
      '+275760-09-13T00:00:00Z',
    ])
  })

  test('a nested fact is not trusted longer than the one it is told under', async () => {
    const {memories} = await recall({
      'MEMORY.md': [
        '- Outer [ttl:: 10d] [reviewed:: 2026-11-01]',
        '  - inner [ttl:: 90d] [reviewed:: 2026-11-28]',
        '  - without [importance:: 0.9]',
        '',
      ].join('\n'),
    })
    expect(memories.map(({stale}) => stale)).toEqual([false, true, true, true])
  })
})

describe('what Git is asked', () => {
  test('nothing, where the files tell', async () => {
    const history = {
      ages: () => Promise.reject(new Error('ages was asked')),
      renames: () => Promise.reject(new Error('renames was asked')),
    }
    const files = {
      'a.md': note({ttl: '30d', created: '2026-11-01'}),
      'b.md': note({created: '2026-11-01', supersedes: 'a.md'}),
      'c.md': 'plain\n',
      'MEMORY.md': '- A fact\n',
    }
    expect((await recall(files, NOON, {history})).memories).toHaveLength(5)
  })

  test('only about what needs it', async () => {
    const asked: Unit[] = []
    const files = {
      'clockless.md': note({ttl: '30d'}, 'Some\n\n- words [a:: b]\n'),
      'dated.md': note({ttl: '30d', created: '2026-11-01'}),
      'newer.md': note({supersedes: 'dated.md'}),
      'MEMORY.md': '- Bare\n- A fact [ttl:: 9d]\n  in two lines\n',
    }
    await recall(files, NOON, {history: historyOf({}, asked)})
    expect(asked).toEqual([
      {
        path: 'MEMORY.md',
        words: 'A fact in two lines',
        whole: false,
        lines: ['A fact', 'in two lines'],
      },
      {path: 'clockless.md', words: 'Some words', whole: true},
      {path: 'newer.md', words: 'It is so.', whole: true},
    ])
  })

  test('the ttl runs from the last change of the words that is not of the future', async () => {
    const dates = ['2026-01-01T00:00Z', '2026-11-01T00:00Z', '2027-01-01T00:00Z']
    const {memories} = await recall({'a.md': note({ttl: '30d'})}, NOON, {
      history: historyOf({'a.md': dates}),
    })
    expect(formatInstant(memories[0]!.trustedUntil!)).toBe('2026-12-01T00:00:00Z')
  })

  test('for a ttl of the settings an import counts for nothing', async () => {
    const files = {'a.md': 'old words\n', 'b.md': note({ttl: '30d'})}
    const dates = {'a.md': ['2026-11-20T00:00Z'], 'b.md': ['2026-11-20T00:00Z']}
    const {memories} = await recall(files, NOON, {
      settings: 'ttl: {roles: {plain: 30d}}',
      history: historyOf(dates),
    })
    expect(memories.map(({stale}) => stale)).toEqual([true, false])
  })

  test('words that are not committed are as old as now', async () => {
    const files = {
      'a.md': note({ttl: '30d'}),
      'newer.md': note({supersedes: 'older.md'}),
      'older.md': note({}),
    }
    const recollection = await recall(files, NOON, {history: historyOf({})})
    expect(formatInstant(recollection.memories[0]!.trustedUntil!)).toBe('2026-12-29T12:00:00Z')
    expect(standings(recollection).slice(1)).toEqual([
      'newer.md: current',
      'older.md: superseded by newer.md',
    ])
    const before = await recall(files, '2026-11-29T11:59:59Z', {history: historyOf({})})
    expect(standings(before)).toEqual([
      'a.md: current stale',
      'newer.md: upcoming',
      'older.md: current',
    ])
  })

  test('a successor without dates begins when it was first recorded', async () => {
    const {memories} = await recall(
      {'newer.md': note({supersedes: 'older.md'}), 'older.md': note({})},
      NOON,
      {history: historyOf({'newer.md': ['2026-05-01T00:00Z', '2026-06-01T00:00Z']})},
    )
    expect(formatInstant(memories[1]!.validity.until)).toBe('2026-05-01T00:00:00Z')
  })

  test('where a note has gone that a wikilink names from another room', async () => {
    const asked: string[] = []
    const renames = async (lost: readonly string[]) => {
      asked.push(...lost)
      return new Map([['old-name', 'drawers/a/b/new-name.md' as NotePath]])
    }
    const files = {
      'drawers/a/b/new-name.md': note({created: '2026-01-01'}),
      'drawers/z/z/newer.md': note({created: '2026-02-01', supersedes: '"[[old-name]]"'}),
    }
    const recollection = await recall(files, NOON, {history: {renames}})
    expect(asked).toEqual(['old-name.md', 'drawers/z/z/old-name.md', 'old-name'])
    expect(standings(recollection)[0]).toContain('superseded by drawers/z/z/newer.md')
  })

  test('where a lost path has gone', async () => {
    const renames = async () =>
      new Map([['drawers/a/b/old-name.md' as NotePath, 'drawers/a/b/new-name.md' as NotePath]])
    for (const target of ['drawers/a/b/old-name.md', 'old-name.md', '"[[old-name]]"']) {
      const recollection = await recall(
        {
          'drawers/a/b/new-name.md': note({created: '2026-01-01'}),
          'drawers/a/b/newer.md': note({created: '2026-02-01', supersedes: target}),
        },
        NOON,
        {history: {renames}},
      )
      expect(standings(recollection)[0], target).toBe(
        'drawers/a/b/new-name.md: superseded by drawers/a/b/newer.md',
      )
      expect(said(recollection)).toEqual([])
    }
  })
})

describe('what is said', () => {
  test.each<[string, Files, string[]]>([
    [
      'a lost reference',
      {'a.md': note({supersedes: 'gone.md'}), 'gome.md': ''},
      [
        'a.md:2:13: error: `supersedes` names `gone.md`, which is not in the brain [lost-reference]\n  hint: did you mean `gome`?',
      ],
    ],
    [
      'an ambiguous one',
      {'a.md': note({superseded_by: 'b'}), 'x/b.md': '', 'y/b.md': ''},
      [
        'a.md:2:16: error: `superseded_by` names `b`, which could be `x/b.md` or `y/b.md` [ambiguous-reference]\n  hint: write the whole path',
      ],
    ],
    [
      'a ring',
      {'a.md': note({supersedes: 'b.md'}), 'b.md': note({supersedes: 'a.md'})},
      [
        'a.md:2:13: error: replaces itself by way of `b.md` [supersedes-loop]\n  hint: take out the `supersedes` or `superseded_by` that is wrong',
      ],
    ],
    [
      'two that are current under one key',
      {
        'a.md': note({created: '2026-01-01', key: 'k'}),
        'b.md': note({created: '2026-01-01', key: 'k'}),
        'c.md': note({created: '2026-01-01', valid_to: '2026-01-02', key: 'k'}),
      },
      [
        'a.md:3:6: error: has the same key as `b.md`, and nothing tells which is newer [two-current]\n  hint: `brain supersede b.md --by a.md`, or give one a `valid_from`',
      ],
    ],
    [
      'a span that ends before it begins',
      {'a.md': note({valid_from: '2026-02-01', valid_to: '2026-01-01'})},
      [expect.stringContaining('[inverted-span]') as unknown as string],
    ],
  ])('%s', async (_, files, expected) => {
    expect(said(await recall(files))).toEqual(expected)
  })

  test('a lost successor revives nothing that was closed, and closes nothing that was not', async () => {
    const recollection = await recall({
      'closed.md': note({valid_to: '2026-01-01', superseded_by: 'gone.md'}),
      'ended.md': note({superseded_by: 'gone.md'}),
      'other.md': note({supersedes: 'gone.md'}),
    })
    expect(recollection.memories.map(({standing}) => standing)).toEqual([
      'superseded',
      'superseded',
      'current',
    ])
  })
})

describe('the steady span', () => {
  const files = {
    'a.md': note({valid_from: '2026-11-01', valid_to: '2026-12-24'}),
    'b.md': note({ttl: '30d', reviewed: '2026-11-20'}),
    'c.md': note({ttl: '30d', reviewed: '2026-12-10', created: '2026-11-25'}),
    'd.md': note({valid_from: '2026-12-05', supersedes: 'e.md'}),
    'e.md': note({}),
  }

  test.each([
    ['2026-11-29T12:00Z', '2026-11-25T00:00:00Z', '2026-12-05T00:00:00Z'],
    ['2026-12-05T00:00Z', '2026-12-05T00:00:00Z', '2026-12-10T00:00:00Z'],
    ['2026-12-20T00:00Z', '2026-12-20T00:00:00Z', '2026-12-25T00:00:00Z'],
  ])('around %s', async (heldAt, from, until) => {
    const {steady} = await recall(files, heldAt)
    expect(formatInstant(steady.from) <= from).toBe(true)
    expect([formatInstant(steady.from), formatInstant(steady.until)]).toEqual([from, until])
  })

  test('nothing changes inside it', async () => {
    for (let day = 0; day < 60; day++) {
      const asked = instant(at('2026-11-10T00:00Z') + day * 86_400_000 + 1)
      const here = await recall(files, asked)
      const first = await recall(files, here.steady.from)
      const last = await recall(files, instant(here.steady.until - 1))
      expect(standings(first), formatInstant(asked)).toEqual(standings(here))
      expect(standings(last), formatInstant(asked)).toEqual(standings(here))
    }
  })

  test('of a brain without dates is all of time', async () => {
    const {steady} = await recall({'a.md': 'x'})
    expect([formatInstant(steady.from), formatInstant(steady.until)]).toEqual([
      '-271821-04-20T00:00:00Z',
      '+275760-09-13T00:00:00Z',
    ])
  })

  test('ends at once where what is not committed is as old as what it follows', async () => {
    const files = {'a.md': note({key: 'k'}), 'b.md': note({key: 'k'})}
    const history = historyOf({'a.md': [NOON]})
    const tied = await recall(files, NOON, {history})
    expect(standings(tied)).toEqual(['a.md: current', 'b.md: current'])
    expect(tied.steady.until).toBe(at(NOON) + 1)

    const {steady} = await recall(files, NOON, {
      history: historyOf({'a.md': ['2026-11-29T11:59Z']}),
    })
    expect(formatInstant(steady.until)).toBe('+275760-09-13T00:00:00Z')
  })
})
