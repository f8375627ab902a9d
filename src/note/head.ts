/**
 * Finds the frontmatter of a text, by its lines alone.
 *
 * Strict: the first line is exactly `---`, the closing one exactly `---` or `...` (blanks may
 * follow), at most 64 KB apart. Whether what stands between is frontmatter at all, and not prose
 * under a thematic break, is decided by what it looks like; reading it is `frontmatter.ts`'s job.
 */

export type Head =
  | {readonly kind: 'none'; readonly bodyStart: number}
  | {
      readonly kind: 'block'
      /** What stands between the two lines, its last line end included. */
      readonly start: number
      readonly end: number
      readonly bodyStart: number
    }
  | {
      readonly kind: 'unterminated'
      /** The lines at the top that look like keys. */
      readonly start: number
      readonly end: number
      readonly bodyStart: number
      /** Whether there is a closing line, but too far down. */
      readonly isTooLong: boolean
    }

/** In UTF-16 units. Nobody writes more by hand, and readers of YAML have inputs that keep them busy. */
const longest = 65_536

/** Finds the frontmatter at the top of `text`, which may begin with a byte order mark. */
export function findHead(text: string): Head {
  const begin = text.startsWith('\uFEFF') ? 1 : 0
  const start = afterOpening(text, begin)
  if (start === undefined) return {kind: 'none', bodyStart: begin}

  const closing = closingAfter(text, start)
  if (closing === undefined || longest < closing.end - start) {
    return unterminated(text, begin, start, closing !== undefined)
  }
  if (!looksLikeYaml(text.slice(start, closing.end))) return {kind: 'none', bodyStart: begin}
  return {kind: 'block', start, ...closing}
}

/**
 * Where a second block stands right under the first, as tools make them that do not see the first
 * one: the offset of its opening line, and where it ends.
 */
export function findSecondBlock(
  text: string,
  bodyStart: number,
): {readonly at: number; readonly end: number} | undefined {
  const at = afterBlankLines(text, bodyStart)
  const start = afterOpening(text, at)
  if (start === undefined) return undefined
  const closing = closingAfter(text, start)
  if (closing === undefined || longest < closing.end - start) return undefined
  const lines = text.slice(start, closing.end).split(/\r?\n/)
  const isYaml = lines.every((line) => /^(?:\s*$|\s*#|\s+\S|-\s|[\w-]+:(?:\s|$))/.test(line))
  return isYaml && lines.some((line) => /^[\w-]+:/.test(line))
    ? {at, end: closing.bodyStart}
    : undefined
}

/** The offset after the opening line at `at`; `undefined` where there is none. */
function afterOpening(text: string, at: number): number | undefined {
  if (!text.startsWith('---', at)) return undefined
  let end = at + 3
  while (text[end] === ' ' || text[end] === '\t') end++
  if (text[end] === '\r') end++
  return text[end] === '\n' ? end + 1 : undefined
}

function closingAfter(text: string, start: number): {end: number; bodyStart: number} | undefined {
  const pattern = /\n(?:---|\.\.\.)[ \t]*\r?(?:\n|$)/g
  pattern.lastIndex = start - 1
  const match = pattern.exec(text)
  if (match === null) return undefined
  return {end: match.index + 1, bodyStart: match.index + match[0].length}
}

function afterBlankLines(text: string, start: number): number {
  let at = start
  for (let end = at; end < text.length && ' \t\r\n'.includes(text[end]!); end++) {
    if (text[end] === '\n') at = end + 1
  }
  return at
}

function unterminated(text: string, begin: number, start: number, isTooLong: boolean): Head {
  const pattern = /[\w-]+:(?:[ \t][^\n]*|\r?)(?:\n|$)|(?:[ \t]+|- )[^\n]*\S[^\n]*(?:\n|$)/y
  let end = start
  for (pattern.lastIndex = start; end - start < longest; end = pattern.lastIndex) {
    if (pattern.exec(text) === null) break
  }
  const isKeys = /^[\w-]+:(?:\s|$)/.test(text.slice(start, start + 200))
  if (!isKeys) return {kind: 'none', bodyStart: begin}
  return {kind: 'unterminated', start, end, bodyStart: end, isTooLong}
}

/**
 * Tells frontmatter from prose between two thematic breaks: its first line has a key, and where a
 * blank line stands before it, a key of one word.
 */
function looksLikeYaml(block: string): boolean {
  const above = /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*/.exec(block)?.[0] ?? ''
  const rest = block.slice(above.length)
  if (rest.trim() === '') return true
  const line = /^[^\r\n]*/.exec(rest)?.[0] ?? ''
  // A brace begins a mapping in one line; the mark of a merge stands before what was frontmatter.
  if (/^(?:\{|\? |<{7} |%YAML)/.test(line)) return true
  if (/^\s*-/.test(line) || !/:(?:\s|$)/.test(line)) return false
  return !/^\s*\n/.test(above) || /^[\w-]+:/.test(line)
}
