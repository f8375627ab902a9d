/**
 * Bytes that are written one after the other, into room that grows by half.
 *
 * Numbers are varints: seven bits a byte, lowest first, the eighth bit telling that more follow. Most
 * numbers of an index are small (how far on the next chunk is, how often a word stands in it), and small
 * ones take a byte. Read again by `ByteSource`.
 */

/** The most bytes that a number takes. */
const MOST = 5

/** So many bytes are copied sooner than a view of them is made. */
const SHORT = 64

const encoder = new TextEncoder()

export class ByteSink {
  /** Written up to `length`; what stands behind is of no meaning. */
  bytes: Buffer
  length = 0

  constructor(room = 256) {
    this.bytes = Buffer.allocUnsafeSlow(Math.max(16, room))
  }

  /** A whole number, from 0 to 2^32 - 1. */
  varint(value: number): void {
    if (this.bytes.length < this.length + MOST) this.#grow(MOST)
    const {bytes} = this
    let at = this.length
    let rest = value
    while (0x7f < rest) {
      bytes[at++] = (rest & 0x7f) | 0x80
      rest = rest >>> 7
    }
    bytes[at++] = rest
    this.length = at
  }

  /** A number as JavaScript has it, in eight bytes. */
  float(value: number): void {
    if (this.bytes.length < this.length + 8) this.#grow(8)
    this.length = this.bytes.writeDoubleLE(value, this.length)
  }

  /** A text with its length before it. */
  text(text: string): void {
    if (this.#shortAscii(text)) return
    const bytes = encoder.encode(text)
    this.varint(bytes.length)
    this.raw(bytes)
  }

  /** A text without its length. */
  letters(text: string): void {
    const {length} = text
    if (this.bytes.length < this.length + length) this.#grow(length)
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i)
      if (0x7f < code) {
        this.raw(encoder.encode(text))
        return
      }
      this.bytes[this.length + i] = code
    }
    this.length += length
  }

  /** Bytes as they are. */
  raw(source: Uint8Array): void {
    if (this.bytes.length < this.length + source.length) this.#grow(source.length)
    this.bytes.set(source, this.length)
    this.length += source.length
  }

  /** Bytes from `from` up to `to` of others. */
  copy(source: Uint8Array, from: number, to: number): void {
    const length = to - from
    if (this.bytes.length < this.length + length) this.#grow(length)
    if (SHORT < length) {
      this.bytes.set(source.subarray(from, to), this.length)
    } else {
      const {bytes} = this
      const shift = this.length - from
      for (let at = from; at < to; at++) bytes[shift + at] = source[at]!
    }
    this.length += length
  }

  /** What was written: a view that holds until more is. */
  written(): Buffer {
    return this.bytes.subarray(0, this.length)
  }

  /** Writes a text as most are, without the detour of encoding it; tells whether it is one. */
  #shortAscii(text: string): boolean {
    const {length} = text
    if (0x7f < length) return false
    if (this.bytes.length < this.length + length + 1) this.#grow(length + 1)
    const {bytes} = this
    const from = this.length + 1
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i)
      if (0x7f < code) return false
      bytes[from + i] = code
    }
    bytes[this.length] = length
    this.length = from + length
    return true
  }

  #grow(more: number): void {
    const room = this.length + more
    const bytes = Buffer.allocUnsafeSlow(room + (room >> 1))
    bytes.set(this.bytes.subarray(0, this.length))
    this.bytes = bytes
  }
}
