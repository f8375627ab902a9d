/** What `search`, `index`, `doctor` and `links` print, run with a brain that answers as told. */

import {describe, expect, test} from 'vitest'
import type {Io} from '../../src/cli/io.js'
import {runProgram} from '../../src/cli/program.js'
import type {
  Brain,
  DoctorReport,
  Hit,
  IndexReport,
  LinkLine,
  SearchOptions,
  SearchReport,
} from '../../src/index.js'
import {fakeIo} from './fake-io.js'

async function run(
  line: string | readonly string[],
  brain: Partial<Brain>,
  io: Partial<Io> = {},
): Promise<string> {
  const fake = fakeIo(io, brain)
  const exit = await runProgram(typeof line === 'string' ? line.split(' ') : line, fake)
  const {out, err} = fake.written
  return out + (err === '' ? '' : `--- stderr ---\n${err}`) + (exit === 0 ? '' : `[exit ${exit}]\n`)
}

const hit: Hit = {
  id: 'drawers/atlas/api/rate-limits.md',
  path: 'drawers/atlas/api/rate-limits.md' as never,
  lines: [12, 18],
  title: 'Rate limits',
  snippet: 'The gateway allows a hundred requests a minute; above that it answers 429.',
  marks: [
    [4, 11],
    [29, 37],
  ],
  match: 'keyword',
  score: 0.8249,
  parts: {
    words: 0.7,
    meaning: 0,
    note: 0.1249,
    neighbours: 0,
    freshness: 0,
    importance: 0,
    exact: 0,
    standing: 0,
  },
  matched: ['gateway', '~en:request'],
  standing: 'current',
  stale: false,
  unreadable: false,
  missing: false,
}

const report: SearchReport = {
  query: 'gateway requests',
  heldAt: '2026-11-29T09:00:00Z',
  total: 1,
  offset: 0,
  limit: 10,
  staleIndex: false,
  behind: 0,
  words: ['gateway', 'requests ~en:request'],
  instead: {},
  hits: [hit],
  messages: [],
}

const answering = (given: Partial<SearchReport> = {}): Partial<Brain> => ({
  search: async () => ({...report, ...given}),
})

