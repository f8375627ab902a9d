/**
 * The words of a note, without what surrounds them: what has to change for a memory to have changed.
 *
 * A ttl clock restarts when someone wrote something new, not when a date was added to the
 * frontmatter, a list was indented, or a review was noted. So frontmatter, inline fields, block ids,
 * HTML comments of one line (OpenClaw keeps a status there), list markers and the amount of
 * whitespace do not count. Everything goes by single lines and knows nothing of fences or
 * nesting, so that the words of a passage are a part of the words of its note.
 */

import {foldBlanks} from '../ground/fold-blanks.js'

const listMarker = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+/
const blockId = /(?:^|[ \t])\^[A-Za-z0-9-]+[ \t]*$/
// Bounds keep a line of brackets from being read over and over. A value may hold a wikilink.
const inlineField =
  /[[(][ \t]{0,4}[\p{L}_][\p{L}\p{N}_ /-]{0,60}::(?:\[\[[^\][\n]{0,300}\]\]|\[[^\][\n]{0,300}\]|[^\][()\n]){0,600}[\])]/gu

/** A status that OpenClaw keeps, `<!-- observed: … | status: … -->`, which may go over several lines. */
const status = /^\s{0,20}[\w -]{1,40}:/

/** In characters: what is longer is no status, and not looked through. */
const LONGEST_STATUS = 2000

/** Returns the words of `text` (a note, or a passage of one), parted by single spaces. */
export function wordsOf(text: string): string {
  const lines = withoutComments(withoutFrontmatter(text)).split('\n')
  return foldBlanks(lines.map(wordsOfLine).join(' ')).trim()
}

/**
 * The words without any whitespace, for comparing: a line break inserted into Japanese text, or the
 * space that stood before a removed field, is no change of words.
 */
export function squeezed(words: string): string {
  return words.replace(/\s+/g, '')
}

/** An unterminated block is text, as it is for everything else that reads notes. */
function withoutFrontmatter(text: string): string {
  return text.startsWith('---') || text.startsWith('\uFEFF---') ? cutBlock(text) : text
}

function cutBlock(text: string): string {
  const opening = text.indexOf('\n') + 1
  if (opening === 0 || !/^\uFEFF?---[ \t]*\r?\n$/.test(text.slice(0, opening))) return text
  let from = opening
  while (from < text.length) {
    const next = text.indexOf('\n', from)
    const line = text.slice(from, next === -1 ? text.length : next)
    if (/^---[ \t]*\r?$/.test(line)) return next === -1 ? '' : text.slice(next + 1)
    if (next === -1) break
    from = next + 1
  }
  return text
}

function wordsOfLine(line: string): string {
  let words = line.replace(listMarker, '')
  if (words.includes('::')) words = words.replace(inlineField, ' ')
  return words.includes('^') ? words.trimEnd().replace(blockId, '') : words
}

/** Every place is looked at once, however many comments are opened and not closed. */
function withoutComments(text: string): string {
  let kept = ''
  let from = 0
  let close = -1
  let lineEnd = -1
  for (let at = text.indexOf('<!--'); at !== -1; at = text.indexOf('<!--', at)) {
    if (close < at + 4) close = text.indexOf('-->', at + 4)
    if (close === -1) break
    if (lineEnd < at) lineEnd = (text.indexOf('\n', at) + 1 || text.length + 1) - 1
    const isShort = close - at < LONGEST_STATUS
    if (close < lineEnd || (isShort && status.test(text.slice(at + 4, at + 70)))) {
      kept += `${text.slice(from, at)} `
      from = close + 3
      at = from
    } else {
      at += 4
    }
  }
  return kept + text.slice(from)
}
