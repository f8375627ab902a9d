/**
 * Finds the settings that stand in the text of `brain.yaml`, and where.
 *
 * By the `yaml` package, which keeps the place of every key, so that a message can point at it. What
 * a value means is not decided here but in `readers.ts`.
 */

import {isMap, isScalar, LineCounter, type Node, type Pair, parseDocument} from 'yaml'
import {didYouMean, didYouMeanHint} from '../ground/did-you-mean.js'
import type {Message, Point} from '../ground/message.js'
import {KNOWN, type Known, type SettingKind} from './known.js'

/** A known setting that was written. */
export interface Found {
  readonly kind: SettingKind
  /** `boot.shares.facts`. */
  readonly key: string
  /** The last part of the key. */
  readonly name: string
  /** Plain data. */
  readonly value: unknown
  readonly place: Point
}

interface Findings {
  readonly found: Found[]
  readonly messages: Message[]
}

/** Finds every known setting in `text`. Where the text is not YAML there are none, and a message. */
export function findSettings(text: string): Findings {
  const lines = new LineCounter()
  const document = parseDocument(text.replace(/^\uFEFF/, ''), {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'silent',
  })
  const findings: Findings = {found: [], messages: []}
  const error = document.errors[0]
  if (error !== undefined) {
    const reason = `is not valid YAML (${error.message}); every setting has its default`
    findings.messages.push(complaint(pointAt(lines, error.pos[0]), 'error', reason))
    return findings
  }
  const plain = (node: Node | null): unknown => {
    try {
      return node?.toJS(document) as unknown
    } catch {
      // The package refuses aliases that multiply without end; such a value is no value.
      return undefined
    }
  }
  if (document.contents === null) return findings
  collect(document.contents, KNOWN, '', {findings, lines, plain})
  return findings
}

interface Context {
  readonly findings: Findings
  readonly lines: LineCounter
  readonly plain: (node: Node | null) => unknown
}

function collect(node: Node, known: Known, key: string, context: Context): void {
  const {findings, lines} = context
  if (!isMap<Node, Node | null>(node)) {
    // `boot:` with nothing under it says nothing, and is no mistake.
    if (isScalar(node) && node.value === null) return
    const place = pointAt(lines, node.range?.[0] ?? 0)
    const name = key === '' ? 'brain.yaml' : `\`${key}\``
    const reason = `${name} is not a mapping; its defaults hold`
    findings.messages.push(complaint(place, 'error', reason, 'write `key: value` lines under it'))
    return
  }
  for (const pair of node.items) collectPair(pair, known, key, context)
}

function collectPair(
  pair: Pair<Node, Node | null>,
  known: Known,
  outer: string,
  context: Context,
): void {
  const {findings, lines, plain} = context
  const written = isScalar(pair.key) ? String(pair.key.value) : String(plain(pair.key))
  const place = pointAt(lines, pair.key.range?.[0] ?? 0)
  const key = outer === '' ? written : `${outer}.${written}`
  const inner = innerOf(known, written)
  if (inner === undefined) {
    const near = didYouMean(written, namesOf(known))
    const hint = didYouMeanHint(near) ?? `known here: ${namesOf(known).join(', ')}`
    findings.messages.push(complaint(place, 'warning', `\`${key}\` is not a setting`, hint))
    return
  }
  const {value} = pair
  if (inner.is !== 'setting') {
    if (value !== null) collect(value, inner, key, context)
    return
  }
  findings.found.push({
    kind: inner.kind,
    key: inner.kind === 'ttl.halls' ? key.toLowerCase() : key,
    name: inner.kind === 'ttl.halls' ? written.toLowerCase() : written,
    value: plain(value),
    place: value?.range ? pointAt(lines, value.range[0]) : place,
  })
}

/** What `name` is under `known`; `undefined` where nothing of that name can be there. */
function innerOf(known: Known, name: string): Known | undefined {
  if (known.is === 'setting') return undefined
  if (known.is === 'group') return Object.hasOwn(known.keys, name) ? known.keys[name] : undefined
  const allowed = known.names?.includes(name) ?? true
  return allowed ? {is: 'setting', kind: known.kind} : undefined
}

function namesOf(known: Known): readonly string[] {
  if (known.is === 'setting') return []
  return known.is === 'group' ? Object.keys(known.keys) : (known.names ?? [])
}

function pointAt(lines: LineCounter, offset: number): Point {
  const {line, col} = lines.linePos(offset)
  return {line: Math.max(1, line), column: Math.max(1, col)}
}

function complaint(
  place: Point,
  severity: 'error' | 'warning',
  reason: string,
  hint?: string,
): Message {
  return {
    rule: 'invalid-setting',
    severity,
    path: 'brain.yaml',
    place,
    reason,
    ...(hint === undefined ? {} : {hint}),
  }
}
