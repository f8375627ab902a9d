/**
 * Reads the frontmatter that most notes have, lines of `key: value`, without a YAML parser.
 *
 * A general parser takes as long for a drawer's ten lines as all the rest of reading it; ten thousand
 * drawers wait for that at their first boot. Only what YAML cannot mean otherwise is read here: a key of a
 * single word; a value of one line that is a plain or simply quoted scalar or a list of plain words;
 * or such scalars as a list of lines.
 * Anything else is left to `yaml.ts` whole, and a test holds the two to the same answer.
 */

import type {Entry, ReadYaml, YamlField} from './yaml.js'

/**
 * What `readYaml` would say of `block`; `undefined` where only that can tell. Offsets are counted
 * from `base`.
 */
export function readPlainYaml(block: string, base = 0): ReadYaml | undefined {
  const lines = linesOf(block, base)
  const fields: YamlField[] = []
  const keys = new Set<string>()
  for (let at = 0; at < lines.length; ) {
    const items = itemsAfter(lines, at)
    const field = readField(lines[at]!, items)
    if (field === undefined || keys.has(field.key)) return undefined
    keys.add(field.key)
    fields.push(field)
    at += 1 + items.length
  }
  if (fields.length === 0) return undefined
  return {kind: 'mapping', isFlow: false, fields, trouble: undefined}
}

interface Line {
  readonly text: string
  readonly start: number
}

/** All lines with something on them. */
function linesOf(block: string, base: number): Line[] {
  const lines: Line[] = []
  let start = base
  for (const text of block.split('\n')) {
    if (text !== '') lines.push({text, start})
    start += text.length + 1
  }
  return lines
}

/** The lines of a list below the key at `at`: directly below, and all as far in as the first. */
function itemsAfter(lines: readonly Line[], at: number): Line[] {
  const items: Line[] = []
  let indent: string | undefined
  for (let next = at + 1; next < lines.length; next++) {
    const {text, start} = lines[next]!
    const before = lines[next - 1]!
    const own = /^( {0,8})-(?= |$)/.exec(text)?.[1]
    if (own === undefined || own !== (indent ?? own)) break
    if (start !== before.start + before.text.length + 1) break
    indent = own
    items.push(lines[next]!)
  }
  return items
}

/** Words that YAML does not take for texts; `yes` and `off` are texts to its core schema. */
const spoken = /^(?:null|true|false)$/i

const keyPattern = /^([A-Za-z_][\w-]*):(?: |$)/

function readField({text, start}: Line, items: readonly Line[]): YamlField | undefined {
  const key = keyPattern.exec(text)?.[1]
  if (key === undefined || spoken.test(key) || key === '__proto__') return undefined
  const afterColon = start + key.length + 1
  const written = text.slice(key.length + 2)
  const value = readValue(written, afterColon, items)
  if (value === undefined) return undefined
  const {entries, shape, end} = value
  return {
    key,
    value: value.value,
    entries,
    shape,
    keyStart: start,
    afterColon,
    start: value.start,
    end,
    intricate: false,
  }
}

function readValue(written: string, afterColon: number, items: readonly Line[]): Value | undefined {
  const start = afterColon + 1
  if (written === '') return items.length === 0 ? undefined : readItems(items)
  if (items.length !== 0) return undefined
  return readScalar(written, start) ?? readList(written, start)
}

/** `- one`, an item a line; an item of nothing is a null. */
function readItems(items: readonly Line[]): Value | undefined {
  const values: unknown[] = []
  const entries: Entry[] = []
  let end = 0
  for (const {text, start} of items) {
    const dash = start + text.indexOf('-')
    const written = text.slice(dash - start + 2)
    const from = Math.min(dash + 2, start + text.length)
    const read = written === '' ? nothingAt(from) : readScalar(written, from)
    // In a block YAML lets these be anchors, aliases or tags.
    if (read === undefined || /[&*!]/.test(written)) return undefined
    values.push(read.value)
    entries.push(...read.entries)
    end = written === '' ? dash + 1 : from + written.length
  }
  const first = items[0]!
  const start = first.start + first.text.indexOf('-')
  return {value: values, entries, shape: 'block-list', start, end}
}

function nothingAt(at: number): Value {
  const entry = {text: '', start: at, end: at, isNull: true, quote: ''} as const
  return {value: null, entries: [entry], shape: 'nothing', start: at, end: at}
}

type Value = Pick<YamlField, 'value' | 'entries' | 'shape' | 'start' | 'end'>

/**
 * Begins with a letter and holds no `: `, no ` #` and no mark that could end it: a text, unless it is
 * a word that YAML knows.
 */
const words =
  /^[\p{L}_](?:[\p{L}\p{M}\p{N}_/.,;!?()'"+*=&%@~^<>|$–—-]| (?=[^\s#])|:(?=[^\s])|#(?<! #))*$/u

const dayOrSpan =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$|^\d{1,6}[hdwy]$/

/** No octal, no exponent, nothing that a double could not hold. */
const decimal = /^(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/

const quoted = /^"([^"\\\p{C}]*)"$|^'([^'\p{C}]*)'$/u

function readScalar(written: string, start: number): Value | undefined {
  const inQuotes = quoted.exec(written)
  if (inQuotes !== null) {
    const text = inQuotes[1] ?? inQuotes[2] ?? ''
    return scalar(text, text, written, start, written[0] as '"' | "'")
  }
  if (dayOrSpan.test(written)) return scalar(written, written, written, start)
  if (decimal.test(written)) return scalar(Number(written), written, written, start)
  if (/^(?:true|false)$/.test(written)) return scalar(written === 'true', written, written, start)
  if (spoken.test(written) || !words.test(written)) return undefined
  return scalar(written, written, written, start)
}

function scalar(
  value: unknown,
  text: string,
  written: string,
  start: number,
  quote: Entry['quote'] = '',
): Value {
  const end = start + written.length
  return {value, entries: [{text, start, end, isNull: false, quote}], shape: 'scalar', start, end}
}

const wordList = /^\[(?:[\p{L}_][\p{L}\p{M}\p{N}_/-]*(?:, ?(?!\])|(?=\])))*\]$/u

/** `[api, decision/made]`: words alone. */
function readList(written: string, start: number): Value | undefined {
  if (!wordList.test(written)) return undefined
  const entries: Entry[] = []
  for (const {0: text, index} of written.matchAll(/[^[\], ]+/g)) {
    if (spoken.test(text)) return undefined
    const from = start + index
    entries.push({text, start: from, end: from + text.length, isNull: false, quote: ''})
  }
  const end = start + written.length
  return {value: entries.map(({text}) => text), entries, shape: 'flow', start, end}
}
