/**
 * Token counts kept by content, in `.brain/tokens.json`, so that a text is counted once.
 *
 * The tokenizer is asked only for what is not known, and so is opened only then. The file is read
 * when the first count is asked for, and written once, by `save`. A cache like every other: without
 * it, or where it cannot be written, everything works and takes longer.
 */

import {readCacheJson, writeCacheFile} from './cache-file.js'
import {digest} from './digest.js'
import type {Tokenizer} from './tokens.js'

const FILE = 'tokens.json'
/** Rises when the same text could get another count. */
const FORMAT = 1
/** Counts nobody asked for are kept up to so many times those that somebody did… */
const SLACK = 4
/** …and always up to so many (about 30 KB): a brain asked now this way, now that. */
const ALWAYS_KEPT = 1000

/** Counts tokens, remembering. */
export interface CountCache {
  count(text: string): number
  /** Keeps what was newly counted. Never fails. */
  save(): void
}

/** Opens the counts kept under `cacheDir`. */
export function openCounts(cacheDir: string, tokenizer: Tokenizer): CountCache {
  let known: Map<string, number> | undefined
  const used = new Map<string, number>()
  let isNew = false

  const count = (text: string) => {
    const name = digest(text)
    known ??= readCounts(cacheDir, tokenizer.name)
    let tokens = used.get(name) ?? known.get(name)
    if (tokens === undefined) {
      tokens = tokenizer.count(text)
      isNew = true
    }
    used.set(name, tokens)
    return tokens
  }
  const save = () => {
    if (!isNew) return
    isNew = false
    const all = new Map([...(known ?? []), ...used])
    const most = Math.max(ALWAYS_KEPT, SLACK * used.size)
    const counts = Object.fromEntries(all.size <= most ? all : used)
    writeCacheFile(
      cacheDir,
      FILE,
      JSON.stringify({format: FORMAT, tokenizer: tokenizer.name, counts}),
    )
  }
  return {count, save}
}

function readCounts(cacheDir: string, tokenizer: string): Map<string, number> {
  const kept = readCacheJson(cacheDir, FILE) as Partial<Record<string, unknown>> | null | undefined
  if (kept?.format !== FORMAT || kept.tokenizer !== tokenizer) return new Map()
  if (typeof kept.counts !== 'object' || kept.counts === null) return new Map()
  const counts = Object.entries(kept.counts as Record<string, unknown>)
  return new Map(counts.filter(isCount))
}

function isCount(entry: [string, unknown]): entry is [string, number] {
  return Number.isSafeInteger(entry[1]) && 0 <= (entry[1] as number)
}
