/** How soon what is new is old, and by what it is told: settings, halls, roles and dates. */

import {describe, expect, test} from 'vitest'
import type {SearchOptions} from '../../src/brain.js'
import {UTC} from '../../src/ground/day.js'
import {instant} from '../../src/ground/instant.js'
import {notePath} from '../../src/ground/note-path.js'
import {parse} from '../../src/note/parse.js'
import {entryOf} from '../../src/recall/entry-of.js'
import {freshnessAsked, kindOf} from '../../src/recall/freshness-asked.js'
import {LiveIndex} from '../../src/recall/live-index.js'
import {search} from '../../src/recall/search.js'
import {readSettings} from '../../src/settings/settings.js'
import {BrainBox} from '../boot/scene.js'
import {refused} from '../writing/brain-box.js'

const NOON = instant(Date.UTC(2026, 10, 29, 12))

function halfLife(kind: string, brainYaml?: string): number | undefined {
  return freshnessAsked(readSettings(brainYaml).settings, NOON).halfLifeOf(kind)
}

describe('half-lives', () => {
  const roles = 'search: {half_life: {roles: {drawer: 1w, facts: 1y}}}'
  const halls =
    'search: {half_life: {halls: {facts: 2w, Deals: 12h, events: forever, a/b: 3d}, roles: {drawer: 1w}}}'

  test.each<[string, string, string | undefined, number | undefined]>([
    ['a daily log', 'daily', undefined, 180],
    ['a session', 'session', undefined, 365],
    ['an event', 'drawer/events', undefined, 365],
    ['an event in any file', 'plain/events', undefined, 365],
    ['a drawer', 'drawer', undefined, undefined],
    ['a discovery', 'drawer/discoveries', undefined, undefined],
    ['who one is', 'identity', undefined, Number.POSITIVE_INFINITY],
    [
      'how it is done, whatever hall it is in',
      'procedures/events',
      halls,
      Number.POSITIVE_INFINITY,
    ],
    ['the user', 'user/events', undefined, Number.POSITIVE_INFINITY],
    ['a role that is set', 'drawer', roles, 7],
    ['a hall without its own has that of its role', 'drawer/discoveries', roles, 7],
    ['but not a hall of what lasts', 'drawer/facts', roles, undefined],
    ['nor preferences', 'drawer/preferences', roles, undefined],
    ['nor advice', 'drawer/advice', roles, undefined],
    ['which may be named', 'drawer/facts', halls, 14],
    ['a hall goes before a role', 'drawer/deals', halls, 0.5],
    ['also where it takes a half-life away', 'daily/events', halls, Number.POSITIVE_INFINITY],
    ['a hall with a stroke in its name', 'drawer/a/b', halls, 3],
    ['facts of MEMORY.md where that is asked', 'facts', roles, 365.2425],
    ['names that objects have', 'drawer/constructor', halls, 7],
    ['and roles', 'constructor', halls, undefined],
  ])('%s', (_, kind, brainYaml, expected) => {
    expect(halfLife(kind, brainYaml)).toBe(expected)
  })

  test('ages are counted up to the beginning of the day, as the brain has its days', () => {
    const at = (yaml: string) => freshnessAsked(readSettings(yaml).settings, NOON).at
    expect(at('')).toBe(Date.UTC(2026, 10, 29))
    expect(at('zone: Asia/Tokyo')).toBe(Date.UTC(2026, 10, 28, 15))
  })
})

/** What the index is told of a note: its kind, and how important each of its chunks is. */
function told(path: string, text: string) {
  const {note, pieces} = parse(notePath(path), text, UTC)
  const entry = entryOf({note, text, ...(pieces && {pieces})}, 'digest', UTC)
  expect(entry.kind).toBe(kindOf(note))
  return {kind: entry.kind, importance: entry.chunks.map(({importance}) => importance)}
}

