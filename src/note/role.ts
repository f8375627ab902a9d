/**
 * What a file of the brain is for, and where a drawer stands, by the path alone.
 *
 * Roles hold at the brain's root only, with one exception: a wing's own AGENTS.md are procedures
 * too, and its wing in `placeOf` tells them from the brain's. Frontmatter may override a place, but
 * never a role.
 */

import type {NotePath} from '../ground/note-path.js'
import type {Place, Role} from './note.js'

const rootRoles: ReadonlyMap<string, Role> = new Map([
  ['SOUL.md', 'identity'],
  ['IDENTITY.md', 'identity'],
  ['ABOUT.md', 'identity'],
  ['AGENTS.md', 'procedures'],
  ['TOOLS.md', 'procedures'],
  ['USER.md', 'user'],
  ['MEMORY.md', 'facts'],
])

/** Daily logs: ours in `daily/`, OpenClaw's in `memory/`, which may carry a slug. */
const daily = /^(?:daily|memory)\/\d{4}-\d{2}-\d{2}(?:-[^/]*)?\.md$/
const wingProcedures = /^drawers\/[^/]+\/AGENTS\.md$/

/** What the file at `path` is for. */
export function roleOf(path: NotePath): Role {
  const root = rootRoles.get(path)
  if (root !== undefined) return root
  if (daily.test(path)) return 'daily'
  if (/^sessions\/[^/]+\.md$/.test(path)) return 'session'
  if (wingProcedures.test(path)) return 'procedures'
  return path.startsWith('drawers/') ? 'drawer' : 'plain'
}

/** The wing and room that the folders of `path` name; empty outside `drawers/`. */
export function placeOf(path: NotePath): Place {
  const [top, wing, room, ...rest] = path.split('/')
  if (top !== 'drawers' || wing === undefined || room === undefined) return {}
  return rest.length === 0 ? {wing} : {wing, room}
}
