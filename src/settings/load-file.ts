/**
 * Reads a file of settings without the YAML parser where it is the same as last time.
 *
 * Loading the parser costs a start-up as much as Node itself; a cache remembers what it made of which
 * bytes.
 */

import {readFileSync} from 'node:fs'
import {readCacheJson, writeCacheFile} from '../ground/cache-file.js'
import {digest} from '../ground/digest.js'
import type {Message} from '../ground/message.js'
import {unreadableFile} from '../note/files.js'

// Raised whenever the same bytes would be read differently.
const FORMAT = 7

/** What was read of a file, and what is wrong with it. */
export interface Loaded<Values> {
  readonly settings: Values
  readonly messages: readonly Message[]
}

export interface SettingsFile<Values> {
  /** Absolute. */
  readonly file: string
  /** What messages call it. */
  readonly name: string
  /** Where what was read is kept, and under which name. */
  readonly cacheDir: string
  readonly cache: string
  readonly defaults: Values
  /** Loads the parser, and reads. */
  readonly read: (text: string) => Promise<Loaded<Values>>
}

/** Reads a file of settings; a missing or broken one leaves the defaults. */
export async function loadFile<Values>(source: SettingsFile<Values>): Promise<Loaded<Values>> {
  const {file, name, cacheDir, cache, defaults, read} = source
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const isThere = !MISSING.includes((error as NodeJS.ErrnoException).code)
    return {settings: defaults, messages: isThere ? [unreadableFile(name, error)] : []}
  }
  const key = digest(`${FORMAT}\n${name}\n${text}`)
  const cached = readCacheJson(cacheDir, cache) as Partial<Cached<Values>> | null | undefined
  if (cached?.key === key && cached.settings !== undefined && cached.messages !== undefined) {
    return {settings: cached.settings, messages: cached.messages}
  }

  const loaded = await read(text)
  writeCacheFile(cacheDir, cache, JSON.stringify({key, ...loaded}))
  return loaded
}

const MISSING: readonly (string | undefined)[] = ['ENOENT', 'ENOTDIR']

interface Cached<Values> extends Loaded<Values> {
  /** Names the bytes that were read, and how they were read. */
  readonly key: string
}
