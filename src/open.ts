/**
 * Opens a brain: reads the machine once, and chooses what stands behind each port.
 *
 * Besides the doors this is the only file that knows the clock, the environment, the working directory
 * and the home folder. Verbs are loaded when first called, so that opening costs next to nothing.
 */

import os from 'node:os'
import path from 'node:path'
import {fileURLToPath} from 'node:url'
import type {Brain, OpenOptions} from './brain.js'
import type {Scene} from './catalog/scene.js'
import {type Clock, instant} from './ground/instant.js'
import type {History} from './history/history.js'
import {locate} from './locate.js'
import type {FoundPersonal} from './personal.js'
import {loadSettings} from './settings/load.js'
import type {Loaded} from './settings/load-file.js'
import type {Settings} from './settings/settings.js'
import type {UserSettings} from './settings/user-settings.js'
import {version} from './version.js'
import type {Initialised, InitRequest} from './writing/init.js'
import type {SetupReport, SetupRequest} from './writing/setup.js'

/** Derived files of a brain stand here, and nothing else does. */
const CACHE_FOLDER = '.brain'

/** Beside `src/`, and beside `dist/` in the package. */
const TEMPLATES_FOLDER = fileURLToPath(new URL('../templates', import.meta.url))
const BUILT_IN_MODEL = fileURLToPath(new URL('../models/minilm-static-128.bin', import.meta.url))

/**
 * Opens the brain that `options` names, or that is found from the working directory. Changes no file but
 * those under `.brain/`.
 *
 * @throws {BrainError} `not-a-brain` where there is none.
 */
export async function openBrain(options: OpenOptions = {}): Promise<Brain> {
  const machine = readMachine(options)
  const root = locate({
    ...(options.root === undefined ? {} : {named: options.root}),
    ...(machine.env.MDBRAIN_DIR === undefined ? {} : {fromEnvironment: machine.env.MDBRAIN_DIR}),
    workingDirectory: machine.workingDirectory,
    home: machine.home,
  })
  const own = once(async () => (await import('./personal.js')).findUserSettings(machine))
  const histories: (() => Promise<void>)[] = []
  const open = async (folder: string) => {
    const {scene, close} = await openScene(folder, machine, {...options, own: own.get})
    histories.push(close)
    return scene
  }
  const scene = await open(root)
  const personal = once(async () => {
    const {findPersonal} = await import('./personal.js')
    return findPersonal(machine, await own.get(), root, open)
  })
  return brainOf(scene, personal.get, async () => {
    await Promise.all(histories.map((close) => close()))
  })
}

interface SceneOptions extends OpenOptions {
  readonly own: () => Promise<Loaded<UserSettings>>
}

