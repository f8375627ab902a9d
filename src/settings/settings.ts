/**
 * What `brain.yaml` may say. Every setting has a default; settings are always today's.
 *
 * A setting that cannot be understood keeps its default and is reported at its line; one that is
 * not known is reported and ignored. No `brain.yaml`, however broken, keeps a brain from opening.
 */

import type {Zone} from '../ground/day.js'
import type {Duration} from '../ground/duration.js'
import type {Message} from '../ground/message.js'
import type {Role} from '../note/note.js'
import {DEFAULT_SETTINGS} from './defaults.js'
import {type Found as FoundOf, findSettings} from './find-settings.js'
import {KNOWN, type SettingKind} from './known.js'
import type {Ranking} from './ranking.js'
import {formatDuration, readers} from './readers.js'

export interface Settings {
  readonly zone: Zone
  /** Whether brain.yaml names the zone; where not, UTC is for reading only. */
  readonly zoneWritten: boolean
  /** Ttls for notes and facts that have none of their own; none by default. */
  readonly ttl: {
    readonly roles: Readonly<Partial<Record<Role, Duration>>>
    /** By the hall's name in lower case. A hall's ttl goes before a role's. */
    readonly halls: Readonly<Record<string, Duration>>
  }
  readonly boot: {
    /** In tokens. */
    readonly budget: number
    /** Weights of the layers, by their names; only their ratios matter. */
    readonly shares: Readonly<Record<string, number>>
    /** Days in which a memory's age costs it as much as half its importance. */
    readonly halfLife: number
    /** Plain notes to carry all the same, as part of the facts layer: brain-relative paths. */
    readonly also: readonly string[]
  }
  readonly search: {
    /** `off`: words alone are searched, whatever model the user has. Which model it is a brain cannot say. */
    readonly meaning: 'on' | 'off'
    readonly ranking: Ranking
    /** In what time a memory loses half of what it has for being new; not at all where it is in neither. */
    readonly halfLife: {
      readonly roles: Readonly<Partial<Record<Role, Duration>>>
      /** By the hall's name in lower case. A hall's goes before a role's. */
      readonly halls: Readonly<Record<string, Duration>>
    }
  }
  readonly sessions: {
    /** `off`: nothing that is said in a session is written. */
    readonly keep: 'on' | 'off'
  }
  /** The settings that brain.yaml made, `boot.shares.facts`; none where absent. */
  readonly written?: readonly string[]
}

/** One setting as `brain config list` shows it. */
export interface SettingLine {
  readonly key: string
  readonly value: unknown
  readonly default: unknown
  /** `config.yaml` is the user's own. */
  readonly origin: 'brain.yaml' | 'config.yaml' | 'default'
}

type Found = FoundOf<SettingKind>

/** Reads the text of `brain.yaml`; `undefined` where there is none. */
export function readSettings(text: string | undefined): {
  settings: Settings
  messages: Message[]
} {
  const {found, messages} = findSettings(text ?? '', {known: KNOWN, name: 'brain.yaml'})
  let settings = DEFAULT_SETTINGS
  for (const setting of found) {
    const read = readers[setting.kind](setting.value, setting.name)
    if ('wrong' in read) messages.push(complaint(setting, read.wrong, read.hint))
    else settings = withSetting(settings, setting, read.value)
  }
  return {settings: withSomeShare(settings, found, messages), messages}
}

