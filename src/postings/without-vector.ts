/** Which chunks still lack a vector, for whoever makes them while words answer already. */

import type {NotePath} from '../ground/note-path.js'
import type {Corpus} from './corpus.js'

export interface ChunkWithoutVector {
  readonly path: NotePath
  readonly id: string
  /** In its note, counted from 0. */
  readonly place: number
}

/** At most `limit` chunks alive of which no vector is known, those with the highest numbers first. */
export function withoutVector(corpus: Corpus, limit: number): ChunkWithoutVector[] {
  const {chunks, notes, texts, vectors} = corpus
  const found: ChunkWithoutVector[] = []
  if (vectors === undefined || limit <= 0) return found
  const {noteOf, idAt, before} = chunks.columns
  let last = -1
  let place = 0
  for (const chunk of vectors.missing(chunks.limit, (chunk) => chunks.isAlive(chunk))) {
    // The one before the last is mostly the next: then its note is not gone through again.
    place = last !== -1 && before[last] === chunk ? place - 1 : placeOf(before, chunk)
    last = chunk
    const path = notes.pathOf(noteOf[chunk]!)
    if (limit <= found.push({path, id: texts.read(idAt[chunk]!), place})) break
  }
  return found
}

function placeOf(before: Int32Array, chunk: number): number {
  let place = 0
  for (let at = before[chunk]!; at !== -1; at = before[at]!) place++
  return place
}