/** The scene of the brain at `root`, and how its history is closed. */
async function openScene(root: string, machine: Machine, options: SceneOptions) {
  const {onProgress} = options
  const cacheDir = path.join(root, CACHE_FOLDER)
  const history = once(() => openHistoryOf(root, cacheDir, machine))
  const {settings, messages} = await loadSettings(root, cacheDir)
  const live = once(async () => {
    const {LiveCatalog} = await import('./catalog/live-catalog.js')
    return new LiveCatalog(scene)
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
  return {scene, close}
}

/** What `initBrain` is asked for, and the machine where something else than the real one is meant. */
export type InitOptions = InitRequest & Omit<OpenOptions, 'root'>

/**
 * Makes a brain of the folder `root`, or adopts one that holds notes. A second run changes nothing.
 *
 * @throws {BrainError} `consent-needed` for a folder with notes without `adopt`, `bad-argument` for a
 * template that there is not and for the home folder, `write-failed`.
 */
export async function initBrain(options: InitOptions): Promise<Initialised> {
  const machine = readMachine(options)
  const {initBrain: init} = await import('./writing/init.js')
  return init(
    {...options, root: path.resolve(machine.workingDirectory, options.root)},
    {...machine, environment: machine.env, templates: TEMPLATES_FOLDER},
  )
}

/** What `setupProject` is asked for: the brain is `root`. */
export type SetupOptions = Omit<SetupRequest, 'brain'> & OpenOptions & {readonly root: string}

/**
 * Shows what would be written into a project so that its agents find the brain `root`; with `apply`
 * writes it.
 */
export async function setupProject(options: SetupOptions): Promise<SetupReport> {
  const {setup} = await import('./writing/setup.js')
  return setup({...options, brain: options.root}, readMachine(options))
}

/** What the machine says of itself. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly workingDirectory: string
  readonly clock: Clock
  /** The user's state folder: consents and locks where there is no Git. */
  readonly stateDir: string
  /** The user's config folder: settings that hold beside any brain. */
  readonly configDir: string
  readonly zone: string
}

/** Asks the machine, except for what `options` says itself. */
export function readMachine(options: OpenOptions): Machine {
  const env = options.env ?? process.env
  const home = env.HOME ?? env.USERPROFILE ?? os.homedir()
  return {
    env,
    home,
    workingDirectory: path.resolve(options.from ?? process.cwd()),
    clock: options.clock ?? {now: () => instant(Date.now())},
    stateDir: stateDirOf(env, home),
    configDir: configDirOf(env, home),
    // Only a log without a zone needs it, and it costs a start some milliseconds.
    get zone() {
      return Intl.DateTimeFormat().resolvedOptions().timeZone
    },
  }
}

function stateDirOf(env: Machine['env'], home: string): string {
  if (env.XDG_STATE_HOME) return path.join(env.XDG_STATE_HOME, 'mdbrain')
  if (process.platform === 'darwin') return path.join(home, 'Library/Application Support/mdbrain')
  if (process.platform === 'win32') {
    return path.join(env.LOCALAPPDATA ?? path.join(home, 'AppData/Local'), 'mdbrain')
  }
  return path.join(home, '.local/state/mdbrain')
}

function configDirOf(env: Machine['env'], home: string): string {
  if (env.XDG_CONFIG_HOME) return path.join(env.XDG_CONFIG_HOME, 'mdbrain')
  if (process.platform === 'darwin') return path.join(home, 'Library/Application Support/mdbrain')
  if (process.platform === 'win32') {
    return path.join(env.APPDATA ?? path.join(home, 'AppData/Roaming'), 'mdbrain')
  }
  return path.join(home, '.config/mdbrain')
}

/** Makes a thing when it is first asked for, and tells whether it was. */
function once<Thing>(make: () => Promise<Thing>) {
  let thing: Promise<Thing> | undefined
  return {
    get: () => {
      thing ??= make()
      return thing
    },
    made: async () => thing,
  }
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

async function openHistoryOf(root: string, cacheDir: string, machine: Machine): Promise<History> {
  const {openHistory} = await import('./history/git-history.js')
  return openHistory(root, {cacheDir, now: () => machine.clock.now(), env: machine.env})
}

/** One line a verb, and where it is done. */
function brainOf(
  scene: Scene,
  personal: () => Promise<FoundPersonal>,
  close: () => Promise<void>,
): Brain {
  // Kept open from one search to the next; opening it is the larger part of most.
  const index = once(async () => new (await import('./recall/live-index.js')).LiveIndex(scene))
  // Whoever names a brain as his own in his own settings has said that he trusts it.
  const trusted = async () =>
    (await (await import('./consent/consent.js')).trusted(scene.stateDir, scene.root)) ||
    (await personal()).isThis
  return {
    root: scene.root,
    boot: async (options = {}) =>
      options.only === 'project'
        ? (await import('./boot/boot.js')).boot(scene, options)
        : (await import('./boot/boot-both.js')).bootBoth(scene, await personal(), options),
    recall: async (options) => (await import('./boot/boot.js')).recall(scene, options),
    search: async (query, options = {}) =>
      (await import('./recall/search.js')).search(scene, await index.get(), query, options),
    index: async (options = {}) =>
      (await import('./recall/index-brain.js')).indexBrain(scene, await index.get(), options),
    doctor: async () => (await import('./recall/doctor.js')).doctor(scene, await index.get()),
    links: async (name) => (await import('./report/links.js')).links(scene, name),
    list: async (filter = {}) => (await import('./report/list.js')).list(scene, filter),
    show: async (name, asked = {}) => (await import('./report/show.js')).show(scene, name, asked),
    check: async (asked = {}) => (await import('./report/check.js')).check(scene, asked),
    status: async () => ({
      ...(await (await import('./report/status.js')).status(scene, await index.get())),
      trusted: await trusted(),
    }),
    stale: async (asked = {}) => (await import('./report/stale.js')).stale(scene, asked),
    remember: async (request) => (await import('./writing/remember.js')).remember(scene, request),
    log: async (request) => (await import('./writing/log.js')).log(scene, request),
    review: async (names, on = {}) =>
      (await import('./writing/review.js')).review(scene, names, on),
    end: async (name, on = {}) => (await import('./writing/end.js')).end(scene, name, on),
    supersede: async (request) =>
      (await import('./writing/supersede.js')).supersede(scene, request),
    move: async (from, to, author = {}) =>
      (await import('./writing/move.js')).move(scene, from, to, author),
    forget: async (name, author = {}) => {
      const forgotten = await (await import('./writing/forget.js')).forget(scene, name, author)
      // What was forgotten is not to come back from memory.
      ;(await index.made())?.drop()
      return forgotten
    },
    undo: async (revision, author = {}) =>
      (await import('./writing/undo.js')).undo(scene, revision, author),
    settings: async () => [
      ...(await import('./settings/settings.js')).settingLines(scene.settings),
      ...(await import('./settings/user-settings.js')).userSettingLines(
        (await personal()).settings,
      ),
    ],
    trusted,
    trust: async (yes) =>
      (await import('./consent/consent.js')).trust(
        scene.stateDir,
        scene.root,
        yes,
        scene.clock.now(),
      ),
    uninstall: async () => (await import('./writing/uninstall.js')).uninstall(scene),
    close: async () => {
      await (await index.made())?.close()
      await close()
    },
  }
}
