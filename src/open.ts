/** Opens a brain. Verbs are loaded when first called, so that opening costs next to nothing. */

import path from 'node:path'
import {fileURLToPath} from 'node:url'
import type {Brain, OpenOptions, SearchOptions} from './brain.js'
import type {Scene} from './catalog/scene.js'
import {type Machine, readMachine, rootOn} from './machine.js'
import {once} from './once.js'
import {openScene} from './open-scene.js'
import {outdatedSince} from './outdated.js'
import type {FoundPersonal} from './personal.js'
import type {SearchReport} from './recall/hit.js'
import type {watchBrain as watch} from './watching.js'
import type {Initialised, InitRequest} from './writing/init.js'
import type {SetupReport, SetupRequest} from './writing/setup.js'

/** Beside `src/`, and beside `dist/` in the package. */
const TEMPLATES_FOLDER = fileURLToPath(new URL('../templates', import.meta.url))

/**
 * Opens the brain that `options` names, or that is found from the working directory. Changes no file but
 * those under `.brain/`.
 *
 * @throws {BrainError} `not-a-brain` where there is none.
 */
export async function openBrain(options: OpenOptions = {}): Promise<Brain> {
  const machine = readMachine(options)
  const root = rootOn(machine, options)
  const own = once(async () => (await import('./personal.js')).findUserSettings(machine))
  const histories: (() => Promise<void>)[] = []
  const outdated: (() => boolean)[] = []
  const open = async (folder: string) => {
    outdated.push(outdatedSince(folder, machine))
    const {scene, close} = await openScene(folder, machine, {...options, own: own.get})
    histories.push(close)
    return scene
  }
  const scene = await open(root)
  const personal = once(async () => {
    const {findPersonal} = await import('./personal.js')
    return findPersonal(machine, await own.get(), root, open)
  })
  const close = async () => {
    await Promise.all(histories.map((each) => each()))
  }
  return brainOf({
    scene,
    personal: personal.get,
    close,
    isOutdated: () => outdated.some((isSo) => isSo()),
    watcher: watcherOf(scene, machine, options),
  })
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

/**
 * Watches a brain, and answers its other processes, until `end` says so; see `watching.ts`.
 */
export const watchBrain: typeof watch = async (...asked) =>
  (await import('./watching.js')).watchBrain(...asked)

interface Opened {
  readonly scene: Scene
  readonly personal: () => Promise<FoundPersonal>
  readonly close: () => Promise<void>
  readonly isOutdated: () => boolean
  readonly watcher: ReturnType<typeof watcherOf>
}

/** Asks the watcher of a brain; nobody, where what it would answer is not what was asked for here. */
function watcherOf(scene: Scene, machine: Machine, options: OpenOptions) {
  const {clock, embedder, reranker, watcher} = options
  const isOwn = [clock, embedder, reranker].every((each) => each === undefined)
  if (!isOwn || watcher === false) return undefined
  const asking = once(() => import('./ask-watcher.js'))
  return {
    search: async (query: string, asked: SearchOptions): Promise<SearchReport | undefined> =>
      (await asking.get()).searchByWatcher(scene, machine, query, asked),
    health: async () => (await asking.get()).healthOfWatcher(scene, machine),
  }
}

/** One line a verb, and where it is done. */
function brainOf({scene, personal, close, isOutdated, watcher}: Opened): Brain {
  // Kept open from one search to the next; opening it is the larger part of most.
  const index = once(async () => new (await import('./recall/live-index.js')).LiveIndex(scene))
  // Whoever names a brain as his own in his own settings has said that he trusts it.
  const trusted = async () =>
    (await (await import('./consent/consent.js')).trusted(scene.stateDir, scene.root)) ||
    (await personal()).isThis
  const search = async (query: string, options: SearchOptions = {}) =>
    (await watcher?.search(query, options)) ??
    (await import('./recall/search.js')).search(scene, await index.get(), query, options)
  const watching = async () => {
    const found = await watcher?.health()
    return found === undefined ? {} : {watcher: found}
  }
  return {
    root: scene.root,
    boot: async (options = {}) =>
      options.only === 'project'
        ? (await import('./boot/boot.js')).boot(scene, options)
        : (await import('./boot/boot-both.js')).bootBoth(scene, await personal(), options),
    recall: async (options) => (await import('./boot/boot.js')).recall(scene, options),
    search,
    about: async (text, options = {}) =>
      (await import('./boot/about.js')).about(scene, search, text, options),
    index: async (options = {}) =>
      (await import('./recall/index-brain.js')).indexBrain(scene, await index.get(), options),
    doctor: async () => (await import('./recall/doctor.js')).doctor(scene, await index.get()),
    links: async (name) => (await import('./report/links.js')).links(scene, name),
    list: async (filter = {}) => (await import('./report/list.js')).list(scene, filter),
    show: async (name, asked = {}) => (await import('./report/show.js')).show(scene, name, asked),
    history: async (name, asked = {}) =>
      (await import('./report/past.js')).past(scene, name, asked),
    check: async (asked = {}) => (await import('./report/check.js')).check(scene, asked),
    status: async () => ({
      ...(await (await import('./report/status.js')).status(scene, await index.get())),
      ...(await watching()),
      trusted: await trusted(),
    }),
    stale: async (asked = {}) => (await import('./report/stale.js')).stale(scene, asked),
    remember: async (request) => (await import('./writing/remember.js')).remember(scene, request),
    log: async (request) => (await import('./writing/log.js')).log(scene, request),
    keepTurns: async (request) =>
      (await import('./writing/keep-turns.js')).keepTurns(scene, request),
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
    commit: async (request = {}) => (await import('./writing/commit.js')).commit(scene, request),
    commitsQuietly: async () => (await import('./writing/quiet-commit.js')).commitsQuietly(scene),
    commitQuietly: async (yes) =>
      (await import('./writing/quiet-commit.js')).commitQuietly(scene, yes),
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
    isOutdated,
    close: async () => {
      await (await index.made())?.close()
      await close()
    },
  }
}
