/** What a memory links to, and what links to it, as they stand now. */

import {backlinksOf, type LinkFound} from '../catalog/backlinks.js'
import {findMemory} from '../catalog/find.js'
import type {Memory} from '../catalog/memory.js'
import type {Scene} from '../catalog/scene.js'
import type {LinkLine, LinkReport} from './link-line.js'
import {listedOf} from './listed.js'
import {survey} from './survey.js'

/**
 * Follows the links from and to the memory that `name` means. Of one fact those that stand in it, and
 * those that name it.
 *
 * @throws {BrainError} `unknown-name` or `ambiguous-name`.
 */
export async function links(scene: Scene, name: string): Promise<LinkReport> {
  const {memories} = await survey(scene, {})
  const memory = findMemory(memories, name)
  const notes = memories.filter(({fact}) => fact === undefined).map(({note}) => note)
  const found = backlinksOf(notes, memory.note)
  // Links within a file of facts lead from one fact to another.
  const within = memory.fact === undefined ? [] : found.out.filter((link) => !isIn(link, memory))
  return {
    id: memory.id,
    path: memory.note.path,
    title: listedOf(memory).title,
    out: found.out.filter((link) => isIn(link, memory)).map(lineOf),
    in: [...within, ...found.in].filter((link) => leadsTo(link, memory)).map(lineOf),
  }
}

/** Whether a link of the note stands in the memory. */
function isIn({place}: LinkFound, {fact}: Memory): boolean {
  return fact === undefined || (fact.span.fromLine <= place.line && place.line <= fact.span.toLine)
}

/** What links to a fact links to its note too, but not the other way. */
function leadsTo({to}: LinkFound, {id, fact}: Memory): boolean {
  return fact === undefined || to === id
}

function lineOf({path, place, kind, target, label, to, candidates}: LinkFound): LinkLine {
  return {
    path,
    line: place.line,
    kind,
    target,
    ...(label === undefined ? {} : {label}),
    ...(to === undefined ? {} : {to}),
    candidates,
  }
}
