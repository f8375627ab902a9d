/**
 * What a single line of markdown looks like, each asked of the units from `at` to `end`.
 *
 * Predicates without a memory; what they mean where, `scan.ts` decides. Linear in the line. The rules
 * are CommonMark's, as micromark reads them; HTML and tables have files of their own.
 */

/** Blank for markdown: a space or a tab, nothing else. */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

/** The end of what is written from `start` to `stop`: blanks and line ends after it do not count. */
export function inkEnd(text: string, start: number, stop: number): number {
  let end = stop
  for (; start < end; end--) {
    const code = text.charCodeAt(end - 1)
    if (!isBlank(code) && code !== 0x0a && code !== 0x0d) break
  }
  return end
}

/** The length of the run of `code` that begins at `at`. */
function runOf(text: string, at: number, end: number, code: number): number {
  let run = at
  while (run < end && text.charCodeAt(run) === code) run++
  return run - at
}

/** The depth of the heading that `#` at `at` begins; 0 for none. */
export function headingDepth(text: string, at: number, end: number): number {
  const depth = runOf(text, at, Math.min(end, at + 7), 0x23)
  if (depth === 0 || 6 < depth) return 0
  return at + depth === end || isBlank(text.charCodeAt(at + depth)) ? depth : 0
}

/** The words of a heading whose `#` end at `at`, without those that close it. */
export function headingTitle(text: string, at: number, end: number): string {
  let start = at
  while (start < end && isBlank(text.charCodeAt(start))) start++
  let close = end
  while (start < close && text.charCodeAt(close - 1) === 0x23) close--
  if (close === start) return ''
  const isClosed = close < end && isBlank(text.charCodeAt(close - 1))
  return text.slice(start, isClosed ? inkEnd(text, start, close) : end)
}

/** The depth of a setext heading that this line would make of the paragraph above; 0 for none. */
export function underline(text: string, at: number, end: number): 0 | 1 | 2 {
  const first = text.charCodeAt(at)
  if ((first !== 0x3d && first !== 0x2d) || runOf(text, at, end, first) !== end - at) return 0
  return first === 0x3d ? 1 : 2
}

export function isBreak(text: string, at: number, end: number): boolean {
  const first = text.charCodeAt(at)
  if (first !== 0x2d && first !== 0x2a && first !== 0x5f) return false
  if (breakEnd(text, at, end) !== end) return false
  let count = 0
  for (let index = at; index < end && count < 3; index++) {
    if (text.charCodeAt(index) === first) count++
  }
  return count === 3
}

/** How far the line holds nothing but blanks and the sign at `at`. */
export function breakEnd(text: string, at: number, end: number): number {
  const first = text.charCodeAt(at)
  let index = at + 1
  for (; index < end; index++) {
    const code = text.charCodeAt(index)
    if (code !== first && !isBlank(code)) break
  }
  return index
}

/** How many backticks or tildes open a fence at `at`; 0 where none is opened. */
export function fenceLength(text: string, at: number, end: number): number {
  const code = text.charCodeAt(at)
  if (code !== 0x60 && code !== 0x7e) return 0
  const length = runOf(text, at, end, code)
  if (length < 3) return 0
  // Else it is code within a line.
  if (code === 0x60 && text.slice(at + length, end).includes('`')) return 0
  return length
}

/** Whether the line closes a fence that was opened with `length` times `code`. */
export function closesFence(
  text: string,
  at: number,
  end: number,
  code: number,
  length: number,
): boolean {
  const run = runOf(text, at, end, code)
  return length <= run && at + run === end
}

/** The length of the list marker at `at`; 0 for none. A blank or the end of the line follows it. */
export function markerLength(text: string, at: number, end: number): number {
  const first = text.charCodeAt(at)
  let length = 0
  if (first === 0x2d || first === 0x2a || first === 0x2b) length = 1
  else {
    while (length < 9 && isDigit(text.charCodeAt(at + length))) length++
    const close = text.charCodeAt(at + length)
    if (length === 0 || (close !== 0x2e && close !== 0x29)) return 0
    length++
  }
  return at + length === end || isBlank(text.charCodeAt(at + length)) ? length : 0
}

function isDigit(code: number): boolean {
  return 0x30 <= code && code <= 0x39
}

const footnote = /\[\^(?:\\[[\]\\]|\\(?![[\]\\])|[^[\]\\ \t\r\n]){1,999}\]:/y

/** The length of `[^label]:`, which begins the text of a footnote; 0 for anything else. */
export function footnoteLength(text: string, at: number): number {
  if (!text.startsWith('[^', at)) return 0
  footnote.lastIndex = at
  return footnote.exec(text)?.[0].length ?? 0
}
