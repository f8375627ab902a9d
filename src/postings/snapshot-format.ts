/**
 * The outside of a snapshot: a header that says what it is, and named sections.
 *
 * ```
 *  0  magic, 8 bytes          32  digest of the fingerprint, 24 bytes
 *  8  format                  56  nothing, 8 bytes
 * 12  checksum of all after   64  sections: name in 16 bytes, beginning, length
 * 16  length of the file          …the sections themselves, each on a boundary of 8
 * 20  number of sections
 * 24  id, 8 bytes
 * ```
 *
 * Numbers are of 32 bits in the order of the machine, so that they are read in their place. On a machine
 * with the other order the format is another one, and the index is made again there. A section
 * with a name that nobody asks for is passed over: what is kept beside the words needs no new format.
 */

import {crc32} from 'node:zlib'
import {digest} from '../ground/digest.js'

/** Why what was kept could not be used. */
export type Lost = 'truncated' | 'foreign' | 'older' | 'broken'

/** Bytes by name. */
export type Sections = Map<string, Uint8Array>

export interface Framed {
  /** 16 hexadecimal digits, unlike that of any other snapshot. */
  readonly id: string
  readonly sections: Sections
}

/** Raised whenever the same bytes would be read in another way. */
const FORMAT = 2

/** The first byte is no text, and the line end does not survive a program that takes it for one. */
const MAGIC = Buffer.from([0x89, ...Buffer.from('mdidx\r\n')])

/** The length of the header, which tells one snapshot from another. */
export const HEADER = 64
const ENTRY = 24
const NAME = 16
/** A file's bounds are kept in 32 bits. */
const MOST_BYTES = 2 ** 32 - 1

/** Where in the header a number stands, in words of 32 bits. */
const AT = {format: 2, checksum: 3, length: 4, sections: 5} as const
/** The checksum is of what comes after it. */
const CHECKED_FROM = 16
const ID_AT = 24
const FINGERPRINT_AT = 32

/** Puts a snapshot together, as parts to be written one after the other. `undefined` where it would be too long. */
export function frame(
  sections: Sections,
  id: string,
  fingerprint: string,
): readonly Uint8Array[] | undefined {
  const head = Buffer.from(new ArrayBuffer(HEADER + ENTRY * sections.size))
  const parts: Uint8Array[] = [head]
  let length = head.length
  let entry = HEADER
  for (const [name, bytes] of sections) {
    head.write(name, entry, NAME, 'latin1')
    wordsOf(head).set([length, bytes.length], (entry + NAME) / 4)
    entry += ENTRY
    const padding = new Uint8Array(-bytes.length & 7)
    parts.push(bytes, padding)
    length += bytes.length + padding.length
    if (MOST_BYTES < length) return undefined
  }
  MAGIC.copy(head)
  head.write(id, ID_AT, 'hex')
  head.write(digest(fingerprint), FINGERPRINT_AT, 'latin1')
  const words = wordsOf(head)
  words[AT.format] = FORMAT
  words[AT.length] = length
  words[AT.sections] = sections.size
  words[AT.checksum] = checksumOf([head.subarray(CHECKED_FROM), ...parts.slice(1)])
  return parts
}

/** Takes a file apart, which may be anything; its bytes begin on a boundary of 8. */
export function unframe(bytes: Buffer, fingerprint: string): Framed | Lost {
  const lost = judge(bytes, bytes.length)
  if (lost !== undefined) return lost
  const words = wordsOf(bytes)
  if (words[AT.checksum] !== checksumOf([bytes.subarray(CHECKED_FROM)])) return 'broken'
  if (!isMadeUnder(bytes, fingerprint)) return 'older'
  const sections = sectionsOf(bytes, words)
  const id = bytes.toString('hex', ID_AT, ID_AT + 8)
  return sections === undefined ? 'broken' : {id, sections}
}

/** What is the matter with a file of `length` bytes, as far as its header tells. */
export function judge(header: Buffer, length: number): Lost | undefined {
  const begun = Math.min(MAGIC.length, header.length)
  if (!header.subarray(0, begun).equals(MAGIC.subarray(0, begun))) return 'foreign'
  if (header.length < HEADER) return 'truncated'
  const words = wordsOf(header)
  if (words[AT.format] !== FORMAT) return 'older'
  if (length < words[AT.length]!) return 'truncated'
  return words[AT.length]! < length ? 'broken' : undefined
}

/** The id of the snapshot with this header. */
export function idIn(header: Buffer): string {
  return header.toString('hex', ID_AT, ID_AT + 8)
}

function checksumOf(parts: readonly Uint8Array[]): number {
  // Of no bytes the checksum would begin anew: zlib takes them for none given.
  return parts.reduce((sum, part) => (part.length === 0 ? sum : crc32(part, sum)), 0)
}

function isMadeUnder(bytes: Buffer, fingerprint: string): boolean {
  const own = digest(fingerprint)
  return bytes.toString('latin1', FINGERPRINT_AT, FINGERPRINT_AT + own.length) === own
}

/** `undefined` where a section would reach out of the file, or not begin where numbers can be read. */
function sectionsOf(bytes: Buffer, words: Uint32Array): Sections | undefined {
  const sections: Sections = new Map()
  const count = words[AT.sections]!
  if (bytes.length < HEADER + ENTRY * count) return undefined
  for (let entry = HEADER; entry < HEADER + ENTRY * count; entry += ENTRY) {
    const from = words[(entry + NAME) / 4]!
    const length = words[(entry + NAME) / 4 + 1]!
    if (from % 8 !== 0 || bytes.length < from + length) return undefined
    const name = bytes.toString('latin1', entry, entry + NAME).replace(/\0+$/, '')
    sections.set(name, bytes.subarray(from, from + length))
  }
  return sections
}

function wordsOf(bytes: Buffer): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4))
}
