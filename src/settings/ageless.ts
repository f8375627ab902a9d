/**
 * Roles of what does not grow old: who somebody is, how things are done, and what an agent was told of
 * its user hold until they are taken back.
 */

import type {Role} from '../note/note.js'

export const AGELESS: ReadonlySet<string> = new Set<Role>(['identity', 'procedures', 'user'])
