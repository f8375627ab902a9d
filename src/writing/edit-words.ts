/**
 * Says in words what a hand did to a note: `2 facts added`, `1 ended`, `tags changed`.
 *
 * The note as HEAD has it is compared with the note on disk. What is said is what the brain understands of
 * it; where it understands nothing the note is merely `changed`.
 */

import {isNotePath} from '../catalog/own-paths.js'
import type {Zone} from '../ground/day.js'
import type {NotePath} from '../ground/note-path.js'
import {decode} from '../note/decode.js'
import type {Note} from '../note/note.js'
import {parse} from '../note/parse.js'
import type {Edited} from './committed.js'
import {compareFacts, type Happening, happenedTo} from './fact-changes.js'
import type {HandEdit} from './hand-edits.js'

/** Keys named one by one; more are counted. */
const MOST_KEYS = 3

/** An edit in words, and what its note is called. */
export interface Told extends Edited {
  readonly title: string
}

/** The kind of an edit, by what there was and what there is. */
export function kindOf({before, after, from}: HandEdit): Edited['kind'] {
  if (from !== undefined) return 'renamed'
  if (before === undefined) return 'new'
  return after === undefined ? 'removed' : 'changed'
}

/** Tells `edit`; with `closely` its notes are read for it. */
export function tell(edit: HandEdit, zone: Zone, closely = true): Told {
  const {path: file, from, before, after, isLink} = edit
  const kind = kindOf(edit)
  const told = {path: file, ...(from === undefined ? {} : {from}), kind}
  if (!closely || isLink || !isNotePath(file)) return {...told, words: [kind], title: file}
  const was = noteOf(from ?? file, before, zone)
  const is = noteOf(file, after, zone)
  const title = (is ?? was)?.title ?? file
  if (was === undefined || is === undefined) return {...told, words: [kind], title}
  const words = wordsOfChange(was, is, endsAlone(before!, after!))
  if (kind === 'renamed') return {...told, words: [kind, ...words], title}
  return {...told, words: words.length === 0 ? [kind] : words, title}
}

function noteOf(file: NotePath, bytes: Uint8Array | undefined, zone: Zone): Note | undefined {
  return bytes === undefined ? undefined : parse(file, bytes, zone).note
}

function endsAlone(before: Uint8Array, after: Uint8Array): boolean {
  const [was, is] = [decode(before).text, decode(after).text]
  return was !== is && was.replaceAll('\r\n', '\n') === is.replaceAll('\r\n', '\n')
}

function wordsOfChange(was: Note, is: Note, hasOtherEnds: boolean): string[] {
  if (hasOtherEnds) return ['line ends changed']
  const happened = happenedTo(was, is)
  const claim = happened === undefined || happened === 'changed' ? [] : [happened]
  const parts = is.role === 'facts' ? factWords(was, is) : entryWords(was, is)
  const text = parts.length === 0 && was.words !== is.words ? ['text changed'] : []
  return [...claim, ...parts, ...text, ...keyWords(was, is, happened)]
}

function factWords(was: Note, is: Note): string[] {
  return counted('fact', [...compareFacts(was.facts, is.facts)])
}

/** Entries of a log: they come and go, and are rarely anything else. */
function entryWords(was: Note, is: Note): string[] {
  if (is.role !== 'daily') return []
  const [old, fresh] = [was, is].map((note) => note.blocks.map(({text}) => text)) as [
    string[],
    string[],
  ]
  const added = without(fresh, old)
  const removed = without(old, fresh)
  const changed = Math.min(added, removed)
  return counted('entry', [
    ['added', added - changed],
    ['changed', changed],
    ['removed', removed - changed],
  ])
}

/** How many of `texts` are not among `others`. */
function without(texts: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>()
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1)
  return texts.filter((text) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count <= 0
  }).length
}

/** `2 facts added`, `1 ended`: the first says of what. */
function counted(noun: 'fact' | 'entry', counts: readonly (readonly [string, number])[]): string[] {
  const many = noun === 'fact' ? 'facts' : 'entries'
  return counts
    .filter(([, count]) => 0 < count)
    .map(([what, count], at) =>
      at === 0 ? `${count} ${count === 1 ? noun : many} ${what}` : `${count} ${what}`,
    )
}

/** The keys whose change the claim's happening does not tell already. */
const TOLD_BY: Readonly<Partial<Record<Happening, readonly string[]>>> = {
  superseded: ['superseded_by', 'valid_to'],
  ended: ['valid_to'],
  'no longer ended': ['valid_to'],
  reviewed: ['reviewed'],
}

function keyWords(was: Note, is: Note, happened: Happening | undefined): string[] {
  const told = happened === undefined ? [] : (TOLD_BY[happened] ?? [])
  const all = [...new Set([...Object.keys(was.fields), ...Object.keys(is.fields)])]
  const changed = all.filter(
    (key) =>
      !told.includes(key) && JSON.stringify(was.fields[key]) !== JSON.stringify(is.fields[key]),
  )
  // Editors set it by themselves whenever anything else changes.
  const keys = 1 < changed.length ? changed.filter((key) => key !== 'updated') : changed
  if (keys.length === 0) return []
  return [MOST_KEYS < keys.length ? `${keys.length} keys changed` : `${keys.join(', ')} changed`]
}
