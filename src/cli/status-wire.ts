/** The JSON of `brain status` and `brain watch`: as `wire.ts` writes that of all other commands. */

import type {Health, Status, WatchEvent} from '../index.js'

/** `brain status`. */
export function statusWire(status: Status) {
  return {
    root: status.root,
    zone: {value: status.zone.value, origin: status.zone.origin},
    notes: status.notes,
    by_role: {...status.byRole},
    wings: status.wings,
    rooms: status.rooms,
    memories: {
      current: status.memories.current,
      upcoming: status.memories.upcoming,
      lapsed: status.memories.lapsed,
      superseded: status.memories.superseded,
      stale: status.memories.stale,
    },
    errors: status.errors,
    warnings: status.warnings,
    git: {
      kind: status.git.kind,
      pending: status.git.pending.map(({path, kind}) => ({path, kind})),
      obstacle: status.git.obstacle ?? null,
      edits: status.git.edits,
      when_quiet: status.git.whenQuiet,
    },
    cut_short:
      status.cutShort === undefined
        ? null
        : {paths: [...status.cutShort.paths], detail: status.cutShort.detail},
    index:
      status.index === undefined
        ? null
        : {
            notes: status.index.notes,
            chunks: status.index.chunks,
            bytes: status.index.bytes,
            behind: status.index.behind,
            saved_at: status.index.savedAt,
          },
    watcher: status.watcher === undefined ? null : watcherWire(status.watcher),
    trusted: status.trusted,
  }
}

/** How a watcher is. */
function watcherWire(health: Health) {
  return {
    pid: health.pid,
    since: health.since,
    changed: health.changed ?? null,
    in_step: health.inStep ?? null,
    how: health.how,
    why: health.why ?? null,
    folders: health.folders,
    notes: health.notes,
    chunks: health.chunks,
    trouble: health.trouble ?? null,
    commits: health.commits ?? null,
  }
}

/** A line of `brain watch --json`. */
export function watchEventWire(event: WatchEvent) {
  return event.what === 'watching' ? {what: event.what, ...watcherWire(event)} : event
}
