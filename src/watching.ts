/** Watches a brain for as long as somebody wants it: what `watch/` needs of the machine, and the brain opened for it. */

import {speakerOf} from './ask-watcher.js'
import type {OpenOptions} from './brain.js'
import {lockDirOf} from './edit/lock.js'
import {type Machine, readMachine, rootOn} from './machine.js'
import {once} from './once.js'
import {openHistoryOf, openScene} from './open-scene.js'
import {outdatedSince} from './outdated.js'
import {watchLock, watchSocket} from './watch/place.js'
import {type WatchEvent, type Watched, watch} from './watch/watcher.js'

/** An editor that saves by itself saves more often than that. */
const COMMIT_AFTER = 30_000

export interface WatchOptions extends OpenOptions {
  /** Ends it. */
  readonly signal: AbortSignal
  /** In milliseconds: so long no file changes before hand edits are committed, where their owner agreed to that. */
  readonly commitAfter?: number
  /** Waits for a watcher that there is to end, and takes its place. */
  readonly wait?: boolean
  /** Told what happens: that it watches, that the index is in step again, what goes wrong. */
  readonly onEvent?: (event: WatchEvent) => void
}

/**
 * Watches the brain that `options` names, or that is found from the working directory, until `signal` ends it. Meanwhile
 * it answers the searches of all processes of this user.
 *
 * @throws {BrainError} `not-a-brain`, `lock-held` where it is watched already and `wait` is not said, `write-failed`.
 */
export async function watchBrain(options: WatchOptions): Promise<void> {
  const {signal, wait = false, commitAfter = COMMIT_AFTER, onEvent = () => {}} = options
  const machine = readMachine(options)
  const root = rootOn(machine, options)
  await watch({
    lock: await lockOf(root, machine),
    socket: watchSocket(root, machine.stateDir),
    speaker: speakerOf(machine),
    open: (rang) => openWatched(root, machine, options, rang),
    now: () => machine.clock.now(),
    ...{signal, wait, commitAfter, told: onEvent},
  })
}

/** Where writers have theirs too. */
async function lockOf(root: string, machine: Machine): Promise<string> {
  const history = await openHistoryOf(root, machine)
  try {
    return watchLock(root, await lockDirOf(history, machine.stateDir))
  } finally {
    await history.close()
  }
}

async function openWatched(
  root: string,
  machine: Machine,
  options: OpenOptions,
  rang: () => void,
): Promise<Watched> {
  const {LiveIndex} = await import('./recall/live-index.js')
  const {keepInStep} = await import('./recall/keep-in-step.js')
  const {search} = await import('./recall/search.js')
  const isOutdated = outdatedSince(root, machine)
  const opened = await openScene(root, machine, {...options, own: ownOf(machine), rang})
  const {scene} = opened
  const index = new LiveIndex(scene)
  return {
    isOutdated,
    listen: async () => {
      const {files} = await (await opened.live()).look()
      return files.filter(({path: file}) => /\.md$/i.test(file)).length
    },
    hearing: async () => (await opened.live()).hearing,
    search: (query, asked) => search(scene, index, query, asked),
    keepInStep: () => keepInStep(scene, index),
    commitEdits: async () => (await import('./writing/quiet-commit.js')).quietCommit(scene),
    close: async () => {
      await index.inTurn(async () => {})
      await index.close()
      await opened.close()
    },
  }
}

function ownOf(machine: Machine) {
  return once(async () => (await import('./personal.js')).findUserSettings(machine)).get
}
