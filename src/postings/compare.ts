/** Where two indexes differ: which notes are told otherwise, or in one of them alone. */

import type {NotePath} from '../ground/note-path.js'
import type {Corpus} from './corpus.js'
import {sameChunk, sameNote} from './same-row.js'
import {areEqual, isSameSpace} from './vector-table.js'

/**
 * The paths of all notes that are not the same in both. What a chunk's terms are, its id tells; of vectors, only those of
 * `a` are asked for: `b` may know more of them, and of those in another space nothing can be said.
 */
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

/** Whether a note is the same in both, or in neither; of vectors, whether `b` has those of `a`. */
export function isSameAt(a: Corpus, b: Corpus, path: NotePath): boolean {
  const inA = a.notes.numberOf(path)
  const inB = b.notes.numberOf(path)
  if (inA === undefined || inB === undefined) return inA === inB
  if (!sameNote(a.notes.rowOf(inA), b.notes.rowOf(inB))) return false
  const chunksOfB = b.chunksOf(inB)
  const chunksOfA = a.chunksOf(inA)
  return (
    chunksOfA.length === chunksOfB.length &&
    chunksOfA.every((chunk, place) => sameChunk(a.rowOf(chunk), b.rowOf(chunksOfB[place]!))) &&
    hasVectorsOf(a, chunksOfA, b, chunksOfB)
  )
}

function hasVectorsOf(
  {vectors: own}: Corpus,
  ownChunks: readonly number[],
  {vectors: others}: Corpus,
  otherChunks: readonly number[],
): boolean {
  if (own === undefined || others === undefined || !isSameSpace(own.space, others.space))
    return true
  return ownChunks.every((chunk, place) => {
    if (!own.isKnown(chunk)) return true
    const other = otherChunks[place]!
    return others.isKnown(other) && areEqual(own.row(chunk), others.row(other))
  })
}
