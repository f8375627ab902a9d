/**
 * A slow model that is asked about no text twice: what it told is kept on the disk, by the text itself.
 *
 * In the user's own folder and not in a brain, so that an index that is made anew, a second clone, and the same note in
 * two brains cost nothing. Four models have a file each; for a fifth one the one goes that was not written to for the longest time.
 * A text is not kept, only what it means: from that it cannot be read, but guessed, so that nobody else may read the file's
 * folder.
 */

import {createHash} from 'node:crypto'
import {chmodSync, mkdirSync, readdirSync, rmSync, statSync} from 'node:fs'
import {rm} from 'node:fs/promises'
import path from 'node:path'
import {digest} from '../ground/digest.js'
import type {Embedded, Embedder, Kind} from './embedder.js'
import {KeptVectors} from './kept-vectors.js'

/** Bytes of one model's file: 160,000 passages of 384 components. */
const MOST_BYTES = 1 << 26

const MOST_MODELS = 4

const ENDING = '.vectors'

/** `embedder`, whose vectors are kept under `cacheDir`. */
export function keptEmbedder(embedder: Embedder, cacheDir: string): Embedder {
  const {fingerprint, dimensions} = embedder
  const folder = folderIn(cacheDir)
  const file = path.join(folder, `${digest(fingerprint)}-${dimensions}${ENDING}`)
  const kept = new KeptVectors(file, dimensions, MOST_BYTES)
  let isMade = false
  return {
    ...embedder,
    embed: async (texts, kind, signal) => {
      const names = texts.map((text) => nameOf(fingerprint, kind, text))
      const found = kept.find(names)
      const missing = [...found.keys()].filter((at) => found[at] === undefined)
      if (missing.length !== 0) {
        const asked = missing.map((at) => texts[at]!)
        const fresh = await embedder.embed(asked, kind, signal)
        for (const [index, at] of missing.entries()) found[at] = fresh[index]!
        if (!isMade) makeRoom(folder, file)
        isMade = true
        kept.keep(
          missing.map((at) => names[at]!),
          fresh,
        )
      }
      return found as Embedded[]
    },
  }
}

/**
 * Lets go of all vectors that are kept under `cacheDir`: which of them are of a text that is to be forgotten nobody knows,
 * and each can be made again.
 */
export async function forgetVectors(cacheDir: string): Promise<void> {
  await rm(folderIn(cacheDir), {recursive: true, force: true})
}

function folderIn(cacheDir: string): string {
  return path.join(cacheDir, 'vectors')
}

function nameOf(fingerprint: string, kind: Kind, text: string): Buffer {
  const hash = createHash('sha256').update(`${fingerprint}\0${kind}\0`).update(text)
  return hash.digest().subarray(0, 16)
}

/** Makes the folder, and lets go of the files of other models that were not written to for the longest time. */
function makeRoom(folder: string, file: string): void {
  try {
    mkdirSync(folder, {recursive: true})
    chmodSync(folder, 0o700)
    const others = readdirSync(folder)
      .filter((name) => name.endsWith(ENDING))
      .map((name) => path.join(folder, name))
      .filter((other) => other !== file)
      .map((other) => ({other, used: statSync(other).mtimeMs}))
      .sort((a, b) => b.used - a.used)
    for (const {other} of others.slice(MOST_MODELS - 1)) rmSync(other, {force: true})
  } catch {
    // Then nothing can be kept.
  }
}
