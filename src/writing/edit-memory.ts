/**
 * Changes the fields of one memory in a draft, be it a note or a fact of one.
 */

import type {Memory} from '../catalog/memory.js'
import {BrainError} from '../ground/brain-error.js'
import type {Zone} from '../ground/day.js'
import {digest} from '../ground/digest.js'
import type {NotePath} from '../ground/note-path.js'
import type {Fact} from '../note/note.js'
import {type FieldEdit, type Rewritten, rewriteFact, rewriteFields} from '../note/rewrite.js'
import type {Draft} from './draft.js'

/**
 * Changes fields of `memory`. With `named` a fact without a block id is given one.
 *
 * @throws {BrainError} `not-editable` with the reason.
 */
export function editMemory(
  draft: Draft,
  memory: Memory,
  edits: readonly FieldEdit[],
  zone: Zone,
  {named = false}: {named?: boolean} = {},
): void {
  const {path, conflicted} = memory.note
  // Of two sides that are not yet chosen between, nobody knows which one the fields belong to.
  if (conflicted) rewritten(path, {ok: false, why: 'a merge was left unfinished in it'})
  const text = draft.text(path)
  if (memory.fact === undefined) {
    draft.rewrite(path, rewritten(path, rewriteFields(text, edits)))
    return
  }
  const fact = factOf(draft, memory, zone)
  const block = named && fact.block === undefined ? newBlockId(fact.text, text) : undefined
  draft.rewrite(path, rewritten(path, rewriteFact(text, fact, edits, block)))
}

/** What `memory` is called in the draft: a path, `MEMORY.md#^k3f`, or `MEMORY.md#3`. */
export function nameOf(draft: Draft, memory: Memory, zone: Zone): string {
  const {path} = memory.note
  if (memory.fact === undefined) return path
  const facts = factsIn(draft, path, zone)
  const fact = locate(facts, memory)
  return fact.block === undefined ? `${path}#${facts.indexOf(fact) + 1}` : `${path}#^${fact.block}`
}

/** The fact of `memory` as it stands in the draft now. */
export function factOf(draft: Draft, memory: Memory, zone: Zone): Fact {
  return locate(factsIn(draft, memory.note.path, zone), memory)
}

/** The facts of a file as it stands in the draft now. */
export function factsIn(draft: Draft, path: NotePath, zone: Zone): readonly Fact[] {
  return draft.note(path, zone).facts
}

/**
 * A block id that `text` does not hold yet: six characters, the same for the same fact, so that two
 * clones that name a fact give it one name.
 */
export function newBlockId(fact: string, text: string): string {
  const taken = new Set([...text.matchAll(/\^([A-Za-z0-9-]+)/g)].map((match) => match[1]!))
  for (let round = 0; ; round++) {
    const id = base36(digest(round === 0 ? fact : `${fact}\n${round}`))
    if (!taken.has(id)) return id
  }
}

/** @throws {BrainError} `not-editable` where the rewriting was refused. */
export function rewritten(path: NotePath, result: Rewritten): string {
  if (result.ok) return result.text
  throw new BrainError('not-editable', {
    message: `\`${path}\` was left as it is: ${result.why}`,
    hint: 'change it in an editor; `brain check` shows what is the matter',
    data: {path, why: result.why},
  })
}

/**
 * Facts are told apart by their block ids, else by their words; of equal ones, since a hand may
 * have copied a line with its id, by which of them it is. Positions do not serve: the edits before
 * have moved them.
 */
function locate(facts: readonly Fact[], {note, fact}: Memory): Fact {
  const wanted = fact!
  const same = (each: Fact) =>
    wanted.block === undefined ? each.text === wanted.text : each.block === wanted.block
  const rank = note.facts.filter(same).findIndex((each) => each.span.start === wanted.span.start)
  const found = facts.filter(same)[Math.max(0, rank)]
  if (found !== undefined) return found
  throw new BrainError('edit-conflict', {
    message: `\`${note.path}\` changed while a fact of it was to be changed`,
    hint: 'try again',
    data: {path: note.path},
  })
}

function base36(text: string): string {
  let value = 0n
  for (const character of text) value = value * 128n + BigInt(character.charCodeAt(0))
  return (value % 36n ** 6n).toString(36).padStart(6, '0')
}
