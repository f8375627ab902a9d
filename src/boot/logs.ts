/**
 * Files that are read block by block: the user file, the daily logs.
 */

import type {Memory} from '../catalog/memory.js'
import {type Day, readDay} from '../ground/day.js'
import {baseOf, type NotePath} from '../ground/note-path.js'
import {estimate} from '../ground/tokens.js'
import type {Block, Note} from '../note/note.js'
import type {BootLayer, Passage, Refused} from './context.js'
import {passagesOf} from './passage.js'
import {admit, layerOf} from './refusal.js'
import {headingsOf} from './trail.js'
import {readableText} from './unread.js'

/** USER.md, in the order of the file, which is its author's rank. */
export function userLayer(memories: readonly Memory[], loaded: ReadonlySet<NotePath>): BootLayer {
  const files = memories.filter(({note, fact}) => note.role === 'user' && fact === undefined)
  return layerOf(
    'user',
    files.map((memory) => admit(memory, blockPassages(memory.note, []), loaded)),
  )
}

/**
 * Daily logs up to `today`, newest day first and in a day the latest entry first; rendered by day,
 * newest first, each in the order of its file. Later days are upcoming.
 */
export function recentLayer(
  memories: readonly Memory[],
  today: Day,
  loaded: ReadonlySet<NotePath>,
): BootLayer {
  const logs = memories.flatMap((memory) => {
    const day = memory.fact === undefined ? dayOf(memory.note) : undefined
    return day === undefined ? [] : [{memory, day}]
  })
  const past = logs.filter(({day}) => day <= today)
  past.sort((a, b) => (a.day === b.day ? byPath(b.memory, a.memory) : a.day < b.day ? 1 : -1))
  const layer = layerOf(
    'recent',
    past.map(({memory, day}) => {
      // A later day has the smaller number.
      const passages = blockPassages(memory.note, [-Number(day.replaceAll('-', ''))])
      return admit(memory, passages.reverse(), loaded)
    }),
  )
  const ahead = logs.filter(({day}) => today < day).map(({memory}) => upcoming(memory.note))
  return {...layer, refused: [...layer.refused, ...ahead]}
}

/** The day of a daily log by its name; `undefined` for every other note. */
export function dayOf({role, path}: Note): Day | undefined {
  return role === 'daily' ? readDay(baseOf(path).slice(0, 10)) : undefined
}

function byPath(a: Memory, b: Memory): number {
  return a.note.path < b.note.path ? -1 : 1
}

function upcoming({path, blocks}: Note): Refused {
  const tokens = blocks.reduce((sum, {text}) => sum + estimate(text), 0)
  return {source: path, reason: 'upcoming', tokens}
}

/** The blocks of a file as passages, in its order. */
export function blockPassages(
  {path, blocks}: Note,
  before: readonly (string | number)[],
): Passage[] {
  const headings = headingsOf(
    path,
    blocks.map(({trail}) => trail),
  )
  const readText = readableText()
  return blocks.flatMap((block: Block) => {
    const {span, trail} = block
    const text = readText(block.text)
    const order = [...before, path, span.start]
    return passagesOf({path, line: span.fromLine, text, under: headings(trail), order}, 'quoted')
  })
}
