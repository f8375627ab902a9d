/** Makes the scene of a brain: chooses what stands behind each port. */

import path from 'node:path'
import {fileURLToPath} from 'node:url'
import type {OpenOptions} from './brain.js'
import type {Scene} from './catalog/scene.js'
import type {History} from './history/history.js'
import type {Machine} from './machine.js'
import {once} from './once.js'
import {loadSettings} from './settings/load.js'
import type {Loaded} from './settings/load-file.js'
import type {Settings} from './settings/settings.js'
import type {UserSettings} from './settings/user-settings.js'
import {version} from './version.js'

/** Derived files of a brain stand here, and nothing else does. */
const CACHE_FOLDER = '.brain'

/** Beside `src/`, and beside `dist/` in the package. */
const BUILT_IN_MODEL = fileURLToPath(new URL('../models/minilm-static-128.bin', import.meta.url))

export interface SceneOptions extends OpenOptions {
  readonly own: () => Promise<Loaded<UserSettings>>
  /** Called each time that something may have changed. */
  readonly rang?: () => void
}

/** The scene of the brain at `root`, and how its history is closed. */
export async function openScene(root: string, machine: Machine, options: SceneOptions) {
  const {onProgress} = options
  const cacheDir = path.join(root, CACHE_FOLDER)
  const history = once(() => openHistoryOf(root, machine))
  const {settings, messages} = await loadSettings(root, cacheDir)
  const live = once(async () => {
    const {LiveCatalog} = await import('./catalog/live-catalog.js')
    return new LiveCatalog(scene, options.rang)
  })
  const scene: Scene = {
    root,
    cacheDir,
    stateDir: machine.stateDir,
    program: version,
    settings,
    settingMessages: messages,
    clock: machine.clock,
    get machineZone() {
      return machine.zone
    },
    history: history.get,
    look: async () => (await live.get()).look(),
    ...modelsOf(machine, options, settings),
    ...(onProgress === undefined ? {} : {onProgress}),
  }
  const close = async () => {
    ;(await live.made())?.close()
    await (await history.made())?.close()
  }
  return {scene, close, live: live.get}
}

/**
 * The models that a search asks: the caller's, else those that the user's own settings name. A brain can only
 * say that it wants none.
 */
function modelsOf(
  machine: Machine,
  {embedder, reranker, own}: SceneOptions,
  {search}: Settings,
): Pick<Scene, 'embedder' | 'reranker' | 'ownMessages'> {
  const isOff = search.meaning === 'off'
  const chosen = once(async () => {
    const {chosenEmbedder} = await import('./chosen-models.js')
    return chosenEmbedder(machine, (await own()).settings.meaning, BUILT_IN_MODEL)
  })
  const isMeant = embedder === undefined ? !isOff : embedder !== false
  const isOrdered = reranker === undefined ? !isOff : reranker !== false
  return {
    ownMessages: async () => (await own()).messages,
    ...(isMeant ? {embedder: async () => embedder || chosen.get()} : {}),
    ...(isOrdered ? {reranker: async () => reranker || chosenReranking(machine, own)} : {}),
  }
}

async function chosenReranking(machine: Machine, own: SceneOptions['own']) {
  const {rerank} = (await own()).settings
  if (rerank.url === undefined) return undefined
  return (await import('./chosen-models.js')).chosenReranker(machine, rerank)
}

/** The history of the brain at `root`. */
export async function openHistoryOf(root: string, machine: Machine): Promise<History> {
  const {openHistory} = await import('./history/git-history.js')
  return openHistory(root, {
    cacheDir: path.join(root, CACHE_FOLDER),
    now: () => machine.clock.now(),
    env: machine.env,
  })
}
