/**
 * The index of one brain, kept open from question to question.
 *
 * Others may write to the same files: another command, another agent. So the files are looked at before each
 * use, and where they are not as they were left, the index is opened again; where they went away, because a
 * memory was forgotten, nothing of what stood in them is kept in memory either. Work is done in turn: one
 * index is not put to and asked at the same time.
 */

import {readdirSync, statSync} from 'node:fs'
import path from 'node:path'
import type {Entries} from '../catalog/entries.js'
import type {Scene} from '../catalog/scene.js'
import {removeCacheFile} from '../ground/cache-file.js'
import type {ComparableStore} from '../store/index-store.js'
import {bringInStep, type Pace, type Step} from './in-step.js'
import {KeptAnswers} from './kept-answers.js'
import {KeptSnippets} from './kept-snippets.js'
import {Model} from './model.js'
import {SecondLook} from './second-look.js'
import {View} from './view.js'

/** Raised whenever, between two releases, `recall/` makes other entries of the same notes. */
const FORMAT = 3

/** Why what was kept could not be used. */
export type Lost = NonNullable<ComparableStore['lost']>

/** The files of the index: a snapshot, and the logs of what changed since. */
const INDEX_FILE = /^index(?:-[^/]*)?\.(?:bin|log)$/

/** Where nothing changed since the last time. */
const NOTHING_TO_DO: Step = {changed: 0, removed: 0, redone: 0, behind: 0, kept: true}

export class LiveIndex {
  /** How the brain stands beside its index. */
  readonly view = new View()
  readonly answers = new KeptAnswers()
  readonly snippets = new KeptSnippets()
  readonly secondLook: SecondLook
  readonly #scene: Scene
  #store: ComparableStore | undefined
  #model: Model | undefined
  /** How the files were when the index was opened or last saved. */
  #left = ''
  #turn: Promise<unknown> = Promise.resolve()
  #lost: Lost | undefined
  /** What the index is known to be in step with. */
  #inStep: {readonly store: ComparableStore; readonly read: Entries} | undefined
  #background: Promise<void> | undefined
  readonly #closing = new AbortController()

  constructor(scene: Scene) {
    this.#scene = scene
    this.secondLook = new SecondLook(scene)
  }

  /** Does `work` with the index, after all that was asked for before. */
  inTurn<Result>(work: (index: LiveIndex) => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(() => work(this))
    this.#turn = result.catch(() => undefined)
    return result
  }

  /** The index as the files have it, and as it was left since. */
  async open(): Promise<ComparableStore> {
    const found = stateOf(this.#scene.cacheDir)
    if (this.#store === undefined || found !== this.#left) {
      // Looked at before it is read: what comes in between is noticed the next time.
      this.#left = found
      this.#store = await openFresh(this.#scene, await this.model())
      this.#lost = this.#store.lost
    }
    return this.#store
  }

  /** The model that passages are understood by; the same as long as the brain is open. */
  async model(): Promise<Model> {
    this.#model ??= await Model.open(this.#scene)
    return this.#model
  }

  /** Brings the index in step with `read`. Where it was before, and nothing is another since, nothing is compared. */
  async bringInStep(read: Entries, pace: Pace): Promise<Step> {
    const store = await this.open()
    const model = await this.model()
    const before = this.#inStep?.store === store ? this.#inStep.read : undefined
    if (before === read) return NOTHING_TO_DO
    // Whoever is interrupted does not know what was done.
    this.#inStep = undefined
    const step = await bringInStep(this.#scene, {store, model}, read, {...pace, before})
    this.settle()
    this.#inStep = step.behind === 0 && step.kept ? {store, read} : undefined
    return step
  }

  /**
   * Does `work` piece by piece after what is being asked for, until it says that there is no more to do, it fails, or
   * the index is closed. One work at a time: while one is being done another is not begun. A piece takes its turns
   * itself (`inTurn`), so that nobody who asks waits for what it waits for.
   */
  afterwards(work: (index: LiveIndex, signal: AbortSignal) => Promise<boolean>): void {
    if (this.#closing.signal.aborted) return
    this.#background ??= this.#workOn(work).finally(() => {
      this.#background = undefined
    })
  }

  /** Ends what is done afterwards, which is told by its signal, and waits for its last turn. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#background
    this.drop()
  }

  async #workOn(work: (index: LiveIndex, signal: AbortSignal) => Promise<boolean>): Promise<void> {
    const {signal} = this.#closing
    try {
      // Whoever asks meanwhile comes first, and whoever closes at once waits for nothing.
      do await new Promise((done) => setImmediate(done))
      while (!signal.aborted && (await work(this, signal)))
    } catch {
      // It is tried again the next time that somebody asks for it, who is told why it cannot be.
    }
  }

  /** Why what was kept could not be used when it was last opened; told once. */
  takeLost(): Lost | undefined {
    const lost = this.#lost
    this.#lost = undefined
    return lost
  }

  /** Says that the files are as this process left them. */
  settle(): void {
    this.#left = stateOf(this.#scene.cacheDir)
  }

  /** Begins from nothing, whatever is kept. */
  clear(): void {
    const {cacheDir} = this.#scene
    for (const {name} of indexFiles(cacheDir)) removeCacheFile(cacheDir, name)
    this.drop()
  }

  /** Keeps nothing in memory: what is kept on disk is read when it is needed again. */
  drop(): void {
    this.answers.clear()
    this.snippets.clear()
    this.#store = undefined
    this.#inStep = undefined
  }
}

/** What the entries of the same files depend on; what their words do is the store's to know. */
export function fingerprintOf({program = '', settings}: Scene): string {
  return `recall-${FORMAT} ${program} ${settings.zone}`
}

/** Opens an index, in memory alone where `inMemory` says so. */
export async function openFresh(
  scene: Scene,
  {kind}: Model,
  inMemory = false,
): Promise<ComparableStore> {
  const {openStore} = await import('../store/orama-store.js')
  const fingerprint = fingerprintOf(scene)
  return openStore({cacheDir: scene.cacheDir, fingerprint, vectors: kind, inMemory})
}

export interface IndexFile {
  readonly name: string
  readonly size: number
  /** In milliseconds since 1970, by the disk's clock. */
  readonly mtimeMs: number
  readonly ino: number
}

/** The files of the index that there are, by name. */
export function indexFiles(cacheDir: string): IndexFile[] {
  return namesIn(cacheDir)
    .filter((name) => INDEX_FILE.test(name))
    .sort()
    .flatMap((name) => {
      try {
        const {size, mtimeMs, ino} = statSync(path.join(cacheDir, name))
        return [{name, size, mtimeMs, ino}]
      } catch {
        return []
      }
    })
}

function namesIn(cacheDir: string): string[] {
  try {
    return readdirSync(cacheDir)
  } catch {
    return []
  }
}

function stateOf(cacheDir: string): string {
  return indexFiles(cacheDir)
    .map(({name, size, mtimeMs, ino}) => `${name} ${size} ${mtimeMs} ${ino}`)
    .join('\n')
}
