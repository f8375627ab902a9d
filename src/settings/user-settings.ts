/**
 * The settings of a person, which hold beside any brain: `config.yaml` in the user's config folder.
 *
 * They are few, since what belongs to a memory stands in the brain and goes where it goes. What is
 * made of the file is kept in the user's state folder: it is nobody's brain's.
 */

import path from 'node:path'
import {DEFAULT_USER_SETTINGS} from './defaults.js'
import {type Loaded, loadFile} from './load-file.js'
import type {SettingLine} from './settings.js'

export interface UserSettings {
  /** The personal brain as written: an absolute path, or one that begins with `~`. */
  readonly personal?: string
  /** From 0 to 0.9: the part of a boot's budget that a personal brain has. */
  readonly personalShare: number
  /** The settings that the file made. */
  readonly written: readonly string[]
}

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

/** Every setting of a user with its value, in a fixed order. */
export function userSettingLines(settings: UserSettings): SettingLine[] {
  const {personal = null, personalShare, written} = settings
  const line = (key: string, value: unknown, byDefault: unknown): SettingLine => {
    const origin = written.includes(key) ? USER_SETTINGS_FILE : 'default'
    return {key, value, default: byDefault, origin}
  }
  return [
    line('personal', personal, null),
    line('personal_share', personalShare, DEFAULT_USER_SETTINGS.personalShare),
  ]
}
