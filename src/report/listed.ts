/**
 * A memory as listings show it: texts instead of instants, and only what there is.
 */

import type {Listed} from '../brain.js'
import type {Memory} from '../catalog/memory.js'
import {EARLIEST, formatInstant, type Instant, LATEST} from '../ground/instant.js'

/** Longer first lines of facts are cut: a listing names a fact, `show` shows it. */
const TITLE_LENGTH = 100

/** Makes a row of a memory. */
export function listedOf(memory: Memory): Listed {
  const {id, note, fact, validity, standing, stale, unreadable} = memory
  const {wing, room, hall} = note.place
  const {key, importance, pinned} = fact ?? note
  const validFrom = textOf(validity.from)
  const validUntil = textOf(validity.until)
  const trustedUntil = textOf(memory.trustedUntil)
  return {
    id,
    path: note.path,
    line: fact?.span.fromLine ?? 1,
    title: fact === undefined ? note.title : titleOf(fact.text),
    role: note.role,
    ...(wing === undefined ? {} : {wing}),
    ...(room === undefined ? {} : {room}),
    ...(hall === undefined ? {} : {hall}),
    ...(key === undefined ? {} : {key}),
    importance,
    pinned,
    standing,
    stale,
    unreadable,
    ...(validFrom === undefined ? {} : {validFrom}),
    ...(validUntil === undefined ? {} : {validUntil}),
    ...(validity.closedBy === undefined ? {} : {closedBy: validity.closedBy}),
    ...(trustedUntil === undefined ? {} : {trustedUntil}),
  }
}

/** An instant as text; nothing for the two that stand for no bound at all. */
function textOf(at: Instant | undefined): string | undefined {
  return at === undefined || at === EARLIEST || at === LATEST ? undefined : formatInstant(at)
}

function titleOf(text: string): string {
  const first = text.trimStart().split('\n', 1)[0]!.trimEnd()
  const letters = [...first]
  return letters.length <= TITLE_LENGTH ? first : `${letters.slice(0, TITLE_LENGTH - 1).join('')}…`
}
