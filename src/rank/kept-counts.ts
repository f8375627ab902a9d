/**
 * How often words stand in each chunk, kept from question to question.
 *
 * The list of a common word has tens of thousands of postings, and reading them takes longer than weighing them. While
 * chunks keep their numbers the postings of one never change, and one that comes has a higher number than all before:
 * a list is made to hold again by leaving out what is gone and reading what came. So it costs no more after a change of
 * the brain than the change.
 */

import type {PostingList, Reader} from '../postings/reader.js'
import {countForms, type Forms} from './forms.js'
import {Counted, type CountedTexts} from './scratch.js'

/** Shorter lists are read sooner than kept. */
const SHORT = 256
/** Together: 24 MB. Those that were not asked for the longest are forgotten. */
const MOST = 3_000_000

interface Kept {
  size: number
  text: Uint32Array
  count: Float32Array
  /** All chunks below are in it, if they have the word… */
  limit: number
  /** …and of the chunks so many were gone. */
  gone: number
}

export class KeptCounts {
  readonly #kept = new Map<string, Kept>()
  readonly #read = new Counted()
  #all = 0
  #of: object | undefined
  #numbering = 0
  readonly #short: number
  readonly #most: number

  /** @param short lists of fewer are not kept, nor more than `most` counts altogether. */
  constructor(short = SHORT, most = MOST) {
    this.#short = short
    this.#most = most
  }

  /**
   * The counts of a word in every chunk that has it, weighted by field; they hold until the next call.
   *
   * @param index the index that `reader` reads, by which what was kept is known again.
   */
  of(reader: Reader, index: object, forms: Forms, list: PostingList): CountedTexts {
    if (this.#of !== index || this.#numbering !== reader.numbering) this.#forgetAll()
    this.#of = index
    this.#numbering = reader.numbering
    const key = JSON.stringify([forms.shared, forms.others])
    const kept = this.#kept.get(key)
    if (kept === undefined) return this.#readAll(reader, forms, list, key)
    const {chunkLimit} = reader
    const gone = chunkLimit - reader.chunks
    if (kept.gone !== gone) leaveOutGone(kept, reader)
    if (kept.limit !== chunkLimit) this.#append(kept, reader, forms, list)
    kept.limit = chunkLimit
    kept.gone = gone
    // The last in the order of a map is the one that was asked for last.
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return kept
  }

  #readAll(reader: Reader, forms: Forms, list: PostingList, key: string): CountedTexts {
    const read = this.#read
    read.clear()
    countForms(reader, forms, list, read)
    const {size, text, count} = read
    if (size < this.#short || this.#most < size) return read
    const {chunkLimit: limit, chunks} = reader
    const own = {text: text.slice(0, size), count: count.slice(0, size)}
    this.#kept.set(key, {size, ...own, limit, gone: limit - chunks})
    this.#all += size
    for (const [other, {text: forgotten}] of this.#kept) {
      if (this.#all <= this.#most) break
      this.#kept.delete(other)
      this.#all -= forgotten.length
    }
    return read
  }

  #append(kept: Kept, reader: Reader, forms: Forms, list: PostingList): void {
    const read = this.#read
    read.clear()
    countForms(reader, forms, list, read, kept.limit)
    const size = kept.size + read.size
    if (kept.text.length < size) {
      const room = size + (size >> 4) + 16
      this.#all += room - kept.text.length
      kept.text = widened(new Uint32Array(room), kept.text)
      kept.count = widened(new Float32Array(room), kept.count)
    }
    kept.text.set(read.text.subarray(0, read.size), kept.size)
    kept.count.set(read.count.subarray(0, read.size), kept.size)
    kept.size = size
  }

  #forgetAll(): void {
    this.#kept.clear()
    this.#all = 0
  }
}

function leaveOutGone(kept: Kept, reader: Reader): void {
  const {text, count} = kept
  let to = 0
  for (let at = 0; at < kept.size; at++) {
    const chunk = text[at]!
    if (reader.isGone(chunk)) continue
    text[to] = chunk
    count[to++] = count[at]!
  }
  kept.size = to
}

function widened<Numbers extends Uint32Array | Float32Array>(
  wider: Numbers,
  numbers: Numbers,
): Numbers {
  wider.set(numbers)
  return wider
}
