/** Reads a brain's settings from `brain.yaml`; `.brain/settings.json` remembers what was made of it. */

import path from 'node:path'
import {DEFAULT_SETTINGS} from './defaults.js'
import {type Loaded, loadFile} from './load-file.js'
import type {Settings} from './settings.js'

/** Where settings are written, at the root of the brain. */
export const SETTINGS_FILE = 'brain.yaml'

/** Reads the settings of the brain at `root`; a missing or broken file leaves the defaults. */
export async function loadSettings(root: string, cacheDir: string): Promise<Loaded<Settings>> {
  return loadFile({
    file: path.join(root, SETTINGS_FILE),
    name: SETTINGS_FILE,
    cacheDir,
    cache: 'settings.json',
    defaults: DEFAULT_SETTINGS,
    read: async (text) => (await import('./settings.js')).readSettings(text),
  })
}
