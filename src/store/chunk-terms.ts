/**
 * Makes the terms of a chunk from its fields.
 *
 * Fields share one row of positions, in the order of `FIELDS`, with an empty place between two of
 * them: the last word of a heading and the first of what stands under it are no phrase. Facets are
 * terms that never occur: they are there to be filtered by and weigh nothing.
 */

import type {ChunkTerms, TermEntry} from '../postings/entry.js'
import {countedIn} from '../postings/posting-code.js'
import type {Reading, TakeTerms} from '../terms/analyse.js'
import {FIELDS, type Language} from '../terms/term.js'
import type {IndexedChunk} from './index-store.js'

/** Makes terms of one chunk after the other. What it counts by is kept from one to the next. */
export class TermCounter implements TakeTerms {
  readonly #openReading: () => Reading
  #reading: Reading
  #entries: Growing[] = []
  /** By the number of a term: its place among the entries, and in which chunk that was, counted from 1. */
  #placeOf = new Uint32Array(1024)
  #chunkOf = new Uint32Array(1024)
  #chunk = 0
  /** The field that is read, by its place, and where its positions begin. */
  #field = 0
  #from = 0

  constructor(openReading: () => Reading) {
    this.#openReading = openReading
    this.#reading = openReading()
  }

  /** Reads the fields of a chunk of a note in `language`. */
  termsOf(chunk: IndexedChunk, language: Language): ChunkTerms {
    this.#reading = this.#openReading()
    this.#entries = []
    this.#chunk++
    this.#from = 0
    let length = 0
    for (this.#field = 0; this.#field < FIELDS.length; this.#field++) {
      const name = FIELDS[this.#field]!
      const text = chunk.fields[name]
      if (text === undefined) continue
      const positions = this.#reading.read(text, language, this)
      this.#from += positions + 1
      if (name === 'body' || name === 'headings') length += positions
    }
    const facets = [...new Set(chunk.facets)].map((facet) => entryOf(facet, undefined))
    return {length, terms: [...this.#entries, ...facets]}
  }

  /** A word stands once at a place, also where it is both an identifier and a part of it. */
  word(number: number, at: number): void {
    const entry = this.#entryOf(number)
    const place = this.#from + at
    if (entry.last === place) return
    this.#count(entry)
    entry.positions.push(place)
    entry.last = place
  }

  stem(number: number): void {
    this.#count(this.#entryOf(number))
  }

  #entryOf(number: number): Growing {
    if (this.#chunkOf[number] === this.#chunk) return this.#entries[this.#placeOf[number]!]!
    if (this.#chunkOf.length <= number) this.#widen(number + 1)
    this.#chunkOf[number] = this.#chunk
    this.#placeOf[number] = this.#entries.length
    const entry = entryOf(this.#reading.termOf(number), number)
    this.#entries.push(entry)
    return entry
  }

  #count(entry: Growing): void {
    if (this.#field === 0) entry.body++
    else entry.other = countedIn(entry.other, this.#field)
  }

  #widen(room: number): void {
    const more = new Uint32Array(2 * room)
    more.set(this.#chunkOf)
    this.#chunkOf = more
    const places = new Uint32Array(2 * room)
    places.set(this.#placeOf)
    this.#placeOf = places
  }
}

interface Growing extends TermEntry {
  body: number
  other: number
  readonly positions: number[]
  /** The last of the positions; -1 where there is none. */
  last: number
}

function entryOf(term: string, hint: number | undefined): Growing {
  return {term, hint, body: 0, other: 0, positions: [], last: -1}
}
