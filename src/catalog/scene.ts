/**
 * What every verb is handed: the brain's place, its settings, the two clocks.
 *
 * Made once by `open-scene.ts`. A plain value: no verb changes it.
 */

import type {Embedder} from '../embed/embedder.js'
import type {Reranker} from '../embed/reranker.js'
import type {Clock} from '../ground/instant.js'
import type {Message} from '../ground/message.js'
import type {History} from '../history/history.js'
import type {Settings} from '../settings/settings.js'
import type {Catalog} from './catalog.js'

export interface Scene {
  /** Absolute path of the brain's folder, links resolved. */
  readonly root: string
  /** Absolute path of `.brain/`; need not exist, may be impossible to make. */
  readonly cacheDir: string
  /** Absolute path of the user's state folder, for locks and consents where there is no Git. */
  readonly stateDir: string
  /** The version of the program: what another made of the same files is not believed. */
  readonly program?: string
  readonly settings: Settings
  /** What brain.yaml said that could not be understood. */
  readonly settingMessages: readonly Message[]
  readonly clock: Clock
  /** The machine's own zone, for today's log where brain.yaml names none. */
  readonly machineZone?: string
  /** Opened when first asked for: most readings need no Git. */
  readonly history: () => Promise<History>
  /** The catalog as the files are now, by way of what this process knows already. Where absent all files are walked. */
  readonly look?: () => Promise<Catalog>
  /** The model that tells what texts mean, made when first asked for. Without one words alone are searched. */
  readonly embedder?: () => Promise<Embedder | undefined>
  /** What is wrong with the user's own settings, which choose the models. */
  readonly ownMessages?: () => Promise<readonly Message[]>
  /** Who puts the first hits in order once more, where somebody does. */
  readonly reranker?: () => Promise<Reranker | undefined>
  readonly onProgress?: (done: number, total: number, what: string) => void
}
