/**
 * The facts layer: MEMORY.md, fact by fact, and the plain notes that settings name.
 *
 * Ranked by weight, rendered in the file's order under the file's headings.
 */

import type {Memory} from '../catalog/memory.js'
import type {NotePath} from '../ground/note-path.js'
import type {Fact, Note} from '../note/note.js'
import type {Settings} from '../settings/settings.js'
import type {BootLayer, Passage} from './context.js'
import {fileHeading, passageOf} from './passage.js'
import {rank} from './rank.js'
import {admit, layerOf} from './refusal.js'
import {headingsOf} from './trail.js'

/** @param loaded files that the harness brings into the context by itself. */
export function factsLayer(
  memories: readonly Memory[],
  loaded: ReadonlySet<NotePath>,
  {halfLife, also}: Settings['boot'],
): BootLayer {
  const considered = memories.filter(
    ({note, fact}) => note.role === 'facts' || (fact === undefined && also.includes(note.path)),
  )
  const ranked = rank(considered, ({note, fact}) => fact ?? note, halfLife)
  const headings = new Map<NotePath, Headings>()
  const admitted = ranked.map((memory) => {
    const {note, fact} = memory
    if (fact === undefined) return admit(memory, notePassages(note), loaded)
    let headingsIn = headings.get(note.path)
    headingsIn ??= headingsOf(
      note.path,
      note.facts.map(({trail}) => trail),
      'quoted',
    )
    headings.set(note.path, headingsIn)
    return admit(memory, factPassages(note, fact, headingsIn), loaded)
  })
  return layerOf('facts', admitted)
}

type Headings = (trail: readonly string[]) => string[]

function factPassages({path}: Note, fact: Fact, headingsIn: Headings): Passage[] {
  const {fromLine: line, start} = fact.span
  const under = headingsIn(fact.trail)
  const passage = passageOf({path, line, text: fact.text, under, order: [0, path, start]}, 'quoted')
  return passage === undefined ? [] : [passage]
}

/**
 * A plain note goes as far as its extract does: the notes that settings name are meant to be short.
 * MEMORY.md itself is its facts, and has a line of its own only where it is broken.
 */
function notePassages({role, path, title, extract}: Note): Passage[] {
  if (role === 'facts') return []
  const under = [fileHeading(path, 'quoted', title)]
  const passage = passageOf({path, ...extract, under, order: [1, path, extract.line]}, 'quoted')
  return passage === undefined ? [] : [passage]
}
