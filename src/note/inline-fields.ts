/**
 * Finds Dataview's inline fields, `[valid_from:: 2026-03-01]` and `(ttl:: 90d)`, and the comments of
 * OpenClaw, `<!-- observed: 2026-03-01 | status: superseded -->`.
 *
 * Only keys that mdbrain knows: any other field is a part of what the fact says. Linear on any
 * input: keys and values have a greatest length.
 */

export interface InlineField {
  /** Lower case, with `_` for blanks and dashes. */
  readonly key: string
  readonly value: string
  /** Of the whole field with its brackets, or of the whole comment. */
  readonly start: number
  readonly end: number
  readonly valueStart: number
  readonly valueEnd: number
  readonly isComment: boolean
}

/** What frontmatter may say of a note, a fact may say of itself. */
const known: ReadonlySet<string> = new Set([
  'key',
  'importance',
  'pinned',
  'valid_from',
  'valid_to',
  'ttl',
  'reviewed',
  'created',
  'updated',
  'supersedes',
  'superseded_by',
  'source',
  'agent',
  'session',
])

const longestKey = 40
const longestValue = 2000

/** The fields in `text`, whose code is blanked out; offsets are counted from `base`. */
export function inlineFieldsIn(text: string, base: number): InlineField[] {
  const fields: InlineField[] = []
  let done = 0
  for (let at = text.indexOf('::'); at !== -1; at = text.indexOf('::', Math.max(done, at + 2))) {
    const open = openingOf(text, at, done)
    if (open === undefined) continue
    const key = keyOf(text.slice(open + 1, at))
    const close = known.has(key) ? closingOf(text, open, at + 2) : undefined
    if (close === undefined) continue
    const value = text.slice(at + 2, close)
    const valueStart = at + 2 + (value.length - value.trimStart().length)
    const trimmed = value.trim()
    fields.push({
      key,
      value: trimmed,
      start: base + open,
      end: base + close + 1,
      valueStart: base + valueStart,
      valueEnd: base + valueStart + trimmed.length,
      isComment: false,
    })
    done = close + 1
  }
  return fields
}

function keyOf(written: string): string {
  return written
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}

function openingOf(text: string, colons: number, from: number): number | undefined {
  for (let at = colons - 1; from <= at && colons - longestKey <= at; at--) {
    const character = text[at]!
    if (character === '[' || character === '(') return at
    if (!/[\w -]/.test(character)) return undefined
  }
  return undefined
}

/** The bracket that closes the one at `open`, brackets within the value balanced, on the same line. */
function closingOf(text: string, open: number, from: number): number | undefined {
  const opening = text[open]!
  const closing = opening === '[' ? ']' : ')'
  let depth = 0
  for (let at = from; at < text.length && at < from + longestValue; at++) {
    const character = text[at]
    if (character === '\n') return undefined
    if (character === opening) depth++
    else if (character === closing && depth-- === 0) return at
  }
  return undefined
}

/** The comments in `text` that say `observed` or `status` or a key of ours; offsets from `base`. */
export function commentFieldsIn(text: string, base: number): InlineField[] {
  const fields: InlineField[] = []
  let from = 0
  for (;;) {
    const start = text.indexOf('<!--', from)
    const close = start === -1 ? -1 : text.indexOf('-->', start + 4)
    if (close === -1) return fields
    from = close + 3
    if (longestValue < close - start) continue
    fields.push(...commentFields(text.slice(start + 4, close), base + start, base + from))
  }
}

function commentFields(inside: string, start: number, end: number): InlineField[] {
  const fields: InlineField[] = []
  let at = start + 4
  for (const part of inside.split('|')) {
    const match = /^(\s*)([\w -]{1,40}?)(\s*:\s*)(.*?)\s*$/s.exec(part)
    if (match !== null) {
      const key = keyOf(match[2]!)
      const valueStart = at + match[1]!.length + match[2]!.length + match[3]!.length
      const value = match[4]!
      const valueEnd = valueStart + value.length
      fields.push({key, value, start, end, valueStart, valueEnd, isComment: true})
    }
    at += part.length + 1
  }
  const isOurs = fields.some(({key}) => key === 'observed' || key === 'status' || known.has(key))
  return isOurs ? fields : []
}
