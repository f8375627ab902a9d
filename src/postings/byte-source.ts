/**
 * Reads what `ByteSink` wrote, from bytes that may be anything.
 *
 * A file can be damaged, or made by somebody who means harm. What would be read beyond the end reads as
 * nothing and is remembered in `isBroken`, so that a reader asks once, after a record, and need not look at every number.
 */

export class ByteSource {
  isBroken = false
  at: number
  end: number
  bytes: Buffer

  /** Reads `bytes` from `at` up to `end`, excluded. */
  constructor(bytes: Buffer, at = 0, end: number = bytes.length) {
    this.bytes = bytes
    this.at = at
    this.end = Math.min(end, bytes.length)
  }

  /** Starts again, elsewhere. */
  open(bytes: Buffer, at: number, end: number): void {
    this.bytes = bytes
    this.at = at
    this.end = Math.min(end, bytes.length)
    this.isBroken = false
  }

  /** A whole number, from 0 to 2^32 - 1; 0 where there is none. */
  varint(): number {
    if (this.end <= this.at) return this.#breakOff()
    const first = this.bytes[this.at++]!
    return first < 0x80 ? first : this.#longer(first & 0x7f)
  }

  /** A number in eight bytes; 0 where there is none. */
  float(): number {
    if (this.end < this.at + 8) return this.#breakOff()
    this.at += 8
    return this.bytes.readDoubleLE(this.at - 8)
  }

  /** A text with its length before it; empty where there is none. */
  text(): string {
    const length = this.varint()
    if (this.end < this.at + length) {
      this.#breakOff()
      return ''
    }
    this.at += length
    return this.bytes.toString('utf8', this.at - length, this.at)
  }

  /** Passes over `length` bytes. */
  pass(length: number): void {
    if (this.end < this.at + length) this.#breakOff()
    else this.at += length
  }

  /** Passes over `count` numbers. */
  skip(count: number): void {
    const {bytes, end} = this
    let at = this.at
    let left = count
    while (0 < left && at < end) {
      if (bytes[at++]! < 0x80) left--
    }
    this.at = at
    if (0 < left) this.#breakOff()
  }

  #longer(first: number): number {
    let value = first
    for (let shift = 7; shift < 35; shift += 7) {
      if (this.end <= this.at) return this.#breakOff()
      const byte = this.bytes[this.at++]!
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
    return this.#breakOff()
  }

  #breakOff(): number {
    this.isBroken = true
    this.at = this.end
    return 0
  }
}
