/** What commands print, run with a brain that answers as told. */

import {describe, expect, test} from 'vitest'
import type {Io} from '../../src/cli/io.js'
import {runProgram} from '../../src/cli/program.js'
import {harnesses} from '../../src/hooks/harnesses.js'
import type {
  BootContext,
  Brain,
  Forgotten,
  Listed,
  Shown,
  Status,
  Written,
} from '../../src/index.js'
import {contextIn} from '../hooks/output.js'
import {fakeIo} from './fake-io.js'

const memory: Listed = {
  id: 'drawers/atlas/api/rate-limits.md',
  path: 'drawers/atlas/api/rate-limits.md' as never,
  line: 1,
  title: 'Rate limits',
  role: 'drawer',
  importance: 0.5,
  pinned: false,
  standing: 'current',
  stale: false,
  unreadable: false,
}

async function run(line: string, brain: Partial<Brain>, io: Partial<Io> = {}): Promise<string> {
  const fake = fakeIo(io, brain)
  const exit = await runProgram(line.split(' '), fake)
  const {out, err} = fake.written
  return out + (err === '' ? '' : `--- stderr ---\n${err}`) + (exit === 0 ? '' : `[exit ${exit}]\n`)
}

describe('list', () => {
  const memories: Listed[] = [
    memory,
    {
      ...memory,
      id: 'drawers/borealis/deploy/ロールバック手順.md',
      title: '本番のロールバック手順と確認',
      stale: true,
    },
    {
      ...memory,
      id: 'MEMORY.md#^k3f',
      title: 'The office\nis in \x1b[31mLyon',
      standing: 'superseded',
    },
    {...memory, id: 'notes/a.md', title: 'A date that nobody can read', unreadable: true},
  ]
  const list = async () => ({heldAt: 'x', total: 4, memories})

  test('stands in columns', async () => {
    expect(await run('list', {list})).toMatchInlineSnapshot(`
      "current     Rate limits                   drawers/atlas/api/rate-limits.md
      stale       本番のロールバック手順と確認  …s/borealis/deploy/ロールバック手順.md
      superseded  The office is in �[31mLyon    MEMORY.md#^k3f
      unreadable  A date that nobody can read   notes/a.md
      --- stderr ---
      4 memories
      "
    `)
  })
  test('in a narrow terminal each takes two lines', async () => {
    expect(await run('list', {list}, {columns: 30})).toMatchInlineSnapshot(`
      "current Rate limits
        …rs/atlas/api/rate-limits.md
      stale 本番のロールバック手順…
        …/deploy/ロールバック手順.md
      superseded The office is in �…
        MEMORY.md#^k3f
      unreadable A date that nobody…
        notes/a.md
      --- stderr ---
      4 memories
      "
    `)
  })
  test('of nothing is said', async () => {
    const nothing = async () => ({heldAt: 'x', total: 0, memories: []})
    expect(await run('list', {list: nothing})).toMatchInlineSnapshot(`
      "--- stderr ---
      nothing fits; --include-past also shows what no longer holds
      "
    `)
  })
})

describe('stale', () => {
  const at = (trustedUntil: string | undefined, stale: boolean): Listed => ({
    ...memory,
    stale,
    ...(trustedUntil === undefined ? {} : {trustedUntil}),
  })
  test('says for how long', async () => {
    const stale = async () => ({
      heldAt: '2026-11-29T09:00:00Z',
      memories: [
        at(undefined, true),
        at('2024-11-01T00:00:00Z', true),
        at('2026-06-01T00:00:00Z', true),
        at('2026-11-20T00:00:00Z', true),
        at('2026-11-29T08:59:00Z', true),
        at('2026-12-10T09:00:00Z', false),
      ],
    })
    expect(await run('stale --within 14d', {stale})).toMatchInlineSnapshot(`
      "Rate limits
        stale, no date to count from  drawers/atlas/api/rate-limits.md
      Rate limits
        stale for 2 years  drawers/atlas/api/rate-limits.md
      Rate limits
        stale for 5 months  drawers/atlas/api/rate-limits.md
      Rate limits
        stale for 9 days  drawers/atlas/api/rate-limits.md
      Rate limits
        stale for less than an hour  drawers/atlas/api/rate-limits.md
      Rate limits
        stale in 11 days  drawers/atlas/api/rate-limits.md
      --- stderr ---
      5 memories stale, 1 more within 14d
      "
    `)
  })
})

