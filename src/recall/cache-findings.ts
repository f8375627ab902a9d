/** What is the matter with the folder of caches itself, and with the times of files that they go by. */

import {statSync} from 'node:fs'
import path from 'node:path'
import type {Scene} from '../catalog/scene.js'
import {removeCacheFile, writeCacheFile} from '../ground/cache-file.js'
import {walk} from '../note/files.js'
import type {Finding} from './finding.js'
import {removeLeftovers} from './leftovers.js'

/** Written to see that it can be, and to ask the disk for its time. */
const PROBE = 'probe'

/** Times are told apart to seconds. */
const TOLERANCE = 5000

/** Looks at the folder, and removes what killed commands left in it. */
export function cacheFindings({cacheDir, root}: Scene): Finding[] {
  const findings: Finding[] = removeLeftovers(cacheDir).map((name) => ({
    what: 'was left half-written',
    path: `.brain/${name}`,
    mended: true,
  }))
  if (!writeCacheFile(cacheDir, PROBE, '')) {
    const what = 'cannot be written: the index is made anew for each command'
    const hint = 'make it a folder that you may write to'
    return [...findings, {what, path: '.brain', mended: false, hint}]
  }
  const {mtimeMs} = statSync(path.join(cacheDir, PROBE))
  removeCacheFile(cacheDir, PROBE)
  return [...findings, ...fromTheFuture(root, mtimeMs)]
}

/** Such a file could change again under the times that it has, so that every command must read it. */
export function fromTheFuture(root: string, nowMs: number): Finding[] {
  const early = walk(root).files.filter(({ctimeMs}) => nowMs + TOLERANCE < ctimeMs)
  const [first] = early
  if (first === undefined) return []
  const more = early.length === 1 ? '' : `, and ${early.length - 1} more`
  return [
    {
      what: `was last changed at a time that is still to come${more}: each command reads it again`,
      path: first.path,
      mended: false,
      hint: 'see that the clock of this machine is right; saving the file again puts it in order',
    },
  ]
}
