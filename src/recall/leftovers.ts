/** What killed commands left under `.brain/`: files that were written beside their place and never moved there. */

import {readdirSync} from 'node:fs'
import {removeCacheFile} from '../ground/cache-file.js'

const STAGED = /\.[0-9a-f]{8}\.tmp$/

/** Removes what is left over, and returns its names. One that is just being written is written again by its owner. */
export function removeLeftovers(cacheDir: string): string[] {
  const left = stagedUnder(cacheDir)
  for (const name of left) removeCacheFile(cacheDir, name)
  const still = new Set(stagedUnder(cacheDir))
  return left.filter((name) => !still.has(name))
}

function stagedUnder(cacheDir: string): string[] {
  try {
    return readdirSync(cacheDir, {recursive: true, encoding: 'utf8'})
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => STAGED.test(name))
      .sort()
  } catch {
    return []
  }
}
