/** The kinds of index there are, for tests of what holds of each. */

import type {IndexStore} from '../../src/store/index-store.js'
import {cacheFolder, type Made, MODEL, storeIn} from '../store/sketch.js'
import {NaiveStore} from './naive-store.js'

export interface Opened {
  readonly store: IndexStore
  /** Another process opens what this one saved. */
  reopen(made?: Made): Promise<IndexStore>
}

export interface Kind {
  readonly name: string
  /** Whether it can be opened again, under another model too. */
  readonly isKept: boolean
  /** With room for vectors of `MODEL`, unless told. */
  open(made?: Made): Promise<Opened>
}

const usual: Made = {vectors: MODEL}

export const kinds: readonly Kind[] = [
  {
    name: 'Orama on the disk',
    isKept: true,
    async open(made = usual) {
      const cacheDir = cacheFolder()
      const store = await storeIn(cacheDir, made)
      return {store, reopen: (other = made) => storeIn(cacheDir, other)}
    },
  },
  {
    name: 'Orama in memory',
    isKept: false,
    async open(made = usual) {
      const store = await storeIn(undefined, made)
      return {store, reopen: async () => store}
    },
  },
  {
    name: 'the naive index',
    isKept: true,
    async open(made = usual) {
      const store = new NaiveStore(made.vectors)
      return {store, reopen: async ({vectors} = made) => store.opened(vectors)}
    },
  },
]
