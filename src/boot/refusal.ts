/**
 * What may not be carried, whatever the budget, and why.
 *
 * The safe side everywhere: a stale memory does more harm than a missing one, and a claim whose dates
 * cannot be read may be either.
 */

import type {Memory} from '../catalog/memory.js'
import type {NotePath} from '../ground/note-path.js'
import {estimate} from '../ground/tokens.js'
import type {BootLayer, LayerName, Passage, Refused} from './context.js'

/**
 * Why `memory` may not be carried; `undefined` where it may.
 *
 * @param loaded files that the harness brings into the context by itself.
 */
export function refusalOf(
  memory: Memory,
  loaded: ReadonlySet<NotePath>,
): Refused['reason'] | undefined {
  if (loaded.has(memory.note.path)) return 'loaded-by-harness'
  if (memory.note.conflicted) return 'conflicted'
  if (memory.unreadable) return 'unreadable'
  if (memory.standing !== 'current') return memory.standing
  return memory.stale ? 'stale' : undefined
}

/** What one memory brings to a layer: passages, or a line that says why not. */
export function admit(
  memory: Memory,
  passages: readonly Passage[],
  loaded: ReadonlySet<NotePath>,
): {readonly passages: readonly Passage[]; readonly refused: readonly Refused[]} {
  const reason = refusalOf(memory, loaded)
  if (reason === undefined) return {passages, refused: []}
  const isBroken = reason === 'conflicted' || reason === 'unreadable'
  // There was nothing to carry in the first place, unless the file is too broken to tell.
  if (passages.length === 0 && !isBroken) return {passages: [], refused: []}
  const text = passages.map((passage) => passage.text).join('')
  const {note, fact} = memory
  const source = fact === undefined ? note.path : `${note.path}:${fact.span.fromLine}`
  return {passages: [], refused: [{source, reason, tokens: estimate(text)}]}
}

/** A layer of memories that come in the order given, all under the layer's own heading. */
export function layerOf(name: LayerName, admitted: readonly ReturnType<typeof admit>[]): BootLayer {
  const heading = `# ${name[0]!.toUpperCase()}${name.slice(1)}\n`
  const again = `#${heading.toLowerCase()}`
  const headed = (passage: Passage): Passage => {
    const {under} = passage
    // `# Procedures` at the top of AGENTS.md says it already: what is below it moves up.
    const isSaid = under[0]?.toLowerCase() === again
    const below = isSaid ? under.slice(1).map((line) => line.slice(1)) : under
    return {...passage, under: [heading, ...below]}
  }
  return {
    name,
    passages: admitted.flatMap(({passages}) => passages.map(headed)),
    refused: admitted.flatMap(({refused}) => refused),
  }
}
