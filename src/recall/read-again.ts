/** Reads a note from its file, where that is as the catalog knows it. */

import {readFileSync} from 'node:fs'
import type {Entry, JustRead} from '../catalog/entries.js'
import {digest} from '../ground/digest.js'
import {decode} from '../note/decode.js'

/** `undefined` where the file is not there, is no text, or changed. */
export function readAgain(root: string, entry: Entry): JustRead | undefined {
  const bytes = bytesOf(`${root}/${entry.path}`)
  if (bytes === undefined || digest(bytes) !== entry.digest) return undefined
  const note = entry.note()
  return note === undefined ? undefined : {note, text: decode(bytes).text}
}

function bytesOf(place: string): Uint8Array | undefined {
  try {
    return readFileSync(place)
  } catch {
    return undefined
  }
}