/** Every setting with its value, in a fixed order. Lengths of time are written as texts. */
export function settingLines(settings: Settings): SettingLine[] {
  const written = new Set(settings.written)
  const {boot: usual} = DEFAULT_SETTINGS
  const line = (key: string, value: unknown, byDefault: unknown): SettingLine => {
    return {key, value, default: byDefault, origin: written.has(key) ? 'brain.yaml' : 'default'}
  }
  const ttls = (kind: 'roles' | 'halls') => {
    return Object.entries<Duration | undefined>(settings.ttl[kind]).map(([name, ttl]) =>
      line(`ttl.${kind}.${name}`, ttl === undefined ? null : formatDuration(ttl), null),
    )
  }
  const halfLives = (kind: 'roles' | 'halls') => {
    const byDefault: Readonly<Record<string, Duration>> = DEFAULT_SETTINGS.search.halfLife[kind]
    return Object.entries<Duration>(settings.search.halfLife[kind]).map(([name, halfLife]) => {
      const usual = Object.hasOwn(byDefault, name) ? formatDuration(byDefault[name]!) : null
      return line(`search.half_life.${kind}.${name}`, formatDuration(halfLife), usual)
    })
  }
  return [
    line('zone', settings.zone, DEFAULT_SETTINGS.zone),
    ...ttls('roles'),
    ...ttls('halls'),
    line('boot.budget', settings.boot.budget, usual.budget),
    ...Object.entries(settings.boot.shares).map(([layer, share]) =>
      line(`boot.shares.${layer}`, share, usual.shares[layer] ?? null),
    ),
    line('boot.half_life', settings.boot.halfLife, usual.halfLife),
    line('boot.also', settings.boot.also, usual.also),
    line('search.meaning', settings.search.meaning, DEFAULT_SETTINGS.search.meaning),
    line('search.ranking', settings.search.ranking, DEFAULT_SETTINGS.search.ranking),
    ...halfLives('roles'),
    ...halfLives('halls'),
    line('sessions.keep', settings.sessions.keep, DEFAULT_SETTINGS.sessions.keep),
  ]
}

function withSetting(settings: Settings, found: Found, value: unknown): Settings {
  const written = [...(settings.written ?? []), found.key]
  const {ttl, boot, search} = settings
  const named = {[found.name]: value}
  switch (found.kind) {
    case 'zone':
      return {...settings, written, zone: value as Zone, zoneWritten: true}
    case 'ttl.roles':
      return {...settings, written, ttl: {...ttl, roles: {...ttl.roles, ...named}}}
    case 'ttl.halls':
      return {...settings, written, ttl: {...ttl, halls: {...ttl.halls, ...named}} as typeof ttl}
    case 'boot.budget':
      return {...settings, written, boot: {...boot, budget: value as number}}
    case 'boot.shares':
      return {
        ...settings,
        written,
        boot: {...boot, shares: {...boot.shares, ...named} as typeof boot.shares},
      }
    case 'boot.half_life':
      return {...settings, written, boot: {...boot, halfLife: value as number}}
    case 'boot.also':
      return {...settings, written, boot: {...boot, also: value as string[]}}
    case 'search.meaning':
      return {...settings, written, search: {...search, meaning: value as 'on' | 'off'}}
    case 'search.ranking':
      return {...settings, written, search: {...search, ranking: value as Ranking}}
    case 'search.half_life.roles':
      return {...settings, written, search: withHalfLife(search, 'roles', named)}
    case 'search.half_life.halls':
      return {...settings, written, search: withHalfLife(search, 'halls', named)}
    case 'sessions.keep':
      return {...settings, written, sessions: {keep: value as 'on' | 'off'}}
  }
}

function withHalfLife(
  search: Settings['search'],
  kind: 'roles' | 'halls',
  named: Readonly<Record<string, unknown>>,
): Settings['search'] {
  const {halfLife} = search
  return {...search, halfLife: {...halfLife, [kind]: {...halfLife[kind], ...named}}}
}

/** Weights of nothing but 0 leave no ratio to share by. */
function withSomeShare(settings: Settings, found: readonly Found[], messages: Message[]): Settings {
  if (Object.values(settings.boot.shares).some((share) => 0 < share)) return settings
  const last = found.findLast(({kind}) => kind === 'boot.shares')
  if (last !== undefined) messages.push(complaint(last, 'is 0, as every other share is', undefined))
  return {...settings, boot: {...settings.boot, shares: DEFAULT_SETTINGS.boot.shares}}
}

function complaint({key, place}: Found, wrong: string, hint: string | undefined): Message {
  return {
    rule: 'invalid-setting',
    severity: 'error',
    path: 'brain.yaml',
    place,
    reason: `\`${key}\` ${wrong}; its default holds`,
    ...(hint === undefined ? {} : {hint}),
  }
}
