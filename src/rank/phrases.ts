/**
 * Finds where words stand together as they were typed.
 *
 * By positions: of each place where the first word that was read could begin the phrase, those stay
 * at which the next word stands where it must. Fields do not touch, so that no phrase reaches from
 * one into the next.
 */

import type {PositionList, Reader} from '../postings/reader.js'
import type {PlacedWord} from '../terms/query.js'
import type {Marks} from './scratch.js'

export class PhraseFinder {
  /** Where the phrase may stand: chunk, and position of its first word; ascending. */
  #chunks = new Uint32Array(0)
  #starts = new Uint32Array(0)
  #size = 0

  /** Marks in `found` every chunk that has the words in their places. */
  find(reader: Reader, words: readonly PlacedWord[], list: PositionList, found: Marks): void {
    this.#size = 0
    // Long words are rare, and every later word is only looked for where the first ones are.
    const longestFirst = [...words].sort((a, b) => b.term.length - a.term.length)
    longestFirst.forEach(({term, at}, index) => {
      if (index !== 0 && this.#size === 0) return
      reader.readPositions(term, list)
      if (index === 0) this.#begin(list, at)
      else this.#keep(list, at)
    })
    for (let i = 0; i < this.#size; i++) found.mark(this.#chunks[i]!)
  }

  #begin(list: PositionList, offset: number): void {
    const most = list.count === 0 ? 0 : list.from[list.count]! - list.from[0]!
    if (this.#chunks.length < most) {
      this.#chunks = new Uint32Array(most + (most >> 2))
      this.#starts = new Uint32Array(most + (most >> 2))
    }
    for (let i = 0; i < list.count; i++) {
      const end = list.from[i + 1]!
      for (let at = list.from[i]!; at < end; at++) {
        const position = list.positions[at]!
        if (position < offset) continue
        this.#chunks[this.#size] = list.chunk[i]!
        this.#starts[this.#size++] = position - offset
      }
    }
  }

  /** Keeps the places at which `list` has a position `offset` after the start. */
  #keep(list: PositionList, offset: number): void {
    const size = this.#size
    this.#size = 0
    let posting = 0
    let at = list.from[0]!
    for (let i = 0; i < size; i++) {
      const chunk = this.#chunks[i]!
      while (posting < list.count && list.chunk[posting]! < chunk) {
        posting++
        at = list.from[posting]!
      }
      if (posting === list.count) return
      if (list.chunk[posting] !== chunk) continue
      const end = list.from[posting + 1]!
      const wanted = this.#starts[i]! + offset
      while (at < end && list.positions[at]! < wanted) at++
      if (at === end || list.positions[at] !== wanted) continue
      this.#chunks[this.#size] = chunk
      this.#starts[this.#size++] = this.#starts[i]!
    }
  }
}
