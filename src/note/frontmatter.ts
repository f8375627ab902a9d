/**
 * Reads the frontmatter of a note.
 *
 * `head.ts` finds the block, `gray-matter` reads it with its engines replaced: YAML by `yaml.ts`,
 * and those that would run code by one that refuses. It is handed the block alone, under a closing
 * line that no text contains, since by itself it would end the block at `---foo` or inside a string.
 * Options are always passed: without them it caches, and an error is thrown the first time only.
 */

import matter from 'gray-matter'
import {bounded} from '../ground/bounded.js'
import type {Message, Point} from '../ground/message.js'
import type {NotePath} from '../ground/note-path.js'
import {findHead, findSecondBlock, type Head} from './head.js'
import {type Lines, pointAt} from './lines.js'
import {readPlainYaml} from './plain-yaml.js'
import {keysIn, type Salvaged, salvage} from './salvage.js'
import {moveField, type ReadYaml, readYaml, type YamlField} from './yaml.js'

export interface Frontmatter {
  /** In order; of a key written twice the last counts. Offsets are into the whole text. */
  readonly fields: ReadonlyMap<string, YamlField>
  readonly data: Readonly<Record<string, unknown>>
  /** Keys that were written, but whose value nobody can tell. */
  readonly lost: ReadonlySet<string>
  /** Where the body begins. A second block belongs to the body. */
  readonly bodyStart: number
  /** Where prose begins: after a second block, if there is one. */
  readonly proseStart: number
  readonly messages: readonly Message[]
}

/** Larger blocks are read with a bound on time. In UTF-16 units; a usual block has some 300. */
const unhurried = 4096
const milliseconds = 400

/** Reads the frontmatter of `text`. Never throws. */
export function readFrontmatter(path: NotePath, text: string, lines: Lines): Frontmatter {
  const head = findHead(text)
  if (head.kind === 'none') return withoutFields(head.bodyStart)
  if (head.kind === 'unterminated') return readUnterminated(path, text, head)

  const block = text.slice(head.start, head.end)
  const plain = readPlainYaml(block, head.start)
  const read: InTime<ReadYaml> = plain ?? readBlock(block)
  // A thematic break at the top, with prose under it that only looked like a key.
  if (read.kind === 'other' || (read.trouble !== undefined && !hasPlainKey(block))) {
    return withoutFields(text.startsWith('\uFEFF') ? 1 : 0, read.isCut ? [cut(path)] : [])
  }
  const second = findSecondBlock(text, head.bodyStart)
  const messages: Message[] = []
  let {fields: written, isCut} = read
  const lost = new Set<string>()
  if (read.trouble !== undefined) {
    const found = salvageInTime(block)
    // Some errors are told without a place; the first piece that does not read by itself has it.
    const offset = head.start + Math.min(read.trouble.offset || (found.firstOdd ?? 0), block.length)
    messages.push(invalid(path, pointAt(lines, offset), read.trouble.reason, found.lost))
    written = found.fields
    isCut ||= found.isCut
    for (const key of found.lost) lost.add(key)
  }
  const fields = plain?.fields ?? written.map((field) => moveField(field, head.start))
  const byKey = new Map(fields.map((field) => [field.key, field]))
  for (const field of byKey.size === fields.length ? [] : repeated(fields)) {
    messages.push(duplicateKey(path, pointAt(lines, field.keyStart), field))
    lost.add(field.key)
  }
  if (second !== undefined) messages.push(duplicateBlock(path, pointAt(lines, second.at)))
  if (isCut) messages.push(cut(path))
  return {
    fields: byKey,
    data: dataOf(fields),
    lost,
    bodyStart: head.bodyStart,
    proseStart: second?.end ?? head.bodyStart,
    messages,
  }
}

function withoutFields(bodyStart: number, messages: readonly Message[] = []): Frontmatter {
  const nothing = {fields: new Map(), data: {}, lost: new Set<string>(), messages}
  return {...nothing, bodyStart, proseStart: bodyStart}
}

/** What looks like keys counts all the same: a `valid_to` in it must not be overlooked. */
function readUnterminated(
  path: NotePath,
  text: string,
  head: Head & {kind: 'unterminated'},
): Frontmatter {
  const salvaged = salvageInTime(text.slice(head.start, head.end))
  const fields = salvaged.fields.map((field) => moveField(field, head.start))
  const reason = head.isTooLong
    ? 'the frontmatter is longer than 64 KB, and is not read as such'
    : 'the frontmatter that begins here has no closing line'
  return {
    fields: new Map(fields.map((field) => [field.key, field])),
    data: dataOf(fields),
    lost: new Set(salvaged.lost),
    bodyStart: head.bodyStart,
    proseStart: head.bodyStart,
    messages: [
      {
        rule: 'unterminated-frontmatter',
        severity: 'error',
        path,
        place: {line: 1, column: 1},
        reason,
        hint: head.isTooLong
          ? 'keep what is long in the text below it; if it is no frontmatter, put a line above its `---`'
          : 'write a line `---` after the last key',
      },
      ...(salvaged.isCut ? [cut(path)] : []),
    ],
  }
}

