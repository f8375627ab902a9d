/**
 * The words of a note, without what surrounds them: what has to change for a memory to have changed.
 *
 * A ttl clock restarts when someone wrote something new, not when a date was added to the
 * frontmatter, a list was indented, or a review was noted. So frontmatter, inline fields, block ids,
 * HTML comments of one line (OpenClaw keeps a status there), list markers and the amount of
 * whitespace do not count. Everything goes by single lines and knows nothing of fences or
 * nesting, so that the words of a passage are a part of the words of its note.
 */

const listMarker = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+/
const blockId = /(?:^|[ \t])\^[A-Za-z0-9-]+[ \t]*$/
// Bounds keep a line of brackets from being read over and over. A value may hold a wikilink.
const inlineField =
  /[[(][ \t]{0,4}[\p{L}_][\p{L}\p{N}_ /-]{0,60}::(?:\[\[[^\][\n]{0,300}\]\]|\[[^\][\n]{0,300}\]|[^\][()\n]){0,600}[\])]/gu

/** Returns the words of `text` (a note, or a passage of one), parted by single spaces. */
export function wordsOf(text: string): string {
  return withoutFrontmatter(text).split('\n').map(wordsOfLine).join(' ').replace(/\s+/g, ' ').trim()
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
  if (words.includes('<!--')) words = withoutComments(words)
  if (words.includes('::')) words = words.replace(inlineField, ' ')
  return words.includes('^') ? words.trimEnd().replace(blockId, '') : words
}

function withoutComments(line: string): string {
  let kept = ''
  let from = 0
  for (;;) {
    const start = line.indexOf('<!--', from)
    const end = start === -1 ? -1 : line.indexOf('-->', start + 4)
    if (end === -1) return kept + line.slice(from)
    kept += `${line.slice(from, start)} `
    from = end + 3
  }
}
