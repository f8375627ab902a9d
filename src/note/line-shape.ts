/**
 * What a single line of markdown looks like, each asked of the units from `at` to `end`.
 *
 * Predicates without a memory; what they mean where, `scan.ts` decides. Linear in the line.
 */

/** A list marker, sticky. */
export const marker = /(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$|\r|\n)/y

/** What begins a block of HTML wherever it stands, and what does only on a line of its own. */
export const blockTag =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|pre|script|search|section|style|summary|table|tbody|td|textarea|tfoot|th|thead|title|tr|track|ul)(?:[\s>]|\/>|$)/i
export const loneTag = /^<(?:[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?|\/[a-z][a-z0-9-]*\s*)>$/i

/** The depth of a setext heading that this line would make of the paragraph above; 0 for none. */
export function underline(text: string, at: number, end: number): 0 | 1 | 2 {
  const first = text[at]
  if (first !== '=' && first !== '-') return 0
  for (let index = at + 1; index < end; index++) if (text[index] !== first) return 0
  return first === '=' ? 1 : 2
}

export function isBreak(text: string, at: number, end: number): boolean {
  const first = text[at]
  if (first !== '-' && first !== '*' && first !== '_') return false
  let count = 0
  for (let index = at; index < end; index++) {
    if (text[index] === first) count++
    else if (!' \t'.includes(text[index]!)) return false
  }
  return 3 <= count
}

export function isDelimiterRow(text: string, at: number, end: number): boolean {
  if (!'|:-'.includes(text[at]!)) return false
  let pipes = 0
  for (let index = at; index < end; index++) {
    if (text[index] === '|') pipes++
    else if (!':- \t'.includes(text[index]!)) return false
  }
  return 0 < pipes
}

/** `[label]: target`, which Foam writes at the end of notes. */
export function isDefinition(text: string, at: number, end: number): boolean {
  return text[at] === '[' && /^\[(?!\^)[^\]\r\n]{1,999}\]:(?:\s|$)/.test(text.slice(at, end))
}

export function isFootnote(text: string, at: number, end: number): boolean {
  return text.startsWith('[^', at) && /^\[\^[^\]\s]{1,200}\]:/.test(text.slice(at, end))
}

/** Whether a line ends what stood open above it, instead of continuing it lazily. */
export function beginsBlock(text: string, at: number, end: number): boolean {
  const first = text[at]!
  if (first === '#') return /^#{1,6}(?:[ \t]|$)/.test(text.slice(at, Math.min(end, at + 8)))
  if (first === '>' || text.startsWith('<!--', at)) return true
  if (text.startsWith('```', at) || text.startsWith('~~~', at) || isBreak(text, at, end))
    return true
  marker.lastIndex = at
  return marker.test(text)
}

/** The first ink at or after `start`, and its column where `start` stands in column `base`. */
export function indentAt(text: string, start: number, end: number, base: number) {
  let column = base
  let at = start
  for (; at < end; at++) {
    if (text[at] === ' ') column++
    else if (text[at] === '\t') column += 4 - (column % 4)
    else break
  }
  return {at, column}
}
