/**
 * Names for new notes that every file system takes, and takes for different ones.
 *
 * Unicode is kept, in NFC; at most 80 bytes with `.md`; nothing that Windows reserves. Names that
 * differ in case or composition alone are one file on many disks, so that the second gets a suffix.
 */

import {digest} from '../ground/digest.js'
import type {NotePath} from '../ground/note-path.js'

/** In bytes of UTF-8, without `.md`. */
const longest = 77
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** A file name, without `.md`, for a note called `title`. */
export function slugOf(title: string): string {
  const slug = title
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}.]+/gu, '-')
    .replace(/-?\.{2,}-?|-\.|\.-/g, '-')
    .replace(/-{2,}/g, '-')
  const trimmed = trimEnds(cut(trimEnds(slug), longest))
  const base = trimmed === '' ? 'note' : trimmed
  return reserved.test(base) ? `note-${base}` : base
}

/**
 * The first path for `slug` in `folder` (empty for the root) that `taken` does not claim. `taken`
 * should compare names as the strictest disk does, folded to one case and composition.
 */
export function freeName(
  folder: string,
  slug: string,
  taken: (path: NotePath) => boolean,
): NotePath {
  const prefix = folder === '' ? '' : `${folder}/`
  for (let count = 0; ; count++) {
    const suffix = count === 0 ? '' : `-${hashOf(`${slug}\0${count}`)}`
    const name = trimEnds(cut(slug, longest - suffix.length)) + suffix
    const path = `${prefix}${name}.md` as NotePath
    if (!taken(path)) return path
  }
}

function hashOf(text: string): string {
  return digest(text)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '0')
    .slice(0, 6)
}

function trimEnds(text: string): string {
  return text.replace(/^[-.\p{M}]+|[-.]+$/gu, '')
}

/** The longest head of `text` of at most `bytes` bytes that cuts no character, marks included. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let head = ''
  let size = 0
  for (const {segment} of new Intl.Segmenter('en', {granularity: 'grapheme'}).segment(text)) {
    size += Buffer.byteLength(segment)
    if (bytes < size) break
    head += segment
  }
  // One grapheme may be longer than all that is allowed.
  return head === '' ? [...text].slice(0, Math.floor(bytes / 4)).join('') : head
}
