import {expect, test} from 'vitest'
import {standingOf} from '../../src/cli/standing.js'
import type {Listed} from '../../src/index.js'

const listed: Listed = {
  id: 'a.md',
  path: 'a.md' as never,
  line: 1,
  title: 'A',
  role: 'plain',
  importance: 0.5,
  pinned: false,
  standing: 'current',
  stale: false,
  unreadable: false,
}

test.each<[string, Partial<Listed>]>([
  ['current', {}],
  [
    'superseded by b.md at 2026-03-01T00:00:00Z',
    {standing: 'superseded', closedBy: 'b.md', validUntil: '2026-03-01T00:00:00Z'},
  ],
  // What closes itself named a successor that is lost.
  ['superseded by what is not in the brain', {standing: 'superseded', closedBy: 'a.md'}],
  ['superseded', {standing: 'superseded'}],
])('%s', (expected, more) => {
  expect(standingOf({...listed, ...more})).toBe(expected)
})
