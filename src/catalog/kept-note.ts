/**
 * What is kept of one file: what every command compares, and the rest as the JSON it was written as,
 * which is parsed only for those who ask.
 *
 * Ten thousand notes are 13 MB of JSON and half a second to parse; most commands look at a few.
 */

import type {Message} from '../ground/message.js'
import type {FileEntry} from '../note/files.js'
import type {Note} from '../note/note.js'
import {saysOfTime} from './timely.js'

/** Size, mtime, ctime and inode in one text: names the content of a file without reading it. */
export type Stat = string

/** What was seen of a file when it was read. */
export interface Seen {
  readonly stat: Stat
  /** The file was young when it was read: it may have changed since without its stat showing it. */
  readonly racy: boolean
  /** Of the file's bytes. */
  readonly digest: string
}

/** What was made of one file. A flat object: there is one for every file at every command. */
export interface Kept extends Seen {
  /**
   * How often its reading was cut short, by a bound of time as it may be: another time the machine
   * may be less busy. 0 where it was not.
   */
  readonly hasty: number
  readonly page: Page
  /** Which of the page's notes it is. */
  readonly index: number
  /** Where in the page the JSON of the note begins; it is empty where the file is no text. */
  readonly start: number
  /** Where the note ends and the JSON of the messages begins; it is empty where there are none. */
  readonly middle: number
  readonly end: number
}

/** Bytes in which some notes stand together. */
export interface Page {
  readonly bytes: Buffer
  /** What is known of each of its notes; `undefined` for a file that is no text. */
  heads(): readonly (Head | undefined)[]
}

/** What is known of a note without its being parsed. */
export interface Head {
  readonly title: string
  readonly aliases: readonly string[]
  readonly hall?: string
  /** Whether the note or a fact of it says anything of time or succession; settings apart. */
  readonly ofTime: boolean
}

/** What parsing makes of a file. */
export interface Made {
  /** Absent where the file is no text. */
  readonly note?: Note
  readonly messages: readonly Message[]
}

const NO_MESSAGES: readonly Message[] = []

/** Names the content of a file without reading it. */
export function statOf({size, mtimeMs, ctimeMs, ino}: FileEntry): Stat {
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`
}

/** What is kept of what was made of a file. */
export function packed(seen: Seen, hasty: number, {note, messages}: Made): Kept {
  const {stat, racy, digest} = seen
  const noteJson = note === undefined ? '' : JSON.stringify(note)
  const bytes = Buffer.from(`${noteJson}${messages.length === 0 ? '' : JSON.stringify(messages)}`)
  const head = note === undefined ? undefined : headMadeOf(note)
  const page = {bytes, heads: () => [head]}
  const middle = Buffer.byteLength(noteJson)
  return {stat, racy, digest, hasty, page, index: 0, start: 0, middle, end: bytes.length}
}

/** Whether there is a note; else the file is no text. */
export function isText({start, middle}: Kept): boolean {
  return start !== middle
}

/** What is known of the note; `undefined` where the file is no text. */
export function headOf({page, index}: Kept): Head | undefined {
  return page.heads()[index]
}

/**
 * Notes that were parsed, as long as what is kept of their files is. A process that keeps a brain open asks for all of
 * them again after each change, of which it needs one.
 */
const parsedNotes = new WeakMap<Kept, Note>()

/** Bytes of JSON; as objects they take some four times as much. */
const MOST_PARSED = 32 * 1024 * 1024
let parsedNow = 0

/** Makes room again, where a file changed or a brain was closed. */
const gone = new FinalizationRegistry<number>((bytes) => {
  parsedNow -= bytes
})

/** The note, parsed once while there is room; `undefined` where the file is no text. */
export function noteOf(kept: Kept): Note | undefined {
  if (!isText(kept)) return undefined
  const known = parsedNotes.get(kept)
  if (known !== undefined) return known
  const {page, start, middle} = kept
  const note = parsed(page.bytes, start, middle) as Note | undefined
  const bytes = middle - start
  if (note === undefined || MOST_PARSED < parsedNow + bytes) return note
  parsedNow += bytes
  parsedNotes.set(kept, note)
  gone.register(kept, bytes)
  return note
}

/** Parses the messages. */
export function messagesOf({page, middle, end}: Kept): readonly Message[] {
  if (middle === end) return NO_MESSAGES
  return (parsed(page.bytes, middle, end) as readonly Message[] | undefined) ?? NO_MESSAGES
}

function headMadeOf(note: Note): Head {
  const {title, aliases, place} = note
  const head = {title, aliases, ofTime: saysOfTime(note)}
  return place.hall === undefined ? head : {...head, hall: place.hall}
}

/** Its checksum was right, so that only what somebody forged is no JSON: no cache stops a command. */
function parsed(bytes: Buffer, start: number, end: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', start, end))
  } catch {
    return undefined
  }
}
