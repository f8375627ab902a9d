/**
 * What an index has of each note, in one digest: its row, its chunks with their vectors, and every
 * term with its counts and places. Two indexes that came about in different ways are compared by it.
 *
 * Read by term, as all is kept, and added up by chunk: what a term gives is a number that hangs on
 * all of it, and sums do not depend on the order of terms nor on the numbers that chunks happen to
 * have.
 */

import {crc32} from 'node:zlib'
import {digest} from '../ground/digest.js'
import type {NotePath} from '../ground/note-path.js'
import {type Postings, positionList} from '../postings/postings.js'

/** By path, of every note that is alive. */
export function contentsOf(postings: Postings, withVectors = true): Map<NotePath, string> {
  const sums = sumsOf(postings)
  const contents = new Map<NotePath, string>()
  for (const path of postings.paths()) {
    const note = postings.noteAt(path)!
    const chunks: unknown[] = []
    let before = -1
    for (let chunk = postings.headOf[note]!; chunk !== -1; chunk = postings.after[chunk]!) {
      const isLinked = postings.before[chunk] === before && postings.noteOf[chunk] === note
      const counted = [postings.lengthOf[chunk], sums[chunk], isLinked]
      chunks.push([postings.rowOf(chunk), ...counted, withVectors && vectorOf(postings, chunk)])
      before = chunk
    }
    const row = [postings.noteRowOf(note), postings.lengthOfNote[note], postings.dateOf[note]]
    contents.set(path, digest(JSON.stringify([row, chunks])))
  }
  return contents
}

/** What is told of the vector of a chunk; nothing where it has none. */
function vectorOf(postings: Postings, chunk: number): unknown {
  const vector = postings.vectorAt(chunk)
  if (vector === undefined) return undefined
  const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.length)
  return [digest(bytes), postings.vectorLength[chunk]]
}

/** By chunk, a sum over all its postings, modulo 2^53. */
function sumsOf(postings: Postings): Float64Array {
  const sums = new Float64Array(postings.chunkLimit)
  const list = positionList()
  for (const term of postings.terms()) {
    const name = crc32(term)
    postings.readPositions(term, list)
    const {chunk, body, other, from, positions} = list
    for (let at = 0; at < list.count; at++) {
      let sum = mixed(mixed(name, body[at]!), other[at]!)
      for (let place = from[at]!; place < from[at + 1]!; place++) {
        sum = mixed(sum, positions[place]!)
      }
      sums[chunk[at]!] = (sums[chunk[at]!]! + sum) % Number.MAX_SAFE_INTEGER
    }
  }
  return sums
}

/** FNV-1a, a word of 32 bits at a time, with the last mixing of MurmurHash3. */
function mixed(sum: number, value: number): number {
  let mix = Math.imul(sum ^ value, 0x01000193)
  mix = Math.imul(mix ^ (mix >>> 16), 0x85ebca6b)
  return (mix ^ (mix >>> 13)) >>> 0
}
