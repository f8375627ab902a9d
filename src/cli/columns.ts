/**
 * How wide text stands in a terminal, and how to make it fit.
 *
 * Chinese, Japanese and Korean letters and most emoji stand in two columns, marks that combine in
 * none. Control characters are made harmless here: a title that came with a cloned brain must not
 * move the cursor of whoever lists it.
 */

const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}|^\p{Emoji}\ufe0f/u

const noWidth = /^(?:\p{Mark}|\p{Default_Ignorable_Code_Point})/u

// Made when first needed: most commands print ASCII, and need not wait for it.
let segmenter: Intl.Segmenter | undefined

function segmentsOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter('en', {granularity: 'grapheme'})
  return segmenter.segment(text)
}

/** The columns that `text` takes, escape sequences of colours not counted. */
export function widthOf(text: string): number {
  const plain = withoutColour(text)
  if (isAscii(plain)) return plain.length
  let width = 0
  for (const {segment} of segmentsOf(plain)) width += widthOfSegment(segment)
  return width
}

/** Cuts `text` to `columns`, with `…` where something was cut. Expects no colours. */
export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  if (columns < 1) return ''
  let kept = ''
  let width = 0
  for (const {segment} of segmentsOf(text)) {
    width += widthOfSegment(segment)
    if (columns - 1 < width) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

/** Cuts `text` to `columns` at its front, since the end of a path tells most. */
export function cutFront(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  if (columns < 1) return ''
  if (isAscii(text)) return `…${text.slice(text.length - columns + 1)}`
  let kept = ''
  let width = 0
  for (const {segment} of [...segmentsOf(text)].reverse()) {
    width += widthOfSegment(segment)
    if (columns - 1 < width) break
    kept = segment + kept
  }
  return `…${kept}`
}

/** Fills `text` up to `columns` with spaces. */
export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)))
}

/**
 * Breaks `text` into lines of at most `columns` at spaces; a longer word stands alone on its line.
 * Lines after the first begin with `indent`.
 */
export function wrap(text: string, columns: number, indent = ''): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line.trim() !== '' && columns < widthOf(longer)) {
      lines.push(line)
      line = indent + word
    } else {
      line = longer
    }
  }
  return [...lines, line].join('\n')
}

/**
 * Breaks `text` as `wrap` does, and a word that is longer than a line, as all of Japanese is, between two
 * letters. Returns where each line begins and ends in `text`, so that what is marked there can be found.
 */
export function brokenAt(text: string, columns: number): (readonly [start: number, end: number])[] {
  const lines: [number, number][] = []
  let start = 0
  let width = 0
  let blank = -1
  for (const {segment, index} of segmentsOf(text)) {
    const own = widthOfSegment(segment)
    if (columns < width + own && start < index) {
      const isAtBlank = segment === ' '
      const end = isAtBlank ? index : start < blank ? blank : index
      lines.push([start, end])
      start = isAtBlank || start < blank ? end + 1 : end
      width = widthOf(text.slice(start, index))
      if (isAtBlank) {
        blank = index
        width = 0
        continue
      }
    }
    if (segment === ' ') blank = index
    width += own
  }
  if (start < text.length || lines.length === 0) lines.push([start, text.length])
  return lines
}

/** On one line, with control characters shown as `�`. For titles and other foreign words. */
export function oneLine(text: string): string {
  return harmless(text.replace(/\s+/g, ' ').trim())
}

/** Shows control characters other than newline and tab as `�`, those that turn the reading direction too. */
export function harmless(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, (control) =>
    control === '\r' ? '' : '�',
  )
}

/** Most lines are: ten thousand of them need not be cut letter by letter. */
function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}

function withoutColour(text: string): string {
  return text.includes('\x1b') ? text.replace(/\x1b\[[0-9;]*m/g, '') : text
}

function widthOfSegment(segment: string): number {
  if (/^[\x20-\x7e]/.test(segment)) return 1
  if (noWidth.test(segment)) return 0
  return wide.test(segment) ? 2 : 1
}