describe('what the index is told', () => {
  test.each<[string, string, string, {kind: string; importance: (number | undefined)[]}]>([
    ['a plain note', 'a.md', 'Words.\n', {kind: 'plain', importance: [undefined]}],
    [
      'a drawer in a hall',
      'drawers/ship/engine/oil.md',
      '---\nhall: Events\nimportance: 0.9\n---\nWords.\n',
      {kind: 'drawer/events', importance: [0.9]},
    ],
    [
      'what is as important as if nothing were said',
      'a.md',
      '---\nimportance: 0.5\n---\nWords.\n',
      {kind: 'plain', importance: [undefined]},
    ],
    [
      'facts, each by itself',
      'MEMORY.md',
      '- One. [importance:: 0.8]\n- Two.\n- Three. [importance:: 0]\n',
      {kind: 'facts', importance: [0.8, undefined, 0]},
    ],
  ])('%s', (_, path, text, expected) => {
    expect(told(path, text)).toEqual(expected)
  })
})

/** A brain of these files, asked on noon of 29 November 2026. */
function brainOf(box: BrainBox) {
  const scene = box.scene({now: '2026-11-29T12:00Z'})
  const live = new LiveIndex(scene)
  return async (query: string, options: SearchOptions = {}) =>
    (await search(scene, live, query, options)).hits
}

const log = (what: string) => `# Log\n\nThe harbour master was asked about ${what}.\n`

describe('in a search', () => {
  test('of two that are nearly alike the newer comes first', async () => {
    using box = new BrainBox({
      'daily/2026-01-05.md': log('the moorings'),
      'daily/2026-11-20.md': log('the moorings'),
    })
    const ask = brainOf(box)
    const [newer, older] = await ask('harbour master moorings')
    expect([newer!.path, older!.path]).toEqual(['daily/2026-11-20.md', 'daily/2026-01-05.md'])
    expect(newer!.parts.freshness).toBeLessThan(0)
    expect(older!.parts.freshness).toBeLessThan(newer!.parts.freshness)
    // On the day of the older one the other is not old either: it is yet to come.
    const then = await ask('harbour master moorings', {heldAt: '2026-01-05'})
    expect(then.map(({parts}) => parts.freshness)).toEqual([0, 0])
  })

  test('what says more of what is asked is found before what is newer', async () => {
    using box = new BrainBox({
      'daily/2024-01-05.md': log('the moorings'),
      'daily/2026-11-28.md': log('the fees'),
    })
    const [first] = await brainOf(box)('harbour master moorings')
    expect(first!.path).toBe('daily/2024-01-05.md')
  })

  test('of two that are alike the more important comes first, and a change of it alone is seen', async () => {
    const note = (importance: number) =>
      `---\nimportance: ${importance}\n---\n# Oil\n\nThe engine takes oil.\n`
    using box = new BrainBox({'a.md': note(0.2), 'b.md': note(0.9)})
    const ask = brainOf(box)
    expect((await ask('engine oil')).map(({path}) => path)).toEqual(['b.md', 'a.md'])
    box.write('a.md', note(1))
    const hits = await ask('engine oil')
    expect(hits.map(({path}) => path)).toEqual(['a.md', 'b.md'])
    expect(hits.map(({parts}) => parts.importance > 0)).toEqual([true, true])
  })

  test('another ranking is asked for by an option, or by the settings', async () => {
    const files = {
      'old.md': '---\ncreated: 2020-01-01\n---\nThe engine takes oil, engine oil.\n',
      'new.md': '---\ncreated: 2026-11-01\nimportance: 1\n---\nOf the engine, and of much else.\n',
    }
    using box = new BrainBox(files)
    const first = async (ask: ReturnType<typeof brainOf>, options: SearchOptions = {}) =>
      (await ask('engine oil', options))[0]!.path
    expect(await first(brainOf(box))).toBe('old.md')
    expect(await first(brainOf(box), {ranking: 'meaning-time-importance'})).toBe('new.md')
    box.write('brain.yaml', 'search: {ranking: meaning-time-importance}\n')
    expect(await first(brainOf(box))).toBe('new.md')
    expect(await first(brainOf(box), {ranking: 'usual'})).toBe('old.md')
  })

  test('a ranking that there is none of is refused', async () => {
    using box = new BrainBox({'a.md': 'Words.\n'})
    const error = await refused(brainOf(box)('words', {ranking: 'best' as never}), 'bad-argument')
    expect(error.data).toEqual({argument: 'ranking', value: 'best'})
  })
})
