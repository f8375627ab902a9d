/**
 * YAML, the only file that knows the `yaml` package: it keeps the offsets of what it reads, and with
 * its core schema `2026-01-02` stays the string it was written as.
 *
 * Scalars are handed on as written (`text`) beside what YAML makes of them (`value`), since a title
 * may be `802.10`, `null` or `007`. What would not survive JSON is kept as it was written. Nesting
 * and aliases are bounded. Nothing is ever written by this package: it would tidy what it was not
 * asked about.
 */

import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml'
import {isDeep, plain, tooDeep} from './yaml-bounds.js'

/** A scalar as written, or a `[[link]]`, which YAML would take for a list in a list. */
export interface Entry {
  readonly text: string
  /** Offset in the YAML, of the quote where it is quoted. */
  readonly start: number
  readonly end: number
  /** YAML's null: nothing, `~` or `null`. */
  readonly isNull: boolean
  readonly quote: '"' | "'" | ''
}

/** A key of the outermost mapping with its value. */
export interface YamlField {
  readonly key: string
  /** Plain data that survives JSON. */
  readonly value: unknown
  /** All scalars of the value, lists in lists included; of a mapping none. */
  readonly entries: readonly Entry[]
  readonly shape: 'scalar' | 'block-scalar' | 'flow' | 'block-list' | 'block-map' | 'nothing'
  readonly keyStart: number
  /** Just after the colon. */
  readonly afterColon: number
  /** Of the value; both at `afterColon` where there is none. Line ends after it are not included. */
  readonly start: number
  readonly end: number
  /** Anchors, aliases, tags or a `?` key: to be read, but never rewritten. */
  readonly intricate: boolean
}

export interface YamlTrouble {
  readonly offset: number
  readonly reason: string
}

export interface ReadYaml {
  /** What the whole is; fields are empty unless it is a mapping. */
  readonly kind: 'mapping' | 'nothing' | 'other'
  readonly isFlow: boolean
  readonly fields: readonly YamlField[]
  readonly trouble: YamlTrouble | undefined
}

const mostEntries = 10_000

/** Reads `text` as one YAML document. Never throws; of what cannot be read, nothing is handed on. */
export function readYaml(text: string): ReadYaml {
  const nothing = {kind: 'nothing', isFlow: false, fields: []} as const
  if (isDeep(text)) return {...nothing, trouble: {offset: 0, reason: tooDeep}}
  try {
    const document = parseDocument(text, {
      schema: 'core',
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
      keepSourceTokens: true,
    })
    const error = document.errors[0]
    if (error !== undefined) {
      return {...nothing, trouble: {offset: error.pos[0], reason: error.message}}
    }
    return readDocument(document, text)
  } catch (error) {
    // Aliases that multiply beyond measure are a ReferenceError, nesting beyond the stack a RangeError.
    const reason = error instanceof RangeError ? tooDeep : (error as Error).message
    return {...nothing, trouble: {offset: 0, reason}}
  }
}

/** The same field, with all its offsets `by` further on. */
export function moveField(field: YamlField, by: number): YamlField {
  const entries = field.entries.map((entry) => ({
    ...entry,
    start: entry.start + by,
    end: entry.end + by,
  }))
  const {keyStart, afterColon, start, end} = field
  return {
    ...field,
    entries,
    keyStart: keyStart + by,
    afterColon: afterColon + by,
    start: start + by,
    end: end + by,
  }
}

function readDocument(document: Document.Parsed, text: string): ReadYaml {
  const root = document.contents
  if (!isMap(root)) {
    const isNothing = root === null || (isScalar(root) && root.source === '')
    return {
      kind: isNothing ? 'nothing' : 'other',
      isFlow: false,
      fields: [],
      trouble: undefined,
    }
  }
  const data = plain(document.toJS({maxAliasCount: 100}), 0) as Record<string, unknown>
  const fields = (root as YAMLMap).items.map((pair) =>
    fieldOf(pair as Pair<Node, Node | null>, document, data, text),
  )
  return {kind: 'mapping', isFlow: root.flow === true, fields, trouble: undefined}
}

