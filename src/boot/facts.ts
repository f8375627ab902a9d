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
import {fileHeadings, passagesOf} from './passage.js'
import {rank} from './rank.js'
import {admit, layerOf} from './refusal.js'
import {headingsOf} from './trail.js'
import {readableText} from './unread.js'

/** @param loaded files that the harness brings into the context by itself. */
export function factsLayer(
  memories: readonly Memory[],
  loaded: ReadonlySet<NotePath>,
  {halfLife, also}: Settings['boot'],
): BootLayer {
  const considered = memories.filter(({note, fact}) => {
    // What an unfinished merge makes of the items is nobody's fact: the file as a whole is refused.
    if (note.role === 'facts') return fact === undefined || !note.conflicted
    return fact === undefined && also.includes(note.path)
  })
  const ranked = rank(considered, ({note, fact}) => fact ?? note, halfLife)
  const files = new Map<NotePath, FactsFile>()
  const admitted = ranked.map((memory) => {
    const {note, fact} = memory
    if (fact === undefined) return admit(memory, notePassages(note), loaded)
    const file = files.get(note.path) ?? readFacts(note)
    files.set(note.path, file)
    return admit(memory, factPassages(note, fact, file), loaded)
  })
  return layerOf('facts', admitted)
}

/** What is said of a file's facts by all of them together. */
interface FactsFile {
  readonly headings: (trail: readonly string[]) => string[]
  /** What of each fact is read, by where it begins. */
  readonly texts: ReadonlyMap<number, string>
}

function readFacts({path, facts}: Note): FactsFile {
  const trails = facts.map(({trail}) => trail)
  const readText = readableText()
  const texts = facts.map(({span, text}) => [span.start, readText(text)] as const)
  return {headings: headingsOf(path, trails), texts: new Map(texts)}
}

function factPassages({path}: Note, {span, trail}: Fact, file: FactsFile): Passage[] {
  const text = file.texts.get(span.start) ?? ''
  const under = file.headings(trail)
  const order = [0, path, span.start]
  return passagesOf({path, line: span.fromLine, text, under, order}, 'quoted')
}

/**
 * A plain note goes as far as its extract does: the notes that settings name are meant to be short.
 * MEMORY.md itself is its facts, and has a line of its own only where it is broken.
 */
function notePassages({role, path, title, extract}: Note): Passage[] {
  if (role === 'facts') return []
  const under = fileHeadings(path, title)
  return passagesOf({path, ...extract, under, order: [1, path, extract.line]}, 'quoted')
}
