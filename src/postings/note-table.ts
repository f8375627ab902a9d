/**
 * What is known of every note, and which number a path has.
 *
 * Paths that came with the snapshot are searched by bisection, in an order that is kept with it: a Map of a
 * hundred thousand paths would be made at every start to look at a few. It is made when many are asked for.
 * Those that came since are in a Map from the beginning.
 */

import type {Instant} from '../ground/instant.js'
import type {NotePath} from '../ground/note-path.js'
import type {Language} from '../terms/term.js'
import {type Columns, emptyColumns, type Shape, widen} from './columns.js'
import type {NoteRow} from './entry.js'
import {Names} from './names.js'
import type {Texts} from './texts.js'

export const NOTE_SHAPE = {
  lengthOf: 'u32',
  /** -1 for a note that is gone. */
  headOf: 'i32',
  dateOf: 'f64',
  languageOf: 'u16',
  kindOf: 'u16',
  /** Where in the texts its path, digest and title stand, one after the other. */
  rowAt: 'u32',
} as const satisfies Shape

export type NoteColumns = Columns<typeof NOTE_SHAPE>

/** Path, digest, title. */
export const ROW_TEXTS = 3

/** Whoever asks for so many paths will ask for all, and a Map of them is made in less time than they are searched. */
const MANY_ASKED = 64

/** What a snapshot has of notes. */
export interface KeptNotes {
  readonly notes: NoteColumns
  /** Their numbers in the order of their paths. */
  readonly byPath: Uint32Array
  /** By their number in `languageOf`. */
  readonly languages: readonly Language[]
  /** By their number in `kindOf`; the first is empty. */
  readonly kinds: readonly string[]
}

export class NoteTable {
  readonly columns: NoteColumns
  /** One more than the highest number. */
  limit: number
  /** Of notes alive, `und` included. */
  readonly languages = new Set<Language>()
  readonly kinds: Names
  readonly #texts: Texts
  /** Notes of the snapshot in the order of their paths. */
  readonly #byPath: Uint32Array
  readonly #added = new Map<string, number>()
  #asked = 0
  #kept: Map<string, number> | undefined
  /** By number, and how many notes alive are in it. */
  readonly #languages: Language[]
  readonly #inLanguage: number[]

  constructor(
    texts: Texts,
    {notes, byPath = new Uint32Array(0), languages = [], kinds}: Partial<KeptNotes> = {},
  ) {
    this.#texts = texts
    this.columns = notes ?? emptyColumns(NOTE_SHAPE, 0)
    this.kinds = new Names(kinds)
    this.limit = byPath.length
    this.#byPath = byPath
    this.#languages = [...languages]
    this.#inLanguage = languages.map(() => 0)
    for (let note = 0; note < this.limit; note++) this.#count(this.columns.languageOf[note]!, 1)
  }

  /** The number of the note at `path`; `undefined` where none is. */
  numberOf(path: string): number | undefined {
    const number = this.#added.get(path) ?? this.#numberInSnapshot(path)
    return number !== undefined && 0 <= this.columns.headOf[number]! ? number : undefined
  }

  pathOf(note: number): NotePath {
    return this.#texts.read(this.columns.rowAt[note]!) as NotePath
  }

  digestOf(note: number): string {
    return this.#texts.read(this.columns.rowAt[note]!, true)
  }

  rowOf(note: number): NoteRow {
    const {rowAt, languageOf, dateOf, kindOf} = this.columns
    const [path, digest, title] = this.#texts.readSeveral(rowAt[note]!, ROW_TEXTS)
    const language = this.#languages[languageOf[note]!] ?? 'und'
    const date = dateOf[note]!
    const kind = this.kinds.list[kindOf[note]!]!
    return {
      ...{path: path as NotePath, digest: digest!, title: title!, language},
      ...(Number.isNaN(date) ? {} : {date: date as Instant}),
      ...(kind === '' ? {} : {kind}),
    }
  }

  /** A number for a note at a path where none is. Its row is written next, and it has no chunk yet. */
  add(path: string): number {
    const {columns} = this
    if (columns.headOf.length <= this.limit) widen(NOTE_SHAPE, columns, this.limit + 1)
    const note = this.limit++
    columns.headOf[note] = -1
    this.#added.set(path, note)
    return note
  }

  /** Writes what is told of a note. */
  write(note: number, row: NoteRow): void {
    const {columns} = this
    if (0 <= columns.headOf[note]!) this.#count(columns.languageOf[note]!, -1)
    columns.rowAt[note] = this.#texts.add(row.path)
    this.#texts.add(row.digest)
    this.#texts.add(row.title)
    columns.dateOf[note] = row.date ?? Number.NaN
    columns.kindOf[note] = this.kinds.numberOf(row.kind ?? '')
    columns.languageOf[note] = this.#languageNumber(row.language)
    this.#count(columns.languageOf[note]!, 1)
  }

  /** Forgets a note that is there. Its number is not used again. */
  remove(note: number): void {
    this.#added.delete(this.pathOf(note))
    this.#count(this.columns.languageOf[note]!, -1)
    this.columns.headOf[note] = -1
    this.columns.lengthOf[note] = 0
  }

  /** The notes alive, ascending. */
  *alive(): Iterable<number> {
    for (let note = 0; note < this.limit; note++) {
      if (0 <= this.columns.headOf[note]!) yield note
    }
  }

  /** Languages by their number in `languageOf`. */
  languageNames(): readonly Language[] {
    return this.#languages
  }

  #numberInSnapshot(path: string): number | undefined {
    if (this.#kept !== undefined) return this.#kept.get(path)
    if (++this.#asked < MANY_ASKED) return this.#bisect(path)
    this.#kept = new Map()
    // One that went and came again has its newer number from `#added`.
    for (const note of this.#byPath) this.#kept.set(this.pathOf(note), note)
    return this.#kept.get(path)
  }

  #bisect(path: string): number | undefined {
    const wanted = Buffer.from(path)
    const {rowAt} = this.columns
    let low = 0
    let high = this.#byPath.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const note = this.#byPath[middle]!
      const order = this.#texts.compare(rowAt[note]!, wanted)
      if (order === 0) return note
      if (order < 0) low = middle + 1
      else high = middle
    }
    return undefined
  }

  #languageNumber(language: Language): number {
    const known = this.#languages.indexOf(language)
    if (known !== -1) return known
    this.#inLanguage.push(0)
    return this.#languages.push(language) - 1
  }

  #count(number: number, more: number): void {
    const language = this.#languages[number]
    if (language === undefined) return
    this.#inLanguage[number]! += more
    if (0 < this.#inLanguage[number]!) this.languages.add(language)
    else this.languages.delete(language)
  }
}
