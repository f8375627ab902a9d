/**
 * What can hold: every note, and every fact of a note, under the name it is known by.
 *
 * A fact is named by its block id, `MEMORY.md#^k3f`, or by its number in the file where it has none
 * (or where an earlier fact has the same one).
 */

import type {Point} from '../ground/message.js'
import type {Fact, Note, Reference} from '../note/note.js'
import type {ClaimId} from '../validity/validity.js'
import type {DateKey, Written} from '../validity/written.js'

export interface Subject {
  readonly id: ClaimId
  readonly note: Note
  /** Set where the subject is one fact of the note. */
  readonly fact?: Fact
  /** What it stands in: a fact in the fact around it, else in its note. It holds only while that does. */
  readonly partOf?: Subject
}

/** The subjects of all notes: each note, then its facts in the order of the file. */
export function subjectsOf(notes: readonly Note[]): Subject[] {
  const subjects: Subject[] = []
  for (const note of notes) {
    const whole: Subject = {id: note.path as string as ClaimId, note}
    subjects.push(whole)
    if (note.facts.length !== 0) subjects.push(...factsOf(whole))
  }
  return subjects
}

/** What the author wrote of the subject itself. */
export function writtenOf({note, fact}: Subject): Written {
  return fact === undefined ? note.written : fact.written
}

export function keyOf({note, fact}: Subject): string | undefined {
  return fact === undefined ? note.key : fact.key
}

export function supersedesOf({note, fact}: Subject): readonly Reference[] {
  return fact === undefined ? note.supersedes : fact.supersedes
}

export function supersededByOf({note, fact}: Subject): readonly Reference[] {
  return fact === undefined ? note.supersededBy : fact.supersededBy
}

/** Where to point when something is the matter with a field of it; the file's first line at worst. */
export function placeOfField({note, fact}: Subject, key: DateKey | 'key'): Point {
  if (fact !== undefined) return {line: fact.span.fromLine, column: 1}
  return note.places[key] ?? {line: 1, column: 1}
}

function factsOf(whole: Subject): Subject[] {
  const {note} = whole
  const taken = new Set<string>()
  // The facts that may still hold the next one; facts come in the order of their beginnings.
  const around: (Subject & {readonly fact: Fact})[] = []
  return note.facts.map((fact, index) => {
    const isNamed = fact.block !== undefined && !taken.has(fact.block)
    if (fact.block !== undefined) taken.add(fact.block)
    while (around.length !== 0 && !holds(around.at(-1)!.fact, fact)) around.pop()
    const id = `${note.path}#${isNamed ? `^${fact.block}` : index + 1}` as ClaimId
    const subject = {id, note, fact, partOf: around.at(-1) ?? whole}
    around.push(subject)
    return subject
  })
}

function holds(outer: Fact, inner: Fact): boolean {
  return outer.span.start <= inner.span.start && inner.span.end <= outer.span.end
}
