/**
 * What may be found at all: filters, dates and what is hidden, decided before anything is left out
 * for being far down.
 *
 * Facets and dates are a note's, so that they are decided once a note. Facets are whole words of
 * the index: `=wing:user1` is no beginning of `=wing:user10`.
 */

import type {PostingList, Reader} from '../postings/reader.js'
import type {Question} from './question.js'
import type {Rows} from './rows.js'
import {Marks, Tally} from './scratch.js'

/** `path#3`: the third fact of a note. Paths of notes do not end so. */
const FACT_KEY = /^(.*)#(\d{1,9})$/s

/** Memories that were named, as notes and chunks of an index. */
class Named {
  readonly notes = new Marks()
  readonly chunks = new Marks()
  #names: ReadonlySet<string> | undefined
  #rows: Rows | undefined
  #revision = 0

  /** Marks those that `names` has; nothing where that was done last. */
  mark(reader: Reader, rows: Rows, names: ReadonlySet<string>): void {
    const {chunkLimit, noteLimit, revision} = reader
    const isSame = this.#rows === rows && this.#revision === revision && this.#names === names
    if (isSame) return
    this.notes.clear(noteLimit)
    this.chunks.clear(chunkLimit)
    markAll(reader, rows, names, this.notes, this.chunks)
    this.#names = names
    this.#rows = rows
    this.#revision = revision
  }

  get isEmpty(): boolean {
    return this.notes.size === 0 && this.chunks.size === 0
  }

  has(note: number, chunk: number): boolean {
    return this.notes.has(note) || this.chunks.has(chunk)
  }
}

export class Filters {
  /** How many lists of `where` a note has passed, one after the other. */
  readonly #passed = new Tally()
  readonly #hidden = new Named()
  readonly #doubted = new Named()
  #wanted = 0
  #since = Number.NEGATIVE_INFINITY
  #until = Number.POSITIVE_INFINITY
  #isDated = false

  /** Reads what a question asks for; holds until the next. */
  prepare(reader: Reader, rows: Rows, question: Question, list: PostingList): void {
    this.#passed.clear(reader.noteLimit)
    this.#wanted = question.where.length
    question.where.forEach((facets, index) => {
      for (const facet of facets) this.#pass(reader, facet, index, list)
    })
    this.#since = question.since ?? Number.NEGATIVE_INFINITY
    this.#until = question.until ?? Number.POSITIVE_INFINITY
    this.#isDated = question.since !== undefined || question.until !== undefined
    this.#hidden.mark(reader, rows, question.hidden)
    this.#doubted.mark(reader, rows, question.doubted)
  }

  /** Whether everything is admitted. */
  get isOpen(): boolean {
    return this.#wanted === 0 && !this.#isDated && this.#hidden.isEmpty
  }

  admits(reader: Reader, chunk: number): boolean {
    const note = reader.noteOf[chunk]!
    if (this.#wanted !== 0 && this.#passed.values[note] !== this.#wanted) return false
    if (this.#hidden.has(note, chunk)) return false
    if (!this.#isDated) return true
    // Of no date where nothing tells, which is never between two.
    const date = reader.dateOf[note]!
    return this.#since <= date && date < this.#until
  }

  isDoubted(reader: Reader, chunk: number): boolean {
    return this.#doubted.has(reader.noteOf[chunk]!, chunk)
  }

  #pass(reader: Reader, facet: string, index: number, list: PostingList): void {
    reader.read(facet, list)
    for (let i = 0; i < list.count; i++) {
      const note = reader.noteOf[list.chunk[i]!]!
      // Who passed this list already, by another of its facets, is one further.
      if (this.#passed.values[note] === index) this.#passed.add(note, 1)
    }
  }
}

/**
 * Marks notes named by their path, and chunks of facts named by path and number; who is not there
 * is passed over.
 */
function markAll(
  reader: Reader,
  rows: Rows,
  keys: ReadonlySet<string>,
  notes: Marks,
  chunks: Marks,
): void {
  for (const key of keys) {
    const match = FACT_KEY.exec(key)
    const note = rows.noteAt(match?.[1] ?? key)
    if (note === undefined) continue
    if (match === null) notes.mark(note)
    else markFact(reader, note, Number(match[2]), chunks)
  }
}

function markFact(reader: Reader, note: number, fact: number, chunks: Marks): void {
  for (let chunk = reader.headOf[note]!; chunk !== -1; chunk = reader.after[chunk]!) {
    if (reader.factOf[chunk] === fact) chunks.mark(chunk)
  }
}
