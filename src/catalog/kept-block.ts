/**
 * One line of the catalog's log, as bytes: what became of some files.
 *
 *     checksum [[path, stat, …], …]⇥[[title, …], …]⇥{note}[messages]{note}[messages]…↵
 *
 * First what every command compares, of all of them in one array of JSON, which is all that opening a
 * log parses. It tells how many bytes there are for the note and the messages of each, which come last,
 * in the same order. Between stand the heads of the notes, parsed together when the first is asked for.
 * JSON has neither tabs nor line ends of its own. The checksum is of every byte after it: a line that
 * does not have its own is as if it were not there.
 */

import {crc32} from 'node:zlib'
import type {NotePath} from '../ground/note-path.js'
import {type Head, headOf, type Kept, type Page, type Seen, type Stat} from './kept-note.js'

/** What became of one file. */
export type KeptChange =
  /** It was read. */
  | {readonly path: NotePath; readonly now: Kept}
  /** It has a new stat, and the content it had. */
  | {readonly path: NotePath; readonly seen: Seen}
  | {readonly path: NotePath; readonly gone: true}

/** As JSON: without a stat the file is gone, without lengths its content is as before. `flags` is twice `hasty`, one more where it is racy. */
type Row = [
  path: NotePath,
  stat?: Stat,
  digest?: string,
  flags?: number,
  noteBytes?: number,
  messageBytes?: number,
]

/** As JSON; 0 for a file that is no text. `ofTime` is 1 or 0, and `hall` null where there is none. */
type HeadRow = 0 | [title: string, hall: string | null, ofTime: number, ...aliases: string[]]

const LINE_END = 10
const TAB = 9
const BLANK = 32

/** A checksum has no more digits. */
const MOST_DIGITS = 7

/** Makes the line that says `changes`. */
export function blockOf(changes: readonly KeptChange[]): Buffer {
  const all = changes.flatMap((change) => ('now' in change ? [change.now] : []))
  const rest = Buffer.concat([
    Buffer.from(`${JSON.stringify(changes.map(rowOf))}\t${JSON.stringify(all.map(headRowOf))}\t`),
    ...all.map(({page, start, end}) => page.bytes.subarray(start, end)),
  ])
  return Buffer.concat([Buffer.from(`${sumOf(rest)} `), rest, Buffer.of(LINE_END)])
}

/** Is told of changes, one after the other. Not by values of `KeptChange`: there may be very many. */
export interface Listener {
  made(path: NotePath, now: Kept): void
  seen(path: NotePath, seen: Seen): void
  gone(path: NotePath): void
}

/** Tells what the lines of `bytes` say from `start` on, in their order; nothing of those that are damaged. */
export function readBlocks(bytes: Buffer, start: number, listener: Listener): void {
  for (let at = start; at < bytes.length; ) {
    const found = bytes.indexOf(LINE_END, at)
    const end = found === -1 ? bytes.length : found
    if (at < end) readBlock(bytes, at, end, listener)
    at = end + 1
  }
}

function readBlock(bytes: Buffer, start: number, end: number, listener: Listener): void {
  const blank = bytes.indexOf(BLANK, start)
  if (blank === -1 || start + MOST_DIGITS < blank) return
  if (bytes.toString('latin1', start, blank) !== sumOf(bytes.subarray(blank + 1, end))) return
  const firstTab = bytes.indexOf(TAB, blank)
  const secondTab = bytes.indexOf(TAB, firstTab + 1)
  const rows = parsed(bytes, blank + 1, firstTab) as readonly Row[]
  const page = pageOf(bytes, firstTab + 1, secondTab)
  let index = 0
  let at = secondTab + 1
  // By number, all of it: taking rows apart by patterns would cost more than all the rest.
  for (let number = 0; number < rows.length; number++) {
    const row = rows[number]!
    const path = row[0]
    const stat = row[1]
    const digest = row[2]
    const flags = row[3]
    if (stat === undefined || digest === undefined || flags === undefined) {
      listener.gone(path)
      continue
    }
    const racy = flags % 2 === 1
    const noteBytes = row[4]
    const messageBytes = row[5]
    if (noteBytes === undefined || messageBytes === undefined) {
      listener.seen(path, {stat, racy, digest})
      continue
    }
    const start = at
    const middle = start + noteBytes
    const hasty = flags >> 1
    at = middle + messageBytes
    listener.made(path, {stat, racy, digest, hasty, page, index, start, middle, end: at})
    index++
  }
}

function pageOf(bytes: Buffer, start: number, end: number): Page {
  let heads: readonly (Head | undefined)[] | undefined
  return {
    bytes,
    heads() {
      heads ??= (parsed(bytes, start, end) as readonly HeadRow[]).map(headIn)
      return heads
    },
  }
}

function rowOf(change: KeptChange): Row {
  const {path} = change
  if ('gone' in change) return [path]
  if ('seen' in change) {
    const {stat, racy, digest} = change.seen
    return [path, stat, digest, racy ? 1 : 0]
  }
  const {stat, racy, digest, hasty, start, middle, end} = change.now
  return [path, stat, digest, 2 * hasty + (racy ? 1 : 0), middle - start, end - middle]
}

function headRowOf(kept: Kept): HeadRow {
  const head = headOf(kept)
  if (head === undefined) return 0
  const {title, hall = null, ofTime, aliases} = head
  return [title, hall, ofTime ? 1 : 0, ...aliases]
}

function headIn(row: HeadRow): Head | undefined {
  if (row === 0) return undefined
  const [title, hall, ofTime, ...aliases] = row
  const head = {title, aliases, ofTime: ofTime === 1}
  return hall === null ? head : {...head, hall}
}

function sumOf(bytes: Uint8Array): string {
  return crc32(bytes).toString(36)
}

/** Its checksum was right, so that only what somebody forged is no array: no cache stops a command. */
function parsed(bytes: Buffer, start: number, end: number): readonly unknown[] {
  try {
    const found: unknown = JSON.parse(bytes.toString('utf8', start, end))
    return Array.isArray(found) ? found : []
  } catch {
    return []
  }
}
