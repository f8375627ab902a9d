/**
 * The settings of a person, which hold beside any brain: `config.yaml` in the user's config folder.
 *
 * They are few, since what belongs to a memory stands in the brain and goes where it goes. What is
 * made of the file is kept in the user's state folder: it is nobody's brain's.
 */

import path from 'node:path'
import {DEFAULT_USER_SETTINGS} from './defaults.js'
import {type Loaded, loadFile} from './load-file.js'
import type {ModelKind} from './model-kinds.js'
import type {SettingLine} from './settings.js'

export interface UserSettings {
  /** The personal brain as written: an absolute path, or one that begins with `~`. */
  readonly personal?: string
  /** From 0 to 0.9: the part of a boot's budget that a personal brain has. */
  readonly personalShare: number
  /** By what model texts are understood. Only here: a brain that came by clone names none. */
  readonly meaning: MeaningSettings
  /** By whom the first hits are put in order once more; by nobody without a `url`. */
  readonly rerank: RerankSettings
  /** The settings that the file made. */
  readonly written: readonly string[]
}

/** What is said of a server. */
interface ServerSettings {
  /** Of http or https. */
  readonly url?: string
  /** The server's name for the model. */
  readonly name?: string
  /** The environment variable that the key is in. */
  readonly keyVariable?: string
  /** In milliseconds. */
  readonly timeout: number
}

export interface MeaningSettings extends ServerSettings {
  readonly model: ModelKind
  /** The folder of a model, as written: an absolute path, or one that begins with `~`. */
  readonly path?: string
  /** So many components are kept; all where absent. */
  readonly dimensions?: number
  readonly passagePrefix: string
  readonly questionPrefix: string
  /** Texts in one request. */
  readonly batch: number
  /** A longer text is cut; as the model has room for where absent. */
  readonly maxTokens?: number
  /** That a network on this machine may use. */
  readonly threads: number
}

export type RerankSettings = ServerSettings

export const USER_SETTINGS_FILE = 'config.yaml'

/** Where a user's settings are, and where what was read of them may be kept. */
export interface UserFolders {
  /** Absolute. */
  readonly configDir: string
  /** Absolute. */
  readonly stateDir: string
  /** What messages call the file. */
  readonly name: string
}

/** Reads a user's settings; a missing or broken file leaves the defaults. */
export async function loadUserSettings(folders: UserFolders): Promise<Loaded<UserSettings>> {
  const {configDir, stateDir, name} = folders
  return loadFile({
    file: path.join(configDir, USER_SETTINGS_FILE),
    name,
    cacheDir: path.join(stateDir, 'cache'),
    cache: 'user-settings.json',
    defaults: DEFAULT_USER_SETTINGS,
    read: async (text) => (await import('./read-user-settings.js')).readUserSettings(text, name),
  })
}

/** Every setting of a user with its value, in a fixed order. Lengths of time are written as texts. */
export function userSettingLines(settings: UserSettings): SettingLine[] {
  const values = shownValues(settings)
  const usual = shownValues(DEFAULT_USER_SETTINGS)
  return Object.keys(values).map((key) => {
    const origin = settings.written.includes(key) ? USER_SETTINGS_FILE : 'default'
    return {key, value: values[key] ?? null, default: usual[key] ?? null, origin}
  })
}

function shownValues({
  personal,
  personalShare,
  meaning,
  rerank,
}: UserSettings): Readonly<Record<string, unknown>> {
  return {
    personal,
    personal_share: personalShare,
    'meaning.model': meaning.model,
    'meaning.path': meaning.path,
    'meaning.url': meaning.url,
    'meaning.name': meaning.name,
    'meaning.key_variable': meaning.keyVariable,
    'meaning.dimensions': meaning.dimensions,
    'meaning.passage_prefix': meaning.passagePrefix,
    'meaning.question_prefix': meaning.questionPrefix,
    'meaning.batch': meaning.batch,
    'meaning.timeout': shownTime(meaning.timeout),
    'meaning.max_tokens': meaning.maxTokens,
    'meaning.threads': meaning.threads,
    'rerank.url': rerank.url,
    'rerank.name': rerank.name,
    'rerank.key_variable': rerank.keyVariable,
    'rerank.timeout': shownTime(rerank.timeout),
  }
}

function shownTime(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000}s` : `${milliseconds}ms`
}
