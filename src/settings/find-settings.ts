/**
 * Finds the settings that stand in the text of `brain.yaml`, or of a user's `config.yaml`, and where.
 *
 * The reader of frontmatter (`note/yaml.ts`) reads one mapping at a time; mappings in a mapping are
 * read by handing it their own lines. What a value means is not decided here but in `readers.ts`.
 */

import {didYouMean, didYouMeanHint} from '../ground/did-you-mean.js'
import type {Message, Point} from '../ground/message.js'
import {type Lines, linesOf, pointAt} from '../note/lines.js'
import {readYaml, type YamlField} from '../note/yaml.js'
import type {Known, SettingKind} from './known.js'

/** A known setting that was written. */
export interface Found<Kind extends string> {
  readonly kind: Kind
  /** `boot.shares.facts`. */
  readonly key: string
  /** The last part of the key. */
  readonly name: string
  /** Plain data. */
  readonly value: unknown
  readonly place: Point
}

interface Findings<Kind extends string> {
  /** What messages call the file. */
  readonly name: string
  readonly found: Found<Kind>[]
  readonly messages: Message[]
}

/** Finds every known setting in `text`. Where the text is not YAML there are none, and a message. */
export function findSettings<Kind extends string>(
  text: string,
  {known, name}: {readonly known: Known<Kind>; readonly name: string},
): Findings<Kind> {
  const findings: Findings<Kind> = {name, found: [], messages: []}
  const bare = text.replace(/^\uFEFF/, '')
  const lines = linesOf(bare)
  const {kind, trouble} = readYaml(bare)
  if (trouble !== undefined) {
    const reason = `is not valid YAML (${trouble.reason}); every setting has its default`
    findings.messages.push(complaint(name, pointAt(lines, trouble.offset), 'error', reason))
  } else if (kind === 'other') {
    findings.messages.push(notAMapping(name, 'is', {line: 1, column: 1}))
  }
  collect(entriesIn(bare, 0, lines), known, '', findings)
  return findings
}

/** A key with its value, and what is in it where that is a mapping. */
interface Entry {
  readonly key: string
  readonly value: unknown
  readonly keyAt: Point
  readonly valueAt: Point
  readonly inner: readonly Entry[] | undefined
}

/** @param base where `text` begins in the file. */
function entriesIn(text: string, base: number, lines: Lines): Entry[] {
  return readYaml(text).fields.map((field) => {
    const {key, value, keyStart, start} = field
    const keyAt = pointAt(lines, base + keyStart)
    const inner = isMapping(value) ? innerOf(field, value, text, base, lines) : undefined
    return {key, value, keyAt, valueAt: pointAt(lines, base + start), inner}
  })
}

function innerOf(
  field: YamlField,
  value: Readonly<Record<string, unknown>>,
  text: string,
  base: number,
  lines: Lines,
): readonly Entry[] {
  // A block of lines is a mapping of its own only with the indentation of its first line.
  const start =
    field.shape === 'block-map' ? text.lastIndexOf('\n', field.start - 1) + 1 : field.start
  const found = field.intricate ? [] : entriesIn(text.slice(start, field.end), base + start, lines)
  // What an alias stands for is written elsewhere; all of it is said to be where the alias is.
  return found.length === 0 ? entriesOf(value, pointAt(lines, base + field.start)) : found
}

function entriesOf(value: Readonly<Record<string, unknown>>, at: Point): Entry[] {
  return Object.entries(value).map(([key, inner]) => {
    const entries = isMapping(inner) ? entriesOf(inner, at) : undefined
    return {key, value: inner, keyAt: at, valueAt: at, inner: entries}
  })
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function collect<Kind extends string>(
  entries: readonly Entry[],
  known: Known<Kind>,
  outer: string,
  findings: Findings<Kind>,
): void {
  const {name: file, found, messages} = findings
  for (const {key: name, value, keyAt, valueAt, inner} of entries) {
    const key = outer === '' ? name : `${outer}.${name}`
    const under = knownUnder(known, name)
    if (under === undefined) {
      const near = didYouMean(name, namesOf(known))
      const hint = didYouMeanHint(near) ?? `known here: ${namesOf(known).join(', ')}`
      messages.push(complaint(file, keyAt, 'warning', `\`${key}\` is not a setting`, hint))
    } else if (under.is === 'setting') {
      found.push(foundAt(under.kind, key, name, value, valueAt))
    } else if (inner !== undefined) {
      collect(inner, under, key, findings)
    } else if (value !== null) {
      // `boot:` with nothing under it says nothing, and is no mistake.
      messages.push(notAMapping(file, `\`${key}\` is`, valueAt))
    }
  }
}

const HALLS: ReadonlySet<string> = new Set<SettingKind>(['ttl.halls', 'search.half_life.halls'])

/** Halls are known by their names in lower case: what the author of a note wrote is compared so. */
function foundAt<Kind extends string>(
  kind: Kind,
  key: string,
  name: string,
  value: unknown,
  place: Point,
): Found<Kind> {
  return HALLS.has(kind)
    ? {kind, key: key.toLowerCase(), name: name.toLowerCase(), value, place}
    : {kind, key, name, value, place}
}

/** What `name` is under `known`; `undefined` where nothing of that name can be there. */
function knownUnder<Kind extends string>(
  known: Known<Kind>,
  name: string,
): Known<Kind> | undefined {
  if (known.is === 'setting') return undefined
  if (known.is === 'group') return Object.hasOwn(known.keys, name) ? known.keys[name] : undefined
  const allowed = known.names?.includes(name) ?? true
  return allowed ? {is: 'setting', kind: known.kind} : undefined
}

function namesOf<Kind extends string>(known: Known<Kind>): readonly string[] {
  if (known.is === 'setting') return []
  return known.is === 'group' ? Object.keys(known.keys) : (known.names ?? [])
}

function notAMapping(name: string, subject: string, place: Point): Message {
  const reason = `${subject} not a mapping; its defaults hold`
  return complaint(name, place, 'error', reason, 'write `key: value` lines in it')
}

function complaint(
  path: string,
  place: Point,
  severity: 'error' | 'warning',
  reason: string,
  hint?: string,
): Message {
  return {
    rule: 'invalid-setting',
    severity,
    path,
    place,
    reason,
    ...(hint === undefined ? {} : {hint}),
  }
}