describe('search', () => {
  test('prints place, title and score, and the passage below', async () => {
    expect(await run('search gateway requests', answering())).toMatchInlineSnapshot(`
      "drawers/atlas/api/rate-limits.md:12-18  Rate limits  0.82
        The gateway allows a hundred requests a minute; above that it answers 429.
      --- stderr ---
      1 hit
      "
    `)
  })

  test('says how a hit stands, and where it goes on', async () => {
    const hits: Hit[] = [
      {...hit, stale: true},
      {...hit, standing: 'superseded', lines: [3, 3], score: 0.5},
      {...hit, missing: true, snippet: ''},
    ]
    expect(
      await run('search x --limit 3', answering({hits, total: 57, limit: 3, offset: 3})),
    ).toMatchInlineSnapshot(`
        "drawers/atlas/api/rate-limits.md:12-18  Rate limits  stale  0.82
          The gateway allows a hundred requests a minute; above that it answers 429.

        drawers/atlas/api/rate-limits.md:3  Rate limits  superseded  0.50
          The gateway allows a hundred requests a minute; above that it answers 429.

        drawers/atlas/api/rate-limits.md:12-18  Rate limits  missing  0.82
        --- stderr ---
        hits 4 to 6 of 57; the next: --offset 6
        "
      `)
  })

  test('in a terminal fits it, and marks what was asked for', async () => {
    const io: Partial<Io> = {
      columns: 40,
      terminal: () => true,
      style: (colour, text) => (colour === 'bold' ? `<${text}>` : text),
    }
    const long = {...hit, title: 'Rate limits of the gateway, and what it answers'}
    expect(await run('search x', answering({hits: [long]}), io)).toMatchInlineSnapshot(`
      "drawers/atlas/api/rate-limits.md:12-18  Rate limits of the…  0.82
        The <gateway> allows a hundred <requests>
        a minute; above that it answers 429.
      --- stderr ---
      1 hit
      "
    `)
  })

  test('breaks a script without blanks where the line ends', async () => {
    const snippet = '本番のロールバック手順と確認を行う。'
    const hits = [{...hit, snippet, marks: [[3, 9] as const]}]
    const io: Partial<Io> = {
      columns: 20,
      terminal: () => true,
      style: (colour, text) => (colour === 'bold' ? `<${text}>` : text),
    }
    expect(await run('search x', answering({hits}), io)).toContain(
      '\n  本番の<ロールバック>\n  手順と確認を行う。\n',
    )
  })

  test('makes foreign control characters harmless', async () => {
    const hits = [{...hit, title: 'a\nb\x1b[31m', snippet: 'a \x1b[31m b', marks: []}]
    const shown = await run('search x', answering({hits}))
    expect(shown).not.toContain('\x1b')
    expect(shown).toContain('a b�[31m')
  })

  test('finds nothing, and says what would find more', async () => {
    const nothing = answering({hits: [], total: 0})
    expect(await run('search x', nothing)).toMatchInlineSnapshot(`
      "--- stderr ---
      nothing found; --include-past also looks at what no longer holds
      "
    `)
    expect(await run('search x --wing a --include-past', nothing)).toMatchInlineSnapshot(`
      "--- stderr ---
      nothing found; fewer filters find more
      "
    `)
    expect(
      await run('search x --offset 60', answering({hits: [], total: 57, offset: 60})),
    ).toMatchInlineSnapshot(`
        "--- stderr ---
        57 hits, none after the first 60
        "
      `)
  })

  test('says that it is behind, and what it looked for instead', async () => {
    const behind = answering({
      staleIndex: true,
      behind: 12,
      instead: {serch: ['search', 'searches']},
      messages: [
        {rule: 'skipped-file', severity: 'error', path: 'a.md', reason: 'cannot be read'} as never,
      ],
    })
    expect(await run('search serch', behind)).toMatchInlineSnapshot(`
      "drawers/atlas/api/rate-limits.md:12-18  Rate limits  0.82
        The gateway allows a hundred requests a minute; above that it answers 429.
      --- stderr ---
      a.md: error: cannot be read [skipped-file]
      nothing matched \`serch\`; looked for \`search\`, \`searches\` instead
      1 hit
      the index is behind by 12 notes: \`brain index\` brings it in step
      "
    `)
  })

  test('explains a score', async () => {
    const doubted = {
      ...hit,
      score: 2.6439,
      match: 'exact' as const,
      parts: {...hit.parts, freshness: -0.031, importance: 0.05, exact: 2, standing: -0.2},
    }
    expect(await run('search x --explain', answering({hits: [doubted]}))).toMatchInlineSnapshot(`
      "drawers/atlas/api/rate-limits.md:12-18  Rate limits  2.64
        The gateway allows a hundred requests a minute; above that it answers 429.
        0.700 words + 0.125 note - 0.031 freshness + 0.050 importance + 2.000 exact - 0.200 standing = 2.644; exact on gateway, ~en:request
      --- stderr ---
      looked for gateway, requests ~en:request
      1 hit
      "
    `)
  })

  describe('asks for', () => {
    async function asked(
      ...words: string[]
    ): Promise<readonly [string, SearchOptions | undefined]> {
      let got: readonly [string, SearchOptions | undefined] = ['', undefined]
      const search: Brain['search'] = async (query, options) => {
        got = [query, options]
        return report
      }
      const shown = await run(['search', ...words], {search})
      expect(shown).not.toContain('[exit')
      return got
    }

    test('all words as one question', async () => {
      expect((await asked('rate', 'limits'))[0]).toBe('rate limits')
      expect((await asked('"rate limits" of atlas'))[0]).toBe('"rate limits" of atlas')
    })
    test('words that look like options, after --', async () => {
      const [query, options] = await asked('--limit', '3', '--', '--no-verify', '-x', '--json')
      expect([query, options?.limit]).toEqual(['--no-verify -x --json', 3])
    })
    test('what is narrowed', async () => {
      const line =
        'x --wing a --room b --hall c --type d --tag e --role daily --session f --since 2026-01-01 --until 2026-02-01T00:00Z --standing lapsed --held-at 2026-03-01 --min-score 0.3 --ranking meaning-time-importance --offset 20'
      expect((await asked(...line.split(' ')))[1]).toEqual({
        wing: 'a',
        room: 'b',
        hall: 'c',
        type: 'd',
        tag: 'e',
        role: 'daily',
        session: 'f',
        since: '2026-01-01',
        until: '2026-02-01T00:00Z',
        standing: 'lapsed',
        heldAt: '2026-03-01',
        minScore: 0.3,
        ranking: 'meaning-time-importance',
        offset: 20,
        includePast: false,
      })
    })
    test('frontmatter, of one key either value', async () => {
      const [, options] = await asked('x', '--where', 'a=1', '--where', 'b=x=y', '--where', 'a=2')
      expect(options?.where).toEqual({a: ['1', '2'], b: ['x=y']})
    })
    test('nothing more', async () => {
      expect((await asked('x'))[1]).toEqual({includePast: false})
    })
  })

  test.each([
    ['search', 'needs the words to look for'],
    ['search x --limit 0', 'not a whole number from 1'],
    ['search x --limit ten', 'not a whole number from 1'],
    ['search x --offset -1', 'not a whole number from 0'],
    ['search x --min-score high', 'not a number from 0'],
    ['search x --ranking best', 'meaning-time-importance'],
    ['search x --where status', 'not a key with a value'],
    ['search x --where =open', 'not a key with a value'],
    ['search x --since yesterday', 'which is not a date'],
    ['search x --standing past', 'which it does not know'],
    ['search --verify', 'goes after `--`: `brain search -- "--verify …"`'],
  ])('`brain %s` is refused', async (line, expected) => {
    const shown = await run(line, answering())
    expect(shown).toContain(expected)
    expect(shown).toContain('[exit 2]')
  })
})

