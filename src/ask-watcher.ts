/** What a process says to the watcher of its brain. */

import {statSync} from 'node:fs'
import {fileURLToPath} from 'node:url'
import type {SearchOptions} from './brain.js'
import type {Scene} from './catalog/scene.js'
import type {Machine} from './machine.js'
import type {SearchReport} from './recall/hit.js'
import {version} from './version.js'
import {askWatcher} from './watch/ask.js'
import type {Health} from './watch/health.js'
import {watchSocket} from './watch/place.js'
import type {Speaker} from './watch/wire.js'

/** What the watcher finds; `undefined` where there is none, or none of this program. */
export async function searchByWatcher(
  {root, stateDir}: Scene,
  machine: Machine,
  query: string,
  options: SearchOptions,
): Promise<SearchReport | undefined> {
  const asked = {verb: 'search', query, options} as const
  const answered = await askWatcher(watchSocket(root, stateDir), () => speakerOf(machine), asked)
  return answered !== undefined && 'report' in answered ? answered.report : undefined
}

/** How the watcher is; `undefined` where none answers. */
export async function healthOfWatcher(
  {root, stateDir}: Scene,
  machine: Machine,
): Promise<Health | undefined> {
  const socket = watchSocket(root, stateDir)
  const answered = await askWatcher(socket, () => speakerOf(machine), {verb: 'health'})
  return answered !== undefined && 'health' in answered ? answered.health : undefined
}

/** Two programs of one version may differ while one is being worked on. */
export function speakerOf({zone, configDir}: Machine): Speaker {
  const {mtimeMs, ino} = statSync(fileURLToPath(import.meta.url))
  return {program: `${version} ${mtimeMs} ${ino}`, zone, configDir}
}
