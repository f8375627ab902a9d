import {expect, test} from 'vitest'
import {notePath} from '../../src/ground/note-path.js'
import {placeOf, roleOf} from '../../src/note/role.js'

test.each([
  ['SOUL.md', 'identity'],
  ['IDENTITY.md', 'identity'],
  ['ABOUT.md', 'identity'],
  ['AGENTS.md', 'procedures'],
  ['TOOLS.md', 'procedures'],
  ['USER.md', 'user'],
  ['MEMORY.md', 'facts'],
  ['daily/2026-11-29.md', 'daily'],
  ['memory/2026-11-29-standup.md', 'daily'],
  ['memory/index.md', 'plain'],
  ['daily/notes.md', 'plain'],
  ['sessions/x.md', 'session'],
  ['sessions/a/x.md', 'plain'],
  ['drawers/w/r/s.md', 'drawer'],
  ['drawers/w/AGENTS.md', 'procedures'],
  ['drawers/w/r/AGENTS.md', 'drawer'],
  ['docs/SOUL.md', 'plain'],
  ['soul.md', 'plain'],
  ['Note.md', 'plain'],
] as const)('%s is %s', (path, role) => {
  expect(roleOf(notePath(path))).toBe(role)
})

test.each([
  ['drawers/w/r/s.md', {wing: 'w', room: 'r'}],
  ['drawers/w/r/deeper/s.md', {wing: 'w', room: 'r'}],
  ['drawers/w/s.md', {wing: 'w'}],
  ['drawers/s.md', {}],
  ['notes/w/r/s.md', {}],
])('%s stands at %j', (path, place) => {
  expect(placeOf(notePath(path))).toEqual(place)
})
