/**
 * The files of the brain as a planner leaves them, beside what they were.
 *
 * A plan may touch one file several times (a fact and its successor stand in the same MEMORY.md), so
 * planners change texts here, each reading what the one before it left, and a draft becomes the
 * changes of one plan at the end. It reads, and never writes: that is `edit/land.ts`.
 */

import {readFileSync} from 'node:fs'
import path from 'node:path'
import type {Change} from '../edit/edit.js'
import {BrainError} from '../ground/brain-error.js'
import type {Zone} from '../ground/day.js'
import type {NotePath} from '../ground/note-path.js'
import {decode, encode} from '../note/decode.js'
import type {Note} from '../note/note.js'
import {parse} from '../note/parse.js'

/** Gives the bytes of a file of the brain; `undefined` where there is none. */
export type ReadFile = (path: NotePath) => Uint8Array | undefined

/** Reads files under `root`; what cannot be read because it is not there is `undefined`. */
export function readerOf(root: string): ReadFile {
  return (file) => {
    try {
      return readFileSync(path.join(root, file))
    } catch (error) {
      const {code} = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
      throw new BrainError('not-editable', {
        message: `\`${file}\` cannot be read: ${(error as Error).message}`,
        data: {path: file},
        cause: error,
      })
    }
  }
}

interface Page {
  readonly before: Uint8Array | undefined
  readonly bom: boolean
  /** `undefined` where the file is to be removed. */
  after: string | undefined
}

export class Draft {
  readonly #read: ReadFile
  readonly #pages = new Map<NotePath, Page>()
  readonly #notes = new Map<NotePath, {readonly text: string; readonly note: Note}>()

  constructor(read: ReadFile) {
    this.#read = read
  }

  /** Tells whether there will be a file. */
  has(path: NotePath): boolean {
    const page = this.#pages.get(path)
    return page === undefined ? this.#read(path) !== undefined : page.after !== undefined
  }

  /**
   * The text of a file as it stands now, without its BOM.
   *
   * @throws {BrainError} `not-editable` where it is not UTF-8, `edit-conflict` where it is gone.
   */
  text(path: NotePath): string {
    const {after} = this.#open(path)
    if (after === undefined) throw gone(path)
    return after
  }

  /** The note that a file is as it stands now. Read once for each text: a long note takes its time. */
  note(path: NotePath, zone: Zone): Note {
    const text = this.text(path)
    const known = this.#notes.get(path)
    if (known?.text === text) return known.note
    const {note} = parse(path, text, zone)
    this.#notes.set(path, {text, note})
    return note
  }

  /** Gives a file that there is another text; its BOM stays. */
  rewrite(path: NotePath, text: string): void {
    this.#open(path).after = text
  }

  /**
   * Plans a new file.
   *
   * @throws {BrainError} `file-exists` where there is one.
   */
  create(path: NotePath, text: string): void {
    if (this.has(path)) {
      throw new BrainError('file-exists', {
        message: `there is a file \`${path}\` already`,
        hint: 'choose another name',
        data: {path},
      })
    }
    const before = this.#pages.get(path)?.before
    this.#pages.set(path, {before, bom: false, after: text})
  }

  /**
   * Plans a file under another name, with the text it has now.
   *
   * @throws {BrainError} `file-exists` where there is one of that name, `not-editable`.
   */
  move(from: NotePath, to: NotePath): void {
    const page = this.#open(from)
    this.create(to, this.text(from))
    this.#pages.set(to, {...this.#pages.get(to)!, bom: page.bom})
    page.after = undefined
  }

  /** Plans to remove a file, whatever its bytes. */
  remove(path: NotePath): void {
    const before = this.#pages.get(path)?.before ?? this.#read(path)
    if (before === undefined) throw gone(path)
    this.#pages.set(path, {before, bom: false, after: undefined})
  }

  /** What differs from the disk. */
  changes(): Change[] {
    const changes: Change[] = []
    for (const [path, {before, bom, after}] of this.#pages) {
      const bytes = after === undefined ? undefined : encode(after, bom)
      if (!same(before, bytes)) changes.push({path, before, after: bytes})
    }
    return changes
  }

  #open(path: NotePath): Page {
    const known = this.#pages.get(path)
    if (known !== undefined) return known
    const before = this.#read(path)
    if (before === undefined) throw gone(path)
    const {text, bom, utf8} = decode(before)
    if (!utf8) {
      throw new BrainError('not-editable', {
        message: `\`${path}\` is not UTF-8, so that changing a part of it could lose the rest`,
        hint: 'save it as UTF-8 first',
        data: {path},
      })
    }
    const page: Page = {before, bom, after: text}
    this.#pages.set(path, page)
    return page
  }
}

/** The file was there when the brain was read a moment ago: the plan is made again. */
function gone(path: NotePath): BrainError {
  return new BrainError('edit-conflict', {
    message: `\`${path}\` was removed while it was to be changed`,
    hint: 'try again',
    data: {path},
  })
}

function same(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
