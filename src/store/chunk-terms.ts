/**
 * Makes the terms of a chunk from its fields.
 *
 * Fields share one row of positions, in the order of `FIELDS`, with an empty place between two of
 * them: the last word of a heading and the first of what stands under it are no phrase. Facets are
 * terms that never occur: they are there to be filtered by and weigh nothing.
 */

import type {ChunkTerms, TermEntry} from '../postings/entry.js'
import {type Analysis, FIELDS, type Language} from '../terms/term.js'
import type {IndexedChunk} from './index-store.js'

/** Reads a text into its words. */
export type Analyse = (text: string, language: Language) => Analysis

/** The counts of what is nowhere yet. */
const NONE: readonly number[] = FIELDS.map(() => 0)

interface Growing extends TermEntry {
  readonly counts: number[]
  readonly positions: number[]
}

/** Reads the fields of a chunk of a note in `language`. */
export function termsOf(chunk: IndexedChunk, language: Language, analyse: Analyse): ChunkTerms {
  const terms = new Map<string, Growing>()
  let length = 0
  let from = 0
  FIELDS.forEach((field, place) => {
    const text = chunk.fields[field]
    if (text === undefined) return
    const analysis = analyse(text, language)
    for (const {term, at} of analysis.words) occur(entryOf(terms, term), place, from + at)
    for (const stem of analysis.stems) entryOf(terms, stem).counts[place]! += 1
    from += analysis.length + 1
    if (field === 'body' || field === 'headings') length += analysis.length
  })
  for (const facet of chunk.facets) entryOf(terms, facet)
  return {length, terms}
}

function entryOf(terms: Map<string, Growing>, term: string): Growing {
  let entry = terms.get(term)
  if (entry === undefined) {
    entry = {counts: NONE.slice(), positions: []}
    terms.set(term, entry)
  }
  return entry
}

/** A word stands once at a place, also where it is both an identifier and a part of it. */
function occur(entry: Growing, place: number, at: number): void {
  if (entry.positions.at(-1) === at) return
  entry.counts[place]! += 1
  entry.positions.push(at)
}
