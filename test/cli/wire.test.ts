import fs from 'node:fs'
import path from 'node:path'
import {describe, expect, test} from 'vitest'
import {commands} from '../../src/cli/commands.js'
import {commitWire, whenQuietWire} from '../../src/cli/commit-wire.js'
import {hookStatusWire, hookWire} from '../../src/cli/hook-wire.js'
import {statusWire, watchEventWire} from '../../src/cli/status-wire.js'
import * as wire from '../../src/cli/wire.js'
import {claudeCode} from '../../src/hooks/claude-code.js'
import type {Health, Hit, Listed, Message, Past, Shown, Written} from '../../src/index.js'
import {BrainError} from '../../src/index.js'

const documented = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/json.md'), 'utf8')

/** The example under each heading, by the heading's words. */
const examples = new Map(
  documented
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const title = section.slice(0, section.indexOf('\n')).replaceAll('`', '')
      const found = [...section.matchAll(/^```json\n([\s\S]*?)^```$/gm)]
      expect([title, found.length]).toEqual([title, 1])
      return [title, JSON.parse(found[0]![1]!)] as const
    }),
)

const message = {
  rule: 'unreadable-date',
  severity: 'error',
  path: 'a.md',
  place: {line: 2, column: 3},
  reason: 'r',
  hint: 'h',
} as Message

const listed = {
  id: 'a.md',
  path: 'a.md',
  line: 1,
  title: 't',
  role: 'drawer',
  wing: 'w',
  room: 'r',
  hall: 'h',
  key: 'k',
  importance: 0.5,
  pinned: false,
  standing: 'current',
  stale: false,
  unreadable: false,
  validFrom: '2026-01-01T00:00:00Z',
  validUntil: '2026-01-02T00:00:00Z',
  closedBy: 'b.md',
  trustedUntil: '2026-01-03T00:00:00Z',
} as Listed

const health: Health = {
  ...{pid: 1, since: 's', changed: 'c', inStep: 'i', how: 'polling', why: 'w'},
  ...{folders: 1, notes: 1, chunks: 1, trouble: 't', commits: 'c'},
}

const revision = {
  id: 'f',
  recorded: 0,
  subject: 's',
  author: 'a',
  agent: 'g',
  session: 'i',
  paths: ['a.md'],
}

const written = {
  id: 'a.md',
  changed: true,
  paths: ['a.md'],
  closed: ['b.md'],
  committed: false,
  why: 'no-git',
  detail: 'd',
  messages: [],
} as unknown as Written

const hit: Hit = {
  id: 'a.md',
  path: 'a.md' as never,
  lines: [1, 2],
  title: 't',
  snippet: 's',
  marks: [[0, 1]],
  match: 'keyword',
  score: 1,
  parts: {
    words: 1,
    meaning: 0,
    note: 0,
    neighbours: 0,
    freshness: 0,
    importance: 0,
    exact: 0,
    standing: 0,
  },
  matched: ['w'],
  standing: 'current',
  stale: false,
  unreadable: false,
  missing: false,
}

const linked = {
  path: 'a.md' as never,
  line: 1,
  kind: 'link' as const,
  target: 'b',
  label: 'l',
  to: 'b.md',
  candidates: ['b.md'],
}