describe('status', () => {
  const status: Status = {
    root: '/home/ada/brain',
    zone: {value: 'UTC', origin: 'default'},
    notes: 12,
    byRole: {drawer: 12},
    wings: 1,
    rooms: 2,
    memories: {current: 20, upcoming: 0, lapsed: 2, superseded: 3, stale: 1},
    errors: 1,
    warnings: 2,
    git: {
      kind: 'git',
      pending: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({
        path: `${name}.md` as never,
        kind: 'changed',
      })),
      obstacle: 'a merge is in progress',
      edits: 5,
      whenQuiet: false,
    },
    trusted: false,
  }
  test('is short', async () => {
    expect(await run('status', {status: async () => status})).toMatchInlineSnapshot(`
      "brain     /home/ada/brain
      notes     12 in 1 wing and 2 rooms (zone UTC, by default)
      memories  20 current, 1 stale, 2 lapsed, 3 superseded
      check     1 error, 2 warnings (brain check)
      hooks     may not load it until \`brain trust\`
      index     none yet: the first search makes it
      watcher   none: every command looks for itself (brain watch)
      git       7 files not committed; 5 for \`brain commit\`; a merge is in progress
                changed a.md
                changed b.md
                changed c.md
                changed d.md
                changed e.md
                and 2 more
      "
    `)
  })
  test('of a folder without Git', async () => {
    const git = {kind: 'none', pending: [], edits: 0, whenQuiet: false} as const
    const index = {
      notes: 12,
      chunks: 34,
      bytes: 5120,
      behind: 1,
      savedAt: '2026-11-29T08:30:12.345Z',
    }
    const well = {...status, git, index, errors: 0, warnings: 0, trusted: true}
    expect(await run('status', {status: async () => well})).toMatchInlineSnapshot(`
      "brain     /home/ada/brain
      notes     12 in 1 wing and 2 rooms (zone UTC, by default)
      memories  20 current, 1 stale, 2 lapsed, 3 superseded
      check     all well
      hooks     may load this brain
      index     12 notes, 34 chunks, 5.1 KB, of 2026-11-29 08:30 UTC; 1 note behind
      watcher   none: every command looks for itself (brain watch)
      git       none here: nothing is committed, and there is no undo
      "
    `)
  })
})

describe('what was written', () => {
  const written: Written = {
    id: 'drawers/general/notes/the-api-is-grpc.md',
    changed: true,
    paths: [],
    closed: ['drawers/general/notes/rest.md'],
    committed: '1c0ffee1c0ffee1c0ffee1c0ffee1c0ffee1c0ff' as never,
    messages: [],
  }
  test('says what, where, and that Git has it', async () => {
    expect(await run('remember x', {remember: async () => written})).toMatchInlineSnapshot(`
      "remembered drawers/general/notes/the-api-is-grpc.md
        closed drawers/general/notes/rest.md
        committed 1c0ffee1c0
      "
    `)
  })
  test('says what is worth knowing of the commit', async () => {
    const remember = async (): Promise<Written> => ({...written, detail: 'HEAD is on no branch'})
    expect(await run('remember x', {remember})).toContain(
      '  committed 1c0ffee1c0: HEAD is on no branch\n',
    )
  })
  test('says why Git does not have it', async () => {
    const remember = async (): Promise<Written> => ({
      ...written,
      committed: false,
      why: 'in-progress',
      detail: 'a rebase is in progress',
    })
    expect(await run('remember x', {remember})).toMatchInlineSnapshot(`
      "remembered drawers/general/notes/the-api-is-grpc.md
        closed drawers/general/notes/rest.md
        on disk, not committed: a rebase is in progress
      "
    `)
  })
  test('says that nothing had to change', async () => {
    const end = async (): Promise<Written> => ({
      ...written,
      changed: false,
      closed: [],
      committed: false,
    })
    expect(await run('end x', {end})).toMatchInlineSnapshot(`
      "unchanged drawers/general/notes/the-api-is-grpc.md
      "
    `)
  })
})

describe('forget', () => {
  const show = async () => ({...memory, text: '', messages: [], revisions: []}) as Shown
  let forgot: string[] = []
  const forget = async (name: string): Promise<Forgotten> => {
    forgot.push(name)
    return {
      id: memory.id,
      changed: true,
      paths: [],
      closed: [],
      committed: false,
      why: 'no-git',
      detail: 'no Git here',
      messages: [],
      keptBy: ['2 commits'],
    }
  }
  const check = async (line: string, io: Partial<Io>, expected: readonly string[]) => {
    forgot = []
    const shown = await run(line, {show, forget}, io)
    expect(forgot).toEqual(expected)
    return shown
  }
  test('asks on a terminal', async () => {
    const confirm = async () => false
    expect(await check('forget x', {interactive: true, confirm}, [])).toMatchInlineSnapshot(`
      "--- stderr ---
      Rate limits
        drawers/atlas/api/rate-limits.md: current
      nothing was changed
      "
    `)
    await check('forget x', {interactive: true, confirm: async () => true}, ['x'])
  })
  test('needs --yes elsewhere', async () => {
    expect(await check('forget x', {}, [])).toMatchInlineSnapshot(`
      "--- stderr ---
      Rate limits
        drawers/atlas/api/rate-limits.md: current
      error: \`drawers/atlas/api/rate-limits.md\` would be removed, and nobody is here to be asked
        hint: nothing was changed; run it again with \`--yes\`
      [exit 2]
      "
    `)
    expect(await check('forget x --yes', {}, ['x'])).toMatchInlineSnapshot(`
      "forgot drawers/atlas/api/rate-limits.md
        gone from disk, not committed: no Git here
      --- stderr ---
      Git still keeps it: 2 commits
      "
    `)
  })
})

