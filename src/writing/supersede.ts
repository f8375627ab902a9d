/**
 * Says that one memory took over from another.
 *
 * The newer is there already, or is made of a text and put beside the older: a fact right after it
 * in its list, a drawer into its room. What a successor made of a text does not say itself it has
 * from the older: it is the same memory with another value.
 */

import type {SupersedeRequest, Written} from '../brain.js'
import type {Memory} from '../catalog/memory.js'
import type {Scene} from '../catalog/scene.js'
import {BrainError} from '../ground/brain-error.js'
import {dayAt, firstInstantOf, type Zone} from '../ground/day.js'
import {formatInstant} from '../ground/instant.js'
import {folderOf} from '../ground/note-path.js'
import {checkDay, checkText, refuse} from './argument.js'
import {insertBeside} from './beside.js'
import {type Desk, openDesk} from './desk.js'
import {Draft} from './draft.js'
import {createDrawer, drawerPath, drawerTitle} from './drawer.js'
import {editMemory, factOf, nameOf} from './edit-memory.js'
import {inheritedByFact, inheritedByNote} from './inheritance.js'
import {leadsTo} from './lineage-check.js'
import {memoryNamed} from './named.js'
import {type Outcome, perform} from './perform.js'
import {shortTitleOf} from './subject.js'
import {close, refuseClosed, succeed, type Turn, turnNow, turnOn} from './succession.js'

/**
 * Links the older and the newer, and closes the older where the newer begins.
 *
 * @throws {BrainError} `already-superseded`, `bad-argument` (also where it would close a loop),
 * `unknown-name`, `ambiguous-name`, `not-editable`.
 */
export async function supersede(scene: Scene, request: SupersedeRequest): Promise<Written> {
  if ((request.by === undefined) === (request.text === undefined)) {
    throw new BrainError('bad-argument', {
      message: 'exactly one of `--by` and `--text` says what replaces it',
      hint: 'name a memory that there is with `--by`, or write a new one with `--text`',
    })
  }
  if (request.text !== undefined) checkText('--text', request.text)
  if (request.on !== undefined) checkDay('--on', request.on)
  return perform(scene, request, async () => planSupersede(await openDesk(scene), request))
}

/** Plans both ends of the link. */
export function planSupersede(desk: Desk, request: SupersedeRequest): Outcome {
  const older = memoryNamed(desk.memories, request.older)
  if (request.by !== undefined) {
    return planBy(desk, older, memoryNamed(desk.memories, request.by), request.on)
  }
  refuseClosed(older)
  const turn =
    request.on === undefined ? turnNow(desk.now, [older]) : turnAsked(request.on, desk.zone)
  const text = request.text!
  return older.fact === undefined
    ? planDrawer(desk, older, text, turn, request)
    : planFact(desk, older, text, turn)
}

function planBy(desk: Desk, older: Memory, newer: Memory, on: string | undefined): Outcome {
  if (leadsTo(newer, older, desk.memories)) {
    throw new BrainError('bad-argument', {
      message: `\`${newer.id}\` cannot replace \`${older.id}\`: it was itself replaced by it`,
      hint: 'swap the two, or write a new memory with `--text`',
      data: {older: older.id, newer: newer.id},
    })
  }
  const draft = new Draft(desk.read)
  const {zone} = desk
  const turn = turnOf(older, newer, on, desk)
  // The newer is named first, so that the older can say its lasting name.
  editMemory(draft, newer, [], zone, {named: true})
  const newerName = nameOf(draft, newer, zone)
  const olderName = close(draft, older, newerName, turn, zone)
  succeed(draft, newer, olderName, turn, zone)
  return {draft, id: newerName, closed: [olderName], subject: subjectOf(older, newer)}
}

/** The newer's own beginning, where it says one, decides. */
function turnOf(older: Memory, newer: Memory, on: string | undefined, desk: Desk): Turn {
  const {validFrom} = (newer.fact ?? newer.note).written
  const asked = on === undefined ? undefined : turnAsked(on, desk.zone)
  if (validFrom === undefined) return asked ?? turnNow(desk.now, [older])

  if (asked !== undefined && asked.at !== validFrom) {
    const reason = `but \`${newer.id}\` says itself that it begins at ${formatInstant(validFrom)}`
    refuse('--on', on, reason, 'leave `--on` out, or correct its `valid_from`')
  }
  const day = dayAt(validFrom, desk.zone)
  if (firstInstantOf(day, desk.zone) === validFrom) return turnOn(day, desk.zone)
  return {at: validFrom, begin: formatInstant(validFrom), end: formatInstant(validFrom)}
}

function planFact(desk: Desk, older: Memory, text: string, turn: Turn): Outcome {
  const draft = new Draft(desk.read)
  const {zone} = desk
  const newer = insertBeside(draft, older, text, zone)
  editMemory(draft, newer, inheritedByFact(draft, older, newer, zone), zone, {named: true})
  const newerName = nameOf(draft, newer, zone)
  const olderName = close(draft, older, newerName, turn, zone)
  succeed(draft, {...newer, fact: factOf(draft, newer, zone)}, olderName, turn, zone)
  return {
    draft,
    id: newerName,
    closed: [olderName],
    enters: true,
    subject: subjectOf(older, newer),
  }
}

function planDrawer(
  desk: Desk,
  older: Memory,
  text: string,
  turn: Turn,
  author: SupersedeRequest,
): Outcome {
  const {note} = older
  if (note.role !== 'drawer' && note.role !== 'plain') {
    throw new BrainError('bad-argument', {
      message: `\`${note.path}\` is the brain's own ${note.role} file: there is one of it`,
      hint: 'edit it, or name one fact of it (`MEMORY.md:12`)',
      data: {path: note.path, role: note.role},
    })
  }
  const draft = new Draft(desk.read)
  const title = drawerTitle(undefined, text)
  const path = drawerPath(draft, desk.paths, folderOf(note.path), title)
  const closed = close(draft, older, path, turn, desk.zone)
  const fields = {
    ...inheritedByNote(note),
    title,
    valid_from: turn.begin,
    supersedes: closed,
    agent: author.agent,
    session: author.session,
  }
  createDrawer(draft, path, fields, text, desk.now)
  return {
    draft,
    id: path,
    closed: [closed],
    enters: true,
    subject: `supersede: ${shortTitleOf(older)} by ${title}`,
  }
}

function subjectOf(older: Memory, newer: Memory): string {
  return `supersede: ${shortTitleOf(older)} by ${shortTitleOf(newer)}`
}

function turnAsked(on: string, zone: Zone): Turn {
  return turnOn(checkDay('--on', on), zone)
}