/** What the program prints, for each heading. */
const printed: Readonly<Record<string, unknown>> = {
  'brain boot': wire.bootWire({
    budget: 1,
    tokens: 1,
    tokenizer: 't',
    heldAt: 'h',
    text: '',
    layers: [{brain: 'personal', name: 'facts', allowance: 1, tokens: 1}],
    ledger: [
      {layer: 'facts', source: 's', tokens: 1, estimated: true, carried: false, reason: 'stale'},
    ],
    messages: [message],
  }),
  'brain search': wire.searchWire({
    query: 'q',
    heldAt: 'h',
    total: 1,
    offset: 0,
    limit: 10,
    staleIndex: false,
    behind: 0,
    words: ['w'],
    instead: {limts: ['limits']},
    hits: [hit],
    messages: [message],
  }),
  'brain index': wire.indexWire({
    notes: 1,
    chunks: 1,
    changed: 1,
    removed: 0,
    redone: 1,
    held: 0,
    behind: 0,
    bytes: 1,
    milliseconds: 1,
    messages: [message],
  }),
  'brain doctor': wire.doctorWire({
    notes: 1,
    chunks: 1,
    findings: [{what: 'w', path: 'a.md', mended: false, hint: 'h'}],
    well: false,
  }),
  'brain links': wire.linksWire({
    id: 'a.md',
    path: 'a.md' as never,
    title: 't',
    out: [linked],
    in: [linked],
  }),
  'brain about': wire.aboutWire({
    hits: [{name: 'n', id: 'a.md', path: 'a.md', lines: [1, 2], title: 't', score: 1}],
    text: 't',
    tokens: 1,
    messages: [message],
  } as never),
  'brain list': wire.listingWire({heldAt: 'h', total: 1, memories: [listed]}),
  'brain show': wire.shownWire({
    ...listed,
    text: 't',
    messages: [message],
    revisions: [revision],
  } as unknown as Shown),
  'brain history': wire.pastWire({
    id: 'a.md',
    path: 'a.md',
    more: false,
    revisions: [{...revision, text: 't'}],
  } as unknown as Past),
  'brain check': wire.checkWire({notes: 1, errors: 1, warnings: 0, messages: [message]}),
  'brain status': statusWire({
    root: '/',
    zone: {value: 'UTC', origin: 'default'},
    notes: 1,
    byRole: {identity: 1, drawer: 1, facts: 1},
    wings: 1,
    rooms: 1,
    memories: {current: 1, upcoming: 0, lapsed: 0, superseded: 0, stale: 0},
    errors: 0,
    warnings: 0,
    git: {
      kind: 'git',
      pending: [{path: 'a.md' as never, kind: 'new'}],
      obstacle: 'o',
      edits: 1,
      whenQuiet: false,
    },
    cutShort: {paths: ['a.md' as never], detail: 'd'},
    index: {notes: 1, chunks: 1, bytes: 1, behind: 0, savedAt: 's'},
    watcher: health,
    trusted: true,
  }),
  'brain watch': watchEventWire({what: 'watching', ...health}),
  'brain commit': commitWire(
    {
      committed: false,
      why: 'failed',
      detail: 'd',
      subject: 's',
      edits: [{path: 'a.md' as never, from: 'b.md' as never, kind: 'renamed', words: ['renamed']}],
      left: [{path: 'c.md' as never, line: 1, why: 'secret', detail: 'd'}],
      messages: [message],
    },
    false,
  ),
  'brain commit --when-quiet': whenQuietWire('/', true),
  'brain stale': wire.staleWire({heldAt: 'h', memories: [listed]}),
  'brain remember': wire.writtenWire(written),
  'brain forget': wire.forgottenWire({...written, keptBy: ['g']}),
  'brain init': wire.initialisedWire({
    root: '/',
    template: 'minimal',
    changed: true,
    paths: ['a.md'],
    kept: ['b.md'],
    notes: 0,
    repository: 'made',
    whenQuiet: false,
    committed: false,
    why: 'no-git',
    detail: 'd',
  } as never),
  'brain setup': wire.setupWire({
    project: '/',
    brain: '/',
    block: 'b',
    targets: [{path: 'a', of: 'codex', action: 'add', reason: 'r'}],
    applied: true,
    paths: ['a'],
  } as never),
  'brain hook install': hookWire({file: 'f', action: 'create'}, true),
  'brain hook status': hookStatusWire({
    onPath: true,
    brain: {root: '/', trusted: true},
    notKept: {at: 'a', code: 'c'},
    harnesses: [
      {
        harness: 'codex',
        places: [{of: 'project', file: 'f', events: ['e'], missing: ['m'], offIn: 'o'}],
      },
    ],
  }),
  'brain hook run': JSON.parse(claudeCode.write('begin', 'c')),
  'brain config list': wire.settingsWire([{key: 'k', value: 1, default: 2, origin: 'brain.yaml'}]),
  'brain trust': wire.trustWire('/', true),
  'brain completion': wire.completionWire('bash', 's'),
  'brain uninstall': wire.uninstalledWire({removed: ['r']}, ['h']),
  Errors: wire.failureWire(
    new BrainError('unknown-name', {message: 'm', hint: 'h', data: {name: 'n'}}),
  ),
}

describe('docs/json.md', () => {
  test('has an example of everything printed', () => {
    expect([...examples.keys()].sort()).toEqual(Object.keys(printed).sort())
  })

  test.each(Object.keys(printed))('shows the keys of %s', (title) => {
    expect(keysOf(examples.get(title))).toEqual(keysOf(printed[title]))
  })

  test('names every command', () => {
    for (const {name} of commands) {
      const isNamed = documented.includes(`brain ${name}\``) || documented.includes(`\`${name}\``)
      expect([name, isNamed]).toEqual([name, true])
    }
  })
})

/** Every key on every way down, in order; elements of a list count as one. */
function keysOf(value: unknown): string[] {
  const keys = new Set<string>()
  const visit = (inner: unknown, way: string): void => {
    if (Array.isArray(inner)) for (const element of inner) visit(element, `${way}[]`)
    else if (typeof inner === 'object' && inner !== null) {
      for (const [key, below] of Object.entries(inner)) {
        keys.add(`${way}.${key}`)
        visit(below, `${way}.${key}`)
      }
    }
  }
  visit(value, '')
  return [...keys]
}

describe('what is absent', () => {
  test('is null, so that every key is always there', () => {
    const {wing: _, validFrom: __, trustedUntil: ___, ...less} = listed
    expect(Object.keys(wire.listedWire(less))).toEqual(Object.keys(wire.listedWire(listed)))
    expect(wire.listedWire(less)).toMatchObject({wing: null, valid_from: null, trusted_until: null})
  })

  test('survives JSON', () => {
    const {place: _, hint: __, ...less} = message
    expect(JSON.parse(JSON.stringify(wire.messageWire(less as Message)))).toEqual({
      rule: 'unreadable-date',
      severity: 'error',
      path: 'a.md',
      line: null,
      column: null,
      reason: 'r',
      hint: null,
    })
  })
})

test('a fault says nothing of its inside but its message', () => {
  expect(wire.failureWire(new TypeError('broken'))).toEqual({
    error: {
      code: 'fault',
      message: 'TypeError: broken',
      hint: expect.stringContaining('report'),
      data: {},
    },
  })
})
