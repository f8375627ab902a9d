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

export class Filters {
  /** How many lists of `where` a note has passed, one after the other. */
  readonly #passed = new Tally()
  readonly #hiddenNotes = new Marks()
  readonly #hiddenChunks = new Marks()
  readonly #doubtedNotes = new Marks()
  readonly #doubtedChunks = new Marks()
  #wanted = 0
  #since = Number.NEGATIVE_INFINITY
  #until = Number.POSITIVE_INFINITY
  #isDated = false

  /** Reads what a question asks for; holds until the next. */
  prepare(reader: Reader, rows: Rows, question: Question, list: PostingList): void {
    const {chunkLimit, noteLimit} = reader
    this.#passed.clear(noteLimit)
    for (const marks of [this.#hiddenNotes, this.#doubtedNotes]) marks.clear(noteLimit)
    for (const marks of [this.#hiddenChunks, this.#doubtedChunks]) marks.clear(chunkLimit)

    this.#wanted = question.where.length
    question.where.forEach((facets, index) => {
      for (const facet of facets) this.#pass(reader, facet, index, list)
    })
    this.#since = question.since ?? Number.NEGATIVE_INFINITY
    this.#until = question.until ?? Number.POSITIVE_INFINITY
    this.#isDated = question.since !== undefined || question.until !== undefined
    markAll(reader, rows, question.hidden, this.#hiddenNotes, this.#hiddenChunks)
    markAll(reader, rows, question.doubted, this.#doubtedNotes, this.#doubtedChunks)
  }

  admits(reader: Reader, chunk: number): boolean {
    const note = reader.noteOf[chunk]!
    if (this.#wanted !== 0 && this.#passed.values[note] !== this.#wanted) return false
    if (this.#hiddenNotes.has(note) || this.#hiddenChunks.has(chunk)) return false
    if (!this.#isDated) return true
    // Of no date where nothing tells, which is never between two.
    const date = reader.dateOf[note]!
    return this.#since <= date && date < this.#until
  }

  isDoubted(reader: Reader, chunk: number): boolean {
    return this.#doubtedNotes.has(reader.noteOf[chunk]!) || this.#doubtedChunks.has(chunk)
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