function fieldOf(
  pair: Pair<Node, Node | null>,
  document: Document.Parsed,
  data: Record<string, unknown>,
  text: string,
): YamlField {
  const keyNode = pair.key
  const key = isScalar(keyNode) ? scalarText(keyNode) : String(keyNode)
  const keyStart = keyNode.range?.[0] ?? 0
  const colon = colonOf(pair, keyNode.range?.[1] ?? keyStart, text)
  const node = pair.value
  const source = isScalar(node) && node.source === '' && node.range?.[0] === node.range?.[1]
  const isNothing = node === null || (source && node.anchor === undefined && node.tag === undefined)
  const start = isNothing ? colon : (node.range?.[0] ?? colon)
  const end = isNothing ? colon : endOf(node, text)
  return {
    key,
    value: key in data ? data[key] : null,
    entries: node === null ? [] : entriesOf(node, document, text),
    shape: isNothing ? 'nothing' : shapeOf(node),
    keyStart,
    afterColon: colon,
    start,
    end,
    intricate: !isScalar(keyNode) || isIntricate(pair, text),
  }
}

function colonOf(pair: Pair<Node, Node | null>, keyEnd: number, text: string): number {
  const token = (pair as {srcToken?: {sep?: {type: string; offset: number}[]}}).srcToken
  const colon = token?.sep?.find(({type}) => type === 'map-value-ind')
  if (colon !== undefined) return colon.offset + 1
  const found = text.indexOf(':', keyEnd)
  return found === -1 ? keyEnd : found + 1
}

function shapeOf(node: Node): YamlField['shape'] {
  if (isScalar(node)) {
    return node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL' ? 'block-scalar' : 'scalar'
  }
  if (isAlias(node)) return 'scalar'
  if ((node as YAMLMap).flow === true) return 'flow'
  return isSeq(node) ? 'block-list' : 'block-map'
}

/** The end of what was written, without the blank lines and comments that YAML counts to a block. */
function endOf(node: Node, text: string): number {
  let last: Node = node
  while ((isMap(last) || isSeq(last)) && last.flow !== true && last.items.length !== 0) {
    const item = last.items.at(-1) as Node | Pair<Node, Node | null>
    const inner = 'key' in item && !isScalar(item) ? ((item as Pair).value ?? item.key) : item
    const range = (inner as Node).range
    if (range === undefined || range === null) break
    last = inner as Node
    if (isScalar(last) && last.range?.[0] === last.range?.[1]) {
      return lastInk(text, last.range?.[0] ?? 0)
    }
  }
  return lastInk(text, last.range?.[1] ?? 0)
}

function lastInk(text: string, end: number): number {
  let at = end
  while (0 < at && ' \t\r\n'.includes(text[at - 1]!)) at--
  return at
}

function isIntricate(pair: Pair<Node, Node | null>, text: string): boolean {
  const start = (pair as {srcToken?: {start?: {type: string}[]}}).srcToken?.start ?? []
  if (start.some(({type}) => type === 'explicit-key-ind' || type === 'anchor' || type === 'tag')) {
    return true
  }
  const node = pair.value
  if (node === null) return false
  if (isAlias(node) || node.tag !== undefined || node.anchor !== undefined) return true
  return !isScalar(node) && /[&*!]/.test(text.slice(node.range?.[0], node.range?.[1]))
}

function entriesOf(root: Node, document: Document.Parsed, text: string): Entry[] {
  const entries: Entry[] = []
  const visit = (node: Node | null | undefined, depth: number) => {
    if (node === null || node === undefined || 4 < depth || mostEntries < entries.length) return
    if (isAlias(node)) visit(node.resolve(document) as Node | undefined, depth + 1)
    else if (isScalar(node)) entries.push(entryOf(node))
    else if (isSeq(node)) {
      const link = linkOf(node, text)
      if (link !== undefined) entries.push(link)
      else for (const item of node.items) visit(item as Node, depth + 1)
    }
  }
  visit(root, 0)
  return entries
}

/** An unquoted `[[Some note]]`, commas included. */
function linkOf(node: Node, text: string): Entry | undefined {
  const [start, end] = node.range ?? [0, 0]
  const source = text.slice(start, end)
  if (!/^\[\[(?!\s*["'])[^[\]\r\n]+\]\]$/.test(source)) return undefined
  return {text: source, start, end, isNull: false, quote: ''}
}

function entryOf(node: Node & {source?: string; value?: unknown; type?: string}): Entry {
  const [start, end] = node.range ?? [0, 0]
  const quote = node.type === 'QUOTE_DOUBLE' ? '"' : node.type === 'QUOTE_SINGLE' ? "'" : ''
  return {text: scalarText(node), start, end, isNull: node.value === null, quote}
}

function scalarText(node: {source?: string; value?: unknown}): string {
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value))
}