describe('index', () => {
  const indexed: IndexReport = {
    notes: 6591,
    chunks: 14021,
    bytes: 9_130_000,
    changed: 120,
    removed: 3,
    redone: 140,
    held: 0,
    behind: 0,
    milliseconds: 6210,
    messages: [],
  }
  test('says what it did', async () => {
    expect(await run('index', {index: async () => indexed})).toMatchInlineSnapshot(`
      "6591 notes, 14021 chunks, 9.1 MB
      --- stderr ---
      120 notes read, 140 chunks new, 3 notes taken out in 6.2 s
      "
    `)
  })
  test('says that there was nothing to do, or something is left', async () => {
    const still = {...indexed, changed: 0, removed: 0, redone: 0, behind: 1, bytes: 812}
    expect(await run('index', {index: async () => still})).toMatchInlineSnapshot(`
      "6591 notes, 14021 chunks, 812 bytes
      --- stderr ---
      was in step
      1 note changed meanwhile: \`brain index\` again
      "
    `)
  })
  test('passes on what it is told', async () => {
    let got: unknown
    const index: Brain['index'] = async (options) => {
      got = options
      return indexed
    }
    await run('index --rebuild --accept', {index})
    expect(got).toEqual({rebuild: true, accept: true})
  })
})

describe('doctor', () => {
  const answer = (findings: DoctorReport['findings']) => ({
    doctor: async () => ({
      notes: 67,
      chunks: 120,
      findings,
      well: findings.every(({mended}) => mended),
    }),
  })
  test('finds all well', async () => {
    expect(await run('doctor', answer([]))).toBe('all well: 67 notes, 120 chunks\n')
  })
  test('says what it mended, and ends with 1 where something is left', async () => {
    const mended = {what: 'was not in the index', path: 'a.md', mended: true}
    expect(await run('doctor', answer([mended]))).toMatchInlineSnapshot(`
      "mended  a.md: was not in the index
      --- stderr ---
      67 notes, 120 chunks: all mended
      "
    `)
    const left = {
      what: 'nothing can be kept',
      path: '.brain',
      mended: false,
      hint: 'let it be written',
    }
    expect(await run('doctor', answer([mended, left]))).toMatchInlineSnapshot(`
      "mended  a.md: was not in the index
      left    .brain: nothing can be kept
        hint: let it be written
      --- stderr ---
      67 notes, 120 chunks: 1 of 2 findings left
      [exit 1]
      "
    `)
  })
})

describe('links', () => {
  const link: LinkLine = {
    path: 'a.md' as never,
    line: 3,
    kind: 'link',
    target: 'b',
    to: 'b.md',
    candidates: [],
  }
  const {to: _, ...lost} = link
  const links = async () => ({
    id: 'a.md',
    path: 'a.md' as never,
    title: 'A',
    out: [
      link,
      {...lost, target: 'gone#x', line: 4},
      {...lost, kind: 'embed' as const, target: 'c', candidates: ['x/c.md', 'y/c.md']},
      {...link, kind: 'superseded_by' as const},
    ],
    in: [
      {...link, path: 'z.md' as never, line: 9},
      {...link, path: 'y.md' as never, kind: 'supersedes' as const},
    ],
  })
  test('out and in', async () => {
    expect(await run('links a', {links})).toMatchInlineSnapshot(`
      "→ b.md  line 3
      → nowhere: \`gone#x\`  line 4
      → several: \`c\` is x/c.md or y/c.md  line 3, embed
      → b.md  line 3, superseded by
      ← z.md:9
      ← y.md:3  supersedes
      --- stderr ---
      a.md
      4 links to elsewhere, 2 from elsewhere
      "
    `)
    expect(await run('links a', {links}, {ascii: true})).toContain('-> b.md')
  })
})
