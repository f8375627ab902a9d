/** Cuts a text as a note, as the tests of this folder do. */

import type {Chunk} from '../../src/chunk/chunk.js'
import {cut} from '../../src/chunk/cut.js'
import {UTC} from '../../src/ground/day.js'
import {notePath} from '../../src/ground/note-path.js'
import {parse} from '../../src/note/parse.js'
import {fencesOf} from '../note/outline.js'
import {expectLaws} from './laws.js'

/** The chunks of `text`, after a look at all laws; fences are what remark says, or `fences`. */
export function chunksOf(text: string, path = 'drawers/a/b/note.md', fences = fencesOf): Chunk[] {
  const {note} = parse(notePath(path), text, UTC)
  const chunks = cut(note, text)
  expectLaws(note, text, chunks, fences(text, note.body.start))
  return chunks
}

/** `2-5 Trail > Heading | text` of each, with the speaker or the number of the fact before the text. */
export function shown(text: string, path?: string): string[] {
  return chunksOf(text, path).map(({fromLine, toLine, trail, text: own, speaker, fact}) => {
    const of = speaker ?? (fact === undefined ? '' : String(fact))
    return `${fromLine}-${toLine} ${trail.join(' > ')} | ${of === '' ? '' : `${of}: `}${own}`
  })
}

/** `count` paragraphs of some forty words, each of its own. */
export function paragraphs(count: number, seed = 1): string[] {
  const random = randomFrom(seed)
  return Array.from({length: count}, (_, index) => {
    const words = Array.from({length: 25 + Math.floor(random() * 60)}, () => word(random))
    return `Paragraph ${index} says ${words.join(' ')}.`
  })
}

function word(random: () => number): string {
  const length = 2 + Math.floor(random() * 8)
  return Array.from({length}, () => 'abcdefghijklmnoprstuvw'[Math.floor(random() * 22)]).join('')
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
