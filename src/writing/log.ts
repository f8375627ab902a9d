/**
 * Appends to today's log.
 *
 * Nothing that stands in the file changes, whatever it is: an entry is added at its end, in the line
 * endings the file has. Today is a day of the brain's zone; a brain that names none gets the
 * machine's, since a log of UTC days splits the evening of half the world, and is told so. An
 * OpenClaw workspace keeps its days in `memory/`.
 */

import {readdirSync} from 'node:fs'
import path from 'node:path'
import type {LogRequest, Written} from '../brain.js'
import type {Scene} from '../catalog/scene.js'
import {type Day, dayAt, readZone, timeAt, type Zone} from '../ground/day.js'
import type {Message} from '../ground/message.js'
import {type NotePath, notePath} from '../ground/note-path.js'
import {checkKey, checkText} from './argument.js'
import {Draft, type ReadFile, readerOf} from './draft.js'
import {type Outcome, perform} from './perform.js'
import {cut, titleOf} from './title.js'

/**
 * Writes an entry into today's log. With a key that stands in today's file already nothing is written.
 *
 * @throws {BrainError} `bad-argument`, `not-editable`.
 */
export async function log(scene: Scene, request: LogRequest): Promise<Written> {
  const text = checkText('text', request.text)
  const key = request.key === undefined ? undefined : checkKey('--key', request.key)
  const {zone, messages} = zoneOfToday(scene)
  return perform(scene, request, async () => {
    const now = scene.clock.now()
    const file = dailyPath(scene.root, dayAt(now, zone))
    const entry = {time: timeAt(now, zone), text, ...(key === undefined ? {} : {key})}
    return {...planLog(file, entry, readerOf(scene.root)), messages}
  })
}

export interface Entry {
  /** `09:40`. */
  readonly time: string
  readonly text: string
  readonly key?: string
}

/** Plans to append `entry` to `file`; without a change where its key stands there already. */
export function planLog(file: NotePath, entry: Entry, read: ReadFile): Outcome {
  const draft = new Draft(read)
  const outcome = {draft, id: file, enters: true, subject: `log: ${cut(titleOf(entry.text), 60)}`}
  const before = draft.has(file) ? draft.text(file) : undefined
  if (before === undefined) {
    draft.create(file, `${entryLines(entry).join('\n')}\n`)
    return outcome
  }
  if (entry.key !== undefined && keysIn(before).has(entry.key)) return outcome

  const eol = lastEnding(before)
  const gap = before === '' || /[\r\n]$/.test(before) ? '' : eol
  draft.rewrite(file, `${before}${gap}${entryLines(entry).join(eol)}${eol}`)
  return outcome
}

/**
 * The lines of an entry: one list item, whatever is in the text.
 *
 * Every further line is indented to stand inside the item. A text that opens with a block of its own
 * (a fence, a heading, a table) begins on the second line, where it can be one.
 */
function entryLines({time, text, key}: Entry): string[] {
  const lines = text.replace(/^(?:[^\S\r\n]*(?:\r\n|\n|\r))+|\s+$/g, '').split(/\r\n|\n|\r/)
  const field = key === undefined ? '' : ` [key:: ${key}]`
  const opensBlock =
    1 < lines.length && /^\s*(?:[`~]{3}|#|>|[-*+|]|\d+[.)]|<|\s{4}|\t)/.test(lines[0]!)
  const [first, rest] = opensBlock ? ['', lines] : [` ${lines[0]!.trimStart()}`, lines.slice(1)]
  return [
    `- ${time}${first}${field}`,
    ...rest.map((line) => (line.trim() === '' ? '' : `  ${line}`)),
  ]
}

function keysIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\[key::\s*([^\]\r\n]*?)\s*\]/g)].map((match) => match[1]!))
}

/** The line ending that a text ends in, or last had. */
function lastEnding(text: string): string {
  const lf = text.lastIndexOf('\n')
  return 0 < lf && text[lf - 1] === '\r' ? '\r\n' : '\n'
}

function dailyPath(root: string, day: Day): NotePath {
  const isOpenClaw =
    namesIn(path.join(root, 'daily')) === undefined &&
    namesIn(path.join(root, 'memory'))?.some((name) => /^\d{4}-\d{2}-\d{2}.*\.md$/i.test(name))
  return notePath(`${isOpenClaw === true ? 'memory' : 'daily'}/${day}.md`)
}

function namesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder)
  } catch {
    return undefined
  }
}

function zoneOfToday(scene: Scene): {zone: Zone; messages: readonly Message[]} {
  const {zone, zoneWritten} = scene.settings
  const machine = zoneWritten ? undefined : readZone(scene.machineZone ?? '')
  if (machine === undefined) return {zone, messages: []}
  const message: Message = {
    rule: 'missing-zone',
    severity: 'info',
    path: 'brain.yaml',
    reason: `names no time zone, so that today's log goes by this machine's: ${machine}`,
    hint: `write \`zone: ${machine}\` into brain.yaml`,
  }
  return {zone: machine, messages: [message]}
}
