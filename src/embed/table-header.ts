/**
 * The first line of a table: what it is, and how long its parts are.
 *
 * ```
 * {"format": "mdbrain-table 1", "name": …, "dimensions": 256, "tokens": 30522, "maxWord": 100,
 *  "bytes": {"vocabulary": …, "scales": …, "vectors": …}, "sha256": …, …}
 * ```
 *
 * It is read by itself, since what a table is called is asked at every start, and the 8 MB after it only when
 * a text is embedded. Whatever else it says (of what model, under what licence) is for people.
 */

import {closeSync, fstatSync, openSync, readSync} from 'node:fs'
import {BrainError} from '../ground/brain-error.js'

export interface TableHeader {
  readonly name: string
  /** A multiple of four. */
  readonly dimensions: number
  readonly tokens: number
  /** In letters; a longer word is unknown. */
  readonly maxWord: number
  /** The lengths of the parts, in the order of the file. */
  readonly bytes: {readonly vocabulary: number; readonly scales: number; readonly vectors: number}
  /** Of all that comes after the line, in hexadecimal. Older tables have none. */
  readonly sha256?: string
}

export interface ReadHeader {
  readonly header: TableHeader
  /** With its line end. */
  readonly line: Buffer
  /** How long the file is. */
  readonly size: number
}

const FORMAT = 'mdbrain-table 1'
/** Bytes. One takes less than 1,000; what has no line end so far on is no table. */
const MOST = 1 << 14
const LINE_END = 0x0a

/** The vocabulary and the blanks after it end at a multiple of this, from the beginning of the file. */
const BOUNDARY = 64

/** More than any model has: what a damaged number may make us ask of the memory. */
const MOST_TOKENS = 2 ** 20
const MOST_DIMENSIONS = 4096
const MOST_WORD = 1000

/** Components are read four at a time. */
const BYTES_OF_FOUR = 4

/**
 * Reads the first line of the table `file`.
 *
 * @throws {BrainError} `model-unreadable` where there is no such file, or no table in it.
 */
export function readTableHeader(file: string): ReadHeader {
  const {bytes, size} = beginningOf(file, MOST)
  const end = bytes.indexOf(LINE_END) + 1
  const header = headerIn(bytes.toString('utf8', 0, end))
  if (header === undefined) throw unreadable(file, 'it is no table of this format')
  const {scalesAt, vectorsAt} = layout(header, end)
  if (scalesAt < end || size !== vectorsAt + header.bytes.vectors) {
    throw unreadable(file, `it has ${size} bytes, which is not what its first line says`)
  }
  return {header, line: bytes.subarray(0, end), size}
}

/** Where the parts of a table begin, whose first line has `lineBytes`. The vocabulary's length may count its blanks or not. */
export function layout(
  {bytes}: TableHeader,
  lineBytes: number,
): {readonly scalesAt: number; readonly vectorsAt: number} {
  const scalesAt = Math.ceil((lineBytes + bytes.vocabulary) / BOUNDARY) * BOUNDARY
  return {scalesAt, vectorsAt: scalesAt + bytes.scales}
}

/** That a model's file cannot be used, and why. */
export function unreadable(file: string, reason: string, cause?: unknown): BrainError {
  return new BrainError('model-unreadable', {
    message: `cannot read the model ${file}: ${reason}`,
    hint: 'install mdbrain again, which brings the file; until then words are searched alone',
    data: {path: file, reason},
    cause,
  })
}

/**
 * The first `most` bytes of `file`, or as many as it has, in memory of their own.
 *
 * @throws {BrainError} `model-unreadable` where there is no such file.
 */
export function beginningOf(file: string, most: number): {bytes: Buffer; size: number} {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    const {size} = fstatSync(descriptor)
    // Not from the pool of Node, where bytes may begin anywhere.
    const bytes = Buffer.from(new ArrayBuffer(Math.min(size, most)))
    const length = fill(bytes, descriptor)
    return {bytes: bytes.subarray(0, length), size}
  } catch (cause) {
    throw unreadable(file, reasonOf(cause), cause)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** Reads until `bytes` are full or the file ends; a file of a network comes in pieces. Returns how many there are. */
function fill(bytes: Buffer, descriptor: number): number {
  let length = 0
  while (length < bytes.length) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, length)
    if (read === 0) break
    length += read
  }
  return length
}

/** What the system says, without what it says for programs. */
function reasonOf(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code
  return code === 'ENOENT' ? 'there is no such file' : String(code ?? cause)
}

function headerIn(line: string): TableHeader | undefined {
  let read: unknown
  try {
    read = JSON.parse(line)
  } catch {
    return undefined
  }
  return isHeader(read) ? read : undefined
}

function isHeader(read: unknown): read is TableHeader {
  const {format, name, dimensions, tokens, maxWord, bytes, sha256} = (read ?? {}) as Partial<
    TableHeader & {format: string}
  >
  return (
    format === FORMAT &&
    typeof name === 'string' &&
    isCount(dimensions, MOST_DIMENSIONS) &&
    dimensions % BYTES_OF_FOUR === 0 &&
    isCount(tokens, MOST_TOKENS) &&
    isCount(maxWord, MOST_WORD) &&
    isCount(bytes?.vocabulary, Number.MAX_SAFE_INTEGER) &&
    bytes.scales === Float32Array.BYTES_PER_ELEMENT * tokens &&
    bytes.vectors === tokens * dimensions &&
    (sha256 === undefined || typeof sha256 === 'string')
  )
}

function isCount(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && 0 < (value as number) && (value as number) <= most
}
