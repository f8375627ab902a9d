/** Brains in which much has to do with time, for laws, and a history that is made up. */

import fc from 'fast-check'
import type {Instant} from '../../src/ground/instant.js'
import type {NotePath} from '../../src/ground/note-path.js'
import type {Ages, History, Unit} from '../../src/history/history.js'
import {at, type BenchOptions} from './bench-scene.js'

/** A history that dates some words, knows some renames, and notes how often it was asked. */
export function historyOf(
  dates: Readonly<Record<string, string>>,
  renamed: Readonly<Record<string, string>> = {},
): {history: Partial<History>; asked: () => number; move: (head: string) => void} {
  let asked = 0
  let head = 'one'
  return {
    asked: () => asked,
    move: (to) => {
      head = to
    },
    history: {
      kind: 'git',
      head: async () => head,
      ages: async (units: readonly Unit[]): Promise<Ages[]> => {
        asked++
        return units.map(({path: file}) => {
          const date = dates[file]
          if (date === undefined) return {changed: [], selective: [], committed: false}
          return {changed: [at(date)], selective: [], committed: true}
        })
      },
      renames: async (lost) => {
        asked++
        const found = lost.filter((name) => renamed[name] !== undefined)
        return new Map(found.map((name) => [name, renamed[name] as NotePath]))
      },
    },
  }
}

const NAMES = ['MEMORY.md', 'drawers/w/r/x.md', 'drawers/w/s/x.md', 'y.md', 'z.md', 'old/q.md']

const target = fc.constantFrom(
  ...['x', 'y', 'z.md', 'drawers/w/r/x.md', 'MEMORY.md#^k', 'MEMORY.md#2', 'gone', 'Ypsilon'],
  ...['MEMORY.md', 'moved.md', '#^k'],
)
const day = fc.constantFrom('2026-11-01', '2026-11-28', '2026-12-01', 'soon', '2027-02-01')
const field = fc.oneof(
  fc.tuple(fc.constantFrom('valid_from', 'valid_to', 'created', 'updated', 'reviewed'), day),
  fc.tuple(fc.constant('ttl'), fc.constantFrom('3d', '90d', 'forever', 'x')),
  fc.tuple(fc.constant('key'), fc.constantFrom('k', 'l')),
  fc.tuple(
    fc.constantFrom('supersedes', 'superseded_by'),
    target.map((name) => `"[[${name}]]"`),
  ),
  fc.tuple(fc.constant('aliases'), fc.constantFrom('[Ypsilon]', '[z]')),
  fc.tuple(fc.constant('hall'), fc.constantFrom('facts', 'advice')),
)
const head = fc.uniqueArray(field, {maxLength: 3, selector: ([name]) => name}).map((fields) => {
  const lines = fields.map(([name, value]) => `${name}: ${value}\n`)
  return lines.length === 0 ? '' : `---\n${lines.join('')}---\n`
})
const inline = fc.oneof(
  fc.tuple(fc.constantFrom('valid_from', 'valid_to', 'reviewed'), day),
  fc.tuple(fc.constant('ttl'), fc.constantFrom('3d', '90d')),
  fc.tuple(fc.constant('key'), fc.constantFrom('k', 'l')),
  fc.tuple(fc.constantFrom('supersedes', 'superseded_by'), target),
)
const fact = fc
  .tuple(
    fc.constantFrom('- ', '  - '),
    fc.array(inline, {maxLength: 2}),
    fc.constantFrom('', ' ^k', ' ^m'),
  )
  .map(([mark, fields, block]) => {
    const written = fields.map(([name, value]) => ` [${name}:: ${value}]`)
    return `${mark}It is so${written.join('')}${block}\n`
  })
const file = fc
  .tuple(head, fc.array(fact, {maxLength: 4}))
  .map(([top, facts]) => top + facts.join(''))

/** A brain, its settings and its history, and a question. */
export interface TimelyBrain {
  readonly files: Readonly<Record<string, string>>
  readonly options: BenchOptions
  readonly heldAt: Instant
  readonly now: Instant
}

export const aTimelyBrain: fc.Arbitrary<TimelyBrain> = fc
  .record({
    files: fc.dictionary(fc.constantFrom(...NAMES), file),
    settings: fc.constantFrom(
      '',
      'ttl: {roles: {facts: 3d}}',
      'ttl: {roles: {plain: 9d}, halls: {facts: 2d}}',
    ),
    dates: fc.dictionary(
      fc.constantFrom(...NAMES),
      fc.constantFrom('2026-11-02T00:00Z', '2026-11-28T00:00Z'),
    ),
    heldAt: fc.constantFrom(
      '2026-10-01T00:00Z',
      '2026-11-28T12:00Z',
      '2026-11-29T12:00Z',
      '2026-12-31T00:00Z',
    ),
  })
  .map(({files, settings, dates, heldAt}) => ({
    files,
    options: {settings, history: historyOf(dates, {'moved.md': 'old/q.md'}).history},
    heldAt: at(heldAt),
    now: at('2026-11-29T12:00Z'),
  }))
