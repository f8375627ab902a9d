/**
 * The brain at a glance: what is in it, how it stands, what waits to be committed.
 */

import type {Status} from '../brain.js'
import type {Memory} from '../catalog/memory.js'
import {isOwnPath} from '../catalog/own-paths.js'
import type {Scene} from '../catalog/scene.js'
import {commitsEdits, trusted} from '../consent/consent.js'
import {cutShortIn} from '../edit/cut-short.js'
import {lockDirOf} from '../edit/lock.js'
import type {History, PendingChange} from '../history/history.js'
import type {Role} from '../note/note.js'
import type {LiveIndex} from '../recall/live-index.js'
import {peek} from '../recall/peek.js'
import {countsOf} from './check.js'
import {survey} from './survey.js'

/** Tells how the brain is, now. */
export async function status(scene: Scene, live: LiveIndex): Promise<Status> {
  const {catalog, memories, messages} = await survey(scene, {})
  const {zone, zoneWritten} = scene.settings
  const notes = memories.filter(({fact}) => fact === undefined).map(({note}) => note)
  const rooms = notes.map(({place: {wing, room}}) => (room === undefined ? '' : `${wing}/${room}`))
  const history = await scene.history()
  const pending = await history.pending()
  const obstacle = await history.obstacle(pending.map(({path}) => path))
  const index = await peek(scene, live, catalog)
  const cutShort = await cutShortIn(scene.root, await lockDirOf(history, scene.stateDir))
  return {
    root: scene.root,
    zone: {value: zone, origin: zoneWritten ? 'setting' : 'default'},
    notes: notes.length,
    byRole: byRole(notes.map(({role}) => role)),
    wings: distinct(notes.map(({place}) => place.wing ?? '')),
    rooms: distinct(rooms),
    memories: standings(memories),
    ...countsOf([...scene.settingMessages, ...catalog.messages, ...messages]),
    git: {
      kind: history.kind,
      pending: pending.map(({path, kind}) => ({path, kind})),
      ...(obstacle === undefined ? {} : {obstacle: obstacle.detail}),
      edits: pending.filter(isEdit).length,
      whenQuiet: await commitsQuietly(scene, history),
    },
    ...(cutShort === undefined ? {} : {cutShort}),
    ...(index === undefined ? {} : {index}),
    trusted: await trusted(scene.stateDir, scene.root),
  }
}

/** What is staged is meant for a commit of its owner's own. */
function isEdit({path, kind, staged}: PendingChange): boolean {
  return !staged && kind !== 'conflicted' && isOwnPath(path)
}

async function commitsQuietly({stateDir, root}: Scene, {workTree}: History): Promise<boolean> {
  return workTree !== undefined && (await commitsEdits(stateDir, root, workTree))
}

function byRole(roles: readonly Role[]): Status['byRole'] {
  const counts: Partial<Record<Role, number>> = {}
  for (const role of roles) counts[role] = (counts[role] ?? 0) + 1
  return counts
}

function distinct(names: readonly string[]): number {
  return new Set(names.filter((name) => name !== '')).size
}

/** `stale` counts what is current otherwise: what is past cannot go stale. */
function standings(memories: readonly Memory[]): Status['memories'] {
  const counts = {upcoming: 0, current: 0, lapsed: 0, superseded: 0, stale: 0}
  for (const {standing, stale} of memories) {
    counts[standing]++
    if (stale && standing === 'current') counts.stale++
  }
  return counts
}
