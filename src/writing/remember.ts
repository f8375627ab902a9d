/**
 * Keeps a text: a new drawer, word for word.
 *
 * With a key, what is current under that key ends where the new memory begins, and each links to
 * the other. The same text under the same key changes nothing, so that an agent may say what it knows
 * as often as it likes. Nothing else is ever closed: no likeness is weighed.
 */

import type {RememberRequest, Written} from '../brain.js'
import type {Memory} from '../catalog/memory.js'
import type {Scene} from '../catalog/scene.js'
import type {Zone} from '../ground/day.js'
import {parse} from '../note/parse.js'
import {segmentOf} from '../note/segment.js'
import {readEnd, readStart} from '../validity/written.js'
import {
  checkEnd,
  checkImportance,
  checkKey,
  checkLine,
  checkStart,
  checkText,
  checkTtl,
  refuse,
} from './argument.js'
import {type Desk, openDesk} from './desk.js'
import {Draft, type ReadFile} from './draft.js'
import {createDrawer, type DrawerFields, drawerPath, drawerTitle} from './drawer.js'
import {memoryNamed} from './named.js'
import {type Outcome, perform} from './perform.js'
import {beginOf, close, oneOrMore, turnFrom, turnNow} from './succession.js'

/** Where a memory goes that names neither wing nor room. */
const PLACE = {wing: 'general', room: 'notes'}

/**
 * Writes a new drawer.
 *
 * @throws {BrainError} `bad-argument`, `path-outside-brain`, `already-superseded`, `unknown-name`,
 * `ambiguous-name`, `not-editable`.
 */
export async function remember(scene: Scene, request: RememberRequest): Promise<Written> {
  const wish = checkWish(request, scene.settings.zone)
  const recalled = wish.fields.key !== undefined || wish.supersedes.length !== 0
  return perform(scene, request, async () => planRemember(await openDesk(scene, {recalled}), wish))
}

/** A request that can be carried out. */
export interface Wish {
  readonly text: string
  readonly folder: string
  readonly fields: DrawerFields
  readonly supersedes: readonly string[]
}

/** Plans the drawer, and what it closes. */
export function planRemember(desk: Desk, wish: Wish): Outcome {
  const draft = new Draft(desk.read)
  const {fields, text} = wish
  const named = wish.supersedes.map((name) => memoryNamed(desk.memories, name))
  const under = fields.key === undefined ? [] : currentUnder(fields.key, desk.memories)

  const present = under.find((memory) => named.length === 0 && says(memory, wish, desk))
  if (present !== undefined) {
    return {draft, id: present.id, subject: `remember: ${present.note.title}`}
  }

  const turn =
    fields.valid_from === undefined
      ? turnNow(desk.now, [...named, ...under])
      : turnFrom(fields.valid_from, desk.zone)
  const title = drawerTitle(fields.title, text)
  const path = drawerPath(draft, desk.paths, wish.folder, title)
  // One that begins later comes after the new memory under their key, without a link.
  const begun = under.filter((older) => beginOf(older) <= turn.at)
  const replaced = [...new Set([...named, ...begun])]
  const closed = replaced.map((older) => close(draft, older, path, turn, desk.zone))
  const begins = replaced.length === 0 ? {} : {valid_from: fields.valid_from ?? turn.begin}
  createDrawer(
    draft,
    path,
    {...fields, title, ...begins, supersedes: oneOrMore(closed)},
    text,
    desk.now,
  )
  return {draft, id: path, closed, enters: true, subject: `remember: ${title} (${path})`}
}

/** Checks every flag by its name, before anything is read. */
export function checkWish(request: RememberRequest, zone: Zone): Wish {
  const text = checkText('text', request.text)
  const optional = <Value, Checked>(
    value: Value | undefined,
    check: (value: Value) => Checked,
  ): Checked | undefined => (value === undefined ? undefined : check(value))
  const line = (flag: string, value: string | undefined) =>
    optional(value, (given) => checkLine(flag, given))

  const wing = segmentOf('--wing', request.wing ?? PLACE.wing)
  const room = segmentOf('--room', request.room ?? PLACE.room)
  const fields: DrawerFields = {
    title: line('--title', request.title),
    hall: optional(request.hall, (hall) => segmentOf('--hall', hall)),
    type: line('--type', request.type),
    tags: request.tags?.map((tag) => checkTag(tag)),
    key: optional(request.key, (key) => checkKey('--key', key)),
    importance: optional(request.importance, (value) => checkImportance('--importance', value)),
    pinned: request.pinned === true ? true : undefined,
    valid_from: optional(request.validFrom, (date) => checkStart('--valid-from', date, zone)),
    valid_to: optional(request.validTo, (date) => checkEnd('--valid-to', date, zone)),
    ttl: optional(request.ttl, (ttl) => checkTtl('--ttl', ttl)),
    source: line('--source', request.source),
    agent: line('--agent', request.agent),
    session: line('--session', request.session),
  }
  checkSpan(fields, zone)
  return {text, folder: `drawers/${wing}/${room}`, fields, supersedes: request.supersedes ?? []}
}

function checkTag(tag: string): string {
  const name = checkLine('--tag', tag).replace(/^#+/, '')
  if (name === '' || /[\s,]/.test(name)) {
    refuse('--tag', tag, 'which is not one tag', 'write one word: `release/mobile`')
  }
  return name
}

function checkSpan({valid_from: from, valid_to: to}: DrawerFields, zone: Zone): void {
  if (from === undefined || to === undefined) return
  if (readEnd(to, zone)! <= readStart(from, zone)!) {
    refuse('--valid-to', to, `which is not after \`${from}\`, where it begins`, 'swap the two')
  }
}

/** What nothing has taken over yet, and that has not run out. */
function currentUnder(key: string, memories: readonly Memory[]): Memory[] {
  return memories.filter(
    (memory) =>
      (memory.fact ?? memory.note).key === key &&
      (memory.standing === 'current' || memory.standing === 'upcoming'),
  )
}

/** Whether `memory` says the same already, and bounds and weighs it the same. */
function says(memory: Memory, wish: Wish, desk: Desk): boolean {
  if (wordsOf(memory, desk.read, desk.zone) !== trimmed(wish.text)) return false
  if (memory.fact !== undefined) return true
  const {fields} = wish
  const asked = [fields.hall, fields.type, fields.importance, fields.ttl, fields.valid_to]
  const keys = ['hall', 'type', 'importance', 'ttl', 'valid_to']
  return keys.every(
    (key, index) => asked[index] === undefined || asked[index] === memory.note.fields[key],
  )
}

function wordsOf({note, fact}: Memory, read: ReadFile, zone: Zone): string {
  if (fact !== undefined) return trimmed(fact.text)
  const text = new Draft(read).text(note.path)
  return trimmed(text.slice(parse(note.path, text, zone).note.body.start))
}

function trimmed(text: string): string {
  return text.replace(/^[\r\n]+|\s+$/g, '')
}
