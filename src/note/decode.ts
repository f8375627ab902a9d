/**
 * Bytes of a file ⇄ text.
 *
 * A byte order mark is taken off, since editors add it without being asked and everything after it
 * would stand one unit further on; `encode` puts it back. Bytes that are no UTF-8 are replaced, so
 * that the rest of the note can be found: such a text must never be written back.
 */

import {isUtf8} from 'node:buffer'

export interface Decoded {
  /** Without its byte order mark. */
  readonly text: string
  readonly bom: boolean
  /** False where bytes had to be replaced by U+FFFD. */
  readonly utf8: boolean
}

const decoder = new TextDecoder('utf-8', {ignoreBOM: true})
const encoder = new TextEncoder()

/** Reads bytes as UTF-8. Never throws. */
export function decode(bytes: Uint8Array): Decoded {
  const text = decoder.decode(bytes)
  const bom = text.startsWith('\uFEFF')
  return {text: bom ? text.slice(1) : text, bom, utf8: isUtf8(bytes)}
}

/** Writes `text` as UTF-8, with a byte order mark before it where `bom` says so. */
export function encode(text: string, bom: boolean): Uint8Array {
  return encoder.encode(bom ? `\uFEFF${text}` : text)
}
