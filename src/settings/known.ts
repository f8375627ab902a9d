/**
 * Which settings there are, as a table: what `brain.yaml` is read by, and what its JSON Schema is
 * tested against.
 */

import type {Role} from '../note/note.js'
import {DEFAULT_SHARES} from './defaults.js'

/** The settings by the way they are read; those with names below them stand for all of them. */
export type SettingKind =
  | 'zone'
  | 'ttl.roles'
  | 'ttl.halls'
  | 'boot.budget'
  | 'boot.shares'
  | 'boot.half_life'
  | 'boot.also'
  | 'search.meaning'
  | 'search.ranking'
  | 'search.half_life.roles'
  | 'search.half_life.halls'
  | 'sessions.keep'

/** What a key of a mapping is: a setting, a mapping of named settings, or a mapping of more. */
export type Known<Kind extends string = SettingKind> =
  | {readonly is: 'setting'; readonly kind: Kind}
  /** `names` are the only ones there are; any where absent. */
  | {readonly is: 'named'; readonly kind: Kind; readonly names?: readonly string[]}
  | {readonly is: 'group'; readonly keys: Readonly<Record<string, Known<Kind>>>}

const ROLES: Readonly<Record<Role, true>> = {
  identity: true,
  procedures: true,
  user: true,
  facts: true,
  daily: true,
  drawer: true,
  session: true,
  plain: true,
}

export const KNOWN: Known & {is: 'group'} = {
  is: 'group',
  keys: {
    zone: {is: 'setting', kind: 'zone'},
    ttl: {
      is: 'group',
      keys: {
        roles: {is: 'named', kind: 'ttl.roles', names: Object.keys(ROLES)},
        halls: {is: 'named', kind: 'ttl.halls'},
      },
    },
    boot: {
      is: 'group',
      keys: {
        budget: {is: 'setting', kind: 'boot.budget'},
        shares: {is: 'named', kind: 'boot.shares', names: Object.keys(DEFAULT_SHARES)},
        half_life: {is: 'setting', kind: 'boot.half_life'},
        also: {is: 'setting', kind: 'boot.also'},
      },
    },
    search: {
      is: 'group',
      keys: {
        meaning: {is: 'setting', kind: 'search.meaning'},
        ranking: {is: 'setting', kind: 'search.ranking'},
        half_life: {
          is: 'group',
          keys: {
            roles: {is: 'named', kind: 'search.half_life.roles', names: Object.keys(ROLES)},
            halls: {is: 'named', kind: 'search.half_life.halls'},
          },
        },
      },
    },
    sessions: {is: 'group', keys: {keep: {is: 'setting', kind: 'sessions.keep'}}},
  },
}