describe('boot', () => {
  const line = (
    carried: boolean,
    reason: BootContext['ledger'][number]['reason'],
  ): BootContext['ledger'][number] => ({
    layer: 'facts',
    source: 'MEMORY.md:1',
    tokens: 10,
    estimated: false,
    carried,
    reason,
  })
  const context: BootContext = {
    budget: 1500,
    tokens: 10,
    tokenizer: 'o200k_base',
    heldAt: '2026-11-29T09:00:00Z',
    text: '# Memory\nRed: \x1b[31m\n',
    layers: [{name: 'facts', allowance: 350, tokens: 10}],
    ledger: [
      line(true, 'carried'),
      line(false, 'over-budget'),
      line(false, 'stale'),
      line(false, 'lapsed'),
    ],
    messages: [
      {
        rule: 'unreadable-date',
        severity: 'error',
        path: 'a.md',
        place: {line: 2, column: 3},
        reason: 'r',
      },
    ],
  }
  const answering = (given: Partial<BootContext>): Partial<Brain> => ({
    boot: async () => ({...context, ...given}),
  })

  test('in a pipe is the text as it is; what was skipped is said beside it', async () => {
    expect(await run('boot', answering({}))).toBe(
      '# Memory\nRed: \x1b[31m\n--- stderr ---\na.md:2:3: error: r [unreadable-date]\n',
    )
  })
  test('on a terminal says what it cost, and makes foreign control characters harmless', async () => {
    const terminal = () => true
    expect(await run('boot', answering({messages: []}), {terminal})).toMatchInlineSnapshot(`
      "# Memory
      Red: �[31m
      --- stderr ---
      10 of 1500 tokens, 1 carried, 1 over budget, 2 left out for other reasons (--explain says which)
      "
    `)
  })
  test('that carries nothing says so: a budget below the notice', async () => {
    const nothing = {
      text: '',
      tokens: 0,
      budget: 5,
      messages: [],
      ledger: [line(false, 'over-budget'), line(false, 'stale')],
    }
    expect(await run('boot --budget 5', answering(nothing))).toMatchInlineSnapshot(`
      "--- stderr ---
      the text is empty: a budget of 5 tokens has no room for the notice of what was left out
        hint: give it more, \`--budget 900\`
      "
    `)
  })
  test('that carries nothing says so: an empty brain', async () => {
    const nothing = {text: '', tokens: 0, messages: [], ledger: []}
    expect(await run('boot', answering(nothing))).toMatchInlineSnapshot(`
      "--- stderr ---
      nothing to boot: the brain has no memory yet
        hint: \`brain init\` lays out its files, \`brain remember "…"\` adds to it
      "
    `)
  })
  test('that carries nothing says so: nothing that holds', async () => {
    const nothing = {text: '', tokens: 0, messages: [], ledger: [line(false, 'stale')]}
    expect(await run('boot', answering(nothing))).toMatchInlineSnapshot(`
      "--- stderr ---
      nothing to boot: of 1 memory none is to be carried
        hint: \`--explain\` says why of each
      "
    `)
  })
  test('--explain shows a bar for each layer, as wide as the terminal', async () => {
    const shown = await run('boot --explain', answering({messages: []}), {columns: 50, ascii: true})
    expect(shown).toMatchInlineSnapshot(`
      "10 of 1500 tokens (o200k_base), as of 2026-11-29T09:00:00Z
      facts      #...........................  10 of 350

      facts
        carried (1)
              10  MEMORY.md:1
        over budget (1)
              10  MEMORY.md:1
        stale (1)
              10  MEMORY.md:1
        lapsed (1)
              10  MEMORY.md:1
      "
    `)
  })
  test('--for json is --json', async () => {
    expect(await run('boot --for json', answering({}))).toBe(
      await run('boot --json', answering({})),
    )
  })
  test.each(harnesses)('--for $name is what the hook prints', async ({name}) => {
    const printed = await run(`boot --for ${name}`, answering({messages: [], text: 'm\n'}))
    expect(contextIn(name, 'begin', printed)).toBe('m\n')
  })
})