const refuse = () => {
  throw new Error('frontmatter in a programming language is not read')
}
const refusing = {parse: refuse, stringify: refuse as () => string}

/** No closing line: the block that is handed over has none. Text with NULs is not taken for a note. */
const never = '\0 end of frontmatter \0'

/** Whether the reading was cut short: another time, on a machine less busy, it may come to more. */
type InTime<Reading> = Reading & {readonly isCut?: boolean | undefined}

function readBlock(block: string): InTime<ReadYaml> {
  if (block.length <= unhurried) return throughMatter(block)
  const reason = 'too intricate to be read in reasonable time'
  return (
    bounded(milliseconds, () => throughMatter(block)) ?? {
      kind: 'nothing',
      isFlow: false,
      fields: [],
      trouble: {offset: 0, reason},
      isCut: true,
    }
  )
}

function throughMatter(block: string): ReadYaml {
  let read: ReadYaml = {kind: 'nothing', isFlow: false, fields: [], trouble: undefined}
  const parse = () => {
    read = readYaml(block)
    return {}
  }
  matter(`---\n${block}`, {
    language: 'yaml',
    delimiters: ['---', never],
    engines: {
      yaml: {parse, stringify: refuse as () => string},
      json: refusing,
      js: refusing,
      javascript: refusing,
      coffee: refusing,
    },
  })
  return read
}

/** Where even that takes too long, the keys are known, and nothing of what they say. */
function salvageInTime(block: string): InTime<Salvaged> {
  return (
    bounded(milliseconds, () => salvage(block)) ?? {
      fields: [],
      lost: keysIn(block),
      firstOdd: undefined,
      isCut: true,
    }
  )
}

/** Prose that YAML refuses is no broken frontmatter: a key of a single word has to be there. */
function hasPlainKey(block: string): boolean {
  return /(?:^|\n)["']?[\w-]+["']?:(?:\s|$)/.test(block)
}

/** Of each key that was written more than once the second. */
function repeated(fields: readonly YamlField[]): YamlField[] {
  const times = new Map<string, number>()
  return fields.filter(({key}) => {
    times.set(key, (times.get(key) ?? 0) + 1)
    return times.get(key) === 2
  })
}

const asAssigned = {configurable: true, enumerable: true, writable: true}

function dataOf(fields: readonly YamlField[]): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  for (const {key, value} of fields) {
    if (key !== '__proto__') data[key] = value
    // Plain assignment would set the prototype.
    else Object.defineProperty(data, key, {value, ...asAssigned})
  }
  return data
}

function invalid(path: NotePath, place: Point, reason: string, lost: readonly string[]): Message {
  const rest = lost.length === 0 ? '' : `; not read: ${lost.map((key) => `\`${key}\``).join(', ')}`
  return {
    rule: 'invalid-frontmatter',
    severity: lost.length === 0 ? 'warning' : 'error',
    path,
    place,
    reason: `the frontmatter is no YAML: ${reason.replace(/\s+/g, ' ')}${rest}`,
    hint: cureFor(reason),
  }
}

/** The rule by which it is known that a note is to be read once more. */
function cut(path: NotePath): Message {
  const reason = 'the frontmatter was read in part only: it takes too long to read otherwise'
  return {rule: 'structure-capped', severity: 'info', path, reason}
}

function cureFor(reason: string): string {
  if (/alias/i.test(reason)) return 'write the values out: `&` and `*` name and repeat others'
  if (/too deeply|too intricate/.test(reason))
    return 'keep the frontmatter flat: a line for each key'
  return 'put values that hold `: ` or begin with `@`, `%`, `*`, `[` or a quote in double quotes'
}

function duplicateKey(path: NotePath, place: Point, {key}: YamlField): Message {
  return {
    rule: 'duplicate-key',
    severity: 'error',
    path,
    place,
    reason: `\`${key}\` is written twice in the frontmatter`,
    hint: 'keep one of them',
  }
}

function duplicateBlock(path: NotePath, place: Point): Message {
  return {
    rule: 'duplicate-frontmatter',
    severity: 'warning',
    path,
    place,
    reason: 'a second frontmatter stands under the first, and is read as text',
    hint: 'move its keys into the first one',
  }
}
