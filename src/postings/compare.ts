/** Where two indexes differ: which notes are told otherwise, or in one of them alone. */

import type {NotePath} from '../ground/note-path.js'
import type {Corpus} from './corpus.js'
import {sameChunk, sameNote} from './same-row.js'

/** The paths of all notes that are not the same in both. What a chunk's terms are, its id tells. */
export function differences(a: Corpus, b: Corpus): Set<NotePath> {
  const paths = new Set<NotePath>()
  for (const corpus of [a, b]) {
    for (const note of corpus.notes.alive()) {
      const path = corpus.notes.pathOf(note)
      if (!paths.has(path) && !isSameAt(a, b, path)) paths.add(path)
    }
  }
  return paths
}

/** Whether a note is the same in both, or in neither. */
export function isSameAt(a: Corpus, b: Corpus, path: NotePath): boolean {
  const inA = a.notes.numberOf(path)
  const inB = b.notes.numberOf(path)
  if (inA === undefined || inB === undefined) return inA === inB
  if (!sameNote(a.notes.rowOf(inA), b.notes.rowOf(inB))) return false
  const chunksOfB = b.chunksOf(inB)
  const chunksOfA = a.chunksOf(inA)
  return (
    chunksOfA.length === chunksOfB.length &&
    chunksOfA.every((chunk, place) => sameChunk(a.rowOf(chunk), b.rowOf(chunksOfB[place]!)))
  )
}
