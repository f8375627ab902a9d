/**
 * Reads a brain's settings from `brain.yaml`, without the YAML parser where the file is the same as last time.
 *
 * Loading the parser costs a start-up as much as Node itself; `.brain/settings.json` remembers what
 * it made of which bytes.
 */

import {readFileSync} from 'node:fs'
import path from 'node:path'
import {readCacheJson, writeCacheFile} from '../ground/cache-file.js'
import {digest} from '../ground/digest.js'
import type {Message} from '../ground/message.js'
import {unreadableFile} from '../note/files.js'
import {DEFAULT_SETTINGS} from './defaults.js'
import type {Settings} from './settings.js'

/** Where settings are written, at the root of the brain. */
export const SETTINGS_FILE = 'brain.yaml'

// Raised whenever the same bytes would be read differently.
const FORMAT = 2

export interface LoadedSettings {
  readonly settings: Settings
  readonly messages: readonly Message[]
}

/** Reads the settings of the brain at `root`; a missing or broken file leaves the defaults. */
export async function loadSettings(root: string, cacheDir: string): Promise<LoadedSettings> {
  let text: string | undefined
  try {
    text = readFileSync(path.join(root, SETTINGS_FILE), 'utf8')
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code !== 'ENOENT'
    const messages = isThere ? [unreadableFile(SETTINGS_FILE, error)] : []
    return {settings: DEFAULT_SETTINGS, messages}
  }
  const key = digest(`${FORMAT}\n${text}`)
  const cached = readCacheJson(cacheDir, 'settings.json') as Partial<Cached> | null | undefined
  if (cached?.key === key && cached.settings !== undefined && cached.messages !== undefined) {
    return {settings: cached.settings, messages: cached.messages}
  }

  const {readSettings} = await import('./settings.js')
  const loaded = readSettings(text)
  writeCacheFile(cacheDir, 'settings.json', JSON.stringify({key, ...loaded}))
  return loaded
}

interface Cached extends LoadedSettings {
  /** Names the bytes that were read, and how they were read. */
  readonly key: string
}
